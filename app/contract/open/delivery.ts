/** What applications are told of their orders (`/system/webhookList`): delivered, waiting for the next attempt, or given up. */
import { dictionary, reference, text } from "../field-kinds";
import { m } from "../messages";
import { resource } from "../resource";
import { deliveryFields, deliveryList, resend } from "./delivery-list";

export const webhookDelivery = resource("platform", "webhookDelivery", {
  title: m.open_delivery,
  listTitle: m.fun_webhook_list,
  path: "/system/webhookList",
  fun: "webhookList",
  whenEmpty: m.empty_webhook_delivery,
  nameField: "outerNo",
  ...deliveryList,
  commands: { resend: resend(["failed", "delivered"]) },
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
    ...deliveryFields,
  },
});
