/** Cards at gates, case by case: the rules that server and phone gate share. */
import { expect, it } from "vitest";
import { type CardAsked, type CardSnapshot, planOfCards } from "~/contract/card/gate-card";
import type { GateSnapshot } from "~/contract/ticket/gate-rules/facts";
import type { VerdictReason } from "~/contract/ticket/gate-rules/reasons";

const noon = "2026-11-20T12:00:00+08:00";
const gate: GateSnapshot = {
  ...{ id: 1, name: "东门 1 号", direction: "both", active: true, parkId: 1, parkName: "云山" },
  ...{ gateGroupId: 7, gateGroupName: "东门", closures: [], momentMax: null },
};
const card: CardSnapshot = {
  ...{ id: 5, number: "NK0001", status: "active", frozenFor: null, frozenAt: null, staff: false, holders: 1 },
  ...{ validFrom: "2026-01-01", validTo: "2026-12-31", visits: 0, restricted: [], passes: [] },
  rules: {
    ...{ name: "云山年卡", perDay: 2, inAll: null, minutesBetween: null, offs: [] },
    places: [{ parkId: 1, gateGroupId: null }],
  },
};
const pass = (time: string, people = 1, day = "2026-11-20") => ({
  ...{ at: `${day}T${time}:00+08:00`, people, gate: "东门 1 号" },
});

interface Case {
  name: string;
  card?: Partial<Omit<CardSnapshot, "rules">>;
  rules?: Partial<CardSnapshot["rules"]>;
  gate?: Partial<GateSnapshot>;
  asked?: Partial<Omit<CardAsked, "gate" | "now">> & { at?: string };
  expect: VerdictReason;
  left?: [today: number | null, inAll: number | null];
}

const cases: Case[] = [
  { name: "a good card", expect: "ok", left: [1, null] },
  { name: "no limits", rules: { perDay: null }, expect: "ok", left: [null, null] },
  { name: "the last visit of the day", card: { passes: [pass("09:00")] }, expect: "ok", left: [0, null] },
  { name: "the day is used up", card: { passes: [pass("09:00"), pass("10:00")] }, expect: "dayLimit" },
  {
    name: "two visits in the same minute are two",
    card: { passes: [pass("09:00"), pass("09:00")] },
    expect: "dayLimit",
  },
  {
    name: "what happened yesterday is yesterday's",
    card: { passes: [pass("23:59", 1, "2026-11-19"), pass("23:58", 1, "2026-11-19")] },
    expect: "ok",
  },
  { name: "the last visit of all", card: { visits: 9 }, rules: { inAll: 10 }, expect: "ok", left: [1, 0] },
  { name: "all visits are used", card: { visits: 10 }, rules: { inAll: 10 }, expect: "usedUp" },
  { name: "more people than holders", asked: { people: 2 }, expect: "usedUp" },
  { name: "a family goes in together", card: { holders: 3 }, asked: { people: 3 }, expect: "ok", left: [3, null] },
  { name: "too soon", rules: { minutesBetween: 30 }, card: { passes: [pass("11:40")] }, expect: "tooSoon" },
  { name: "after the pause", rules: { minutesBetween: 30 }, card: { passes: [pass("11:30")] }, expect: "ok" },
  {
    name: "one that is told later lies as near",
    ...{ rules: { minutesBetween: 30 }, card: { passes: [pass("12:20")] }, expect: "tooSoon" },
  },
  {
    name: "the second of a family within the pause",
    ...{ rules: { minutesBetween: 30 }, card: { holders: 2, passes: [pass("11:59")] }, expect: "ok" },
  },
  { name: "not yet", card: { validFrom: "2026-11-21" }, expect: "tooEarly" },
  { name: "its first day", card: { validFrom: "2026-11-20" }, expect: "ok" },
  { name: "its last day", card: { validTo: "2026-11-20" }, expect: "ok" },
  { name: "run out", card: { validTo: "2026-11-19" }, expect: "tooLate" },
  {
    name: "the night that expired it came after",
    ...{ card: { status: "expired", validTo: "2026-11-20" }, expect: "ok" },
  },
  { name: "expired before", card: { status: "expired", validTo: "2026-11-19" }, expect: "tooLate" },
  { name: "reported lost before", card: lost("11:59"), expect: "blocked" },
  { name: "reported lost afterwards", card: lost("12:01"), expect: "ok" },
  { name: "being refunded", card: { status: "frozen", frozenFor: "refund" }, expect: "blocked" },
  { name: "not activated", card: { status: "sold" }, expect: "blocked" },
  { name: "in stock", card: { status: "stock" }, expect: "blocked" },
  { name: "replaced", card: { status: "replaced" }, expect: "revoked" },
  { name: "spoiled", card: { status: "spoiled" }, expect: "revoked" },
  { name: "cancelled", card: { status: "cancelled" }, expect: "refunded" },
  { name: "an employee's that was taken back", card: { status: "cancelled", staff: true }, expect: "revoked" },
  { name: "another park", rules: { places: [{ parkId: 2, gateGroupId: null }] }, expect: "wrongPark" },
  { name: "another gate", rules: { places: [{ parkId: 1, gateGroupId: 8 }] }, expect: "wrongGate" },
  { name: "its own gate", rules: { places: [{ parkId: 1, gateGroupId: 7 }] }, expect: "ok" },
  {
    name: "a day on which it is no good",
    ...{ rules: { offs: [{ fromDay: "2026-11-20", toDay: "2026-11-20" }] }, expect: "wrongDay" },
  },
  {
    name: "who leaves may on such a day",
    rules: { offs: [{ fromDay: "2026-11-20", toDay: "2026-11-20" }] },
    ...{ asked: { direction: "out" }, expect: "ok" },
  },
  { name: "who leaves needs a good card", card: lost("11:00"), asked: { direction: "out" }, expect: "blocked" },
  {
    name: "a holder who may not enter",
    card: { restricted: [{ until: "2026-11-20", reason: "逃票", name: "", identity: "" }] },
    expect: "restricted",
  },
  {
    name: "who might not until yesterday",
    card: { restricted: [{ until: "2026-11-19", reason: "逃票", name: "", identity: "" }] },
    expect: "ok",
  },
  { name: "a gate that is off", gate: { active: false }, expect: "blocked" },
  {
    name: "a closed park",
    gate: {
      closures: [
        { parkId: 1, firstDay: "2026-11-20", lastDay: "2026-11-20", ticketTypeId: null, slot: "", reason: "大风" },
      ],
    },
    expect: "closed",
  },
  { name: "a full park", gate: { momentMax: 100 }, asked: { insideOf: new Map([[1, 100]]) }, expect: "full" },
  {
    name: "who works there goes into a full park",
    ...{ card: { staff: true }, gate: { momentMax: 100 }, asked: { insideOf: new Map([[1, 100]]) }, expect: "ok" },
  },
];

function lost(time: string): Partial<CardSnapshot> {
  return { status: "frozen", frozenFor: "loss", frozenAt: `2026-11-20T${time}:00+08:00` };
}

it.each(cases)("$name", (one) => {
  const { at = noon, ...asked } = one.asked ?? {};
  const given: CardSnapshot = { ...card, ...one.card, rules: { ...card.rules, ...one.rules } };
  const plan = planOfCards([given], {
    ...{ people: 1, direction: "in", now: new Date(at), ...asked },
    gate: { ...gate, ...one.gate },
  });
  expect({ reason: plan?.reason, admitted: plan?.admitted }).toEqual({
    reason: one.expect,
    admitted: one.expect === "ok",
  });
  expect(plan?.message).not.toBe("");
  if (one.left) expect([plan?.leftToday, plan?.leftInAll]).toEqual(one.left);
});

it("of two cards of one person the good one opens the gate; of none there is nothing to say", () => {
  const gone = { ...card, id: 6, status: "cancelled" };
  const asked = { gate, people: 1, direction: "in", now: new Date(noon) } as const;
  expect(planOfCards([gone, card], asked)?.card.id).toBe(5);
  expect(planOfCards([gone], asked)?.reason).toBe("refunded");
  expect(planOfCards([], asked)).toBeNull();
});

it("at a gate that parks share the first park that the card opens counts it; else its own park says why not", () => {
  const face = (parkId: number, parkName: string) => ({
    ...{ parkId, parkName, gateGroupId: 7, gateGroupName: "东门", closures: [], momentMax: null },
  });
  const shared = { ...gate, shared: [face(2, "西湖"), face(1, "云山")] };
  const asked = { gate: shared, people: 1, direction: "in", now: new Date(noon) } as const;
  expect(planOfCards([card], asked)).toMatchObject({ admitted: true, gate: { parkId: 1 } });
  const used = { ...card, passes: [pass("09:00", 2)] };
  expect(planOfCards([used], asked)).toMatchObject({ admitted: false, reason: "dayLimit", gate: { parkId: 1 } });
});

it("a card that went in minutes ago with as many as it has holders may have been handed to somebody else", () => {
  const asked = { gate, people: 1, direction: "in", now: new Date(noon) } as const;
  const flag = (given: Partial<CardSnapshot>, rules: Partial<CardSnapshot["rules"]> = {}, more: object = {}) => {
    const plan = planOfCards([{ ...card, ...given, rules: { ...card.rules, ...rules } }], { ...asked, ...more });
    return [plan?.reason, plan?.passedBack];
  };
  expect(flag({})).toEqual(["ok", false]);
  // A type without a pause lets it in: the keeper is told to look.
  expect(flag({ passes: [pass("11:55")] })).toEqual(["ok", true]);
  expect(flag({ passes: [pass("11:49")] })).toEqual(["ok", false]);
  expect(flag({ passes: [pass("11:55")] }, { perDay: 1 })).toEqual(["dayLimit", true]);
  expect(flag({ passes: [pass("11:30")] }, { perDay: 1 })).toEqual(["dayLimit", false]);
  expect(flag({ passes: [pass("11:35")] }, { minutesBetween: 30 })).toEqual(["tooSoon", true]);
  expect(flag({ holders: 2, passes: [pass("11:59")] })).toEqual(["ok", false]);
  expect(flag({ holders: 2, passes: [pass("11:59", 2)] })).toEqual(["ok", true]);
  expect(flag({ passes: [pass("11:55")] }, {}, { direction: "out" })).toEqual(["ok", false]);
  // Who works there goes in and out.
  expect(flag({ staff: true, passes: [pass("11:55")] })).toEqual(["ok", false]);
  expect(flag({ passes: [pass("11:55")], ...lost("11:58") })).toEqual(["blocked", false]);
});
