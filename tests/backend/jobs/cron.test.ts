import { describe, expect, it } from "vitest";
import { nextRun, parseCron } from "~server/backend/jobs/cron";

const following = (cron: string, from: string) => nextRun(cron, new Date(`${from}+08:00`))?.toISOString();
const at = (text: string) => new Date(`${text}+08:00`).toISOString();

describe("schedules in Asia/Shanghai", () => {
  it("finds the next moment, always after the one asked about", () => {
    expect(following("20 3 * * *", "2026-11-21T03:19:59")).toBe(at("2026-11-21T03:20:00"));
    expect(following("20 3 * * *", "2026-11-21T03:20:00")).toBe(at("2026-11-22T03:20:00"));
    expect(following("*/15 * * * *", "2026-11-21T23:50:00")).toBe(at("2026-11-22T00:00:00"));
    expect(following("0 8-18/2 * * 1-5", "2026-11-20T18:30:00")).toBe(at("2026-11-23T08:00:00"));
    expect(following("0 0 29 2 *", "2026-11-21T00:00:00")).toBe(at("2028-02-29T00:00:00"));
    expect(following("0 0 * * 7", "2026-11-21T00:00:00")).toBe(at("2026-11-22T00:00:00"));
  });

  it("takes either day where both are given, as cron does", () => {
    expect(following("0 0 1 * 1", "2026-11-21T00:00:00")).toBe(at("2026-11-23T00:00:00"));
  });

  it("refuses what is no schedule, and what never comes", () => {
    for (const bad of [
      "",
      "* * * *",
      "60 * * * *",
      "* 24 * * *",
      "5-1 * * * *",
      "*/0 * * * *",
      "a * * * *",
      "1.5 * * * *",
    ])
      expect(parseCron(bad), bad).toBeNull();
    expect(nextRun("0 0 30 2 *", new Date())).toBeNull();
  });

  it("takes an expression as data: what croner knows beyond five fields of numbers is refused, and so is code", () => {
    for (const odd of [
      "@daily",
      "0 0 L * *",
      "0 0 * * 5#2",
      "0 0 ? * *",
      "0 0 * JAN *",
      "0 0 * * MON",
      "* * * * * *",
      "0 0 0 1 1 * 2027",
      "2027-01-01T00:00:00",
      "$(touch /tmp/x) * * * *",
      "`id` * * * *",
      "constructor * * * *",
      "__proto__ * * * *",
      "* * * * *; process.exit(1)",
      "*/1e9 * * * *",
      `${"1,".repeat(400)}1 * * * *`,
    ]) {
      expect(parseCron(odd), odd).toBeNull();
      expect(nextRun(odd, new Date()), odd).toBeNull();
    }
  });
});
