/** What became of the demonstration's orders: refunds first, then the gates, then what was left to expire. */
import { businessDay, momentOf, startOfDay } from "../../../kernel/business-time";
import type { Staff } from "../../manifest";
import { refundFee } from "../rules/refund-fee";
import { refundReasons } from "./baskets";
import type { DemoOrder, DemoTicket, World } from "./history";

export interface DemoRefund {
  order: DemoOrder;
  tickets: { ticket: DemoTicket; fee: number }[];
  state: "waiting" | "done" | "rejected";
  needsApproval: boolean;
  reason: string;
  requestedAt: Date;
  requestedBy: Staff;
  decidedAt: Date | null;
  decidedBy: Staff | null;
}

export interface DemoPassage {
  order: DemoOrder;
  ticket: DemoTicket;
  at: Date;
  gate: World["catalogue"]["gates"][number];
  people: number;
  entries: number;
  reason: string;
}

const minute = 60_000;
const fewestWaiting = 3;

export function inventRefunds(world: World, orders: readonly DemoOrder[]): DemoRefund[] {
  const refunds = orders.flatMap((order) => {
    const likely = order.channel === "window" ? 0.015 : 0.06;
    const refund = world.chance.happens(likely) ? inventRefund(world, order) : null;
    return refund ? [refund] : [];
  });
  leaveSomeWaiting(world, orders, refunds);
  return refunds;
}

/** At whatever hour a demonstration begins, its inbox has something to decide: the latest ones are not decided yet. */
function leaveSomeWaiting(world: World, orders: readonly DemoOrder[], refunds: DemoRefund[]): void {
  const asked = refunds.filter(({ needsApproval }) => needsApproval);
  const waiting = asked.filter(({ state }) => state === "waiting").length;
  const missing = Math.max(0, fewestWaiting - waiting);
  const latest = asked
    .filter(({ state }) => state === "done")
    .sort((one, other) => other.requestedAt.getTime() - one.requestedAt.getTime())
    .slice(0, missing);
  for (const refund of latest) {
    Object.assign(refund, { state: "waiting", decidedAt: null, decidedBy: null });
    for (const { ticket } of refund.tickets) ticket.state = "refunding";
  }
  // Chance may have let nobody ask for what a second person decides.
  const touched = new Set(refunds.map(({ order }) => order));
  const untouched = orders.filter((order) => !touched.has(order)).reverse();
  for (const order of untouched) {
    if (latest.length >= missing) return;
    const refund = askedForOne(world, order);
    if (!refund) continue;
    latest.push(refund);
    refunds.push(refund);
  }
}

/** One ticket of the order that a second person decides about, asked for soon after the sale and not decided yet. */
function askedForOne({ chance, now, seller, say }: World, order: DemoOrder): DemoRefund | null {
  const line = order.lines.find(({ type }) => type.refundRule === "approval");
  const ticket = line?.tickets[0];
  const visitStart = startOfDay(order.visitDay);
  const requestedAt = new Date(order.at.getTime() + chance.integer(5, 60) * minute);
  if (!line || !ticket || requestedAt >= now) return null;
  const terms = { rule: "approval" as const, bands: line.type.refundBands, visitStart, price: ticket.price };
  const verdict = refundFee(terms, requestedAt);
  if (!verdict.refundable) return null;
  ticket.state = "refunding";
  return {
    ...{ order, tickets: [{ ticket, fee: verdict.fee }], state: "waiting", needsApproval: true },
    ...{ reason: say(chance.pick(refundReasons)), requestedAt, requestedBy: seller, decidedAt: null, decidedBy: null },
  };
}

/** One line of the order, whole or in part, while its rule and the clock allow it. */
function inventRefund({ chance, now, seller, manager, say }: World, order: DemoOrder): DemoRefund | null {
  const line = chance.pick(order.lines);
  const visitStart = startOfDay(order.visitDay).getTime();
  const latest = Math.min(now.getTime(), visitStart + 10 * 60 * minute);
  const requestedAt = new Date(order.at.getTime() + chance.integer(5, 300) * minute);
  if (requestedAt.getTime() >= latest) return null;
  const chosen = line.tickets.slice(0, chance.happens(0.6) ? line.tickets.length : 1);
  const rule = line.type.refundRule as "never" | "approval" | "free";
  const needsApproval = rule === "approval";
  const tickets: DemoRefund["tickets"] = [];
  for (const ticket of chosen) {
    const terms = { rule, bands: line.type.refundBands, visitStart: new Date(visitStart), price: ticket.price };
    const verdict = refundFee(terms, requestedAt);
    if (!verdict.refundable) return null;
    tickets.push({ ticket, fee: verdict.fee });
  }
  const decidedAt = needsApproval ? new Date(requestedAt.getTime() + chance.integer(10, 90) * minute) : requestedAt;
  const decided = decidedAt < now && !(needsApproval && chance.happens(0.15));
  const state = !decided ? "waiting" : needsApproval && chance.happens(0.15) ? "rejected" : "done";
  for (const { ticket } of tickets) {
    if (state !== "rejected") ticket.state = state === "done" ? "refunded" : "refunding";
  }
  return {
    order,
    tickets,
    state,
    needsApproval,
    reason: say(chance.pick(refundReasons)),
    requestedAt,
    requestedBy: seller,
    decidedAt: decided ? decidedAt : null,
    decidedBy: decided ? (needsApproval ? manager : seller) : null,
  };
}

/** Visits on the day of visit; a ticket for several goes in together, one for several days or ways again and again. */
export function inventPassages(world: World, orders: readonly DemoOrder[]): DemoPassage[] {
  const { chance, now } = world;
  const passages: DemoPassage[] = [];
  for (const order of orders) {
    const comes = chance.happens(0.95);
    const opening = startOfDay(order.visitDay).getTime() + 8.5 * 60 * minute;
    const arrival = Math.max(
      order.at.getTime() + chance.integer(4, 40) * minute,
      opening + chance.integer(0, 200) * minute,
    );
    for (const { tickets } of order.lines) {
      for (const ticket of tickets) {
        if (ticket.state !== "issued" || !comes) continue;
        passages.push(...visitsOf(world, order, ticket, arrival + chance.integer(0, 120) * 1000));
      }
    }
  }
  return passages.filter(({ at }) => at < now).sort((one, other) => one.at.getTime() - other.at.getTime());
}

function visitsOf({ chance, catalogue }: World, order: DemoOrder, ticket: DemoTicket, arrival: number): DemoPassage[] {
  const { type, admissions } = ticket;
  const open = catalogue.gates.filter(
    (gate) =>
      gate.direction === "in" &&
      gate.parkId === type.parkId &&
      (type.gateGroupId === null || gate.gateGroupId === type.gateGroupId),
  );
  const beginning =
    ticket.line.slot === "" ? arrival : slotStart(order.visitDay, ticket.line.slot, chance.integer(1, 25));
  const together = type.kind === "combo";
  const times = together ? 1 : admissions;
  const apart = type.validity === "days" ? 24 * 60 * minute : 150 * minute;
  const visits: DemoPassage[] = Array.from({ length: times }, (_, n) => ({
    order,
    ticket,
    at: new Date(beginning + n * apart + chance.integer(0, n * 20) * minute),
    gate: chance.pick(open),
    people: together ? admissions : 1,
    entries: together ? admissions : 1,
    reason: "ok",
  }));
  const last = visits.at(-1);
  if (last && chance.happens(0.012)) {
    visits.push({
      ...last,
      at: new Date(last.at.getTime() + 30 * minute),
      people: 1,
      entries: 0,
      reason: "alreadyUsed",
    });
  }
  return visits;
}

function slotStart(day: string, slot: string, minutesAfter: number): number {
  return momentOf(`${day}T${slot.slice(0, 5)}`).getTime() + minutesAfter * minute;
}

/** What the passages made of the tickets; the unused ones of days gone by have expired. */
export function settleTickets({ now }: World, orders: readonly DemoOrder[], passages: readonly DemoPassage[]): void {
  for (const { ticket, entries, at, gate } of passages) {
    if (entries === 0) continue;
    ticket.used += entries;
    ticket.state = ticket.used >= ticket.admissions ? "used" : "partlyUsed";
    ticket.lastPassedAt = at;
    ticket.lastGateId = gate.id;
  }
  const today = businessDay(now);
  for (const { lines } of orders) {
    for (const { tickets, validTo } of lines) {
      for (const ticket of tickets) {
        if (validTo < today && (ticket.state === "issued" || ticket.state === "partlyUsed")) ticket.state = "expired";
      }
    }
  }
}

export function stateOf({ lines }: DemoOrder): string {
  const tickets = lines.flatMap((line) => line.tickets);
  const refunded = tickets.filter(({ state }) => state === "refunded").length;
  if (refunded === tickets.length) return "refunded";
  if (refunded > 0) return "partlyRefunded";
  const used = tickets.some((ticket) => ticket.used > 0);
  const open = tickets.some(({ state }) => state === "issued" || state === "partlyUsed" || state === "refunding");
  return used ? (open ? "partlyFulfilled" : "fulfilled") : "paid";
}
