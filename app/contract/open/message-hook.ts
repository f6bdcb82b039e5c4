/**
 * Messages to other systems of the corp (`/system/messageHookList`): where they go, which kinds, and the secret that they are
 * signed with, as webhooks of the open API are. What each was told (`/system/messageHookDelivery`) is tried again alike.
 */
import { dictionary, reference, secret, several, text, url } from "../field-kinds";
import { m } from "../messages";
import { resource } from "../resource";
import { deliveryFields, deliveryList, resend } from "./delivery-list";

/** Letters of a secret at least. */
export const leastSecret = 16;

export const messageHook = resource("platform", "messageHook", {
  title: m.messaging_hook,
  listTitle: m.messaging_hooks,
  path: "/system/messageHookList",
  fun: "messageHookList",
  whenEmpty: m.empty_message_hook,
  nameField: "name",
  status: "status",
  freshProof: true,
  links: [{ label: m.messaging_hook_told, to: "/system/messageHookDelivery?messageHookId={id}" }],
  defaultSort: { field: "id", order: "asc" },
  fields: {
    name: text({ label: m.name, required: true, max: 60, list: true, filter: "contains" }),
    url: url({ label: m.messaging_hook_url, help: m.messaging_hook_url_help, required: true, max: 300, list: true }),
    kinds: several("messageKind", {
      ...{
        label: m.messaging_hook_kinds,
        help: m.messaging_hook_kinds_help,
        required: true,
        list: true,
        filter: "anyOf",
      },
    }),
    secret: secret({ label: m.messaging_hook_secret, help: m.messaging_hook_secret_help, required: true, max: 200 }),
    remark: text({ label: m.remark, max: 200 }),
    status: dictionary("enableStatus", {
      ...{ label: m.status, required: true, default: "T", list: true, filter: "equals", form: false },
    }),
  },
});

export const messageHookDelivery = resource("platform", "messageHookDelivery", {
  title: m.messaging_hook_delivery,
  listTitle: m.messaging_hook_told,
  path: "/system/messageHookDelivery",
  fun: "messageHookList",
  nameField: "title",
  ...deliveryList,
  commands: { resend: resend(["failed", "delivered"]) },
  fields: {
    title: text({ label: m.messaging_hook_message, required: true, max: 200, list: true, filter: "contains" }),
    kind: dictionary("messageKind", {
      ...{ label: m.messaging_kind, required: true, list: true, filter: "anyOf" },
      values: ["notice", "approval", "stock", "expiry", "task"],
    }),
    messageHookId: reference("messageHook", { label: m.messaging_hook, required: true, list: true, filter: "equals" }),
    ...deliveryFields,
  },
});
