/** Shares of a whole in tenths of a per cent that add up to a hundred, as a reader who adds them expects. Pure. */

/**
 * Rounded down, and what is then missing goes to those with the largest remainders. Where anything is below zero, or
 * nothing is there, nobody has a share: parts of a whole are none of them then.
 */
export function sharesOf(values: readonly number[], whole = sum(values)): (number | null)[] {
  if (!(whole > 0) || values.some((value) => value < 0)) return values.map(() => null);
  const exact = values.map((value) => (value / whole) * 1_000);
  const shares = exact.map(Math.floor);
  // Of a part of the rows, e.g. the first of many, the shares add up to that part's.
  let missing = Math.round(sum(exact)) - sum(shares);
  const byRemainder = exact.map((_, place) => place).sort((a, b) => rest(exact, b) - rest(exact, a) || a - b);
  for (const place of byRemainder) {
    if (missing <= 0) break;
    shares[place] = (shares[place] ?? 0) + 1;
    missing -= 1;
  }
  return shares;
}

/** How much more it is than before, in tenths of a per cent; null where there was nothing to compare with. */
export function changeOf(now: number, before: number): number | null {
  return before > 0 ? Math.round(((now - before) / before) * 1_000) : null;
}

/** 125 → "12.5%". */
export const percent = (tenths: number): string => `${(tenths / 10).toFixed(1)}%`;

/** With its sign: "+12.5%", "-3.0%". */
export const signedPercent = (tenths: number): string => `${tenths > 0 ? "+" : ""}${percent(tenths)}`;

const sum = (values: readonly number[]): number => values.reduce((all, value) => all + value, 0);
const rest = (exact: readonly number[], place: number): number => (exact[place] ?? 0) - Math.floor(exact[place] ?? 0);
