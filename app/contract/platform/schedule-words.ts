/** When a task runs, in words; what has none is shown as it is written. */
import { m } from "../messages";

const weekdays = [
  m.thing_sunday,
  m.thing_monday,
  m.thing_tuesday,
  m.thing_wednesday,
  m.thing_thursday,
  m.thing_friday,
  m.thing_saturday,
];

const two = (text: string) => text.padStart(2, "0");

/** @param cron minute, hour, day of the month, month, weekday. */
export function scheduleWords(cron: string): string {
  const [minute = "", hour = "", day = "", month = "", weekday = "", ...rest] = cron.trim().split(/\s+/);
  if (rest.length > 0 || month !== "*") return cron;
  const every = /^\*\/(\d+)$/.exec(minute)?.[1];
  const whole = (text: string) => /^\d+$/.test(text);
  if (hour === "*" && day === "*" && weekday === "*") {
    if (minute === "*") return m.thing_every_minute();
    if (every) return m.thing_every_minutes({ n: every });
    const minutes = minute.split(",");
    if (!minutes.every(whole)) return cron;
    return m.thing_hourly({ minute: minutes.map(two).join(m.thing_minutes_and()) });
  }
  if (!whole(minute) || !whole(hour)) return cron;
  const time = `${two(hour)}:${two(minute)}`;
  if (day === "*" && weekday === "*") return m.thing_daily({ time });
  if (day === "*" && whole(weekday)) return m.thing_weekly({ weekday: weekdays[Number(weekday) % 7]?.() ?? "", time });
  return whole(day) && weekday === "*" ? m.thing_monthly({ day, time }) : cron;
}
