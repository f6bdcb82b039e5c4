/** When a planned export comes, and of which days it is. Days are yyyy-MM-dd of the corp's own time. */
import type { ExportRhythm } from "~/contract/platform/export-plan";
import { addDays } from "../kernel/business-time";

/** 0 is Monday. */
const weekday = (day: string) => (new Date(`${day}T00:00:00Z`).getUTCDay() + 6) % 7;
const monthAfter = (day: string) => {
  const [year, month] = day.split("-").map(Number) as [number, number];
  return month === 12 ? `${year + 1}-01-01` : `${year}-${String(month + 1).padStart(2, "0")}-01`;
};

/** The first day after `day` on which it comes: the next one, a Monday, the first of a month. */
export function dayAfter(day: string, rhythm: ExportRhythm): string {
  if (rhythm === "daily") return addDays(day, 1);
  return rhythm === "weekly" ? addDays(day, 7 - weekday(day)) : monthAfter(day);
}

/** The whole day, week (Monday to Sunday) or month before `day`. */
export function daysBefore(day: string, rhythm: ExportRhythm): { from: string; to: string } {
  if (rhythm === "daily") return { from: addDays(day, -1), to: addDays(day, -1) };
  if (rhythm === "weekly") {
    const monday = addDays(day, -weekday(day));
    return { from: addDays(monday, -7), to: addDays(monday, -1) };
  }
  const to = addDays(`${day.slice(0, 7)}-01`, -1);
  return { from: `${to.slice(0, 7)}-01`, to };
}

const ofDays = /^(\d{4}-\d\d-\d\d)?~(\d{4}-\d\d-\d\d)?$/;

/** Whether a filter is of days. */
export const isOfDays = (value: string): boolean => value !== "~" && ofDays.test(value);

/** Filters of days with the days before `day` in their place. */
export function filtersFor(
  filters: Readonly<Record<string, string>>,
  day: string,
  rhythm: ExportRhythm,
): Record<string, string> {
  const { from, to } = daysBefore(day, rhythm);
  return Object.fromEntries(
    Object.entries(filters).map(([name, value]) => [name, isOfDays(value) ? `${from}~${to}` : value]),
  );
}
