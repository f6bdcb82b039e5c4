/** What applications are told of their orders (`/system/webhookList`): delivered, waiting for the next attempt, or given up. */
import { command } from "../command";
import { dictionary, moment, number, reference, text } from "../field-kinds";
import { m } from "../messages";
import { resource } from "../resource";

export const webhookDelivery = resource("platform", "webhookDelivery", {
  title: m.open_delivery,
  listTitle: m.fun_webhook_list,
  path: "/system/webhookList",
  fun: "webhookList",
  nameField: "outerNo",
  status: "state",
  readOnly: true,
  defaultSort: { field: "id", order: "desc" },
  commands: {
    resend: command({
      ...{ label: m.open_resend, did: m.open_resent, many: true, tone: "good" },
      ...{ from: ["failed", "delivered"], to: "waiting" },
    }),
  },
  fields: {
    outerNo: text({ label: m.open_outer_no, required: true, list: true, filter: "equals" }),
    event: dictionary("openEvent", {
      ...{ label: m.open_event, required: true, list: true, filter: "anyOf" },
      values: ["paid", "checked", "refunded", "cancelled"],
    }),
    accessAppId: reference("accessApp", { label: m.frames_app, required: true, list: true, filter: "equals" }),
    orderNo: text({
      ...{ label: m.order_no, required: true, list: true, filter: "equals" },
      page: ({ orderNo }) => `/networkOrderDetail?orderNo=${encodeURIComponent(String(orderNo))}`,
    }),
    happenedAt: moment({ label: m.open_happened_at, required: true, list: true, filter: "between" }),
    state: dictionary("deliveryState", {
      ...{ label: m.status, required: true, default: "waiting", list: true, filter: "anyOf" },
      values: ["waiting", "delivered", "failed"],
    }),
    attempts: number({ label: m.open_attempts, required: true, default: 0, list: true }),
    outcome: text({ label: m.open_outcome, list: true }),
    nextAt: moment({ label: m.open_next_at, list: true }),
    deliveredAt: moment({ label: m.open_delivered_at, list: "file" }),
  },
});
