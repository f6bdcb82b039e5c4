/** Terms of month passes: from a day so many months, and how many of them are untouched. Pure. */
import { addDays } from "../business-time";

/** Days as yyyy-MM-dd. The 31st is the last day of a shorter month. */
export function addMonths(day: string, months: number): string {
  const [year = 0, month = 1, date = 1] = day.split("-").map(Number);
  const last = new Date(Date.UTC(year, month - 1 + months + 1, 0));
  return new Date(Date.UTC(last.getUTCFullYear(), last.getUTCMonth(), Math.min(date, last.getUTCDate())))
    .toISOString()
    .slice(0, 10);
}

/** The last day of a term of so many months. */
export const lastDayOf = (start: string, months: number): string => addDays(addMonths(start, months), -1);

/** Whole months of a term that have not begun on a day: what a cancellation pays back. */
export function untouchedMonths(start: string, months: number, on: string): number {
  let begun = 0;
  while (begun < months && addMonths(start, begun) <= on) begun += 1;
  return months - begun;
}
