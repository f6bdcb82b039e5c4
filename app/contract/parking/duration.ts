/** How long a stay lasts, in words. Pure. */
import { m } from "../messages";

export function sayDuration(minutes: number): string {
  const days = Math.floor(minutes / 1_440);
  const hours = Math.floor((minutes % 1_440) / 60);
  if (days > 0) return m.parking_days_hours({ days, hours });
  return hours > 0 ? m.parking_hours_minutes({ hours, minutes: minutes % 60 }) : m.parking_only_minutes({ minutes });
}
