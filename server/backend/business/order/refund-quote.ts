/** What a refund would give back, ticket by ticket, and why not. Pure: the rows come in, the answer goes out. */
import { m } from "~/contract/messages";
import { endOfDay, startOfDay } from "../ticket/check-clock";
import { type RefundFee, refundFee } from "./refund-fee";

export interface SoldOrder {
  id: number;
  orderNo: string;
  state: string;
  visitDay: string;
}

export interface SoldLine {
  id: number;
  ticketTypeName: string;
  refundRule: string;
  refundBands: string;
}

export interface SoldTicket {
  id: number;
  ticketNo: string;
  lineId: number;
  /** What was paid for it: its share of the discount is taken off. */
  price: number;
  state: string;
  admissions: number;
  used: number;
  visitDay: string;
  validTo: string;
}

export interface Selection {
  items: { lineId: number; quantity: number }[];
  ticketIds: number[];
}

export interface QuotedTicket {
  id: number;
  ticketNo: string;
  lineId: number;
  price: number;
  fee: number;
  refundable: boolean;
  whyNot: string;
}

export interface Quotation {
  tickets: QuotedTicket[];
  /** Fen given back: prices less fees. */
  amount: number;
  fee: number;
  needsApproval: boolean;
  /** Why the choice as a whole cannot be refunded; "" when it can. */
  whyNot: string;
}

/**
 * Quotes the chosen tickets: single ones, a number of a line's (its first refundable ones), or everything that is left.
 * `limit` is the amount in fen above which a second person decides.
 */
export function quote(
  order: SoldOrder,
  lines: readonly SoldLine[],
  tickets: readonly SoldTicket[],
  selection: Selection,
  limit: number,
  now: Date,
): Quotation {
  const judged = judgeTickets(order, lines, tickets, now);
  const { chosen, whyNot } = choose(order, lines, judged, selection);
  const amount = chosen.reduce((sum, { ticket }) => sum + (ticket.refundable ? ticket.price - ticket.fee : 0), 0);
  const fee = chosen.reduce((sum, { ticket }) => sum + (ticket.refundable ? ticket.fee : 0), 0);
  const blocked = whyNot || orderWhyNot(order) || chosen.find(({ ticket }) => !ticket.refundable)?.ticket.whyNot || "";
  const needsApproval = amount > limit || chosen.some((entry) => entry.needsApproval);
  return { tickets: chosen.map(({ ticket }) => ticket), amount, fee, needsApproval, whyNot: blocked };
}

interface Judged {
  ticket: QuotedTicket;
  needsApproval: boolean;
}

function judgeTickets(
  order: SoldOrder,
  lines: readonly SoldLine[],
  tickets: readonly SoldTicket[],
  now: Date,
): Judged[] {
  const byId = new Map(lines.map((line) => [line.id, line]));
  return tickets.flatMap((ticket) => {
    const line = byId.get(ticket.lineId);
    if (!line) return [];
    const { price } = ticket;
    const terms = {
      rule: line.refundRule === "never" || line.refundRule === "approval" ? line.refundRule : "free",
      bands: line.refundBands,
      visitStart: startOfDay(ticket.visitDay),
      price,
    } as const;
    const verdict = refundFee(terms, now);
    const whyNot = orderWhyNot(order) || ticketWhyNot(ticket, now) || feeWhyNot(verdict, line);
    const view = { id: ticket.id, ticketNo: ticket.ticketNo, lineId: ticket.lineId, price };
    const refundable = whyNot === "" && verdict.refundable;
    return [
      {
        ticket: { ...view, fee: verdict.refundable ? verdict.fee : 0, refundable, whyNot },
        needsApproval: verdict.refundable && verdict.needsApproval,
      },
    ];
  });
}

function choose(
  order: SoldOrder,
  lines: readonly SoldLine[],
  judged: readonly Judged[],
  { items, ticketIds }: Selection,
): { chosen: Judged[]; whyNot: string } {
  const { orderNo } = order;
  if (items.length > 0 && ticketIds.length > 0) return { chosen: [], whyNot: m.refund_mixed_choice() };
  if (ticketIds.length > 0) {
    const wanted = new Set(ticketIds);
    const chosen = judged.filter(({ ticket }) => wanted.has(ticket.id));
    return { chosen, whyNot: chosen.length === wanted.size ? "" : m.refund_foreign_ticket({ orderNo }) };
  }
  if (items.length > 0) return chooseByNumber(order, lines, judged, items);
  const chosen = judged.filter(({ ticket }) => ticket.refundable);
  if (chosen.length > 0) return { chosen, whyNot: "" };
  return {
    chosen: [...judged],
    whyNot: orderWhyNot(order) || onlyReason(judged) || m.refund_nothing_left({ orderNo }),
  };
}

function chooseByNumber(
  order: SoldOrder,
  lines: readonly SoldLine[],
  judged: readonly Judged[],
  items: Selection["items"],
): { chosen: Judged[]; whyNot: string } {
  const wanted = new Map<number, number>();
  for (const { lineId, quantity } of items) wanted.set(lineId, (wanted.get(lineId) ?? 0) + quantity);
  const chosen: Judged[] = [];
  let whyNot = "";
  for (const [lineId, quantity] of wanted) {
    const line = lines.find((candidate) => candidate.id === lineId);
    const own = judged.filter(({ ticket }) => ticket.lineId === lineId);
    const free = own.filter(({ ticket }) => ticket.refundable);
    chosen.push(...free.slice(0, quantity));
    if (free.length >= quantity) continue;
    whyNot ||= line
      ? (free.length === 0 && onlyReason(own)) ||
        m.refund_too_many({ type: line.ticketTypeName, left: free.length, quantity })
      : m.refund_foreign_ticket({ orderNo: order.orderNo });
  }
  return { chosen, whyNot };
}

/** The reason when all tickets share one. */
function onlyReason(judged: readonly Judged[]): string {
  const reasons = new Set(judged.map(({ ticket }) => ticket.whyNot));
  return reasons.size === 1 ? ([...reasons][0] ?? "") : "";
}

function orderWhyNot({ state, orderNo }: SoldOrder): string {
  if (state === "pending") return m.refund_order_unpaid({ orderNo });
  if (state === "cancelled" || state === "expired") return m.refund_order_cancelled({ orderNo });
  return "";
}

function ticketWhyNot({ state, ticketNo, used, admissions, validTo }: SoldTicket, now: Date): string {
  if (state === "refunded") return m.refund_already({ ticketNo });
  if (state === "refunding") return m.refund_under_way({ ticketNo });
  if (state === "changed" || state === "voided") return m.refund_not_issued({ ticketNo });
  if (used > 0 || state === "used" || state === "partlyUsed") return m.refund_used({ ticketNo, used, admissions });
  if (state === "expired" || now >= endOfDay(validTo)) return m.refund_expired({ ticketNo });
  return "";
}

function feeWhyNot(verdict: RefundFee, line: SoldLine): string {
  if (verdict.refundable) return "";
  if (verdict.why === "never") return m.refund_never({ type: line.ticketTypeName });
  if (verdict.hours === 0) return m.refund_late_began();
  const hours = Math.abs(verdict.hours);
  return verdict.hours > 0 ? m.refund_late({ hours }) : m.refund_late_visit({ hours });
}
