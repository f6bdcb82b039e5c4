/** Moments as text by a pattern (specification 9): y m d h i s, and a for the day of the week; where the parks are. */

const parts = new Intl.DateTimeFormat("en-GB", {
  timeZone: "Asia/Shanghai",
  year: "numeric",
  month: "2-digit",
  day: "2-digit",
  hour: "2-digit",
  minute: "2-digit",
  second: "2-digit",
  hourCycle: "h23",
});
const places = { year: "y", month: "m", day: "d", hour: "h", minute: "i", second: "s" } as const;
const weekdays = "日一二三四五六";

/** Ten-digit timestamps are seconds, longer ones milliseconds; "" for what is no moment. */
export function formatDate(moment: Date | number | string | null | undefined, pattern = "y-m-d h:i:s"): string {
  const date = dateOf(moment);
  if (!date) return "";
  const values = new Map<string, string>();
  for (const { type, value } of parts.formatToParts(date))
    if (type in places) values.set(places[type as "year"], value);
  const day = new Date(`${values.get("y")}-${values.get("m")}-${values.get("d")}T00:00:00Z`).getUTCDay();
  values.set("a", weekdays[day] ?? "");
  // {y}-{m} and y-m mean the same.
  return pattern.replace(/\{([ymdhisa])\}|([ymdhisa])/g, (whole, braced, bare) => values.get(braced ?? bare) ?? whole);
}

function dateOf(moment: Date | number | string | null | undefined): Date | null {
  if (moment === null || moment === undefined || moment === "") return null;
  const digits = typeof moment === "number" || /^\d+$/.test(String(moment)) ? Number(moment) : null;
  const date =
    digits === null ? new Date(moment) : new Date(String(Math.trunc(digits)).length === 10 ? digits * 1_000 : digits);
  return Number.isNaN(date.getTime()) ? null : date;
}
