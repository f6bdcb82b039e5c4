/** Periods of reports, by name: an address that says "this month" says so next month too. Days are yyyy-MM-dd; pure. */
import { addDays } from "./business-time";

export const periodNames = [
  "today",
  "yesterday",
  "thisWeek",
  "lastWeek",
  "thisMonth",
  "lastMonth",
  "thisYear",
  "lastYear",
] as const;
export type PeriodName = (typeof periodNames)[number];

export interface Period {
  from: string;
  to: string;
}

/** What is under way ends today: days to come have nothing yet. */
export function periodOf(name: PeriodName, today: string): Period {
  const month = `${today.slice(0, 7)}-01`;
  const year = `${today.slice(0, 4)}-01-01`;
  const monday = addDays(today, -weekdayOf(today));
  switch (name) {
    case "today":
      return { from: today, to: today };
    case "yesterday":
      return { from: addDays(today, -1), to: addDays(today, -1) };
    case "thisWeek":
      return { from: monday, to: today };
    case "lastWeek":
      return { from: addDays(monday, -7), to: addDays(monday, -1) };
    case "thisMonth":
      return { from: month, to: today };
    case "lastMonth": {
      const to = addDays(month, -1);
      return { from: `${to.slice(0, 7)}-01`, to };
    }
    case "thisYear":
      return { from: year, to: today };
    case "lastYear": {
      const to = addDays(year, -1);
      return { from: `${to.slice(0, 4)}-01-01`, to };
    }
  }
}

/**
 * What a period is compared with. From the first of a month or of a year it is the same part of the month or year before;
 * everything else has as many days before it.
 */
export function periodBefore({ from, to }: Period): Period {
  const end = addDays(from, -1);
  if (from.endsWith("-01-01") && to.slice(0, 4) === from.slice(0, 4)) {
    const year = end.slice(0, 4);
    return { from: `${year}-01-01`, to: within(`${year}${to.slice(4)}`) };
  }
  if (from.endsWith("-01") && to.slice(0, 7) === from.slice(0, 7)) {
    const month = end.slice(0, 7);
    const isWhole = addDays(to, 1).endsWith("-01");
    const same = `${month}-${to.slice(8)}`;
    return { from: `${month}-01`, to: isWhole || same > end ? end : same };
  }
  const days = daysIn({ from, to });
  return { from: addDays(from, -days), to: end };
}

/** How many days a period has. */
export function daysIn({ from, to }: Period): number {
  return Math.round((Date.parse(`${to}T00:00:00Z`) - Date.parse(`${from}T00:00:00Z`)) / 86_400_000) + 1;
}

/** 0 is Monday. */
export const weekdayOf = (day: string): number => (new Date(`${day}T00:00:00Z`).getUTCDay() + 6) % 7;

/** The 29th of February is the 28th where there is none. */
const within = (day: string): string =>
  day.endsWith("-02-29") && addDays(day.replace("-29", "-28"), 1).endsWith("-03-01") ? day.replace("-29", "-28") : day;
