/** The table of cases of cards at gates, published beside that of tickets: the pure rules, the server and the phone gate pass it. */
import kept from "~/contract/card/card-cases.json";
import type { CardPass, CardSnapshot } from "~/contract/card/gate-card";
import { type GateCase, gateOf } from "./gate-cases";

export interface CardCase
  extends Pick<GateCase, "name" | "gate" | "people" | "inside" | "lane" | "expect" | "direction"> {
  card?: Partial<Omit<CardSnapshot, "passes" | "rules">>;
  rules?: Partial<CardSnapshot["rules"]>;
  passes?: (Partial<CardPass> & { at: string; elsewhere?: boolean })[];
  /** Visits left of the day and in all, this passage taken; null: any number. */
  left?: (number | null)[];
}

const keptCardCases = kept as CardCase[];
const noonOfCases = "2026-11-20T04:00:00Z";

const usualCard: CardSnapshot = {
  ...{ id: 5, number: "NK0001", status: "active", frozenFor: null, frozenAt: null, staff: false, holders: 1 },
  ...{ validFrom: "2026-01-01", validTo: "2026-12-31", visits: 0, restricted: [], passes: [] },
  rules: {
    ...{ name: "云山年卡", perDay: 2, inAll: null, minutesBetween: null, offs: [] },
    places: [{ parkId: 1, gateGroupId: null }],
  },
};

function passOf(pass: NonNullable<CardCase["passes"]>[number]): CardPass {
  const { at, direction = "in", people = 1, entries = direction === "in" ? people : 0, elsewhere = false } = pass;
  return { at, direction, people, entries, parkId: elsewhere ? 2 : 1, gate: elsewhere ? "西湖" : "东门一号" };
}

function cardOf({ card, rules, passes = [] }: CardCase): CardSnapshot {
  return { ...usualCard, ...card, rules: { ...usualCard.rules, ...rules }, passes: passes.map(passOf) };
}

/** Each as `planOfCards([card], { ...asked, gate, now: new Date(asked.now) })` takes it, with what it shall answer. */
export const cardCases = keptCardCases.map((one) => {
  const { name, people = 1, lane: direction, inside, expect, left } = one;
  const gate = gateOf({ ...one, gate: { direction: "both", ...one.gate } });
  const insideOf = inside === undefined ? undefined : new Map([[gate.parkId, inside]]);
  return {
    ...{ name, card: cardOf(one), gate },
    asked: { now: noonOfCases, people, direction, insideOf },
    expected: { reason: expect, direction: one.direction, left },
  };
});
