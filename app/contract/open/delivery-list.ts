/**
 * What every list of deliveries says beside its own columns: webhooks of orders, messages to other systems, files to stores. An
 * outbox (`server/backend/jobs/outbox.ts`) writes these columns.
 */
import { command } from "../command";
import { dictionary, moment, number, text } from "../field-kinds";
import { m } from "../messages";

export const deliveryList = {
  status: "state",
  readOnly: true,
  defaultSort: { field: "id", order: "desc" },
} as const;

type Ended = "failed" | "delivered";

/** From the first attempt again; what may be had twice is sent again although it was delivered. */
export const resend = <const F extends readonly Ended[]>(from: F) =>
  command({ label: m.open_resend, did: m.open_resent, many: true, tone: "good", from, to: "waiting" });

/** After its own fields. */
export const deliveryFields = {
  happenedAt: moment({ label: m.open_happened_at, required: true, list: true, filter: "between" }),
  state: dictionary("deliveryState", {
    ...{ label: m.status, required: true, default: "waiting", list: true, filter: "anyOf" },
    values: ["waiting", "delivered", "failed"],
  }),
  attempts: number({ label: m.open_attempts, required: true, default: 0, list: true }),
  outcome: text({ label: m.open_outcome, list: true }),
  nextAt: moment({ label: m.open_next_at, list: true }),
  deliveredAt: moment({ label: m.open_delivered_at, list: "file" }),
};
