/** Periods, comparisons and shares of reports. */
import { describe, expect, it } from "vitest";
import { daysIn, periodBefore, periodNames, periodOf } from "~/contract/report-period";
import { changeOf, percent, sharesOf, signedPercent } from "~/contract/report-shares";

describe("a period by name", () => {
  // A Thursday.
  const today = "2026-11-26";
  it.each([
    ["today", "2026-11-26", "2026-11-26"],
    ["yesterday", "2026-11-25", "2026-11-25"],
    ["thisWeek", "2026-11-23", "2026-11-26"],
    ["lastWeek", "2026-11-16", "2026-11-22"],
    ["thisMonth", "2026-11-01", "2026-11-26"],
    ["lastMonth", "2026-10-01", "2026-10-31"],
    ["thisYear", "2026-01-01", "2026-11-26"],
    ["lastYear", "2025-01-01", "2025-12-31"],
  ] as const)("%s is %s to %s", (name, from, to) => {
    expect(periodOf(name, today)).toEqual({ from, to });
  });

  it("on the first of January there is yesterday, last month and last year still", () => {
    const of = (name: (typeof periodNames)[number]) => Object.values(periodOf(name, "2027-01-01"));
    expect(of("yesterday")).toEqual(["2026-12-31", "2026-12-31"]);
    expect(of("lastMonth")).toEqual(["2026-12-01", "2026-12-31"]);
    expect(of("thisYear")).toEqual(["2027-01-01", "2027-01-01"]);
    expect(of("lastYear")).toEqual(["2026-01-01", "2026-12-31"]);
    expect(of("thisWeek")).toEqual(["2026-12-28", "2027-01-01"]);
  });

  it("never ends before it begins, on any day of two years", () => {
    for (let at = Date.UTC(2027, 0, 1); at < Date.UTC(2029, 0, 1); at += 86_400_000) {
      const day = new Date(at).toISOString().slice(0, 10);
      for (const name of periodNames) expect(daysIn(periodOf(name, day)), `${name} ${day}`).toBeGreaterThan(0);
    }
  });
});

describe("what a period is compared with", () => {
  it.each([
    ["a day with the day before", "2026-11-26", "2026-11-26", "2026-11-25", "2026-11-25"],
    ["a week with the one before", "2026-11-16", "2026-11-22", "2026-11-09", "2026-11-15"],
    ["a month to date with as much of the month before", "2026-11-01", "2026-11-26", "2026-10-01", "2026-10-26"],
    ["a whole month with the whole one before", "2026-11-01", "2026-11-30", "2026-10-01", "2026-10-31"],
    ["the end of March with all of February", "2026-03-01", "2026-03-30", "2026-02-01", "2026-02-28"],
    ["the first of a month with the first of the one before", "2026-11-01", "2026-11-01", "2026-10-01", "2026-10-01"],
    ["a year to date with as much of the year before", "2026-01-01", "2026-11-26", "2025-01-01", "2025-11-26"],
    ["a whole year with the year before", "2025-01-01", "2025-12-31", "2024-01-01", "2024-12-31"],
    ["a leap day with the 28th", "2028-01-01", "2028-02-29", "2027-01-01", "2027-02-28"],
    ["days across months with as many before", "2026-10-20", "2026-11-08", "2026-09-30", "2026-10-19"],
  ])("%s", (_, from, to, earlier, until) => {
    expect(periodBefore({ from, to })).toEqual({ from: earlier, to: until });
  });
});

describe("shares", () => {
  it("add up to a hundred", () => {
    expect(sharesOf([1, 1, 1])).toEqual([334, 333, 333]);
    expect(sharesOf([100, 0])).toEqual([1_000, 0]);
    let seed = 7;
    for (let round = 0; round < 500; round += 1) {
      const values = Array.from({ length: 1 + (round % 40) }, () => {
        seed = (seed * 48_271) % 2_147_483_647;
        return seed % 100_000;
      });
      if (values.every((value) => value === 0)) continue;
      const shares = sharesOf(values);
      expect(shares.reduce<number>((all, share) => all + (share ?? 0), 0)).toBe(1_000);
      for (const [place, share] of shares.entries()) {
        const exact = ((values[place] ?? 0) / values.reduce((all, value) => all + value, 0)) * 1_000;
        expect(Math.abs((share ?? 0) - exact)).toBeLessThan(1);
      }
    }
  });

  it("of the first of many are those of the whole", () => {
    expect(sharesOf([50, 25], 100)).toEqual([500, 250]);
  });

  it("are nobody's where something is below zero or nothing is there", () => {
    expect(sharesOf([10, -2])).toEqual([null, null]);
    expect(sharesOf([0, 0])).toEqual([null, null]);
    expect(sharesOf([])).toEqual([]);
  });

  it("are written with one decimal, changes with their sign", () => {
    expect([percent(1_000), percent(125), percent(0)]).toEqual(["100.0%", "12.5%", "0.0%"]);
    expect([changeOf(150, 100), changeOf(50, 100), changeOf(5, 0)]).toEqual([500, -500, null]);
    expect([signedPercent(500), signedPercent(-30), signedPercent(0)]).toEqual(["+50.0%", "-3.0%", "0.0%"]);
  });
});
