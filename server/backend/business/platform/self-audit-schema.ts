import { sql } from "drizzle-orm";
import { integer, pgTable, primaryKey, text, timestamp } from "drizzle-orm/pg-core";
import { bigintColumn } from "../../kernel/bigint-column";
import { businessMoment } from "../../kernel/business-moment";

/** The migrations 0120_self_audit.sql and 0424_rules_of_the_self_audit.sql make it. */
export const selfAuditFinding = pgTable("self_audit_finding", {
  corpCode: text("corp_code").notNull().default(sql`current_setting('app.corp_code')`),
  id: bigintColumn("id").generatedByDefaultAsIdentity(),
  at: businessMoment("at").notNull().default(sql`now()`),
  jobId: bigintColumn("job_id").notNull(),
  rule: text("rule").notNull().default(""),
  words: text("words").notNull(),
  wordsEn: text("words_en").notNull(),
  rowVersion: integer("row_version").notNull().default(0),
  updatedAt: timestamp("updated_at", { withTimezone: true }).notNull().defaultNow(),
});

/** The last run of each rule. */
export const selfAuditRule = pgTable(
  "self_audit_rule",
  {
    corpCode: text("corp_code").notNull().default(sql`current_setting('app.corp_code')`),
    rule: text("rule").notNull(),
    at: businessMoment("at").notNull(),
    ms: integer("ms").notNull(),
    rows: integer("rows").notNull(),
    jobId: bigintColumn("job_id").notNull(),
  },
  (table) => [primaryKey({ columns: [table.corpCode, table.rule] })],
);
