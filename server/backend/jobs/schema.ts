/** Tables of background work as their resources read them; the queue and the schedules write them in SQL. */
import { sql } from "drizzle-orm";
import { integer, pgTable, text, timestamp } from "drizzle-orm/pg-core";
import { bigintColumn } from "../kernel/bigint-column";
import { businessMoment } from "../kernel/business-moment";

const identified = () => ({
  corpCode: text("corp_code").notNull().default(sql`current_setting('app.corp_code')`),
  id: bigintColumn("id").generatedByDefaultAsIdentity(),
});

export const job = pgTable("job", identified());

export const jobSchedule = pgTable("job_schedule", {
  ...identified(),
  kind: text("kind").notNull(),
  cron: text("cron").notNull(),
  status: text("status").notNull().default("T"),
  nextRunAt: businessMoment("next_run_at").notNull(),
  rowVersion: integer("row_version").notNull().default(1),
  updatedAt: timestamp("updated_at", { withTimezone: true }).notNull().defaultNow(),
});
