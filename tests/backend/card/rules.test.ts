/** The pure rules of cards: how long one is good, what follows its term, and what of its price goes back on a day. */
import { describe, expect, test } from "vitest";
import {
  addMonths,
  amountBack,
  firstTerm,
  nextTerm,
  percentBack,
  shareGone,
} from "~server/backend/business/card/rules";

const months = { validity: "sale", months: 12, days: null, fixedFrom: null, fixedTo: null };
const fixed = { validity: "fixed", months: null, days: null, fixedFrom: "2026-06-01", fixedTo: "2026-10-31" };
const term = { from: "2026-11-20", to: "2027-11-19" };

describe("a term", () => {
  test.each([
    ["2026-01-31", 1, "2026-02-28"],
    ["2027-12-31", 2, "2028-02-29"],
    ["2026-11-20", 12, "2027-11-20"],
    ["2026-11-20", 0, "2026-11-20"],
  ])("%s and %i months: %s", (day, n, expected) => expect(addMonths(day, n)).toBe(expected));

  test("from the sale, from fixed days, and of activation not yet", () => {
    expect(firstTerm(months, "2026-11-20")).toEqual(term);
    expect(firstTerm({ ...months, months: 1, days: 10 }, "2026-01-31")).toEqual({
      from: "2026-01-31",
      to: "2026-03-09",
    });
    expect(firstTerm({ ...months, months: null, days: 1 }, "2026-11-20")).toEqual({
      from: "2026-11-20",
      to: "2026-11-20",
    });
    expect(firstTerm({ ...months, validity: "activation" }, "2026-11-20")).toBeNull();
    expect(firstTerm(fixed, "2026-07-01")).toEqual({ from: "2026-06-01", to: "2026-10-31" });
  });

  test.each([
    ["on its last day, without a gap", "2027-11-19", { from: "2027-11-20", to: "2028-11-19" }],
    ["the day after, from that day", "2027-11-20", { from: "2027-11-20", to: "2028-11-19" }],
    ["weeks later, from then", "2027-12-05", { from: "2027-12-05", to: "2028-12-04" }],
  ])("goes on %s", (_, today, expected) => expect(nextTerm(months, term.to, today)).toEqual(expected));

  test("of fixed days goes on where the type has a later end, and nowhere else", () => {
    expect(nextTerm(fixed, "2026-10-31", "2026-10-20")).toBeNull();
    expect(nextTerm({ ...fixed, fixedTo: "2027-10-31" }, "2026-10-31", "2026-10-20")).toEqual({
      from: "2026-11-01",
      to: "2027-10-31",
    });
  });
});

describe("what goes back", () => {
  test.each([
    ["2026-11-19", 0],
    ["2026-11-20", 1],
    ["2027-05-20", 50],
    ["2027-05-21", 51],
    ["2027-11-19", 100],
    ["2027-11-20", 101],
  ])("on %s %i percent of the term are over", (today, gone) => expect(shareGone(term, today)).toBe(gone));

  const share = {
    basis: "share",
    steps: [
      { until: 0, percent: 100 },
      { until: 50, percent: 60 },
    ],
  };
  const byDays = {
    basis: "days",
    steps: [
      { until: 7, percent: 100 },
      { until: 30, percent: 50 },
    ],
  };
  test.each([
    ["before it begins", share, "2026-11-19", 100],
    ["on the last day of a step", share, "2027-05-20", 60],
    ["the day after the last step", share, "2027-05-21", 0],
    ["seven days after the payment", byDays, "2026-11-27", 100],
    ["eight days after it", byDays, "2026-11-28", 50],
    ["thirty-one days after it", byDays, "2026-12-21", 0],
  ])("%s", (_, scale, today, percent) =>
    expect(percentBack(scale, { term, paidOn: "2026-11-20" }, today)).toBe(percent),
  );

  test("nothing of a term that is over, however short ago it was paid; all of one that activation begins", () => {
    expect(
      percentBack(byDays, { term: { from: "2026-11-20", to: "2026-11-21" }, paidOn: "2026-11-20" }, "2026-11-22"),
    ).toBe(0);
    expect(percentBack(share, { term: null, paidOn: "2026-11-20" }, "2027-11-20")).toBe(100);
  });

  test("no step, nothing back; a fraction of a fen stays with the house", () => {
    expect(percentBack({ basis: "share", steps: [] }, { term, paidOn: "2026-11-20" }, "2026-11-20")).toBe(0);
    expect(amountBack(share, { amount: 9_999, term, paidOn: "2026-11-20" }, "2026-12-01")).toBe(5_999);
  });
});
