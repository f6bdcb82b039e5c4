/** How what is paid for a ticket is shared by its sub-tickets, and what each of them gives back. Pure. */
import { allocate } from "../../kernel/allocate";

/** Fen of each part, which add up to the price; by amounts they are those amounts where the price is their sum. */
export function sharesOf(price: number, weights: readonly number[]): number[] {
  return allocate(price, weights);
}

/**
 * What each part gives back of a ticket: its share less its part of the fee. The fee is shared as the shares are, so that
 * none keeps more than it had, and all of them together give back the price less the fee.
 */
export function givenBackOf({ price, fee }: { price: number; fee: number }, weights: readonly number[]): number[] {
  const shares = sharesOf(price, weights);
  const kept = allocate(fee, shares);
  return shares.map((share, part) => share - (kept[part] ?? 0));
}

/** Sums of several tickets, part by part. */
export function sumByPart(tickets: readonly (readonly number[])[], parts: number): number[] {
  return Array.from({ length: parts }, (_, part) => tickets.reduce((sum, shares) => sum + (shares[part] ?? 0), 0));
}
