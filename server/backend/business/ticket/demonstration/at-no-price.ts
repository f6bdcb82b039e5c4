/** The order of the demonstration that guests of the house came with: the last one of a single plain ticket type that was sold at a counter. */
import { businessDay } from "../../../kernel/business-time";
import type { DemoRefund } from "./aftermath";
import type { DemoOrder } from "./history";

export function giveFreely(orders: readonly DemoOrder[], refunds: readonly DemoRefund[], now: Date): void {
  const refunded = new Set(refunds.map(({ order }) => order));
  const today = businessDay(now);
  const order = orders.findLast(
    (one) =>
      one.channel === "window" &&
      businessDay(one.at) < today &&
      !refunded.has(one) &&
      one.lines.length === 1 &&
      one.lines.every(({ type, slot, quantity }) => type.realName === "none" && slot === "" && quantity >= 2),
  );
  if (!order) return;
  order.free = true;
  order.discount = 0;
  for (const line of order.lines) {
    Object.assign(line, { unitPrice: 0, discount: 0, policyId: null, policyName: "" });
    for (const ticket of line.tickets) ticket.price = 0;
  }
}
