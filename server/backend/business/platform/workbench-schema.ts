/** Tables of the workbench drawer (0017_workbench.sql). */
import { sql } from "drizzle-orm";
import { bigint, date, integer, pgTable, primaryKey, text, timestamp } from "drizzle-orm/pg-core";

const moment = (name: string) => timestamp(name, { withTimezone: true });
const ownCorp = () => text("corp_code").notNull().default(sql`current_setting('app.corp_code')`);
const kept = () => ({
  corpCode: ownCorp(),
  id: bigint("id", { mode: "number" }).generatedByDefaultAsIdentity(),
  rowVersion: integer("row_version").notNull().default(0),
  createdAt: moment("created_at").notNull().defaultNow(),
  updatedAt: moment("updated_at").notNull().defaultNow(),
});

export const corpApplication = pgTable(
  "corp_application",
  {
    ...kept(),
    appCode: text("app_code").notNull(),
    appName: text("app_name").notNull(),
    appIcon: text("app_icon"),
    openStatus: integer("open_status").notNull().default(0),
    status: integer("status").notNull().default(0),
    appAuthUrl: text("app_auth_url").notNull(),
    redirectUrl: text("redirect_url"),
    tenantNo: text("tenant_no"),
    productTypeCode: text("product_type_code"),
    appType: text("app_type"),
    expirationDay: date("expiration_day"),
  },
  (t) => [primaryKey({ columns: [t.corpCode, t.id] })],
);

export const quickLink = pgTable(
  "quick_link",
  {
    ...kept(),
    name: text("name").notNull(),
    icon: text("icon"),
    url: text("url").notNull(),
    sort: integer("sort").notNull().default(0),
  },
  (t) => [primaryKey({ columns: [t.corpCode, t.id] })],
);
