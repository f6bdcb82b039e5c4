/** Moments as text by a pattern (specification 9): y m d h i s, and a for the day of the week; where the parks are. */
import { stamp } from "~/contract/business-time";

const weekdays = "日一二三四五六";

/** Ten-digit timestamps are seconds, longer ones milliseconds; "" for what is no moment. */
export function formatDate(moment: Date | number | string | null | undefined, pattern = "y-m-d h:i:s"): string {
  const date = dateOf(moment);
  if (!date) return "";
  const text = stamp(date);
  const values = new Map(
    ["y", "m", "d", "h", "i", "s"].map((letter, place) => [letter, text.split(/[- :]/)[place] ?? ""]),
  );
  const day = new Date(`${text.slice(0, 10)}T00:00:00Z`).getUTCDay();
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
