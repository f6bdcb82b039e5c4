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
