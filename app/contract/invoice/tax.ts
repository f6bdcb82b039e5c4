/** Tax within an amount that contains it. Pure; fen and basis points. */

/** How a line is taxed; a rate stands with `taxed` alone. */
export const treatments = ["taxed", "exempt", "notTaxed"] as const;
export type Treatment = (typeof treatments)[number];

/** Half a fen is rounded up: gross × r ÷ (1 + r). */
export function taxWithin(gross: number, rate: number | null): number {
  return rate === null || rate === 0 ? 0 : Math.floor((2 * gross * rate + 10_000 + rate) / (2 * (10_000 + rate)));
}

/**
 * The tax of a part of a line that is reversed. What completes the line takes what is left of its tax, so that all parts
 * together have the line's to the fen. `open` are what is neither reversed nor asked to be.
 */
export function taxOfPart(rate: number | null, part: number, open: { gross: number; tax: number }): number {
  return part === open.gross ? open.tax : Math.min(taxWithin(part, rate), open.tax);
}

/**
 * Parts of `total` in the proportion of the weights, to the fen: what rounding leaves goes to the largest remainders.
 * No part is above its weight where `total` is at most their sum.
 */
export function shared(total: number, weights: readonly number[]): number[] {
  const sum = BigInt(weights.reduce((all, one) => all + one, 0));
  if (sum === 0n) return weights.map(() => 0);
  const products = weights.map((one) => BigInt(total) * BigInt(one));
  const parts = products.map((one) => Number(one / sum));
  const rest = products
    .map((one, place) => ({ place, left: one % sum }))
    .sort((a, b) => (a.left === b.left ? a.place - b.place : a.left < b.left ? 1 : -1));
  let open = total - parts.reduce((all, one) => all + one, 0);
  for (const { place } of rest) {
    if (open === 0) break;
    parts[place] = (parts[place] ?? 0) + 1;
    open -= 1;
  }
  return parts;
}
