import { describe, expect, it } from "vitest";
import { addDays, daysOfMonth, runsOf, weekdayOf } from "~server/backend/business/ticket/rules/days";
import { readTerms, type TicketTerms } from "~server/backend/business/ticket/rules/ticket-terms";

const good: TicketTerms = {
  slots: null,
  entryFrom: null,
  entryTo: null,
  refundBands: null,
  refundRule: "free",
  minPerOrder: 1,
  maxPerOrder: 10,
  validity: "day",
  validDays: 1,
  realName: "none",
  perIdentityDay: null,
};

describe("the terms of a ticket type", () => {
  it("are kept in one spelling", () => {
    const { terms, errors } = readTerms({
      ...good,
      slots: "13:00 - 17:00、09:00-12:00",
      refundBands: "24:0%\n\n 2 ： 20 %\n-1:50.5",
    });
    expect(errors).toEqual({});
    expect(terms).toMatchObject({
      slots: "09:00-12:00,13:00-17:00",
      refundBands: "24: 0\n2: 20\n-1: 50.5",
    });
  });

  it.each<[string, Partial<TicketTerms>]>([
    ["slots", { slots: "9:00-12:00" }],
    ["slots", { slots: "12:00-09:00" }],
    ["slots", { slots: "09:00-12:00,11:00-13:00" }],
    ["slots", { slots: "09:00-09:00" }],
    ["entryFrom", { entryFrom: "25:00" }],
    ["entryTo", { entryFrom: "10:00", entryTo: "09:00" }],
    ["refundBands", { refundBands: "soon: 10" }],
    ["refundBands", { refundBands: "24: 101" }],
    ["refundBands", { refundBands: "2: 20\n24: 0" }],
    ["refundBands", { refundBands: "24: 0\n24: 10" }],
    ["refundBands", { refundBands: "24: 0", refundRule: "never" }],
    ["maxPerOrder", { minPerOrder: 5, maxPerOrder: 4 }],
    ["validDays", { validity: "days", validDays: null }],
    ["perIdentityDay", { perIdentityDay: 2 }],
  ])("%s: %o is refused with a sentence", (field, wrong) => {
    const { errors } = readTerms({ ...good, ...wrong });
    expect(Object.keys(errors)).toEqual([field]);
    expect(errors[field]?.[0]).toBeTruthy();
  });
});

describe("days", () => {
  it("weekdays begin on Monday; months and years turn", () => {
    expect(weekdayOf("2026-11-16")).toBe(0);
    expect(weekdayOf("2026-11-22")).toBe(6);
    expect(addDays("2026-12-31", 1)).toBe("2027-01-01");
    expect(addDays("2028-02-28", 1)).toBe("2028-02-29");
    expect(daysOfMonth("2026-02")).toHaveLength(28);
  });

  it("runs are days that follow one another, in any order and given twice", () => {
    expect(runsOf(["2026-11-03", "2026-11-01", "2026-11-02", "2026-11-05", "2026-11-05"])).toEqual([
      { first: "2026-11-01", last: "2026-11-03" },
      { first: "2026-11-05", last: "2026-11-05" },
    ]);
  });
});
