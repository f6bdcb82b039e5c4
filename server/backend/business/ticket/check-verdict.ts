/** Whether a ticket admits at a gate at a moment, and the one sentence that says why or why not. Pure: no clock, no data. */

import { m } from "~/contract/messages";
import type { VerdictReason } from "~/contract/ticket/check";
import { businessDay, clock, stamp } from "../../kernel/business-time";

export interface TicketSnapshot {
  id: number;
  ticketNo: string;
  ticketTypeName: string;
  orderNo: string;
  orderState: string;
  state: string;
  parkId: number;
  parkName: string;
  /** Null: every gate of the park. */
  gateGroupId: number | null;
  gateGroupName: string;
  visitDay: string;
  validFrom: string;
  validTo: string;
  /** HH:mm-HH:mm or "". */
  slot: string;
  entryFrom: string | null;
  entryTo: string | null;
  admissions: number;
  used: number;
  /** Minutes between two passes. */
  passInterval: number | null;
  lastPassedAt: Date | null;
  lastGateName: string;
  holderName: string;
}

export interface GateSnapshot {
  id: number;
  name: string;
  parkId: number;
  parkName: string;
  gateGroupId: number | null;
  gateGroupName: string;
  direction: string;
  active: boolean;
}

export interface Attempt {
  now: Date;
  people: number;
  /** False: found by an identity number that is not the holder's. */
  holderMatches: boolean;
}

export interface Judgement {
  reason: VerdictReason;
  message: string;
}

/** Reasons that somebody with the right may overrule: the ticket is good and paid, only the moment or the place is wrong. */
export const forceable: ReadonlySet<VerdictReason> = new Set([
  "wrongDay",
  "tooEarly",
  "tooLate",
  "wrongPark",
  "wrongGate",
  "alreadyUsed",
  "usedUp",
  "tooSoon",
  "identityMismatch",
]);

type Rule = (ticket: TicketSnapshot, gate: GateSnapshot, attempt: Attempt) => Judgement | null;

/** What always holds, from the gravest down; then, by direction, what holds for going in or out. */
const always: readonly Rule[] = [gateIsOn, orderIsPaid, ticketIsGood, holderIsRight];
const goingIn: readonly Rule[] = [placeIsRight, entriesAreLeft, dayIsRight, timeIsRight, pauseIsOver];

export function judge(ticket: TicketSnapshot, gate: GateSnapshot, attempt: Attempt): Judgement {
  const rules = gate.direction === "out" ? [...always, hasEntered] : [...always, ...goingIn];
  for (const rule of rules) {
    const no = rule(ticket, gate, attempt);
    if (no) return no;
  }
  const inputs = { type: ticket.ticketTypeName, people: attempt.people };
  if (gate.direction === "out") return { reason: "ok", message: m.verdict_exit(inputs) };
  const left = ticket.admissions - ticket.used - attempt.people;
  return { reason: "ok", message: m.verdict_ok({ ...inputs, left }) };
}

function gateIsOn(_: TicketSnapshot, gate: GateSnapshot): Judgement | null {
  return gate.active ? null : { reason: "blocked", message: m.verdict_gate_suspended({ gate: gate.name }) };
}

function orderIsPaid({ orderState, orderNo }: TicketSnapshot): Judgement | null {
  if (orderState === "pending") return { reason: "unpaid", message: m.verdict_unpaid({ orderNo }) };
  if (orderState === "cancelled" || orderState === "expired") {
    return { reason: "cancelled", message: m.verdict_cancelled({ orderNo }) };
  }
  return null;
}

function ticketIsGood({ state, ticketNo }: TicketSnapshot): Judgement | null {
  if (state === "refunded") return { reason: "refunded", message: m.verdict_refunded({ ticketNo }) };
  if (state === "voided" || state === "changed") return { reason: "revoked", message: m.verdict_revoked({ ticketNo }) };
  if (state === "refunding") return { reason: "blocked", message: m.verdict_refunding({ ticketNo }) };
  return null;
}

function holderIsRight({ ticketNo }: TicketSnapshot, _: GateSnapshot, attempt: Attempt): Judgement | null {
  return attempt.holderMatches ? null : { reason: "identityMismatch", message: m.verdict_identity({ ticketNo }) };
}

function hasEntered({ ticketNo, used }: TicketSnapshot): Judgement | null {
  return used > 0 ? null : { reason: "wrongGate", message: m.verdict_not_entered({ ticketNo }) };
}

function placeIsRight(ticket: TicketSnapshot, gate: GateSnapshot): Judgement | null {
  if (ticket.gateGroupId !== null && ticket.gateGroupId === gate.gateGroupId) return null;
  if (ticket.parkId !== gate.parkId) {
    return {
      reason: "wrongPark",
      message: m.verdict_wrong_park({ park: ticket.parkName, gate: gate.name, gatePark: gate.parkName }),
    };
  }
  if (ticket.gateGroupId === null) return null;
  return {
    reason: "wrongGate",
    message: m.verdict_wrong_gate({ group: ticket.gateGroupName, gate: gate.name, gateGroup: gate.gateGroupName }),
  };
}

function entriesAreLeft(ticket: TicketSnapshot, _: GateSnapshot, { people }: Attempt): Judgement | null {
  const { admissions, used } = ticket;
  if (used + people <= admissions) return null;
  if (admissions === 1 && used >= 1) {
    const inputs = { at: stamp(ticket.lastPassedAt), gate: ticket.lastGateName };
    return { reason: "alreadyUsed", message: m.verdict_already_used(inputs) };
  }
  const inputs = { admissions, used, left: Math.max(0, admissions - used), people };
  return { reason: "usedUp", message: used >= admissions ? m.verdict_used_up(inputs) : m.verdict_too_many(inputs) };
}

function dayIsRight(ticket: TicketSnapshot, _: GateSnapshot, { now }: Attempt): Judgement | null {
  const today = businessDay(now);
  const { validFrom: from, validTo: to } = ticket;
  if (ticket.state !== "expired" && today >= from && today <= to) return null;
  const message = from === to ? m.verdict_wrong_day({ day: from, today }) : m.verdict_wrong_days({ from, to, today });
  return { reason: "wrongDay", message };
}

function timeIsRight(ticket: TicketSnapshot, _: GateSnapshot, attempt: Attempt): Judgement | null {
  const { from, to } = entryWindow(ticket);
  const now = clock(attempt.now);
  if (now < from) return { reason: "tooEarly", message: m.verdict_too_early({ from, now }) };
  if (now > to) return { reason: "tooLate", message: m.verdict_too_late({ to, now }) };
  return null;
}

function pauseIsOver(ticket: TicketSnapshot, _: GateSnapshot, { now }: Attempt): Judgement | null {
  const minutes = ticket.passInterval ?? 0;
  if (minutes === 0 || !ticket.lastPassedAt) return null;
  const next = new Date(ticket.lastPassedAt.getTime() + minutes * 60_000);
  if (now >= next) return null;
  const inputs = { at: stamp(ticket.lastPassedAt), minutes, next: stamp(next).slice(11) };
  return { reason: "tooSoon", message: m.verdict_too_soon(inputs) };
}

/** The slot and the type's own window together: the later beginning, the earlier end. */
function entryWindow({ slot, entryFrom, entryTo }: TicketSnapshot): { from: string; to: string } {
  const [slotFrom = "", slotTo = ""] = slot.split("-");
  const own = windowOf(entryFrom ?? "", entryTo ?? "");
  const slotted = windowOf(slotFrom, slotTo);
  return { from: [own.from, slotted.from].sort()[1] ?? "00:00", to: [own.to, slotted.to].sort()[0] ?? "24:00" };
}

/** An end before its beginning lies past midnight. */
function windowOf(from: string, to: string): { from: string; to: string } {
  return { from: from || "00:00", to: to === "" || to < from ? "24:00" : to };
}
