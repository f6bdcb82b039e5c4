/** Tables of background work as their resources read them; the queue and the schedules write them in SQL. */
import { boolean, integer, jsonb, pgTable, text } from "drizzle-orm/pg-core";
import { schedule } from "~/contract/platform/schedule";
import { bigintColumn } from "../kernel/bigint-column";
import { businessMoment } from "../kernel/business-moment";
import { checks, identified, moment } from "../kernel/columns";
import { resourceTable } from "../kernel/resource-table";

export const job = pgTable(
  "job",
  {
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
  },
  () =>
    checks(
      "(state = 'running') = (lease_until is not null)",
      "(state in ('done', 'failed', 'cancelled')) = (finished_at is not null)",
    ),
);

export const jobSchedule = resourceTable(schedule, "job_schedule", {
  // Of its kind, and of its latest run.
  name: null,
  lastJobId: null,
  lastFinishedAt: null,
  lastState: null,
  kind: text("kind").notNull(),
  nextRunAt: businessMoment("next_run_at").notNull(),
  rowVersion: integer("row_version").notNull().default(1),
  createdAt: null,
});
