/** One order whole: its head, what hangs under it, and its log in words. */
import { sql } from "drizzle-orm";
import { m } from "~/contract/messages";
import { type OrderRow, type OrderView, orderDetail } from "~/contract/order/order";
import { stamp } from "../../kernel/business-time";
import { maskIdentity } from "../../kernel/mask";
import { yuan } from "../../kernel/money";
import { Invalid, NotFound } from "../../kernel/refusal";
import { firstOf } from "../../kernel/rows";
import { serve } from "../../kernel/served";
import { noteUnmaskedView } from "../../kernel/unmasked-views";
import { orderColumns, shownOrder } from "./order-list";
import { type OrderEvent, partsOf } from "./order-parts";
import type { Sellable } from "./sellable";
import { visibleOrders } from "./visible";

export const serveDetail = (sellables: readonly Sellable[]) =>
  serve(orderDetail, async (call, { id, orderNo }) => {
    if (id === undefined && orderNo === undefined) throw new Invalid({ id: [m.v_required()] });
    const order = await firstOf<OrderRow & { remark: string }>(
      call.db,
      sql`
      select ${orderColumns}, o.remark
      from orders o
      where ${id === undefined ? sql`o.order_no = ${orderNo}` : sql`o.id = ${id}`}
        and ${await visibleOrders(call)}
    `,
    );
    if (!order) throw new NotFound();
    const maySee = await call.may("sensitive:view");
    const { lines, tickets, payments, refunds, events } = await partsOf(call.db, sellables, order.id);
    if (maySee && [order.contactMobile, ...tickets.map((ticket) => ticket.holderIdentity)].some(Boolean)) {
      noteUnmaskedView(call, "order", [{ id: order.id, label: order.orderNo }]);
    }
    return {
      ...shownOrder(order, maySee),
      lines,
      tickets: tickets.map((ticket) =>
        maySee ? ticket : { ...ticket, holderIdentity: maskIdentity(ticket.holderIdentity) },
      ),
      payments: payments.map((payment) => ({ ...payment, at: stamp(payment.at) })),
      refunds: refunds.map(shownRefund),
      log: logOf(order, events),
    };
  });

function shownRefund<R extends { requestedAt: string; decidedAt: string | null }>(refund: R) {
  return { ...refund, requestedAt: stamp(refund.requestedAt), decidedAt: stamp(refund.decidedAt) };
}

function logOf(order: OrderRow, events: readonly OrderEvent[]): OrderView["log"] {
  const sold = {
    at: stamp(order.createdAt),
    by: order.sellerName,
    action: m.log_action_sold(),
    text: m.log_order_sold({ quantity: order.quantity, amount: yuan(order.payable) }),
    tone: "good" as const,
  };
  return [
    sold,
    ...events.map((event) => ({ at: stamp(event.at), by: event.by, tone: tones[event.kind], ...wordsOf(event) })),
  ];
}

const tones: Record<OrderEvent["kind"], OrderView["log"][number]["tone"]> = {
  printed: "calm",
  passed: "good",
  reversed: "bad",
  refundRequested: "calm",
  refunded: "bad",
  refundRejected: "calm",
  refundWithdrawn: "calm",
  refundExpired: "bad",
};

function wordsOf(event: OrderEvent): { action: string; text: string } {
  const { quantity, refundNo, ticketNo, gate } = event;
  const amount = yuan(event.amount);
  switch (event.kind) {
    case "printed":
      return { action: m.log_action_printed(), text: m.log_order_printed({ quantity }) };
    case "passed":
      return { action: m.log_action_passed(), text: m.log_order_passed({ ticketNo, gate, people: quantity }) };
    case "reversed":
      return { action: m.log_action_reversed(), text: m.log_order_reversed({ ticketNo, gate }) };
    case "refundRequested":
      return {
        action: m.log_action_refund_requested(),
        text: m.log_order_refund_requested({ refundNo, quantity, amount }),
      };
    case "refunded":
      return {
        action: m.log_action_refunded(),
        text: m.log_order_refunded({ refundNo, quantity, amount, fee: yuan(event.fee) }),
      };
    case "refundRejected":
      return { action: m.log_action_refund_rejected(), text: m.log_order_refund_rejected({ refundNo }) };
    case "refundWithdrawn":
      return { action: m.log_action_refund_withdrawn(), text: m.log_order_refund_withdrawn({ refundNo }) };
    case "refundExpired":
      return { action: m.log_action_refund_expired(), text: m.log_order_refund_expired({ refundNo }) };
  }
}
