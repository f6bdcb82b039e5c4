/** The table of system parameters. */
import { sql } from "drizzle-orm";
import { boolean, integer, pgTable, primaryKey, text } from "drizzle-orm/pg-core";
import { systemParameter } from "~/contract/platform/parameter-settings";
import { bigintColumn } from "../../kernel/bigint-column";
import { businessMoment } from "../../kernel/business-moment";
import { moment, ownCorp } from "../../kernel/columns";
import { resourceTable } from "../../kernel/resource-table";

export const sysParam = pgTable(
  "sys_param",
  {
    corpCode: ownCorp(),
    paramCode: text("param_code").notNull(),
    paramOption: text("param_option").notNull(),
    remark: text("remark").notNull().default(""),
    rowVersion: integer("row_version").notNull().default(0),
    updatedAt: moment("updated_at"),
    updatedBy: text("updated_by").notNull().default(""),
    id: bigintColumn("id").generatedByDefaultAsIdentity(),
    // What the code tells, for lists: `parameterRows`.
    name: text("name").notNull().default(""),
    nameEn: text("name_en").notNull().default(""),
    paramGroup: text("param_group").notNull().default("other"),
    byDefault: text("by_default").notNull().default(""),
    ofPlatform: boolean("of_platform").notNull().default(false),
    place: integer("place").notNull().default(0),
    changed: boolean("changed").notNull().generatedAlwaysAs(sql`param_option <> by_default`),
  },
  (t) => [primaryKey({ columns: [t.corpCode, t.paramCode] })],
);

/** As their list reads them. */
export const parameterRows = resourceTable(systemParameter, "sys_param", {
  paramOption: text("param_option").notNull(),
  changedBy: text("updated_by").notNull(),
  changedAt: businessMoment("updated_at"),
  // Nobody has changed most of them yet.
  updatedAt: moment("updated_at"),
  createdAt: null,
});
