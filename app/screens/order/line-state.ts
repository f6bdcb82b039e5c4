/** How one line of an order stands, whatever its others do. */
import type { OrderView } from "~/contract/order/order";

type Line = Pick<OrderView["lines"][number], "quantity" | "used" | "refunded" | "changed">;

const beforeIssue = ["pending", "cancelled", "expired"];

/** An item of a dictionary. What was exchanged for other tickets is no order's state: tickets have it. */
export function lineState({ state }: Pick<OrderView, "state">, line: Line): { dictionary: string; value: string } {
  const of = (value: string) => ({ dictionary: "orderState", value });
  if (beforeIssue.includes(state)) return of(state);
  const { quantity, used, refunded, changed } = line;
  if (changed >= quantity) return { dictionary: "ticketState", value: "changed" };
  if (refunded + changed >= quantity) return of("refunded");
  if (used + refunded + changed >= quantity && used > 0) return of("fulfilled");
  if (refunded > 0) return of("partlyRefunded");
  return of(used > 0 ? "partlyFulfilled" : "paid");
}
