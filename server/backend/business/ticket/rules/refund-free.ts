/** Free ones of a group for whom, once others have gone back, nobody pays any more: their price is kept of the refund. Pure. */
import { z } from "zod";
import { m } from "~/contract/messages";
import { formatYuan } from "~/contract/money";
import { freeFor } from "~/contract/ticket/free-of-group";
import type { Piece } from "../../order/sellable";
import type { TicketLine } from "./refund-pieces";

/** What a line of a group keeps of the agreement that it was settled by; `price` is what a free one would have paid. */
export interface GroupTerms {
  per: number;
  count: number;
  started: boolean;
  free: boolean;
  price: number;
}

const groupTerms: z.ZodType<GroupTerms> = z.object({
  per: z.number(),
  count: z.number(),
  started: z.boolean(),
  free: z.boolean(),
  price: z.number(),
});

/**
 * The chosen with a higher fee where the free ones that stay are more than those who stay and pay bring with them. What was
 * kept before by the same reckoning is not kept again, and no more is kept than the chosen bring.
 */
export function chargeFree(
  lines: readonly TicketLine[],
  pieces: readonly Piece[],
  chosen: readonly Piece[],
): readonly Piece[] {
  const terms = new Map<number, GroupTerms>();
  for (const { id, terms: kept } of lines) {
    const read = groupTerms.safeParse(kept.group);
    if (read.success) terms.set(id, read.data);
  }
  const rule = [...terms.values()][0];
  if (!rule) return chosen;
  const dueOf = (there: readonly Piece[]) => {
    const own = there.flatMap(({ lineId }) => terms.get(lineId) ?? []);
    const free = own.filter((one) => one.free);
    const beyond = free.length - freeFor(own.length - free.length, rule);
    // The cheapest are charged.
    const prices = free.map(({ price }) => price).sort((one, other) => one - other);
    return { beyond, amount: prices.slice(0, Math.max(0, beyond)).reduce((sum, price) => sum + price, 0) };
  };
  // What the rule of an expired ticket gives back unasked is no doing of the guest.
  if (chosen.every(({ byItself }) => byItself)) return chosen;
  const goes = new Set(chosen.map(({ lineId, id }) => `${lineId}/${id}`));
  const there = pieces.filter(({ gone }) => !gone);
  const after = dueOf(there.filter(({ lineId, id }) => !goes.has(`${lineId}/${id}`)));
  let left = after.amount - dueOf(there).amount;
  if (left <= 0) return chosen;
  const says = m.refund_free_charged({ n: after.beyond, amount: formatYuan(left) });
  return chosen.map((piece) => {
    const more = piece.refundable && terms.has(piece.lineId) ? Math.min(left, piece.price - piece.fee) : 0;
    if (more <= 0) return piece;
    left -= more;
    return { ...piece, fee: piece.fee + more, says: piece.says ? `${piece.says} ${says}` : says };
  });
}
