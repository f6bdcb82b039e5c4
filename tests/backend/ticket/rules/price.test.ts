import { describe, expect, it } from "vitest";
import { type PolicyTerms, type PriceQuestion, resolvePrice } from "~server/backend/business/ticket/rules/price";

const list = 10000;

function policy(terms: Partial<PolicyTerms> & { id: number; price: number }): PolicyTerms {
  return {
    name: `p${terms.id}`,
    channel: "any",
    customerGroup: "any",
    startDay: "2026-01-01",
    endDay: "2026-12-31",
    weekdays: "TTTTTTT",
    holidays: "any",
    slot: "",
    priority: 0,
    ...terms,
  };
}

function ask(question: Partial<PriceQuestion> = {}): PriceQuestion {
  return {
    day: "2026-11-20",
    weekday: 4,
    holiday: false,
    makeUp: false,
    slot: "",
    channel: "window",
    group: "retail",
    ...question,
  };
}

const weekend = policy({ id: 1, price: 12000, weekdays: "FFFFFTT" });
const workday = policy({ id: 2, price: 7000, weekdays: "TTTTTFF" });
const holiday = policy({ id: 3, price: 15000, holidays: "only", priority: 5 });
const plain = policy({ id: 4, price: 9000, holidays: "never" });

const cases: [string, PolicyTerms[], Partial<PriceQuestion>, number, number | null][] = [
  ["no policy: the list price", [], {}, list, null],
  ["the first day of the range counts", [policy({ id: 1, price: 1, startDay: "2026-11-20" })], {}, 1, 1],
  ["the last day of the range counts", [policy({ id: 1, price: 1, endDay: "2026-11-20" })], {}, 1, 1],
  ["the day before the range does not", [policy({ id: 1, price: 1, startDay: "2026-11-21" })], {}, list, null],
  ["the day after the range does not", [policy({ id: 1, price: 1, endDay: "2026-11-19" })], {}, list, null],
  ["a policy for free is a price", [policy({ id: 1, price: 0 })], {}, 0, 1],
  ["a working day", [weekend, workday], {}, 7000, 2],
  ["a Saturday", [weekend, workday], { day: "2026-11-21", weekday: 5 }, 12000, 1],
  ["a Saturday made up for is a working day", [weekend, workday], { weekday: 5, makeUp: true }, 7000, 2],
  [
    "a Monday-only policy does not hold on a make-up Saturday",
    [policy({ id: 1, price: 1, weekdays: "TFFFFFF" })],
    { weekday: 5, makeUp: true },
    list,
    null,
  ],
  ["holidays only: not on other days", [holiday], {}, list, null],
  ["holidays only: on a holiday", [holiday, workday], { holiday: true }, 15000, 3],
  ["holidays only: not on a make-up day", [holiday], { makeUp: true, weekday: 6 }, list, null],
  ["never on holidays: not on one", [plain], { holiday: true }, list, null],
  ["never on holidays: on other days", [plain], {}, 9000, 4],
  ["never on holidays: on make-up days", [plain], { makeUp: true, weekday: 6 }, 9000, 4],
  ["a weekday on which a holiday falls keeps its weekday", [weekend], { holiday: true, weekday: 2 }, list, null],
  ["another channel", [policy({ id: 1, price: 1, channel: "network" })], {}, list, null],
  ["the channel asked for", [policy({ id: 1, price: 1, channel: "window" })], {}, 1, 1],
  ["another group", [policy({ id: 1, price: 1, customerGroup: "agency" })], {}, list, null],
  ["the group asked for", [policy({ id: 1, price: 1, customerGroup: "retail" })], {}, 1, 1],
  ["another slot", [policy({ id: 1, price: 1, slot: "09:00-12:00" })], { slot: "13:00-17:00" }, list, null],
  ["a slot's policy does not hold without a slot", [policy({ id: 1, price: 1, slot: "09:00-12:00" })], {}, list, null],
  ["the slot asked for", [policy({ id: 1, price: 1, slot: "09:00-12:00" })], { slot: "09:00-12:00" }, 1, 1],
  ["every slot", [policy({ id: 1, price: 1 })], { slot: "09:00-12:00" }, 1, 1],
  [
    "the higher priority wins over a later start",
    [policy({ id: 1, price: 1, priority: 2 }), policy({ id: 2, price: 2, priority: 1, startDay: "2026-11-01" })],
    {},
    1,
    1,
  ],
  [
    "of one priority the later start wins",
    [policy({ id: 1, price: 1, startDay: "2026-11-01" }), policy({ id: 2, price: 2 })],
    {},
    1,
    1,
  ],
  [
    "of one priority and start the higher id wins",
    [policy({ id: 7, price: 7 }), policy({ id: 9, price: 9 }), policy({ id: 8, price: 8 })],
    {},
    9,
    9,
  ],
  [
    "one that does not apply never wins, whatever its priority",
    [policy({ id: 1, price: 1, priority: 9999, channel: "agency" }), policy({ id: 2, price: 2 })],
    {},
    2,
    2,
  ],
];

describe("prices resolve by policy", () => {
  it.each(cases)("%s", (_, policies, question, price, winner) => {
    const resolved = resolvePrice(policies, list, ask(question));
    expect({ price: resolved.price, winner: resolved.policy?.id ?? null }).toEqual({ price, winner });
    // The order in which they come decides nothing.
    expect(resolvePrice([...policies].reverse(), list, ask(question))).toEqual(resolved);
  });
});
