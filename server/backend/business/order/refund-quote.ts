/** What a refund would give back, piece by piece over all lines, and why not. Pure: the rows come in, the answer goes out. */
import { m } from "~/contract/messages";
import type { Piece, SoldLine, SoldOrder } from "./sellable";
import { type Tender, wayBack } from "./settlement";

export interface Selection {
  items: { lineId: number; quantity: number }[];
  pieces: { lineId: number; id: number }[];
  ticketIds: number[];
}

export interface Quotation {
  pieces: Piece[];
  /** Fen given back: prices less fees. */
  amount: number;
  fee: number;
  /** How the amount goes back, by payment type. */
  ways: Tender[];
  needsApproval: boolean;
  /** Why the choice as a whole cannot be refunded; "" when it can. */
  whyNot: string;
}

export interface Refundable {
  order: SoldOrder;
  lines: readonly SoldLine[];
  pieces: readonly Piece[];
  /** What is left of each payment type, in the order taken. */
  left: readonly Tender[];
  /** Why the chosen may not go while others stay: what each business says of its own. */
  leftWhyNot: (chosen: readonly Piece[]) => string;
  /** The chosen with what is kept of them because of those that stay. */
  charged?: (chosen: readonly Piece[]) => readonly Piece[];
  /** Lines whose pieces `ticketIds` chooses among. */
  linesByTicketId: ReadonlySet<number>;
}

/**
 * Quotes the chosen pieces: single ones, a number of a line's (its first refundable ones), or everything that is left.
 * `limit` is the amount in fen above which a second person decides.
 */
export function quote(sold: Refundable, selection: Selection, limit: number): Quotation {
  const { order, lines } = sold;
  const judged = sold.pieces.map((piece) => {
    const whyNot = orderWhyNot(order) || piece.whyNot;
    return { ...piece, whyNot, refundable: whyNot === "" && piece.refundable };
  });
  const { chosen: wanted, whyNot } = choose({ ...sold, pieces: judged }, lines, selection);
  const chosen = [...(sold.charged?.(wanted) ?? wanted)];
  const good = chosen.filter(({ refundable }) => refundable);
  const amount = good.reduce((sum, { price, fee }) => sum + price - fee, 0);
  const fee = good.reduce((sum, piece) => sum + piece.fee, 0);
  const blocked =
    whyNot ||
    orderWhyNot(order) ||
    chosen.find(({ refundable }) => !refundable)?.whyNot ||
    apartWhyNot(chosen, judged) ||
    sold.leftWhyNot(chosen);
  const most = sold.left.reduce((sum, way) => sum + Math.max(0, way.amount), 0);
  return {
    pieces: chosen,
    amount,
    fee,
    ways: amount > most ? [] : wayBack(sold.left, amount),
    needsApproval: amount > limit || chosen.some((piece) => piece.needsApproval),
    whyNot: blocked || (amount > most ? m.refund_above_paid({ orderNo: order.orderNo }) : ""),
  };
}

/** Pieces that go back together are chosen together. */
function apartWhyNot(chosen: readonly Piece[], judged: readonly Piece[]): string {
  const ids = new Set(chosen.map(({ lineId, id }) => `${lineId}/${id}`));
  for (const { together } of chosen) {
    if (!together) continue;
    const missing = judged.filter(
      (piece) => piece.together?.key === together.key && !ids.has(`${piece.lineId}/${piece.id}`),
    );
    if (missing.length > 0)
      return m.refund_choose_whole({ name: together.name, tickets: missing.map(({ no }) => no).join(m.words_comma()) });
  }
  return "";
}

interface Choice {
  chosen: Piece[];
  whyNot: string;
}

function choose(sold: Refundable, lines: readonly SoldLine[], selection: Selection): Choice {
  const { order, pieces: judged, linesByTicketId } = sold;
  const { items, ticketIds } = selection;
  const wanted = [
    ...selection.pieces.map(({ lineId, id }) => ({ id, within: (piece: Piece) => piece.lineId === lineId })),
    ...ticketIds.map((id) => ({ id, within: (piece: Piece) => linesByTicketId.has(piece.lineId) })),
  ];
  if (items.length > 0 && wanted.length > 0) return { chosen: [], whyNot: m.refund_mixed_choice() };
  if (items.length > 0) return chooseByNumber(order, lines, judged, items);
  if (wanted.length === 0) return chooseAll(order, judged);
  const isWanted = (piece: Piece) => wanted.some(({ id, within }) => id === piece.id && within(piece));
  const foreign = wanted.some(({ id, within }) => !judged.some((piece) => piece.id === id && within(piece)));
  return {
    chosen: judged.filter(isWanted),
    whyNot: foreign ? m.refund_foreign_ticket({ orderNo: order.orderNo }) : "",
  };
}

function chooseAll(order: SoldOrder, judged: readonly Piece[]): Choice {
  const chosen = judged.filter(({ refundable }) => refundable);
  if (chosen.length > 0) return { chosen, whyNot: "" };
  const whyNot = orderWhyNot(order) || onlyReason(judged) || m.refund_nothing_left({ orderNo: order.orderNo });
  return { chosen: [...judged], whyNot };
}

function chooseByNumber(
  order: SoldOrder,
  lines: readonly SoldLine[],
  judged: readonly Piece[],
  items: Selection["items"],
): Choice {
  const wanted = new Map<number, number>();
  for (const { lineId, quantity } of items) wanted.set(lineId, (wanted.get(lineId) ?? 0) + quantity);
  const chosen: Piece[] = [];
  let whyNot = "";
  for (const [lineId, quantity] of wanted) {
    const line = lines.find((candidate) => candidate.id === lineId);
    const own = judged.filter((piece) => piece.lineId === lineId);
    const free = own.filter(({ refundable }) => refundable);
    chosen.push(...free.slice(0, quantity));
    if (free.length >= quantity) continue;
    whyNot ||= line
      ? (free.length === 0 && onlyReason(own)) || m.refund_too_many({ type: line.name, left: free.length, quantity })
      : m.refund_foreign_ticket({ orderNo: order.orderNo });
  }
  return { chosen, whyNot };
}

/** The reason when all pieces share one. */
function onlyReason(judged: readonly Piece[]): string {
  const reasons = new Set(judged.map(({ whyNot }) => whyNot));
  return reasons.size === 1 ? ([...reasons][0] ?? "") : "";
}

function orderWhyNot({ state, orderNo }: SoldOrder): string {
  if (state === "pending") return m.refund_order_unpaid({ orderNo });
  if (state === "cancelled" || state === "expired") return m.refund_order_cancelled({ orderNo });
  return "";
}
