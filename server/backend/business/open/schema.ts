/** Orders that connected applications have placed, and what they asked for once (0174_open_orders.sql). */
import { boolean, jsonb, pgTable, primaryKey, text } from "drizzle-orm/pg-core";
import { webhookDelivery as declaredDelivery } from "~/contract/open/delivery";
import { exportStoreFile as declaredFile, exportStore as declaredStore } from "~/contract/open/export-store";
import { messageHook as declaredHook, messageHookDelivery as declaredTold } from "~/contract/open/message-hook";
import { bigintColumn } from "../../kernel/bigint-column";
import { identified, moment, ownCorp } from "../../kernel/columns";
import { resourceTable } from "../../kernel/resource-table";

export const openNonce = pgTable(
  "open_nonce",
  {
    corpCode: ownCorp(),
    accessAppId: bigintColumn("access_app_id").notNull(),
    /** SHA-256 of it. */
    nonce: text("nonce").notNull(),
    at: moment("at").notNull(),
  },
  (t) => [primaryKey({ columns: [t.corpCode, t.accessAppId, t.nonce] })],
);

export const openOrder = pgTable(
  "open_order",
  {
    ...identified(),
    accessAppId: bigintColumn("access_app_id").notNull(),
    outerNo: text("outer_no").notNull(),
    /** Of what was asked for: the number again with something else is refused. */
    requestHash: text("request_hash").notNull(),
    orderId: bigintColumn("order_id"),
    holdUntil: moment("hold_until").notNull(),
    /** Neither paid nor given up so far. */
    waiting: boolean("waiting").notNull().default(true),
    payNo: text("pay_no"),
    /** Of a payment that came when the places were gone. */
    latePayNo: text("late_pay_no"),
    lateAmount: bigintColumn("late_amount"),
    lateAt: moment("late_at"),
    /** On whose account it is sold, at whose price; of all others null. */
    agencyId: bigintColumn("agency_id"),
    createdAt: moment("created_at").notNull().defaultNow(),
  },
  (t) => [primaryKey({ columns: [t.corpCode, t.id] })],
);

/** Written by triggers (0177_webhooks.sql). */
export const webhookDelivery = resourceTable(declaredDelivery, "webhook_delivery", {
  /** What it tells beside the order. */
  facts: jsonb("facts").notNull().default({}),
});

export const messageHook = resourceTable(declaredHook, "message_hook", {}, ["cardinality(kinds) > 0"]);

/** Written by a trigger (0391_message_hooks.sql). */
export const messageHookDelivery = resourceTable(declaredTold, "message_hook_delivery", {
  /** The text in both languages, and where it leads. */
  facts: jsonb("facts").notNull().default({}),
});

export const exportStore = resourceTable(declaredStore, "export_store");

export const exportStoreFile = resourceTable(declaredFile, "export_store_file", {
  /** Of a trial of the connection there is none. */
  jobId: bigintColumn("job_id"),
  accountId: bigintColumn("account_id").notNull(),
});

export const openRequest = pgTable(
  "open_request",
  {
    corpCode: ownCorp(),
    accessAppId: bigintColumn("access_app_id").notNull(),
    kind: text("kind").notNull(),
    outerNo: text("outer_no").notNull(),
    requestHash: text("request_hash").notNull(),
    at: moment("at").notNull().defaultNow(),
    answer: jsonb("answer"),
  },
  (t) => [primaryKey({ columns: [t.corpCode, t.accessAppId, t.kind, t.outerNo] })],
);
