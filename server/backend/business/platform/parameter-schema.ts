/** System parameters as their list reads them; who asks for a value reads `sysParam` (schema.ts). */
import { bigint, boolean, integer, pgTable, text, timestamp } from "drizzle-orm/pg-core";
import { businessMoment } from "../../kernel/business-moment";

export const parameterRows = pgTable("sys_param", {
  corpCode: text("corp_code").notNull(),
  id: bigint("id", { mode: "number" }).notNull(),
  paramCode: text("param_code").notNull(),
  paramOption: text("param_option").notNull(),
  name: text("name").notNull(),
  nameEn: text("name_en").notNull(),
  paramGroup: text("param_group").notNull(),
  byDefault: text("by_default").notNull(),
  changed: boolean("changed").notNull(),
  ofPlatform: boolean("of_platform").notNull(),
  place: integer("place").notNull(),
  rowVersion: integer("row_version").notNull(),
  updatedAt: timestamp("updated_at", { withTimezone: true }),
  changedAt: businessMoment("updated_at"),
  changedBy: text("updated_by").notNull(),
});
