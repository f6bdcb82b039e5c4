/** When a schedule runs next: five fields as cron has them (minute, hour, day, month, weekday), by the business's clock. */
import { Cron } from "croner";

/** Where the corps of this product are; it keeps one offset all year. */
const timezone = "Asia/Shanghai";
/** Numbers, lists, ranges and steps: what the page explains. Names, `L`, `#`, `?` and `@daily` stay out. */
const fiveFields = /^[\d*,/-]+(?:\s+[\d*,/-]+){4}$/;
const longest = 100;
const fourYears = 4 * 366 * 24 * 3_600_000;

/** Null for what is no schedule. Sunday is 0 or 7; where day and weekday are given either will do, as cron has it. */
export function parseCron(text: string): Cron | null {
  const expression = text.trim();
  if (expression.length > longest || !fiveFields.test(expression)) return null;
  try {
    // Without a function it runs nothing: it only tells moments.
    return new Cron(expression, { timezone, mode: "5-part", paused: true });
  } catch {
    // What is wrong the form says in its own words.
    return null;
  }
}

/** The first moment after `from` that fits; null when none does within four years (30 February). */
export function nextRun(text: string, from: Date): Date | null {
  const next = parseCron(text)?.nextRun(from) ?? null;
  return next && next.getTime() - from.getTime() <= fourYears ? next : null;
}
