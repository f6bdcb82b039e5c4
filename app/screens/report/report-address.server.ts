/** The address of a report: period, grouping and filters; nonsense in it shows what there is, as in a list. */

import { m } from "~/contract/messages";
import { type AnyReport, longestReport } from "~/contract/report-kind";
import { daysIn, type Period, type PeriodName, periodNames, periodOf } from "~/contract/report-period";
import { typedDay } from "~/contract/typed-day";
import { isDay } from "~/contract/validators";

export interface ReportAddress extends Period {
  /** Null where days were chosen. */
  period: PeriodName | null;
  by: string;
  only: Record<string, string>;
  /** Why the period is not the one asked for. */
  problem: string;
  isPrint: boolean;
}

export function readAddress(report: AnyReport, url: URL, today: string): ReportAddress {
  const asked = url.searchParams;
  const groups = Object.keys(report.groups);
  const by = groups.find((name) => name === asked.get("by")) ?? groups[0] ?? "";
  const only = Object.fromEntries(
    groups.flatMap((name) => {
      const key = asked.get(name)?.trim() ?? "";
      return key !== "" && key.length <= 200 ? [[name, key] as const] : [];
    }),
  );
  return { by, only, ...periodIn(report, asked, today), isPrint: asked.get("print") === "T" };
}

function periodIn(report: AnyReport, asked: URLSearchParams, today: string) {
  const [from, to] = ["from", "to"].map((name) => typedDay(asked.get(name) ?? "", today)) as [string, string];
  const named = periodNames.find((name) => name === asked.get("period"));
  if (isDay(from) || isDay(to)) {
    const chosen = { from: isDay(from) ? from : to, to: isDay(to) ? to : from };
    const problem =
      chosen.from > chosen.to
        ? m.forms_v_range()
        : daysIn(chosen) > longestReport
          ? m.report_too_long({ days: longestReport })
          : "";
    // Days that are a named period are shown as that.
    const same = periodNames.find((name) => sameDays(periodOf(name, today), chosen)) ?? null;
    if (problem === "") return { ...chosen, period: same, problem };
    return { ...periodOf(report.period, today), period: report.period, problem };
  }
  const period = named ?? report.period;
  return { ...periodOf(period, today), period, problem: "" };
}

const sameDays = (one: Period, other: Period) => one.from === other.from && one.to === other.to;

/** Null takes a part out of the address. */
export type AddressChange = Readonly<Record<string, string | null>>;

/** The address with something of it changed; what a report does not know stays behind. */
export function addressOf(report: AnyReport, at: ReportAddress, change: AddressChange = {}, below = ""): string {
  const parts: Record<string, string | null> = {
    ...(at.period ? { period: at.period } : { from: at.from, to: at.to }),
    by: at.by,
    ...at.only,
    ...change,
  };
  const kept = new URLSearchParams();
  for (const [name, value] of Object.entries(parts)) if (value !== null) kept.set(name, value);
  if (kept.get("by") === Object.keys(report.groups)[0]) kept.delete("by");
  if (kept.get("period") === report.period) kept.delete("period");
  const text = kept.toString();
  return report.path + below + (text === "" ? "" : `?${text}`);
}

/** The days of a group of time: the part of the period that its key names. */
export function daysOfKey(kind: string, key: string, { from, to }: Period): Period | null {
  if (kind === "day") return { from: key, to: key };
  if (kind !== "month") return null;
  return { from: from > `${key}-01` ? from : `${key}-01`, to: lastOf(key) < to ? lastOf(key) : to };
}

/** The last day of a month, yyyy-MM. */
function lastOf(month: string): string {
  const [year = 0, number = 0] = month.split("-").map(Number);
  return new Date(Date.UTC(year, number, 0)).toISOString().slice(0, 10);
}
