import { describe, expect, it } from "vitest";
import { brokenLines, inOrder } from "~/contract/line-rules";
import { refundBands, slots } from "~/contract/ticket/ticket-terms";
import { addDays, daysOfMonth, runsOf, weekdayOf } from "~server/backend/business/ticket/rules/days";
import { type TicketTerms, wrongTerms } from "~server/backend/business/ticket/rules/ticket-terms";

const good: TicketTerms = {
  entryFrom: null,
  entryTo: null,
  admissions: 1,
  minPerOrder: 1,
  maxPerOrder: 10,
  validity: "day",
  validDays: 1,
  realName: "none",
  perIdentityDay: null,
};

const band = (hours: number) => ({ hours, feePercent: 0 });
const slot = (startTime: string, endTime: string) => ({ startTime, endTime });

describe("the terms of a ticket type", () => {
  it.each<[string, Partial<TicketTerms>]>([
    ["entryFrom", { entryFrom: "25:00" }],
    ["entryTo", { entryFrom: "10:00", entryTo: "10:00" }],
    ["persons", { persons: 3, admissions: 2 }],
    ["maxPerOrder", { admissions: 1, minPerOrder: 5, maxPerOrder: 4 }],
    ["validDays", { validity: "days", validDays: null }],
    ["perIdentityDay", { perIdentityDay: 2 }],
  ])("%s: %o is refused with a sentence", (field, wrong) => {
    const errors = wrongTerms({ ...good, ...wrong });
    expect(Object.keys(errors)).toEqual([field]);
    expect(errors[field]?.[0]).toBeTruthy();
  });
});

describe("what a cell of a file says", () => {
  const read = (cell: string) => refundBands.notation?.read(cell);
  it("bands are read with full-width colons and percent signs, a line each or by semicolons", () => {
    expect(read("24:0%\n\n 2 ： 20 %；1: 0 + 5；-1:50.5% ＋ 2.55")).toEqual({
      lines: [
        { hours: 24, feePercent: 0, feeEach: null },
        { hours: 2, feePercent: 20, feeEach: null },
        { hours: 1, feePercent: 0, feeEach: 500 },
        { hours: -1, feePercent: 50.5, feeEach: 255 },
      ],
    });
    expect(slots.notation?.read("13:00 - 17:00、09:00～12:00")).toEqual({
      lines: [
        { startTime: "13:00", endTime: "17:00" },
        { startTime: "09:00", endTime: "12:00" },
      ],
    });
  });

  it.each(["soon: 10", "24", "24: 0; nonsense", "24: -1", "24: 1000", "24: 0 + x", "24: 0 + 1.234", "24: + 5"])(
    "%s is no band, and never none",
    (cell) => {
      expect(read(cell)).toEqual({ problem: expect.stringContaining("24: 0") });
    },
  );

  it("a slot is from one time to another", () => {
    for (const cell of ["9:00-12:00", "09:00", "09:00-12:00,x"]) {
      expect(slots.notation?.read(cell)).toEqual({ problem: expect.stringContaining("09:00-12:00") });
    }
  });
});

describe("bands and slots", () => {
  const broken = (values: object) => brokenLines(Object.entries({ refundBands, slots }), { ...values });
  it.each<[string, object]>([
    ["refundBands.1.hours", { refundBands: [band(2), band(24)] }],
    ["refundBands.1.hours", { refundBands: [band(24), band(24)] }],
    ["slots.0.endTime", { slots: [slot("12:00", "09:00")] }],
    ["slots.0.endTime", { slots: [slot("09:00", "09:00")] }],
    ["slots.0.startTime", { slots: [slot("11:00", "13:00"), slot("09:00", "12:00")] }],
    ["slots.1.startTime", { slots: [slot("09:00", "10:00"), slot("09:00", "11:00")] }],
  ])("%s is refused with a sentence", (at, values) => {
    expect(Object.keys(broken(values))).toEqual([at]);
  });

  it("that follow one another are right, in any order where it is nobody's", () => {
    const right = [slot("13:00", "17:00"), slot("09:00", "13:00")];
    expect(broken({ refundBands: [band(24), band(2), band(-2)], slots: right })).toEqual({});
    expect(inOrder(slots, right).map(({ startTime }) => startTime)).toEqual(["09:00", "13:00"]);
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
