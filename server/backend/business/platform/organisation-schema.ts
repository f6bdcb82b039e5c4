/** Tables of the people of a corp (0054_organisation.sql). */
import { sql } from "drizzle-orm";
import { date, integer, pgTable, primaryKey, text, timestamp } from "drizzle-orm/pg-core";
import { bigintColumn } from "../../kernel/bigint-column";

const moment = (name: string) => timestamp(name, { withTimezone: true });
const ownCorp = () => text("corp_code").notNull().default(sql`current_setting('app.corp_code')`);

export const department = pgTable(
  "department",
  {
    corpCode: ownCorp(),
    id: bigintColumn("id").generatedByDefaultAsIdentity(),
    parentId: bigintColumn("parent_id"),
    name: text("name").notNull(),
    sort: integer("sort").notNull().default(0),
    createdAt: moment("created_at").notNull().defaultNow(),
    updatedAt: moment("updated_at").notNull().defaultNow(),
  },
  (t) => [primaryKey({ columns: [t.corpCode, t.id] })],
);

export const employee = pgTable(
  "employee",
  {
    corpCode: ownCorp(),
    id: bigintColumn("id").generatedByDefaultAsIdentity(),
    code: text("code").notNull(),
    name: text("name").notNull(),
    identity: text("identity"),
    mobile: text("mobile"),
    departmentId: bigintColumn("department_id").notNull(),
    position: text("position"),
    entryDay: date("entry_day", { mode: "string" }).notNull(),
    state: text("state").notNull().default("onDuty"),
    leaveDay: date("leave_day", { mode: "string" }),
    accountId: bigintColumn("account_id"),
    remark: text("remark"),
    rowVersion: integer("row_version").notNull().default(0),
    createdAt: moment("created_at").notNull().defaultNow(),
    updatedAt: moment("updated_at").notNull().defaultNow(),
  },
  (t) => [primaryKey({ columns: [t.corpCode, t.id] })],
);
