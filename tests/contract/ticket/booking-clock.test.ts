/** The booking clock in sentences, and as a cell of a file has it. */
import { describe, expect, it } from "vitest";
import { type BookingClock, bookingClocks, clockOn } from "~/contract/ticket/booking-clock";
import { sayClocks } from "~/contract/ticket/say-clock";
import { localeStorage } from "~/i18n/locale.server";
import { closesAt, opensAt } from "~server/backend/business/ticket/rules/booking-clock";
import { inZone } from "~server/backend/kernel/business-time";

const clock = (fields: Partial<BookingClock>): BookingClock => ({
  ...{ channel: "window", releaseDays: null, releaseTime: null, closeMinutes: null, closeTime: null, payMinutes: null },
  ...fields,
});
const usual = { channels: { window: "窗口", network: "网络" }, slotted: true, entryTo: null };
const english = { ...usual, channels: { window: "Counter", network: "Network" } };

describe("a booking clock is said", () => {
  const slotted = [
    clock({ channel: null, releaseDays: 1, payMinutes: 1 }),
    clock({ releaseDays: 7, releaseTime: "08:00", closeMinutes: 30 }),
    clock({ channel: "network", releaseDays: 0, releaseTime: "06:30", closeMinutes: -10, payMinutes: 15 }),
    clock({ channel: "club", closeMinutes: 0 }),
  ];
  it("by channel, all others last", () => {
    expect(sayClocks(slotted, usual)).toEqual([
      "窗口：提前 7 天 08:00 开售，时段开始前 30 分钟停售",
      "网络：当天 06:30 开售，时段开始后 10 分钟停售，待支付订单 15 分钟内付款",
      "club：时段开始时停售",
      "其他渠道：提前 1 天 00:00 开售，待支付订单 1 分钟内付款",
    ]);
    expect(localeStorage.run("en", () => sayClocks(slotted, english))).toEqual([
      "Counter: on sale from 08:00 7 days ahead, closes 30 minutes before the slot starts",
      "Network: on sale from 06:30 on the day, closes 10 minutes after the slot starts, unpaid orders are held for 15 minutes",
      "club: closes when the slot starts",
      "Other channels: on sale from 00:00 1 day ahead, unpaid orders are held for 1 minute",
    ]);
  });

  it("of a type without slots by its time, or by the end of entry", () => {
    const clocks = [clock({ channel: null, closeMinutes: 60 })];
    const said = (one: Partial<BookingClock>, entryTo: string | null = null) =>
      sayClocks([clock({ channel: null, ...one })], { ...usual, slotted: false, entryTo });
    expect(sayClocks(clocks, { ...usual, slotted: false, entryTo: "17:00" })).toEqual([
      "所有渠道：当天 17:00 前 60 分钟停售",
    ]);
    expect(said({ closeTime: "16:00" })).toEqual(["所有渠道：当天 16:00 停售"]);
    expect(said({ closeTime: "16:00", closeMinutes: -5 })).toEqual(["所有渠道：当天 16:00 后 5 分钟停售"]);
    expect(said({ closeMinutes: 5 })).toEqual([]);
    const inEnglish = localeStorage.run("en", () => said({ closeTime: "16:00", closeMinutes: 1 }));
    expect(inEnglish).toEqual(["All channels: closes 1 minute before 16:00 on the day"]);
  });
});

describe("a cell of a file", () => {
  const read = (cell: string) => bookingClocks.notation?.read(cell);
  it("has a line for each channel, in either language and width", () => {
    expect(read("window：开售 7 8:00，停售 30；*: open 30, close -15 17:30, pay 15\nnetwork: close 16:00")).toEqual({
      lines: [
        clock({ releaseDays: 7, releaseTime: "08:00", closeMinutes: 30 }),
        clock({ channel: null, releaseDays: 30, closeMinutes: -15, closeTime: "17:30", payMinutes: 15 }),
        clock({ channel: "network", closeTime: "16:00" }),
      ],
    });
  });
  it.each(["window", "window: 7", "window: open", "window: close", "window: open 7 25:00", "a: pay x; b: pay 1"])(
    "%s is no clock, and never none",
    (cell) => {
      expect(read(cell)).toEqual({ problem: expect.stringContaining("不对") });
    },
  );
});

describe("its moments", () => {
  it("are those of the clock on the wall, also where the clocks change between release and visit", () => {
    inZone("America/New_York", () => {
      const one = clock({ releaseDays: 7, releaseTime: "08:00", closeMinutes: 30 });
      expect(opensAt(one, "2026-11-03")?.toISOString()).toBe("2026-10-27T12:00:00.000Z");
      expect(opensAt(one, "2026-11-12")?.toISOString()).toBe("2026-11-05T13:00:00.000Z");
      const day = { entryFrom: null, entryTo: null };
      expect(closesAt(one, day, "2026-11-03", "09:00-10:00")?.toISOString()).toBe("2026-11-03T13:30:00.000Z");
      expect(closesAt(one, day, "2026-11-03", "")).toBeNull();
    });
  });
  it("are of the line of the channel, else of the line for all others", () => {
    const lines = [clock({ channel: null, releaseDays: 1 }), clock({ channel: "window", releaseDays: 2 })];
    expect([clockOn(lines, "window")?.releaseDays, clockOn(lines, "agency")?.releaseDays]).toEqual([2, 1]);
    expect(clockOn(lines.slice(1), "agency")).toBeUndefined();
  });
});
