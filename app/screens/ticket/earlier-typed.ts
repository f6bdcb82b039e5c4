/** Passages of earlier days as they are typed in the trial of a type's rules: rows of fields of one name, blank ones left out. */
import type { FieldErrors } from "~/contract/errors";
import { m } from "~/contract/messages";
import { mostEarlier } from "~/contract/ticket/try-bounds";
import { typedDay } from "~/contract/typed-day";
import { isDay } from "~/contract/validators";

/** Each as it was typed; a day in words as the day that it means. */
export interface EarlierTyped {
  day: string;
  time: string;
  direction: string;
  people: string;
  gateId: string;
}

export function earlierTyped(query: URLSearchParams, today: string): EarlierTyped[] {
  const all = (name: string) => query.getAll(`earlier.${name}`).map((typed) => typed.trim().slice(0, 12));
  const [times, ways, people, gates] = ["time", "direction", "people", "gateId"].map(all);
  return all("day")
    .slice(0, mostEarlier)
    .map((day, row) => ({
      ...{ day: typedDay(day, today), time: times?.[row] ?? "", direction: ways?.[row] === "out" ? "out" : "in" },
      ...{ people: people?.[row] || "1", gateId: gates?.[row] ?? "" },
    }))
    .filter(({ day, time }) => day !== "" || time !== "");
}

/** By `earlier.` and the place of the row. */
export function wrongEarlier(rows: readonly EarlierTyped[], before: string): FieldErrors {
  const errors: FieldErrors = {};
  rows.forEach(({ day, time, people }, place) => {
    const name = `earlier.${place}`;
    if (!isDay(day) || !/^([01]\d|2[0-3]):[0-5]\d$/.test(time)) errors[name] = [m.try_earlier_whole()];
    else if (isDay(before) && day >= before) errors[name] = [m.try_not_earlier()];
    else if (!/^[1-9]\d{0,2}$/.test(people)) errors[name] = [m.v_integer()];
  });
  return errors;
}

export function earlierAsked(rows: readonly EarlierTyped[]) {
  return rows.map(({ day, time, direction, people, gateId }) => ({
    ...{ day, time, direction: direction === "out" ? ("out" as const) : ("in" as const), people: Number(people) },
    ...(/^[1-9]\d{0,9}$/.test(gateId) && { gateId: Number(gateId) }),
  }));
}
