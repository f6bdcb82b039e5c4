/** Rows of a report: what had nothing in groups of time, and what keys are called. */
import { sql } from "drizzle-orm";
import { m } from "~/contract/messages";
import { type AnyReport, type Figures, isOfTime, type TimeKind } from "~/contract/report-kind";
import { daysIn, type Period } from "~/contract/report-period";
import { addDays } from "./business-time";
import type { Call } from "./call";
import { dictionariesOf } from "./dictionaries";
import type { FoundRow } from "./report-look";
import { rowsOf } from "./rows";

/** A day on which nothing was sold is a row of zeros: a chart that leaves it out tells a lie. */
export function withGaps(
  report: AnyReport,
  { from, to, by }: Period & { by: string },
  rows: readonly FoundRow[],
): FoundRow[] {
  const kind = report.groups[by]?.kind ?? "named";
  if (!isOfTime(kind) || rows.length === 0) return [...rows];
  const found = new Map(rows.map((row) => [row.key, row]));
  const all = keysOf(kind, { from, to }, rows);
  return all.map((key) => found.get(key) ?? { key, label: "", values: zeros(report) });
}

export const zeros = ({ measures }: AnyReport): Figures =>
  Object.fromEntries(Object.keys(measures).map((name) => [name, 0]));

function keysOf(kind: TimeKind, { from, to }: Period, rows: readonly FoundRow[]): string[] {
  if (kind === "weekday") return span(1, 7).map(String);
  if (kind === "hour")
    return span(Number(rows[0]?.key), Number(rows.at(-1)?.key)).map((n) => String(n).padStart(2, "0"));
  const days = span(0, daysIn({ from, to }) - 1).map((n) => addDays(from, n));
  return kind === "day" ? days : [...new Set(days.map((day) => day.slice(0, 7)))];
}

const span = (first: number, last: number): number[] =>
  Array.from({ length: last - first + 1 }, (_, place) => first + place);

const weekdays = [
  m.report_monday,
  m.report_tuesday,
  m.report_wednesday,
  m.report_thursday,
  m.report_friday,
  m.report_saturday,
  m.report_sunday,
];

/** What a key of a group is called; what has neither name nor item is told as that. */
export async function namesOf(call: Call, report: AnyReport) {
  const groups = Object.values(report.groups);
  const codes = [...new Set(groups.flatMap(({ dictionary }) => (dictionary ? [dictionary] : [])))];
  const found = await dictionariesOf(call.db, codes, call.locale);
  const items = new Map(codes.map((code) => [code, new Map((found[code] ?? []).map((one) => [one.value, one.label]))]));
  const parks = groups.some(({ kind }) => kind === "park") ? await parkNames(call) : new Map<string, string>();
  return (group: string, key: string, label: string): string => {
    const { kind, dictionary } = report.groups[group] ?? { kind: "named" };
    if (kind === "weekday") return weekdays[Number(key) - 1]?.() ?? key;
    if (kind === "hour") return `${key}:00`;
    if (kind === "dictionary") return items.get(dictionary ?? "")?.get(key) ?? m.report_none();
    if (kind === "park") return parks.get(key) ?? m.report_none();
    if (isOfTime(kind)) return key;
    return label || m.report_none();
  };
}

/** Of the parks that the caller works in. */
async function parkNames(call: Call): Promise<Map<string, string>> {
  const rows = await rowsOf<{ id: string; name: string }>(call.db, sql`select id::text as id, name from park`);
  return new Map(rows.map(({ id, name }) => [id, name]));
}
