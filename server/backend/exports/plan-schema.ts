/** Of exports that come by themselves. */
import { boolean, date, jsonb, pgTable, primaryKey, text } from "drizzle-orm/pg-core";
import { bigintColumn } from "../kernel/bigint-column";
import { identified, moment, ownCorp } from "../kernel/columns";

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

/** What the last export of an account has seen of a list, by its filters; of a plan what its last run has seen. */
export const exportMark = pgTable(
  "export_mark",
  {
    corpCode: ownCorp(),
    accountId: bigintColumn("account_id").notNull(),
    list: text("list").notNull(),
    asked: text("asked").notNull(),
    /** 0: exported by hand. */
    planId: bigintColumn("plan_id").notNull().default(0),
    mark: bigintColumn("mark").notNull(),
    server: text("server").notNull(),
    at: moment("at").notNull(),
  },
  (t) => [primaryKey({ columns: [t.corpCode, t.accountId, t.list, t.asked, t.planId] })],
);
