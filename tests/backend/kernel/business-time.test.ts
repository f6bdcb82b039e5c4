import { describe, expect, it } from "vitest";
import { nextRun } from "~server/backend/jobs/cron";
import {
  businessDay,
  clock,
  currentZone,
  endOfDay,
  inZone,
  momentOf,
  stamp,
  startOfDay,
} from "~server/backend/kernel/business-time";

const newYork = "America/New_York";
const hours = (from: Date, to: Date) => (to.getTime() - from.getTime()) / 3_600_000;

describe("business time by the zone of the corp", () => {
  it("is that of Shanghai where nobody says otherwise", () => {
    const moment = new Date("2026-11-20T16:00:00Z");
    expect(currentZone()).toBe("Asia/Shanghai");
    expect([businessDay(moment), clock(moment), stamp(moment)]).toEqual(["2026-11-21", "00:00", "2026-11-21 00:00:00"]);
    expect(startOfDay("2026-11-21")).toEqual(moment);
  });

  it("a day of New York has 23 hours when the clocks go forward and 25 when they go back", () => {
    inZone(newYork, () => {
      expect(hours(startOfDay("2026-03-08"), endOfDay("2026-03-08"))).toBe(23);
      expect(hours(startOfDay("2026-11-01"), endOfDay("2026-11-01"))).toBe(25);
      expect(hours(startOfDay("2026-11-02"), endOfDay("2026-11-02"))).toBe(24);
      expect(stamp("2026-03-08T06:59:59Z")).toBe("2026-03-08 01:59:59");
      expect(stamp("2026-03-08T07:00:00Z")).toBe("2026-03-08 03:00:00");
      expect(businessDay(new Date("2026-11-02T04:59:59Z"))).toBe("2026-11-01");
      expect(businessDay(new Date("2026-11-02T05:00:00Z"))).toBe("2026-11-02");
    });
  });

  it("a time that comes twice is the first, one that is left out comes as much later", () => {
    expect(momentOf("2026-11-01T01:30", newYork).toISOString()).toBe("2026-11-01T05:30:00.000Z");
    expect(momentOf("2026-03-08T02:30", newYork).toISOString()).toBe("2026-03-08T07:30:00.000Z");
    // Beirut's clocks go forward at midnight: the day begins at one.
    expect(stamp(startOfDay("2026-03-29", "Asia/Beirut"), "Asia/Beirut")).toBe("2026-03-29 01:00:00");
  });

  it("what is no zone is taken for the usual one", () => {
    expect(inZone("Mars/Olympus", currentZone)).toBe("Asia/Shanghai");
  });

  it("a schedule keeps its time of day when the clocks change", () => {
    inZone(newYork, () => {
      const before = new Date("2026-10-31T12:00:00Z");
      const first = nextRun("10 0 * * *", before);
      expect(first?.toISOString()).toBe("2026-11-01T04:10:00.000Z");
      expect(nextRun("10 0 * * *", first ?? before)?.toISOString()).toBe("2026-11-02T05:10:00.000Z");
    });
  });
});
