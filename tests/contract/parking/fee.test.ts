/** The fee of a stay, by a table of cases, each reckoned by hand. Pure. */
import { describe, expect, test } from "vitest";
import { parkingFee, type Tariff } from "~/contract/parking/fee";

/** 30 minutes free, then 5 yuan for the first hour and 2 for each further one begun; 30 at most in 24 hours. */
const usual: Tariff = {
  ...{ freeMinutes: 30, freeCounts: true, firstMinutes: 60, firstFee: 500, stepMinutes: 60, stepFee: 200 },
  ...{ nightFrom: null, nightTo: null, nightFee: null, cap: 3_000, capBy: "entry" },
};
const only = { ...usual, freeCounts: false };
const calendar: Tariff = { ...usual, capBy: "calendar" };
const uncapped = { ...usual, cap: null };
const half = { ...uncapped, freeMinutes: 0, firstMinutes: 30, firstFee: 300, stepMinutes: 15, stepFee: 150 };
/** 10 yuan a night. */
const night: Tariff = { ...uncapped, freeMinutes: 0, nightFrom: "22:00", nightTo: "07:00", nightFee: 1_000 };
const cappedNight: Tariff = { ...night, cap: 2_000 };
const calendarNight: Tariff = { ...cappedNight, capBy: "calendar" };
/** A night that spans no midnight. */
const early: Tariff = { ...night, nightFrom: "00:00", nightTo: "06:00" };
const nothing = { ...usual, freeMinutes: 0, firstFee: 0, stepFee: 0 };

const at = (text: string, zone = "+08:00") => new Date(`2026-${text.replace(" ", "T")}${zone}`);
const paid = (tariff: Tariff, from: string, to: string) => parkingFee(tariff, at(from), at(to), "Asia/Shanghai").fee;

const cases: readonly (readonly [what: string, tariff: Tariff, from: string, to: string, fee: number])[] = [
  ["no time at all", usual, "11-20 08:00:00", "11-20 08:00:00", 0],
  ["a second", usual, "11-20 08:00:00", "11-20 08:00:01", 0],
  ["a second, with nothing free", half, "11-20 08:00:00", "11-20 08:00:01", 0],
  ["a minute, with nothing free", half, "11-20 08:00:00", "11-20 08:01:00", 300],
  ["one minute less than the free ones", usual, "11-20 08:00:00", "11-20 08:29:00", 0],
  ["exactly the free minutes", usual, "11-20 08:00:00", "11-20 08:30:00", 0],
  ["the free minutes and 59 seconds", usual, "11-20 08:00:00", "11-20 08:30:59", 0],
  ["the free minutes and one", usual, "11-20 08:00:00", "11-20 08:31:00", 500],
  ["seconds at the entry are the driver's", usual, "11-20 08:00:01", "11-20 08:31:00", 0],
  ["seconds at both ends", usual, "11-20 08:00:01", "11-20 08:31:59", 0],
  ["exactly the first step", usual, "11-20 08:00:00", "11-20 09:00:00", 500],
  ["the first step and a minute", usual, "11-20 08:00:00", "11-20 09:01:00", 700],
  ["exactly two steps", usual, "11-20 08:00:00", "11-20 10:00:00", 700],
  ["two steps and a minute", usual, "11-20 08:00:00", "11-20 10:01:00", 900],
  ["past the free minutes only what is past counts", only, "11-20 08:00:00", "11-20 08:31:00", 500],
  ["free minutes and exactly the first step", only, "11-20 08:00:00", "11-20 09:30:00", 500],
  ["free minutes, the first step and a minute", only, "11-20 08:00:00", "11-20 09:31:00", 700],
  ["steps of a quarter: half an hour", half, "11-20 08:00:00", "11-20 08:30:00", 300],
  ["steps of a quarter: 31 minutes", half, "11-20 08:00:00", "11-20 08:31:00", 450],
  ["steps of a quarter: 45 minutes", half, "11-20 08:00:00", "11-20 08:45:00", 450],
  ["steps of a quarter: 46 minutes", half, "11-20 08:00:00", "11-20 08:46:00", 600],
  ["one step below the cap", usual, "11-20 08:00:00", "11-20 21:00:00", 2_900],
  ["the cap, reached", usual, "11-20 08:00:00", "11-20 22:00:00", 3_000],
  ["24 hours are one cap", usual, "11-20 08:00:00", "11-21 08:00:00", 3_000],
  ["24 hours and a minute begin the steps anew", usual, "11-20 08:00:00", "11-21 08:01:00", 3_500],
  ["25 hours and a minute", usual, "11-20 08:00:00", "11-21 09:01:00", 3_700],
  ["48 hours", usual, "11-20 08:00:00", "11-22 08:00:00", 6_000],
  ["five days", usual, "11-20 08:00:00", "11-25 08:00:00", 15_000],
  ["across midnight, 24 hours from entry", usual, "11-20 23:00:00", "11-21 01:00:00", 700],
  ["across midnight, by the calendar", calendar, "11-20 23:00:00", "11-21 01:00:00", 1_000],
  ["exactly until midnight, by the calendar", calendar, "11-20 22:00:00", "11-21 00:00:00", 700],
  ["a minute past midnight, by the calendar", calendar, "11-20 22:00:00", "11-21 00:01:00", 1_200],
  ["a whole day of the calendar", calendar, "11-20 00:00:00", "11-21 00:00:00", 3_000],
  ["from noon to noon, by the calendar", calendar, "11-20 12:00:00", "11-21 12:00:00", 2_700 + 2_700],
  ["three days of the calendar, of them two capped", calendar, "11-20 00:00:00", "11-22 01:00:00", 6_500],
  ["within the free minutes across midnight", calendar, "11-20 23:50:00", "11-21 00:20:00", 0],
  ["the end of a month", usual, "11-30 23:00:00", "12-01 01:00:00", 700],
  ["no cap: two days", uncapped, "11-20 08:00:00", "11-22 08:00:00", 500 + 47 * 200],
  ["by day, with a night's price", night, "11-20 08:00:00", "11-20 10:00:00", 700],
  ["until the night begins", night, "11-20 20:00:00", "11-20 22:00:00", 700],
  ["a minute into the night", night, "11-20 20:00:00", "11-20 22:01:00", 1_700],
  ["a night that spans midnight, whole", night, "11-20 22:00:00", "11-21 07:00:00", 1_000],
  ["within the night, before midnight", night, "11-20 22:30:00", "11-20 23:00:00", 1_000],
  ["within the night, after midnight", night, "11-21 01:00:00", "11-21 02:00:00", 1_000],
  ["the last minute of a night", night, "11-21 06:59:00", "11-21 07:00:00", 1_000],
  ["evening, night and morning", night, "11-20 21:00:00", "11-21 08:00:00", 1_700],
  ["two nights and the day between", night, "11-20 22:00:00", "11-22 07:00:00", 1_000 + 500 + 14 * 200 + 1_000],
  ["the cap holds for night and day together", cappedNight, "11-20 12:00:00", "11-21 08:00:00", 2_000],
  ["a night belongs to the day where it begins", calendarNight, "11-20 23:00:00", "11-21 07:00:00", 1_000],
  [
    "a night that begins where a period ends is the next one's",
    { ...night, cap: 5_000 },
    "11-20 22:00:00",
    "11-22 07:00:00",
    5_300,
  ],
  ["by the calendar: night, then the day after", calendarNight, "11-20 22:00:00", "11-21 09:00:00", 1_700],
  ["a night without midnight", early, "11-20 23:00:00", "11-21 07:00:00", 1_700],
  ["a night without midnight, not touched", early, "11-20 06:00:00", "11-20 07:00:00", 500],
  ["a tariff of nothing", nothing, "11-20 08:00:00", "11-22 08:00:00", 0],
];

describe("a stay costs", () => {
  for (const [what, tariff, from, to, fee] of cases)
    test(`${what}: ${fee} fen`, () => expect(paid(tariff, from, to)).toBe(fee));

  test("there are at least forty cases", () => expect(cases.length).toBeGreaterThanOrEqual(40));
});

describe("where the clock is", () => {
  test("midnight is the zone's: the same moments cost otherwise elsewhere", () => {
    const [from, to] = [at("11-20 23:00:00"), at("11-21 01:00:00")];
    expect(parkingFee(calendar, from, to, "Asia/Shanghai").fee).toBe(1_000);
    expect(parkingFee(calendar, from, to, "Asia/Tokyo").fee).toBe(700);
    expect(parkingFee(calendar, from, to, "UTC").fee).toBe(700);
  });

  test("a zone without summer time has the same night in July and in January", () => {
    const of = (month: string) =>
      parkingFee(night, at(`${month}-10 21:00:00`), at(`${month}-11 08:00:00`), "Asia/Shanghai").fee;
    expect([of("01"), of("07")]).toEqual([1_700, 1_700]);
  });

  test("where the clocks go back a night is an hour longer, and costs the same", () => {
    const [from, to] = [new Date("2026-10-24T21:00:00Z"), new Date("2026-10-25T07:00:00Z")];
    const fee = parkingFee(night, from, to, "Europe/London");
    expect([fee.minutes, fee.fee]).toEqual([600, 1_000]);
  });
});

describe("how it comes about", () => {
  test("period by period, whose sum it is", () => {
    const { parts, fee, free } = parkingFee(cappedNight, at("11-20 12:00:00"), at("11-21 13:30:00"), "Asia/Shanghai");
    expect(free).toBe(false);
    expect(parts.map(({ dayMinutes, nights, fee: of, capped }) => [dayMinutes, nights, of, capped])).toEqual([
      [900, 1, 2_000, true],
      [90, 0, 700, false],
    ]);
    expect(fee).toBe(2_700);
  });

  test("it never falls as time goes on, minute by minute over three days", () => {
    for (const tariff of [usual, only, calendar, night, cappedNight, calendarNight, early]) {
      const from = at("11-20 17:13:00");
      let before = 0;
      for (let minutes = 0; minutes < 3 * 1_440; minutes += 1) {
        const { fee } = parkingFee(tariff, from, new Date(from.getTime() + minutes * 60_000), "Asia/Shanghai");
        if (fee < before) throw new Error(`${minutes} minutes cost ${fee}, a minute less ${before}`);
        before = fee;
      }
    }
  });

  test("an exit before the entry, no moment, and more than ten years are refused", () => {
    const from = at("11-20 08:00:00");
    for (const to of [at("11-20 07:59:59"), new Date(Number.NaN), new Date("2037-01-01")])
      expect(() => parkingFee(usual, from, to, "Asia/Shanghai")).toThrow(RangeError);
  });
});
