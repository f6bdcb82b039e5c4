/** What a discount by the seller takes off. Pure, and in the browser: the total follows the typing by the same rule. */

export interface Discount {
  /** Fen off. */
  amount: number;
  /** Or per mille off. */
  rate: number;
}

/** Fen off a sum: the amount, or the part of the sum, rounded half up to the fen. */
export function discountOf(sum: number, { amount, rate }: Discount): number {
  return rate > 0 ? Math.round((sum * rate) / 1000) : amount;
}

/**
 * `20` or `20.5` is yuan off; `10%` and `12.5%` per cent off; `9折`, `8.5折` and `85折` what is left to pay, in tenths or
 * hundredths. Null for what is none of them. Empty takes nothing off.
 */
export function parseDiscount(text: string): Discount | null {
  const typed = text.normalize("NFKC").replace(/\s|¥|元$/g, "");
  if (typed === "") return { amount: 0, rate: 0 };
  const percent = /^(\d{1,3}(?:\.\d)?)%$/.exec(typed)?.[1];
  if (percent !== undefined) return rateOf(Math.round(Number(percent) * 10));
  const tenths = /^(\d(?:\.\d{1,2})?|\d{2})折$/.exec(typed)?.[1];
  if (tenths !== undefined) return rateOf(1000 - Math.round(Number(tenths) * (tenths.length === 2 ? 10 : 100)));
  if (!/^\d{1,8}(\.\d{1,2})?$/.test(typed)) return null;
  return { amount: Math.round(Number(typed) * 100), rate: 0 };
}

const rateOf = (rate: number): Discount | null => (rate >= 0 && rate <= 1000 ? { amount: 0, rate } : null);

/** As it is typed. */
export function writtenDiscount({ amount, rate }: Discount): string {
  if (rate > 0) return `${rate / 10}%`;
  return amount > 0 ? (amount / 100).toFixed(2).replace(/\.?0+$/, "") : "";
}
