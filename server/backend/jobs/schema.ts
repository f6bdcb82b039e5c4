/** Tables of background work as their resources read them; the queue and the schedules write them in SQL. */
import { sql } from "drizzle-orm";
import { boolean, integer, jsonb, pgTable, text, timestamp } from "drizzle-orm/pg-core";
import { bigintColumn } from "../kernel/bigint-column";
import { businessMoment } from "../kernel/business-moment";

const moment = (name: string) => timestamp(name, { withTimezone: true });
const identified = () => ({
  corpCode: text("corp_code").notNull().default(sql`current_setting('app.corp_code')`),
  id: bigintColumn("id").generatedByDefaultAsIdentity(),
});

export const job = pgTable("job", {
  ...identified(),
  kind: text("kind").notNull(),
  payload: jsonb("payload").notNull().default({}),
  state: text("state").notNull().default("waiting"),
  runAt: moment("run_at").notNull().defaultNow(),
  attempts: integer("attempts").notNull().default(0),
  maxAttempts: integer("max_attempts").notNull().default(3),
  fence: bigintColumn("fence").notNull().default(0),
  worker: text("worker").notNull().default(""),
  leaseUntil: moment("lease_until"),
  done: bigintColumn("done").notNull().default(0),
  total: bigintColumn("total"),
  cancelAsked: boolean("cancel_asked").notNull().default(false),
  result: jsonb("result"),
  error: text("error").notNull().default(""),
  scheduleId: bigintColumn("schedule_id"),
  accountId: bigintColumn("account_id").notNull().default(0),
  accountName: text("account_name").notNull().default(""),
  locale: text("locale").notNull().default("zh-CN"),
  createdAt: moment("created_at").notNull().defaultNow(),
  startedAt: moment("started_at"),
  finishedAt: moment("finished_at"),
});

export const jobSchedule = pgTable("job_schedule", {
  ...identified(),
  kind: text("kind").notNull(),
  cron: text("cron").notNull(),
  status: text("status").notNull().default("T"),
  nextRunAt: businessMoment("next_run_at").notNull(),
  rowVersion: integer("row_version").notNull().default(1),
  updatedAt: moment("updated_at").notNull().defaultNow(),
});
