/** Of exports that come by themselves. */
import { boolean, date, jsonb, pgTable, text } from "drizzle-orm/pg-core";
import { bigintColumn } from "../kernel/bigint-column";
import { identified, moment } from "../kernel/columns";

export const exportPlan = pgTable("export_plan", {
  ...identified(),
  accountId: bigintColumn("account_id").notNull(),
  business: text("business").notNull(),
  method: text("method").notNull(),
  asked: jsonb("asked").notNull(),
  rhythm: text("rhythm", { enum: ["daily", "weekly", "monthly"] }).notNull(),
  /** To the mailbox of its account as well. */
  byMail: boolean("by_mail").notNull().default(false),
  /** To a store of the corp as well. */
  storeId: bigintColumn("export_store_id"),
  locale: text("locale").notNull(),
  nextDay: date("next_day").notNull(),
  lastJobId: bigintColumn("last_job_id"),
  lastAt: moment("last_at"),
  stopped: text("stopped").notNull().default(""),
});
