/** What a ticket was paid in more than once (it became another type for a supplement): each part keeps its refund terms. Pure. */
import { z } from "zod";
import type { RefundFee } from "./refund-fee";

/** What an earlier sale of a ticket that was supplemented since had cost, under its own terms. */
const earlierPart = z.object({ amount: z.number().int().min(0), terms: z.record(z.string(), z.unknown()) });
export type EarlierPart = z.output<typeof earlierPart>;

/** The first one first; none of a ticket that was paid once. */
export function earlierParts(terms: Readonly<Record<string, unknown>>): EarlierPart[] {
  const read = z.array(earlierPart).safeParse(terms.earlier ?? []);
  // Parts that no rule here knows are never taken for none: nothing of them goes back.
  return read.success ? read.data : [{ amount: Number.MAX_SAFE_INTEGER, terms: {} }];
}

/** Those that come after a supplement: what the ticket had cost until then is one more of them. */
export function earlierAfter(terms: Readonly<Record<string, unknown>>, price: number): EarlierPart[] {
  const before = earlierParts(terms);
  const { refundRule, refundBands, refundFrom, expired } = terms;
  const kept = Object.entries({ refundRule, refundBands, refundFrom, expired }).filter(([, value]) => value != null);
  const last = price - before.reduce((sum, { amount }) => sum + amount, 0);
  return last > 0 ? [...before, { amount: last, terms: Object.fromEntries(kept) }] : before;
}

/** The price of a ticket by the terms that its parts were paid under; together they are the price. */
export function partsOfPrice(terms: Readonly<Record<string, unknown>>, price: number): EarlierPart[] {
  let left = price;
  const parts = earlierParts(terms).map((part) => {
    const amount = Math.min(left, part.amount);
    left -= amount;
    return { ...part, amount };
  });
  return [
    ...parts.filter(({ amount }) => amount > 0),
    ...(left > 0 || parts.length === 0 ? [{ amount: left, terms }] : []),
  ];
}

export interface JudgedPart<Verdict> {
  amount: number;
  verdict: Verdict;
}

/** Of several parts: what does not go back is kept whole as a fee; where nothing goes back, why the first one does not. */
export function together<Unknown extends { refundable: false }>(
  parts: readonly JudgedPart<RefundFee | Unknown>[],
): RefundFee | Unknown {
  const [first] = parts;
  if (!first) throw new Error("a price has at least one part");
  if (parts.length === 1) return first.verdict;
  const back = parts.flatMap(({ verdict }) => (verdict.refundable ? [verdict] : []));
  if (back.length === 0) return first.verdict;
  const fee = parts.reduce((sum, { amount, verdict }) => sum + (verdict.refundable ? verdict.fee : amount), 0);
  const price = parts.reduce((sum, { amount }) => sum + amount, 0);
  return {
    refundable: true,
    fee,
    basisPoints: price === 0 ? 0 : Math.round((fee * 10_000) / price),
    needsApproval: back.some(({ needsApproval }) => needsApproval),
  };
}
