/** Values of a sheet's cells as texts. */

/** Without an exponent. What adding up made of 0.3 is 0.30000000000000004. */
export function numberText(value: number): string {
  if (!Number.isFinite(value)) return "";
  const rounded = Number(value.toPrecision(15));
  const text = String(rounded);
  return text.includes("e") ? rounded.toFixed(Math.abs(rounded) < 1 ? 10 : 0) : text;
}

/** A day, a moment, or where there is no day a time. */
export function dateText(date: Date): string {
  if (Number.isNaN(date.getTime())) return "";
  const text = new Date(Math.round(date.getTime() / 1_000) * 1_000).toISOString();
  const [day, time] = [text.slice(0, 10), text.slice(11, 19)];
  if (day < "1900-01-01") return time;
  return time === "00:00:00" ? day : `${day} ${time}`;
}
