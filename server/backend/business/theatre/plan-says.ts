/** What is wrong with a plan, in words: by row and seat. */
import { m } from "~/contract/messages";
import type { SeatingProblem } from "~/contract/theatre/plan-json";
import type { PlanProblem } from "~/contract/theatre/seat-plan";

export function sayProblem({ row, seat, why, found }: PlanProblem): string {
  switch (why) {
    case "rowTwice":
      return m.theatre_w_row_twice({ row });
    case "seatTwice":
      return m.theatre_w_seat_twice({ row, seat });
    case "tooMany":
      return m.theatre_w_too_many({ n: found });
    case "zone":
      return m.theatre_w_zone({ row, seat, found });
    case "kind":
      return m.theatre_w_kind({ row, seat, found });
    case "numbers":
      return m.theatre_w_numbers({ row, found });
    case "length":
      return m.theatre_w_length({ row, found });
    case "name":
      return m.theatre_w_name({ row, found });
    default:
      return m.theatre_w_line({ row, found });
  }
}

export function saySeatingProblem({ zone, row, seat, why, found }: SeatingProblem): string {
  if (why === "tooMany") return m.theatre_w_too_many({ n: found });
  if (why === "guidTwice") return m.theatre_w_guid({ zone, row, seat, found });
  return m.theatre_w_category({ zone, row, seat, found });
}

/** Where a file is not as its schema has it: by zone, row and seat as they are called there, else by their places. */
export function saySchemaProblem(
  file: unknown,
  { path, message }: { path: readonly PropertyKey[]; message: string },
): string {
  const named = (upTo: number, key: string) => {
    let at: unknown = file;
    for (const step of path.slice(0, upTo)) at = inside(at, step);
    const name = inside(at, key);
    const isName = (typeof name === "string" && name !== "") || typeof name === "number";
    return isName ? String(name) : String(Number(path[upTo - 1]) + 1);
  };
  const isList = (at: number, name: string) => path[at] === name && typeof path[at + 1] === "number";
  const rest = (from: number) => path.slice(from).join(".");
  if (!isList(0, "zones")) return m.theatre_w_schema({ where: rest(0) || "/", what: message });
  const zone = named(2, "name");
  if (!isList(2, "rows")) return m.theatre_w_schema({ where: [zone, rest(2)].join(" "), what: message });
  const row = named(4, "row_number");
  const where = isList(4, "seats")
    ? [m.theatre_seat_label({ area: zone, row, seat: named(6, "seat_number") }), rest(6)]
    : [zone, m.theatre_row({ row }), rest(4)];
  return m.theatre_w_schema({ where: where.filter(Boolean).join(" "), what: message });
}

const inside = (thing: unknown, key: PropertyKey): unknown =>
  typeof thing === "object" && thing !== null ? (thing as Record<PropertyKey, unknown>)[key] : undefined;
