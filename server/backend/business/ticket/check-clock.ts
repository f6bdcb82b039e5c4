/** The business day and its times. China keeps one time zone and no summer time, so the offset is fixed. */
const offset = 8 * 3_600_000;

/** yyyy-MM-dd of a moment. */
export function businessDay(moment: Date): string {
  return local(moment).slice(0, 10);
}

/** HH:mm of a moment. */
export function clock(moment: Date): string {
  return local(moment).slice(11, 16);
}

/** yyyy-MM-dd HH:mm:ss of a moment; "" for none. */
export function stamp(moment: Date | string | null | undefined): string {
  if (!moment) return "";
  return local(new Date(moment)).slice(0, 19).replace("T", " ");
}

/** First moment of a day. */
export function startOfDay(day: string): Date {
  return new Date(`${day}T00:00:00+08:00`);
}

/** First moment of the day after. */
export function endOfDay(day: string): Date {
  return new Date(startOfDay(day).getTime() + 24 * 3_600_000);
}

function local(moment: Date): string {
  return new Date(moment.getTime() + offset).toISOString();
}
