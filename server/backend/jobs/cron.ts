/** Five fields as cron has them (minute, hour, day, month, weekday), in the corp's business time. */
import { momentOf, stamp } from "../kernel/business-time";

const minute = 60_000;

interface Cron {
  minutes: Set<number>;
  hours: Set<number>;
  days: Set<number>;
  months: Set<number>;
  weekdays: Set<number>;
  /** Where both are given, either day will do: so cron has it. */
  eitherDay: boolean;
}

/** Null for what is no schedule. Sunday is 0 or 7. */
export function parseCron(text: string): Cron | null {
  const parts = text.trim().split(/\s+/);
  if (parts.length !== 5) return null;
  const [minutes, hours, days, months, weekdays] = [
    fieldOf(parts[0], 0, 59),
    fieldOf(parts[1], 0, 23),
    fieldOf(parts[2], 1, 31),
    fieldOf(parts[3], 1, 12),
    fieldOf(parts[4], 0, 7),
  ];
  if (!minutes || !hours || !days || !months || !weekdays) return null;
  if (weekdays.has(7)) weekdays.add(0);
  return { minutes, hours, days, months, weekdays, eitherDay: parts[2] !== "*" && parts[4] !== "*" };
}

function fieldOf(text: string | undefined, least: number, most: number): Set<number> | null {
  const values = new Set<number>();
  for (const part of (text ?? "").split(",")) {
    const match = /^(?:\*|(\d{1,2})(?:-(\d{1,2}))?)(?:\/(\d{1,2}))?$/.exec(part);
    if (!match) return null;
    const step = Number(match[3] ?? 1);
    const from = Number(match[1] ?? least);
    const to = match[2] !== undefined ? Number(match[2]) : match[1] === undefined || match[3] ? most : from;
    if (step < 1 || from < least || to > most || from > to) return null;
    for (let value = from; value <= to; value += step) values.add(value);
  }
  return values;
}

/** The first moment after `from` that fits; null when none does within four years (30 February). */
export function nextRun(text: string, from: Date): Date | null {
  const cron = parseCron(text);
  if (!cron) return null;
  let at = Math.floor(Date.parse(`${stamp(from).replace(" ", "T")}Z`) / minute) * minute + minute;
  const last = at + 4 * 366 * 24 * 3_600_000;
  while (at < last) {
    const local = new Date(at);
    if (!dayFits(cron, local)) {
      at = Date.UTC(local.getUTCFullYear(), local.getUTCMonth(), local.getUTCDate() + 1);
    } else if (!cron.hours.has(local.getUTCHours())) {
      at = at - (at % 3_600_000) + 3_600_000;
    } else if (!cron.minutes.has(local.getUTCMinutes())) {
      at += minute;
    } else {
      const found = momentOf(new Date(at).toISOString().slice(0, 16));
      if (found > from) return found;
      at += minute;
    }
  }
  return null;
}

function dayFits(cron: Cron, local: Date): boolean {
  if (!cron.months.has(local.getUTCMonth() + 1)) return false;
  const day = cron.days.has(local.getUTCDate());
  const weekday = cron.weekdays.has(local.getUTCDay());
  return cron.eitherDay ? day || weekday : day && weekday;
}
