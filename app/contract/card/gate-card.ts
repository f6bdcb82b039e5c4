/**
 * Whether a card lets people through a gate at a moment, and the one sentence that says why or why not. Pure: no clock, no
 * data. The server and the gates without a line judge by this, as they judge tickets by `ticket/gate-rules`.
 */
import { addDays, businessDay } from "../business-time";
import { m } from "../messages";
import type { GateSnapshot } from "../ticket/gate-rules/facts";
import { gateWhyNot } from "../ticket/gate-rules/judge";
import { nextWay, presenceOf } from "../ticket/gate-rules/presence";
import type { Judgement } from "../ticket/gate-rules/reasons";
import { readWalletCode } from "./wallet-code";

/** What the type says of its cards at gates; each limit is a holder's, null: none. */
export interface CardRules {
  name: string;
  perDay: number | null;
  inAll: number | null;
  minutesBetween: number | null;
  places: { parkId: number; gateGroupId: number | null }[];
  offs: { fromDay: string; toDay: string }[];
}

/** Somebody went through by it, and it was not taken back. */
export interface CardPass {
  /** ISO. */
  at: string;
  direction: "in" | "out";
  people: number;
  /** Visits that it took: none of who left, and none of who walked in on a conflict that nobody has decided. */
  entries: number;
  /** Where it counts: leaving one park says nothing of another. */
  parkId: number;
  gate: string;
}

export interface CardSnapshot {
  id: number;
  number: string;
  status: string;
  frozenFor: string | null;
  /** ISO: since when it is frozen. */
  frozenAt: string | null;
  /** Of who works here: they count as nobody who visits. */
  staff: boolean;
  holders: number;
  validFrom: string | null;
  validTo: string | null;
  /** People it let in so far, of its term: below zero where a renewal before the end added visits. */
  visits: number;
  rules: CardRules;
  /** Holders who may not enter up to and including a day; without their names where nobody may read those. */
  restricted: { until: string; reason: string; name: string; identity: string }[];
  /** Of the days around the moment, and the last one, in whatever order. */
  passes: CardPass[];
}

/** As a gate without a line keeps it: its type's rules stand beside it, since they may change. */
export type PackedCard = Omit<CardSnapshot, "rules"> & { cardTypeId: number };

export interface CardAsked {
  gate: GateSnapshot;
  people: number;
  /** Of the lane, where a gate for both ways tells them apart; without it the other way than the card went last. */
  direction?: "in" | "out" | undefined;
  now: Date;
  /** By park, where entry stops at a number of people. */
  insideOf?: ReadonlyMap<number, number | null> | undefined;
}

export interface CardPlan<T> extends Judgement {
  card: T;
  admitted: boolean;
  /** As the park sees it that counts the passage. */
  gate: GateSnapshot;
  direction: "in" | "out";
  /** People it let in today, this passage included. */
  today: number;
  leftToday: number | null;
  leftInAll: number | null;
  last: CardPass | null;
  /** More people than it has holders went in within minutes: whoever shows it now may have been handed it. */
  passedBack: boolean;
}

/** Minutes within which a card of a type without a pause between visits is looked at twice. */
export const passedBackMinutes = 10;

/**
 * Of the cards that a code stands for, the first that goes through; else why the first does not. At a gate that parks share,
 * the first park in its order that a card opens counts the passage, as with tickets. Null: there is no card.
 */
export function planOfCards<T extends CardSnapshot>(cards: readonly T[], asked: CardAsked): CardPlan<T> | null {
  const { gate } = asked;
  if (!gate.shared?.length) return planIn(cards, asked);
  let refused: CardPlan<T> | null = null;
  for (const face of gate.shared) {
    const plan = planIn(cards, { ...asked, gate: { ...gate, ...face } });
    if (!plan) return null;
    const found = { ...plan, message: m.verdict_at_park({ park: face.parkName, message: plan.message }) };
    if (found.admitted) return found;
    // Why its own park refuses it says more than that it is another's card.
    if (!refused || refused.reason === "wrongPark") refused = found;
  }
  return refused;
}

/** A code that changes is known by the server alone: a gate without a line says so, and lets nobody in by it. */
export const needsLine = (value: string): Judgement | null =>
  readWalletCode(value) ? { reason: "unknown", message: m.card_verdict_wallet_line() } : null;

function planIn<T extends CardSnapshot>(cards: readonly T[], asked: CardAsked): CardPlan<T> | null {
  const plans = cards.map((card) => judge(card, asked));
  return plans.find(({ admitted }) => admitted) ?? plans[0] ?? null;
}

function judge<T extends CardSnapshot>(card: T, asked: CardAsked): CardPlan<T> {
  const { gate, now, people } = asked;
  const direction = directionOf(card, asked);
  const visitors = card.staff ? 0 : people;
  const inside = asked.insideOf?.get(gate.parkId) ?? null;
  const no =
    cardWhyNot(card, { ...asked, direction }) ?? gateWhyNot(gate, { direction, inside, people: visitors, now });
  const entering = direction === "in" && !no ? people : 0;
  const { rules } = card;
  const limits = { today: timesHolders(rules.perDay, card), inAll: timesHolders(rules.inAll, card) };
  const today = peopleOn(card, now) + entering;
  const leftToday = limits.today === null ? null : Math.max(0, limits.today - today);
  const leftInAll = limits.inAll === null ? null : Math.max(0, limits.inAll - card.visits - entering);
  const message =
    direction === "out"
      ? m.card_verdict_exit({ type: rules.name })
      : m.card_verdict_ok({ type: rules.name, day: card.validTo ?? "", left: leftWords(leftToday, leftInAll) });
  return {
    ...(no ?? { reason: "ok" as const, message }),
    ...{ card, admitted: no === null, gate, direction, today, leftToday, leftInAll, last: lastOf(card.passes) },
    passedBack: direction === "in" && isPassedBack(card, people, now),
  };
}

/** The gate's own, or at one for both that of the lane; else by what its holders did last on that day. */
function directionOf({ passes }: CardSnapshot, { gate, direction, people, now }: CardAsked): "in" | "out" {
  if (gate.direction !== "both") return gate.direction === "out" ? "out" : "in";
  if (direction) return direction;
  const day = businessDay(now);
  const today = passes.filter(({ at, parkId }) => parkId === gate.parkId && businessDay(new Date(at)) === day);
  return nextWay(presenceOf(today), { people, now });
}

/** Limits are each holder's: a family card of three lets three in where one visit a day is allowed. */
const timesHolders = (limit: number | null, { holders }: Pick<CardSnapshot, "holders">) =>
  limit === null ? null : limit * Math.max(1, holders);

const sumOf = (passes: readonly CardPass[]) => passes.reduce((sum, { entries }) => sum + entries, 0);

function peopleOn({ passes }: CardSnapshot, now: Date): number {
  const day = businessDay(now);
  return sumOf(passes.filter(({ at }) => businessDay(new Date(at)) === day));
}

function lastOf(passes: readonly CardPass[]): CardPass | null {
  return (
    passes
      .filter(({ direction }) => direction === "in")
      .toSorted((one, other) => Date.parse(one.at) - Date.parse(other.at))
      .at(-1) ?? null
  );
}

function leftWords(leftToday: number | null, leftInAll: number | null): string {
  const parts = [
    ...(leftToday === null ? [] : [m.card_verdict_left_today({ n: leftToday })]),
    ...(leftInAll === null ? [] : [m.card_verdict_left_all({ n: leftInAll })]),
  ];
  return parts.length > 0 ? parts.join(m.card_says_comma()) : m.card_verdict_any();
}

/** The first rule of the type, or state of the card, that says no. Who leaves needs a card that is good, and to be inside. */
function cardWhyNot(card: CardSnapshot, asked: CardAsked): Judgement | null {
  const { gate, people, direction, now } = asked;
  const { number, validFrom, validTo, rules } = card;
  const today = businessDay(now);
  const state = stateWhyNot(card, now);
  if (state) return state;
  if (validTo !== null && validTo < today)
    return { reason: "tooLate", message: m.card_verdict_expired({ number, day: validTo }) };
  if (validFrom !== null && today < validFrom)
    return { reason: "tooEarly", message: m.card_verdict_early({ number, day: validFrom }) };
  const here = rules.places.filter(({ parkId }) => parkId === gate.parkId);
  if (here.length === 0)
    return { reason: "wrongPark", message: m.card_verdict_park({ type: rules.name, park: gate.parkName }) };
  if (!here.some(({ gateGroupId }) => gateGroupId === null || gateGroupId === gate.gateGroupId))
    return {
      reason: "wrongGate",
      message: m.card_verdict_gate({ type: rules.name, gate: gate.gateGroupName || gate.name }),
    };
  // Employees come to work by doors that read nobody: none is kept from leaving.
  if (direction === "out") return card.staff ? null : exitWhyNot(card, asked);
  return entryWhyNot(card, people, now) ?? holderWhyNot(card, today);
}

/** Of the days around: who stayed overnight leaves as well. */
function exitWhyNot({ number, passes }: CardSnapshot, { gate, people, now }: CardAsked): Judgement | null {
  const day = businessDay(now);
  const around = passes.filter(({ at, parkId }) => {
    const passed = businessDay(new Date(at));
    return parkId === gate.parkId && passed >= addDays(day, -1) && passed <= day;
  });
  const { inside } = presenceOf(around.filter(({ at }) => Date.parse(at) <= now.getTime()));
  if (people <= inside) return null;
  return { reason: "notInside", message: m.card_verdict_not_inside({ number, inside, people }) };
}

function entryWhyNot(card: CardSnapshot, people: number, now: Date): Judgement | null {
  const { rules } = card;
  const today = businessDay(now);
  const off = rules.offs.find(({ fromDay, toDay }) => fromDay <= today && today <= toDay);
  if (off) {
    const { fromDay: from, toDay: to } = off;
    const type = rules.name;
    return {
      reason: "wrongDay",
      message: from === to ? m.card_verdict_off_day({ type, day: from }) : m.card_verdict_off({ type, from, to }),
    };
  }
  const holders = Math.max(1, card.holders);
  if (people > holders) return { reason: "usedUp", message: m.card_verdict_people({ n: holders }) };
  const inAll = timesHolders(rules.inAll, card);
  if (inAll !== null && card.visits + people > inAll)
    return { reason: "usedUp", message: m.card_verdict_used_up({ n: inAll }) };
  const perDay = timesHolders(rules.perDay, card);
  if (perDay !== null && peopleOn(card, now) + people > perDay)
    return { reason: "dayLimit", message: m.card_verdict_day({ n: perDay }) };
  const { minutesBetween } = rules;
  if (minutesBetween === null || !isOneTooMany(card, people, lately(card, minutesBetween, now))) return null;
  const gate = lastOf(lately(card, minutesBetween, now))?.gate ?? "";
  return { reason: "tooSoon", message: m.card_verdict_soon({ n: minutesBetween, gate }) };
}

/** To both sides of the moment: a passage that is told later lies as near. */
const lately = ({ passes }: CardSnapshot, minutes: number, now: Date): CardPass[] =>
  passes.filter(({ at }) => Math.abs(now.getTime() - Date.parse(at)) < minutes * 60_000);

const isOneTooMany = ({ holders }: CardSnapshot, people: number, near: readonly CardPass[]): boolean =>
  near.length > 0 && sumOf(near) + people > Math.max(1, holders);

/** Whether it goes in or not. Who works here goes in and out, and is looked at where their type has a pause alone. */
function isPassedBack(card: CardSnapshot, people: number, now: Date): boolean {
  const minutes = card.rules.minutesBetween ?? (card.staff ? 0 : passedBackMinutes);
  return card.status === "active" && isOneTooMany(card, people, lately(card, minutes, now));
}

/** Who may not enter the parks does not by a card either. */
function holderWhyNot({ restricted }: CardSnapshot, today: string): Judgement | null {
  const no = restricted.find(({ until }) => until >= today);
  if (!no) return null;
  const { until, reason } = no;
  return {
    reason: "restricted",
    message: no.name === "" ? m.verdict_restricted({ until, reason }) : m.restricted_at_sale(no),
  };
}

/** By the moment: a loss that was reported after somebody went through does not reach back, nor does the night that expires cards. */
function stateWhyNot({ status, frozenFor, frozenAt, number, staff }: CardSnapshot, now: Date): Judgement | null {
  switch (status) {
    case "active":
      return null;
    case "frozen":
      if (frozenAt !== null && Date.parse(frozenAt) > now.getTime()) return null;
      return frozenFor === "loss"
        ? { reason: "blocked", message: m.card_verdict_lost({ number }) }
        : { reason: "blocked", message: m.card_verdict_refunding({ number }) };
    case "replaced":
      return { reason: "revoked", message: m.card_verdict_replaced({ number }) };
    case "spoiled":
      return { reason: "revoked", message: m.card_verdict_spoiled({ number }) };
    case "cancelled":
      return staff
        ? { reason: "revoked", message: m.card_verdict_staff_over({ number }) }
        : { reason: "refunded", message: m.card_verdict_cancelled({ number }) };
    case "expired":
      // Its last day speaks.
      return null;
    default:
      return { reason: "blocked", message: m.card_verdict_not_active({ number }) };
  }
}
