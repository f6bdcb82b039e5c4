/** Orders of the demonstration that the trade buys on its account: one of a day at the counters, none that was refunded. */
import { onAccount } from "~/contract/order/cash";
import { businessDay } from "../../../kernel/business-time";
import type { DemoRefund } from "./aftermath";
import type { DemoOrder } from "./history";

/** Fen: small enough that sixty of them stay within what agencies paid ahead. */
const most = 100_000;

export function payOnAccount(orders: readonly DemoOrder[], refunds: readonly DemoRefund[], now: Date): void {
  const refunded = new Set(refunds.map(({ order }) => order));
  const taken = new Set([businessDay(now)]);
  for (const order of orders) {
    const day = businessDay(order.at);
    const payable = order.lines.reduce((sum, { unitPrice, quantity }) => sum + unitPrice * quantity, -order.discount);
    if (order.channel !== "window" || refunded.has(order) || taken.has(day) || payable <= 0 || payable > most) continue;
    order.paymentType = onAccount;
    taken.add(day);
  }
}
