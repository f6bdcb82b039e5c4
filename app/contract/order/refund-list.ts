/** Refunds: those that wait for a second person, and those decided. */
import { dictionary, moment, money, number, text } from "../field-kinds";
import { m } from "../messages";
import { resource } from "../resource";

/** Its page is that of its order. `blocked` says of a refund that waits why the caller may not decide it. */
export const refund = resource("order", "refund", {
  title: m.order_refund_list_title,
  path: "/order/refundList",
  fun: "refundList",
  nameField: "orderNo",
  status: "state",
  defaultSort: { field: "id", order: "desc" },
  readOnly: true,
  pages: { detail: "/offlineOrderDetail?id={orderId}" },
  fields: {
    refundNo: text({ label: m.order_refund_no, list: true, filter: "equals" }),
    orderNo: text({ label: m.order_no, list: true, filter: "equals" }),
    orderId: number({ label: m.order_no, list: "answer" }),
    state: dictionary("refundState", { label: m.order_state, list: true, filter: "equals" }),
    quantity: number({ label: m.order_quantity, list: true }),
    fee: money({ label: m.order_refund_fee, list: true }),
    amount: money({ label: m.order_refund_amount, list: true }),
    reason: text({ label: m.order_refund_reason, max: 200, list: true }),
    requestedBy: text({ label: m.order_refund_requested_by, list: true, beside: ["requestedAt"] }),
    requestedById: number({ label: m.order_refund_requested_by, list: "answer" }),
    requestedAt: moment({ label: m.order_refund_requested_at, list: "file" }),
    decidedBy: text({ label: m.order_refund_decided_by, list: true, beside: ["decidedAt"] }),
    decidedAt: moment({ label: m.order_refund_decided_at, list: "file" }),
  },
});
