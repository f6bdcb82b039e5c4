/** Tables of the systems that let our staff in (0020_access_app.sql). */
import { sql } from "drizzle-orm";
import { bigint, customType, integer, pgTable, primaryKey, text, timestamp } from "drizzle-orm/pg-core";

const bytea = customType<{ data: Buffer }>({ dataType: () => "bytea" });
const moment = (name: string) => timestamp(name, { withTimezone: true });
const ownCorp = () => text("corp_code").notNull().default(sql`current_setting('app.corp_code')`);

export const accessApp = pgTable(
  "access_app",
  {
    corpCode: ownCorp(),
    id: bigint("id", { mode: "number" }).generatedByDefaultAsIdentity(),
    code: text("code").notNull(),
    name: text("name").notNull(),
    origin: text("origin").notNull(),
    remark: text("remark"),
    /** Sealed. */
    secret: text("secret").notNull(),
    status: text("status").notNull().default("T"),
    rowVersion: integer("row_version").notNull().default(0),
    createdAt: moment("created_at").notNull().defaultNow(),
    updatedAt: moment("updated_at").notNull().defaultNow(),
  },
  (t) => [primaryKey({ columns: [t.corpCode, t.id] })],
);

export const authCode = pgTable(
  "auth_code",
  {
    corpCode: ownCorp(),
    codeHash: bytea("code_hash").notNull(),
    accessAppId: bigint("access_app_id", { mode: "number" }).notNull(),
    accountId: bigint("account_id", { mode: "number" }).notNull(),
    reportId: text("report_id").notNull(),
    expiresAt: moment("expires_at").notNull(),
  },
  (t) => [primaryKey({ columns: [t.corpCode, t.codeHash] })],
);
