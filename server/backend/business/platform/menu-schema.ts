/** Tables of the function tree, which all corps share. */
import { sql } from "drizzle-orm";
import { boolean, integer, pgTable, text } from "drizzle-orm/pg-core";
import { menu } from "~/contract/platform/menu";
import { bigintColumn } from "../../kernel/bigint-column";
import { moment } from "../../kernel/columns";
import { resourceTable } from "../../kernel/resource-table";

export const fun = pgTable("fun", {
  id: bigintColumn("id").primaryKey(),
  parentId: bigintColumn("parent_id").notNull(),
  parentIds: text("parent_ids").notNull(),
  funName: text("fun_name").notNull(),
  funNameEn: text("fun_name_en").notNull(),
  funUrl: text("fun_url").notNull().default(""),
  funCode: text("fun_code").notNull().default(""),
  funIco: text("fun_ico").notNull().default(""),
  openType: text("open_type").notNull().default(""),
  outerChain: text("outer_chain").notNull().default(""),
  cloudFunUrl: text("cloud_fun_url").notNull().default(""),
  description: text("description").notNull().default(""),
  useFlag: text("use_flag").notNull().default("F"),
  enabled: boolean("enabled").notNull().default(false),
  sort: integer("sort").notNull(),
  built: boolean("built").notNull().default(true),
  switched: boolean("switched"),
  own: boolean("own").notNull().default(false),
  headOffice: boolean("head_office").notNull().default(false),
  rowVersion: integer("row_version").notNull().default(0),
  updatedAt: moment("updated_at").notNull().defaultNow(),
  // What follows from the others, for lists: `menuRows`.
  groupId: bigintColumn("group_id").generatedAlwaysAs(sql`nullif(parent_id, 0)`),
  icon: text("icon").notNull().generatedAlwaysAs(sql`split_part(fun_ico, ',', 1)`),
  iconActive: text("icon_active").notNull().generatedAlwaysAs(sql`split_part(fun_ico, ',', 2)`),
  openWay: text("open_way").notNull().generatedAlwaysAs(sql`case open_type when '' then 'view' else open_type end`),
  status: text("status").notNull().generatedAlwaysAs(sql`case when enabled then 'T' else 'F' end`),
  ofProduct: boolean("of_product").notNull().generatedAlwaysAs(sql`not own`),
  title: text("title").notNull().default(""),
  titleEn: text("title_en").notNull().default(""),
  place: integer("place").notNull().default(0),
  /** Of the product's: what the row is matched by at a start. */
  key: text("key"),
  /** What the product called it last; another name is an administrator's. */
  productName: text("product_name"),
  productNameEn: text("product_name_en"),
});

export const button = pgTable("button", {
  code: text("code").primaryKey(),
  funCode: text("fun_code").notNull(),
  name: text("name").notNull(),
  nameEn: text("name_en").notNull(),
});

/** Empty where nothing was said. */
const filled = (name: string) => text(name).notNull();

/** As its list reads it: what is generated is never written. */
export const menuRows = resourceTable(menu, "fun", {
  corpCode: null,
  createdAt: null,
  funUrl: filled("fun_url"),
  funCode: filled("fun_code"),
  outerChain: filled("outer_chain"),
  cloudFunUrl: filled("cloud_fun_url"),
  icon: filled("icon"),
  iconActive: filled("icon_active"),
  description: filled("description"),
});
