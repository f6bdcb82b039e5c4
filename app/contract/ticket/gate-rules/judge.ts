/**
 * Whether a ticket lets people through a gate at a moment, and the one sentence that says why or why not. Pure: no clock, no
 * data. The server and the gates without a line judge by this; `cases.json` is its table of cases.
 */
import { addDays, businessDay, stamp } from "../../business-time";
import { m } from "../../messages";
import { weekdaysText } from "../weekdays";
import { closedBy } from "./closed";
import type { Attempt, GateSnapshot, PastPass, TicketSnapshot } from "./facts";
import { offOn, sayOff } from "./off-days";
import { pointNames, pointsLeft, pointsUsed, pointUses } from "./points";
import { lastEntry, nextWay, passesOfGate, passesOn, presenceOf } from "./presence";
import type { Judgement } from "./reasons";
import { hoursOf, ticketMoment, timeOf } from "./ticket-day";

export interface Verdict extends Judgement {
  direction: "in" | "out";
  /** What it takes from the ticket: none at an exit, and none for who comes back. */
  entries: number;
}

interface Case {
  ticket: TicketSnapshot;
  gate: GateSnapshot;
  attempt: Attempt;
  /** The day that the moment belongs to for this ticket. */
  day: string;
  minute: number;
  /** Passages of that day. */
  today: PastPass[];
  persons: number;
}

type Rule = (given: Case) => Judgement | null;

/** What always holds, from the gravest down; then, by direction, what holds for going in, coming back or going out. */
const always: readonly Rule[] = [gateIsOn, orderIsPaid, ticketIsGood, holderIsRight];
const entering: readonly Rule[] = [holderMayEnter, parkIsOpen, parkHasRoom];
const goingIn: readonly Rule[] = [
  ...entering,
  placeIsRight,
  entriesAreLeft,
  dayIsRight,
  weekdayIsRight,
  dayIsNotOff,
  useIsNotOver,
  timeIsRight,
  dayHasRoom,
  groupHasRoom,
  pauseIsOver,
];
const comingBack: readonly Rule[] = [...entering, placeIsRight, dayIsRight, weekdayIsRight, dayIsNotOff, useIsNotOver];
const goingOut: readonly Rule[] = [hasEntered, isInside];

export function judge(ticket: TicketSnapshot, gate: GateSnapshot, attempt: Attempt): Verdict {
  const { day, minute } = ticketMoment(ticket, attempt.now);
  const persons = Math.max(1, ticket.rules.persons ?? 1);
  const given: Case = { ticket, gate, attempt, day, minute, today: passesOn(ticket, day), persons };
  const direction = directionOf(given);
  const none = { direction, entries: 0 };
  const wrongWay = laneIsRight(given);
  if (wrongWay) return { ...wrongWay, ...none };
  const inputs = { type: ticket.ticketTypeName, people: attempt.people };
  const before = firstNo(always, given);
  if (before) return { ...before, ...none };
  if (direction === "out") {
    return { ...(firstNo(goingOut, given) ?? { reason: "ok", message: m.verdict_exit(inputs) }), ...none };
  }
  const back = mayComeBack(given);
  if (back === "yes") {
    return { ...(firstNo(comingBack, given) ?? { reason: "ok", message: m.verdict_reentry(inputs) }), ...none };
  }
  const no = firstNo(goingIn, given);
  if (no) return { ...(isUsed(no) ? withReturn(given, no, back) : no), ...none };
  const left = ticket.admissions - ticket.used - attempt.people;
  const message = ticket.rules.points ? chosen(given, left) : m.verdict_ok({ ...inputs, left });
  return { reason: "ok", message, direction, entries: attempt.people };
}

/** Of a select-point ticket: what may be chosen after this one, and where. */
function chosen({ ticket, gate, attempt: { people } }: Case, left: number): string {
  const now = { gateGroupId: gate.gateGroupId, entries: people };
  const uses = pointUses({ ...ticket, used: ticket.used + people, passes: [...ticket.passes, now] });
  const inputs = { type: ticket.ticketTypeName, point: gate.gateGroupName, people, left, points: pointsLeft(uses) };
  return inputs.points === "" ? m.verdict_point_last(inputs) : m.verdict_point_ok(inputs);
}

function firstNo(rules: readonly Rule[], given: Case): Judgement | null {
  for (const rule of rules) {
    const no = rule(given);
    if (no) return no;
  }
  return null;
}

const isUsed = ({ reason }: Judgement) => reason === "alreadyUsed" || reason === "usedUp" || reason === "dayLimit";

/** The lane's; of a gate for both ways without lanes, the other one than the holder went last. */
function directionOf({ ticket, gate, attempt, today }: Case): "in" | "out" {
  if (gate.direction !== "both") return gate.direction === "out" ? "out" : "in";
  if (attempt.direction) return attempt.direction;
  return nextWay(presenceOf(passesOfGate(ticket, today, gate.gateGroupId)), attempt);
}

function laneIsRight({ gate, attempt }: Case): Judgement | null {
  if (!attempt.direction || gate.direction === "both" || gate.direction === attempt.direction) return null;
  return { reason: "wrongGate", message: m.verdict_wrong_way({ gate: gate.name }) };
}

function mayComeBack({ ticket, gate, attempt, today, persons }: Case): "yes" | "no" | "over" {
  const { reentry = "none", reentries = 0 } = ticket.rules;
  if (reentry === "none") return "no";
  const { away, reentered } = presenceOf(passesOfGate(ticket, today, gate.gateGroupId));
  if (away < attempt.people) return "no";
  return reentry === "day" || reentered + attempt.people <= reentries * persons ? "yes" : "over";
}

/** Somebody who left hears what coming back costs, or that it was free only so often or on the day itself. */
function withReturn(given: Case, no: Judgement, back: ReturnType<typeof mayComeBack>): Judgement {
  if (back === "over") return reentriesOver(given);
  const { ticket, gate } = given;
  if (presenceOf(passesOfGate(ticket, ticket.passes, gate.gateGroupId)).away === 0) return no;
  const { reentry = "none" } = ticket.rules;
  const { message: why } = no;
  return { ...no, message: reentry === "none" ? m.verdict_no_reentry({ why }) : m.verdict_reentry_that_day({ why }) };
}

function reentriesOver({ ticket }: Case): Judgement {
  return { reason: "reentryOver", message: m.verdict_reentry_over({ n: ticket.rules.reentries ?? 0 }) };
}

function gateIsOn({ gate }: Case): Judgement | null {
  return gate.active ? null : { reason: "blocked", message: m.verdict_gate_suspended({ gate: gate.name }) };
}

function orderIsPaid({ ticket: { orderState, orderNo } }: Case): Judgement | null {
  if (orderState === "pending") return { reason: "unpaid", message: m.verdict_unpaid({ orderNo }) };
  if (orderState === "cancelled" || orderState === "expired") {
    return { reason: "cancelled", message: m.verdict_cancelled({ orderNo }) };
  }
  return null;
}

function ticketIsGood({ ticket: { state, ticketNo } }: Case): Judgement | null {
  if (state === "refunded") return { reason: "refunded", message: m.verdict_refunded({ ticketNo }) };
  if (state === "voided" || state === "changed") return { reason: "revoked", message: m.verdict_revoked({ ticketNo }) };
  if (state === "refunding") return { reason: "blocked", message: m.verdict_refunding({ ticketNo }) };
  return null;
}

function holderIsRight({ ticket: { ticketNo }, attempt }: Case): Judgement | null {
  return attempt.holderMatches ? null : { reason: "identityMismatch", message: m.verdict_identity({ ticketNo }) };
}

function holderMayEnter({ ticket: { restriction }, attempt }: Case): Judgement | null {
  if (!restriction || restriction.until < businessDay(attempt.now)) return null;
  return { reason: "restricted", message: m.verdict_restricted(restriction) };
}

/** On the day of the ticket: a night's small hours are closed with the evening before. */
function parkIsOpen({ ticket: { ticketTypeId, slot }, gate, day }: Case): Judgement | null {
  const closed = closedBy(gate.closures, { parkId: gate.parkId, ticketTypeId, slot }, day);
  return closed ? { reason: "closed", message: m.verdict_closed({ reason: closed.reason }) } : null;
}

function parkHasRoom({ gate, attempt }: Case): Judgement | null {
  return roomWhyNot(gate, attempt);
}

/** Of several who go in together: whether the park bears all of them. */
export function roomWhyNot(
  { parkName: park, momentMax: max }: GateSnapshot,
  { inside, people }: Pick<Attempt, "inside" | "people">,
): Judgement | null {
  if (max === null || inside === null || inside + people <= max) return null;
  return { reason: "full", message: m.verdict_full({ park, inside, max }) };
}

/** Why a gate lets nobody in whatever they show: it is off, its park is closed or full. */
export function gateWhyNot(
  gate: GateSnapshot,
  { direction, inside, people, now }: Pick<Attempt, "inside" | "people" | "now"> & { direction: "in" | "out" },
): Judgement | null {
  if (!gate.active) return { reason: "blocked", message: m.verdict_gate_suspended({ gate: gate.name }) };
  if (direction === "out") return null;
  const closed = closedBy(gate.closures, { parkId: gate.parkId, ticketTypeId: 0, slot: "" }, businessDay(now));
  if (closed) return { reason: "closed", message: m.verdict_closed({ reason: closed.reason }) };
  return roomWhyNot(gate, { inside, people });
}

function hasEntered({ ticket: { ticketNo, used, passes } }: Case): Judgement | null {
  if (used > 0 || lastEntry(passes)) return null;
  return { reason: "wrongGate", message: m.verdict_not_entered({ ticketNo }) };
}

/** Over all its days: who stayed overnight leaves as well. */
function isInside({ ticket, attempt }: Case): Judgement | null {
  const { inside } = presenceOf(ticket.passes);
  if (attempt.people <= inside) return null;
  const message = m.verdict_not_inside({ ticketNo: ticket.ticketNo, inside, people: attempt.people });
  return { reason: "notInside", message };
}

function placeIsRight({ ticket, gate }: Case): Judgement | null {
  const { points } = ticket.rules;
  if (points?.some(({ id }) => id === gate.gateGroupId)) return null;
  if (ticket.gateGroupId !== null && ticket.gateGroupId === gate.gateGroupId) return null;
  if (ticket.parkId !== gate.parkId) {
    return {
      reason: "wrongPark",
      message: m.verdict_wrong_park({ park: ticket.parkName, gate: gate.name, gatePark: gate.parkName }),
    };
  }
  if (points) {
    const open = pointsLeft(pointUses(ticket)) || pointNames(points);
    return {
      reason: "wrongGate",
      message: m.verdict_no_point({ gate: gate.name, group: gate.gateGroupName, points: open }),
    };
  }
  if (ticket.gateGroupId === null) return null;
  return {
    reason: "wrongGate",
    message: m.verdict_wrong_gate({ group: ticket.gateGroupName, gate: gate.name, gateGroup: gate.gateGroupName }),
  };
}

function entriesAreLeft({ ticket, attempt: { people } }: Case): Judgement | null {
  const { admissions, used } = ticket;
  if (used + people <= admissions) return null;
  const last = lastEntry(ticket.passes);
  if (admissions === 1 && used >= 1 && last) {
    return { reason: "alreadyUsed", message: m.verdict_already_used({ at: stamp(last.at), gate: last.gate }) };
  }
  const inputs = { admissions, used, left: Math.max(0, admissions - used), people };
  if (ticket.rules.points) {
    const points = pointsUsed(pointUses(ticket));
    return {
      reason: "usedUp",
      message:
        used >= admissions ? m.verdict_points_used({ n: admissions, points }) : m.verdict_points_too_many(inputs),
    };
  }
  return { reason: "usedUp", message: used >= admissions ? m.verdict_used_up(inputs) : m.verdict_too_many(inputs) };
}

/** By its days alone: that it counts as expired since says nothing of the moment. */
function dayIsRight({ ticket: { validFrom: from, validTo: to }, day: today }: Case): Judgement | null {
  if (today >= from && today <= to) return null;
  const message = from === to ? m.verdict_wrong_day({ day: from, today }) : m.verdict_wrong_days({ from, to, today });
  return { reason: "wrongDay", message };
}

function weekdayIsRight({ ticket, day }: Case): Judgement | null {
  const { weekdays } = ticket.rules;
  if (!weekdays || weekdays[(new Date(`${day}T00:00:00Z`).getUTCDay() + 6) % 7] === "T") return null;
  return { reason: "wrongDay", message: m.verdict_wrong_weekday({ days: weekdaysText(weekdays), today: day }) };
}

function dayIsNotOff({ ticket, day }: Case): Judgement | null {
  const off = offOn(ticket.rules.offDays, day);
  return off ? { reason: "wrongDay", message: m.verdict_blackout({ days: sayOff(off), today: day }) } : null;
}

function useIsNotOver({ ticket, day }: Case): Judgement | null {
  const { useDays } = ticket.rules;
  const entries = ticket.passes.filter(({ direction }) => direction === "in");
  if (useDays === undefined || entries.length === 0) return null;
  const days = entries.map(({ at }) => ticketMoment(ticket, new Date(at)).day).sort();
  const [first = day] = days;
  if (day <= addDays(first, useDays - 1)) return null;
  return { reason: "wrongDay", message: m.verdict_use_over({ first, days: useDays, today: day }) };
}

function timeIsRight({ ticket, attempt, minute }: Case): Judgement | null {
  const { from, to } = hoursOf(ticket);
  const now = stamp(attempt.now).slice(11, 16);
  if (minute < from) return { reason: "tooEarly", message: m.verdict_too_early({ from: timeOf(from), now }) };
  if (minute <= to) return null;
  return { reason: "tooLate", message: m.verdict_too_late({ to: timeOf(to), now }) };
}

function dayHasRoom({ ticket, attempt: { people }, today, persons }: Case): Judgement | null {
  const { perDay } = ticket.rules;
  if (perDay === undefined) return null;
  const used = entriesOf(today);
  if (used + people <= perDay * persons) return null;
  return { reason: "dayLimit", message: m.verdict_day_limit({ most: perDay * persons, used, people }) };
}

function groupHasRoom({ ticket, gate, attempt: { people }, persons }: Case): Judgement | null {
  const { perGroup } = ticket.rules;
  if (perGroup === undefined) return null;
  const used = entriesOf(ticket.passes.filter(({ gateGroupId }) => gateGroupId === gate.gateGroupId));
  if (used + people <= perGroup * persons) return null;
  const inputs = { group: gate.gateGroupName, most: perGroup * persons, used, people };
  if (ticket.rules.points) {
    const points = pointsLeft(pointUses(ticket).filter(({ id }) => id !== gate.gateGroupId));
    const message = points === "" ? m.verdict_point_full(inputs) : m.verdict_point_full_others({ ...inputs, points });
    return { reason: "groupLimit", message };
  }
  return { reason: "groupLimit", message: m.verdict_group_limit(inputs) };
}

/**
 * To both sides, whatever arrived first: a passage that is told later lies as near. People of a family ticket count apart:
 * as many as it has may be within the time.
 */
function pauseIsOver({ ticket, attempt: { now, people }, persons }: Case): Judgement | null {
  const minutes = ticket.passInterval ?? 0;
  if (minutes === 0) return null;
  const near = ticket.passes.filter(
    ({ at, direction }) => direction === "in" && Math.abs(now.getTime() - Date.parse(at)) < minutes * 60_000,
  );
  const within = entriesOf(near);
  if (within === 0 || within + people <= persons) return null;
  const last = lastEntry(near);
  const next = new Date(Date.parse(last?.at ?? "") + minutes * 60_000);
  return {
    reason: "tooSoon",
    message: m.verdict_too_soon({ at: stamp(last?.at), minutes, next: stamp(next).slice(11) }),
  };
}

function entriesOf(passes: readonly PastPass[]): number {
  return passes.reduce((sum, { entries }) => sum + entries, 0);
}
