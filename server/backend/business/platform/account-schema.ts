/** Tables of operators, their roles and the parks that they work in. */
import { boolean, integer, pgTable, primaryKey, text } from "drizzle-orm/pg-core";
import { operator } from "~/contract/platform/operator";
import { role as declaredRole } from "~/contract/platform/role";
import { bigintColumn } from "../../kernel/bigint-column";
import { moment, ownCorp } from "../../kernel/columns";
import { resourceTable } from "../../kernel/resource-table";

/** Operators: their roles and parks are tables of their own. */
export const account = resourceTable(operator, "account", {
  passwordHash: text("password_hash").notNull(),
  deptName: text("dept_name").notNull().default(""),
  initpwd: text("initpwd").notNull().default("F"),
  lockedUntil: moment("locked_until"),
  mobile: text("mobile").notNull().default(""),
  mustChangePassword: boolean("must_change_password").notNull().default(false),
  lastSignedInAt: moment("last_signed_in_at"),
  hasFactor: boolean("has_factor").notNull().default(false),
  /** False: of a password that was made and told to nobody. */
  passwordTold: boolean("password_told").notNull().default(true),
  factorVersion: integer("factor_version").notNull().default(0),
  roles: null,
  parks: null,
});

export const accountRole = pgTable(
  "account_role",
  { corpCode: ownCorp(), accountId: bigintColumn("account_id").notNull(), roleId: bigintColumn("role_id").notNull() },
  (t) => [primaryKey({ columns: [t.corpCode, t.accountId, t.roleId] })],
);

export const accountPark = pgTable(
  "account_park",
  { corpCode: ownCorp(), accountId: bigintColumn("account_id").notNull(), parkId: bigintColumn("park_id").notNull() },
  (t) => [primaryKey({ columns: [t.corpCode, t.accountId, t.parkId] })],
);

export const role = resourceTable(declaredRole, "role");

export const roleGrant = pgTable(
  "role_grant",
  {
    corpCode: ownCorp(),
    roleId: bigintColumn("role_id").notNull(),
    funCode: text("fun_code").notNull(),
    buttonCode: text("button_code").notNull().default(""),
  },
  (t) => [primaryKey({ columns: [t.corpCode, t.roleId, t.funCode, t.buttonCode] })],
);
