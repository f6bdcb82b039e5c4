/** Which tickets of an order may be changed, and why another may not: by the rule it was sold under. Pure. */
import { endOfDay, stamp, startOfDay } from "~/contract/business-time";
import { m } from "~/contract/messages";
import { type Changeable, type ChangeRule, changeRuleOf } from "~/contract/ticket/change-rule";

export interface TicketToChange {
  id: number;
  ticketNo: string;
  lineId: number;
  state: string;
  used: number;
  admissions: number;
  visitDay: string;
  slot: string;
  validTo: string;
  comboSet: number | null;
  changes: number;
  /** False: it belongs to a park that the caller does not cover. */
  own: boolean;
}

export interface LineToChange {
  name: string;
  terms: Record<string, unknown>;
}

/** Why this ticket cannot be changed at all, whatever to; "" when it can. */
export function ticketWhyNot(ticket: TicketToChange, line: LineToChange, now: Date): string {
  const { ticketNo, used, admissions, comboSet } = ticket;
  const { name } = line;
  const gone = states[ticket.state];
  if (gone) return gone({ ticketNo });
  if (used > 0 || ticket.state === "used" || ticket.state === "partlyUsed") {
    return m.change_used({ ticketNo, used, admissions });
  }
  if (!ticket.own) return m.change_other_parks({ ticketNo });
  if (ticket.state === "expired" || now >= endOfDay(ticket.validTo)) return m.change_expired({ ticketNo });
  if (comboSet !== null) return m.change_combo({ name });
  const rule = changeRuleOf(line.terms);
  if (!rule || rule.what.length === 0) return m.change_never({ name });
  if (rule.times !== null && ticket.changes >= rule.times) {
    return m.change_too_often({ ticketNo, n: ticket.changes, most: rule.times });
  }
  return lateWhyNot(rule, ticket, name, now);
}

const states: Record<string, (facts: { ticketNo: string }) => string> = {
  refunded: m.change_refunded,
  refunding: m.change_refunding,
  changed: m.change_gone,
  voided: m.change_voided,
};

/** The slot's first moment; of a ticket without one that of its day. */
export function beginOf({ visitDay, slot }: Pick<TicketToChange, "visitDay" | "slot">): Date {
  const midnight = startOfDay(visitDay);
  const time = /^(\d\d):(\d\d)/.exec(slot);
  return time ? new Date(midnight.getTime() + (Number(time[1]) * 60 + Number(time[2])) * 60_000) : midnight;
}

function lateWhyNot({ hours }: ChangeRule, ticket: TicketToChange, name: string, now: Date): string {
  if (hours === null) return "";
  const begin = beginOf(ticket);
  if (now.getTime() < begin.getTime() - hours * 3_600_000) return "";
  const start = stamp(begin).slice(0, 16);
  if (hours === 0) return m.change_late_begin({ name, start });
  return hours > 0 ? m.change_late_before({ name, start, hours }) : m.change_late_after({ name, start, hours: -hours });
}

const refusals: Record<Changeable, (facts: { name: string }) => string> = {
  day: m.change_no_day,
  slot: m.change_no_slot,
  holder: m.change_no_holder,
};

/** Why its rule does not let this be changed. Who may change the day chooses a slot of the new day as well. */
export function whatWhyNot({ name, terms }: LineToChange, wanted: readonly Changeable[]): string {
  const allowed = changeRuleOf(terms)?.what ?? [];
  const not = wanted.find((one) => !allowed.includes(one) && !(one === "slot" && wanted.includes("day")));
  return not ? refusals[not]({ name }) : "";
}
