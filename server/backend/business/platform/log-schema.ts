/** Tables of the logs: as they are written, and as their lists read them. */
import { integer, jsonb, pgTable, primaryKey, text } from "drizzle-orm/pg-core";
import { audit, signIn } from "~/contract/platform/logs";
import { bigintColumn } from "../../kernel/bigint-column";
import { bytea, checks, identified, moment } from "../../kernel/columns";
import { resourceTable } from "../../kernel/resource-table";

export const auditLog = pgTable(
  "audit_log",
  {
    ...identified(),
    at: moment("at").notNull().defaultNow(),
    accountId: bigintColumn("account_id").notNull(),
    accountName: text("account_name").notNull(),
    method: text("method").notNull(),
    thing: text("thing").notNull(),
    thingId: bigintColumn("thing_id").notNull(),
    label: text("label").notNull(),
    before: jsonb("before"),
    after: jsonb("after"),
    requestId: text("request_id").notNull(),
  },
  (t) => [primaryKey({ columns: [t.corpCode, t.id] })],
);

/** What was sealed of it: `audit-seal.ts` writes and reads it in SQL. */
export const auditSealLog = pgTable(
  "audit_seal_log",
  {
    ...identified(),
    at: moment("at").notNull(),
    firstId: bigintColumn("first_id").notNull(),
    lastId: bigintColumn("last_id").notNull(),
    entries: integer("entries").notNull(),
    sum: text("sum").notNull(),
    chain: text("chain").notNull(),
  },
  () => checks("entries > 0", "first_id <= last_id"),
);

/** Where of it there is a copy off the machine: `audit-copy.ts` writes and reads it in SQL. */
export const auditCopyLog = pgTable(
  "audit_copy_log",
  {
    ...identified(),
    at: moment("at").notNull(),
    sealId: bigintColumn("seal_id").notNull(),
    name: text("name").notNull(),
    bytes: bigintColumn("bytes").notNull(),
    sum: text("sum").notNull(),
  },
  () => checks("bytes > 0"),
);

export const signInLog = pgTable(
  "sign_in_log",
  {
    id: bigintColumn("id").generatedByDefaultAsIdentity(),
    corpCode: text("corp_code").notNull(),
    accName: text("acc_name").notNull(),
    accountId: bigintColumn("account_id"),
    outcome: text("outcome").notNull(),
    ip: text("ip").notNull().default(""),
    userAgent: text("user_agent").notNull().default(""),
    at: moment("at").notNull().defaultNow(),
    sessionHash: bytea("session_hash"),
    deviceHash: bytea("device_hash"),
  },
  (t) => [primaryKey({ columns: [t.corpCode, t.id] })],
);

/** Written once. */
const never = { rowVersion: null, createdAt: null, updatedAt: null } as const;

export const auditRows = resourceTable(audit, "audit_log", {
  ...never,
  thingId: bigintColumn("thing_id").notNull(),
  // Made of the entry as it is read.
  what: null,
});
export const signInRows = resourceTable(signIn, "sign_in_log", {
  ...never,
  // Who came in was of no corp yet.
  corpCode: text("corp_code").notNull(),
});

/** What was destroyed of personal data, a row a slice; without job and days: because the person asked for it. */
export const personalErasureLog = pgTable(
  "personal_erasure_log",
  {
    ...identified(),
    at: moment("at").notNull(),
    jobId: bigintColumn("job_id"),
    purpose: text("purpose").notNull(),
    ofTable: text("of_table").notNull(),
    rows: integer("rows").notNull(),
    days: integer("days"),
  },
  (t) => [primaryKey({ columns: [t.corpCode, t.id] }), ...checks("rows > 0", "(job_id is null) = (days is null)")],
);
