/** Tables of the people of a corp (0054_organisation.sql). */
import { sql } from "drizzle-orm";
import { bigint, date, integer, pgTable, primaryKey, text, timestamp } from "drizzle-orm/pg-core";

const moment = (name: string) => timestamp(name, { withTimezone: true });
const whole = (name: string) => bigint(name, { mode: "number" });
const ownCorp = () => text("corp_code").notNull().default(sql`current_setting('app.corp_code')`);

export const department = pgTable(
  "department",
  {
    corpCode: ownCorp(),
    id: whole("id").generatedByDefaultAsIdentity(),
    parentId: whole("parent_id"),
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
    id: whole("id").generatedByDefaultAsIdentity(),
    code: text("code").notNull(),
    name: text("name").notNull(),
    identity: text("identity"),
    mobile: text("mobile"),
    departmentId: whole("department_id").notNull(),
    position: text("position"),
    entryDay: date("entry_day", { mode: "string" }).notNull(),
    state: text("state").notNull().default("onDuty"),
    leaveDay: date("leave_day", { mode: "string" }),
    accountId: whole("account_id"),
    remark: text("remark"),
    rowVersion: integer("row_version").notNull().default(0),
    createdAt: moment("created_at").notNull().defaultNow(),
    updatedAt: moment("updated_at").notNull().defaultNow(),
  },
  (t) => [primaryKey({ columns: [t.corpCode, t.id] })],
);
