/** The function tree as its list reads it; all corps share it. What is generated is never written. */
import { boolean, integer, pgTable, text, timestamp } from "drizzle-orm/pg-core";
import { bigintColumn } from "../../kernel/bigint-column";

export const menuRows = pgTable("fun", {
  id: bigintColumn("id").notNull(),
  groupId: bigintColumn("group_id"),
  title: text("title").notNull(),
  titleEn: text("title_en").notNull(),
  place: integer("place").notNull(),
  funName: text("fun_name").notNull(),
  funNameEn: text("fun_name_en").notNull(),
  funUrl: text("fun_url").notNull(),
  funCode: text("fun_code").notNull(),
  openWay: text("open_way").notNull(),
  outerChain: text("outer_chain").notNull(),
  cloudFunUrl: text("cloud_fun_url").notNull(),
  icon: text("icon").notNull(),
  iconActive: text("icon_active").notNull(),
  description: text("description").notNull(),
  useFlag: text("use_flag").notNull(),
  ofProduct: boolean("of_product").notNull(),
  status: text("status").notNull(),
  rowVersion: integer("row_version").notNull(),
  updatedAt: timestamp("updated_at", { withTimezone: true }).notNull(),
});
