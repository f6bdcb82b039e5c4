/** Refunds: those that wait for a second person, and those decided. */
import { boolean, dictionary, moment, money, number, text } from "../field-kinds";
import { m } from "../messages";
import { resource } from "../resource";
import { refundStates } from "./order";

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
    refundNo: text({ label: m.order_refund_no, required: true, list: true, filter: "equals" }),
    orderNo: text({ label: m.order_no, list: true, filter: "equals" }),
    orderId: number({ label: m.order_no, list: "answer" }),
    state: dictionary("refundState", {
      label: m.order_state,
      required: true,
      list: true,
      filter: "equals",
      values: refundStates,
    }),
    quantity: number({ label: m.order_quantity, required: true, list: true }),
    fee: money({ label: m.order_refund_fee, default: 0, list: true }),
    amount: money({ label: m.order_refund_amount, required: true, list: true }),
    reason: text({ label: m.order_refund_reason, max: 200, list: true }),
    /** What one that is held waits for. */
    heldFor: text({ label: m.order_refund_held_for, max: 300, list: "file" }),
    requestedBy: text({ label: m.order_refund_requested_by, required: true, list: true, beside: ["requestedAt"] }),
    requestedById: number({ label: m.order_refund_requested_by, list: "answer" }),
    requestedAt: moment({ label: m.order_refund_requested_at, required: true, list: "file" }),
    /** False: nobody had to agree, being below the limit. */
    needsApproval: boolean({ label: m.order_refund_decided_by, list: "answer" }),
    decidedBy: text({
      ...{ label: m.order_refund_decided_by, list: true, beside: ["decidedAt"] },
      words: (by, { state, needsApproval }) =>
        state === "done" && needsApproval === false ? m.order_refund_unasked() : String(by ?? ""),
    }),
    decidedAt: moment({ label: m.order_refund_decided_at, list: "file" }),
  },
});
