/** What giving tickets back costs, and why it cannot be: by the terms they were sold under. Pure. */

import { endOfDay } from "~/contract/business-time";
import { m } from "~/contract/messages";
import { sayExpired } from "~/contract/ticket/say-expired";
import type { RefundFrom } from "~/contract/ticket/ticket-terms";
import type { Piece } from "../../order/sellable";
import { beginOf } from "./change";
import { expiredFee, goesBackByItself, lastDayBack, type RefundFee, refundFee, refundTermsOf } from "./refund-fee";
import { type EarlierPart, partsOfPrice, together } from "./refund-parts";

export interface TicketLine {
  id: number;
  name: string;
  terms: Record<string, unknown>;
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
  slot: string;
  validTo: string;
  /** Which of the order's combos it belongs to; none of one that was sold by itself. */
  comboSet?: number | null;
}

export function judgeTickets(lines: readonly TicketLine[], tickets: readonly SoldTicket[], now: Date): Piece[] {
  const byId = new Map(lines.map((line) => [line.id, line]));
  return tickets.flatMap((ticket) => {
    const line = byId.get(ticket.lineId);
    if (!line) return [];
    const { price } = ticket;
    const terms = refundTermsOf(line.terms);
    const { validTo } = ticket;
    const over = ticket.state === "expired" || now >= endOfDay(validTo);
    const verdict = together(
      partsOfPrice(line.terms, price).map((part) => ({
        amount: part.amount,
        verdict: judgePart(part, ticket, over, now),
      })),
    );
    const whyNot = ticketWhyNot(ticket) || feeWhyNot(verdict, line, ticket);
    const back = over && whyNot === "" ? terms?.expired : null;
    return [
      {
        id: ticket.id,
        no: ticket.ticketNo,
        lineId: ticket.lineId,
        day: ticket.visitDay,
        price,
        fee: verdict.refundable ? verdict.fee : 0,
        refundable: whyNot === "" && verdict.refundable,
        whyNot,
        needsApproval: verdict.refundable && verdict.needsApproval,
        ...(goneStates.has(ticket.state) && { gone: true }),
        ...(typeof ticket.comboSet === "number" && { set: ticket.comboSet }),
        ...(back && {
          says: m.refund_expired_until({ day: lastDayBack(back, validTo), rule: sayExpired(back) }),
          byItself: price > 0 && goesBackByItself(back, validTo, now),
        }),
      },
    ];
  });
}

/** Of what was paid at one time, by the terms of that time. */
function judgePart(
  { amount: price, terms: kept }: EarlierPart,
  ticket: SoldTicket,
  over: boolean,
  now: Date,
): RefundFee | typeof unknown {
  const terms = refundTermsOf(kept);
  if (over) {
    const { validTo } = ticket;
    return expiredFee({ rule: terms?.rule ?? "never", expired: terms?.expired, price, validTo }, now);
  }
  return terms ? refundFee({ ...terms, visitStart: visitStart(terms.from, ticket), price }, now) : unknown;
}

const visitStart = (from: RefundFrom, { visitDay, slot }: Pick<SoldTicket, "visitDay" | "slot">): Date =>
  beginOf({ visitDay, slot: from === "slot" ? slot : "" });

const goneStates = new Set(["refunded", "refunding", "changed", "voided"]);

function ticketWhyNot({ state, ticketNo, used, admissions }: SoldTicket): string {
  if (state === "refunded") return m.refund_already({ ticketNo });
  if (state === "refunding") return m.refund_under_way({ ticketNo });
  if (state === "changed" || state === "voided") return m.refund_not_issued({ ticketNo });
  if (used > 0 || state === "used" || state === "partlyUsed") return m.refund_used({ ticketNo, used, admissions });
  return "";
}

/** Terms that no rule knows are never taken for free ones. */
const unknown = { refundable: false, why: "unknown" } as const;

function feeWhyNot(
  verdict: RefundFee | typeof unknown,
  line: TicketLine,
  { ticketNo, validTo, slot }: Pick<SoldTicket, "ticketNo" | "validTo" | "slot">,
): string {
  if (verdict.refundable) return "";
  if (verdict.why === "unknown") return m.refund_unknown_terms({ type: line.name });
  if (verdict.why === "expired") {
    const { terms } = verdict;
    if (!terms) return m.refund_expired({ ticketNo });
    return m.refund_expired_over({ ticketNo, day: lastDayBack(terms, validTo), days: terms.days });
  }
  if (verdict.why === "never") return m.refund_never({ type: line.name });
  const hours = Math.abs(verdict.hours);
  if (slot !== "" && refundTermsOf(line.terms)?.from === "slot") {
    if (hours === 0) return m.refund_late_slot_began({ slot });
    return verdict.hours > 0 ? m.refund_late_slot({ slot, hours }) : m.refund_late_in_slot({ slot, hours });
  }
  if (hours === 0) return m.refund_late_began();
  return verdict.hours > 0 ? m.refund_late({ hours }) : m.refund_late_visit({ hours });
}
