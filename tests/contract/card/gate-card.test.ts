/** Cards at gates, case by case: the rules that server and phone gate share. */
import { expect, it } from "vitest";
import { type CardSnapshot, planOfCards } from "~/contract/card/gate-card";
import type { GateSnapshot } from "~/contract/ticket/gate-rules/facts";
import { cardCases } from "~tests/support/gate-cases";

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
  ...{ at: `${day}T${time}:00+08:00`, direction: "in" as const, people, entries: people, parkId: 1, gate: "东门 1 号" },
});

function lost(time: string): Partial<CardSnapshot> {
  return { status: "frozen", frozenFor: "loss", frozenAt: `2026-11-20T${time}:00+08:00` };
}

it.each(cardCases)("$name", ({ card: given, gate: at, asked, expected }) => {
  const plan = planOfCards([given], { ...asked, gate: at, now: new Date(asked.now) });
  expect({ reason: plan?.reason, admitted: plan?.admitted }).toEqual({
    reason: expected.reason,
    admitted: expected.reason === "ok",
  });
  expect(plan?.message).not.toBe("");
  if (expected.direction) expect(plan?.direction).toBe(expected.direction);
  if (expected.left) expect([plan?.leftToday, plan?.leftInAll]).toEqual(expected.left);
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
