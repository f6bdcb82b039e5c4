/**
 * Other systems (`/sysAccessApplication`), each with an id and a secret: those that let our staff in by a code, at the origin
 * they live at, and those that place orders by the open API, with what they may ask there.
 */
import { z } from "zod";
import { boolean, dictionary, moment, number, reference, several, text } from "../field-kinds";
import { m } from "../messages";
import { method } from "../method";
import { resource } from "../resource";
import { id } from "../validators";
import { overlaps } from "./secret-overlaps";

export const accessApp = resource("platform", "accessApp", {
  title: m.frames_app,
  listTitle: m.fun_sys_access_application,
  path: "/sysAccessApplication",
  fun: "sysAccessApplication",
  whenEmpty: m.empty_access_app,
  nameField: "name",
  freshProof: true,
  status: "status",
  links: [{ label: m.frames_secret, to: "/sysAccessApplication/{id}/secret" }],
  defaultSort: { field: "id", order: "asc" },
  fields: {
    code: text({
      label: m.frames_app_id,
      required: true,
      code: true,
      list: true,
      filter: "contains",
      createOnly: true,
    }),
    name: text({ label: m.name, required: true, max: 60, list: true, filter: "contains" }),
    origin: text({ label: m.frames_app_origin, max: 200, list: true, help: m.frames_app_origin_help }),
    scopes: several("openScope", { label: m.open_scopes, help: m.open_scopes_help, list: true, filter: "anyOf" }),
    channel: dictionary("saleChannel", {
      ...{ label: m.open_channel, help: m.open_channel_help, required: true, default: "network", list: true },
    }),
    paymentType: dictionary("paymentType", { label: m.open_payment_type, help: m.open_payment_type_help }),
    agencyId: reference("agency", {
      ...{ label: m.open_agency, help: m.open_agency_help, remote: true, list: true, filter: "equals" },
    }),
    ownChannel: boolean({ label: m.open_own_channel, help: m.open_own_channel_help }),
    taxTitle: text({ label: m.open_tax_title, help: m.open_tax_title_help, max: 100 }),
    taxNumber: text({ label: m.invoice_tax_number, max: 20, code: true }),
    holdMinutes: number({ label: m.open_hold_minutes, required: true, default: 15, min: 1, max: 1440 }),
    ratePerMinute: number({ label: m.open_rate, required: true, default: 600, min: 1, max: 60_000 }),
    webhookUrl: text({ label: m.open_webhook, help: m.open_webhook_help, max: 300 }),
    remark: text({ label: m.remark, max: 200 }),
    lastUsedAt: moment({ label: m.open_last_used, list: true, form: false, logged: false }),
    previousUntil: moment({ label: m.open_previous_until, form: false }),
    status: dictionary("enableStatus", {
      label: m.status,
      required: true,
      default: "T",
      list: true,
      filter: "equals",
      form: false,
    }),
  },
});

/** Makes a new secret and tells it, once. The old one is worth nothing from then on, or after the hours that were chosen. */
export const renewAccessSecret = method("platform", "renewAccessSecret", {
  payload: z.object({ id, overlapHours: z.union(overlaps.map((hours) => z.literal(hours))).default(0) }),
  answer: z.object({ appId: z.string(), secret: z.string() }),
  access: { fun: "sysAccessApplication", button: "accessApp:secret" },
  writes: true,
  freshProof: true,
  told: ({ name }) => m.did_secret({ name }),
});
