/** Tables of what accounts keep of lists; the migrations 0026_list_memory.sql and 0082_list_views.sql make them. */
import { jsonb, pgTable, primaryKey, text } from "drizzle-orm/pg-core";
import type { ColumnChoice, SavedView } from "~/contract/platform/list-memory";
import { bigintColumn } from "../../kernel/bigint-column";
import { checks, ownCorp } from "../../kernel/columns";

const accountId = () => bigintColumn("account_id").notNull();

export const listColumns = pgTable(
  "list_columns",
  {
    corpCode: ownCorp(),
    accountId: accountId(),
    list: text("list").notNull(),
    columns: jsonb("columns").$type<ColumnChoice[]>().notNull(),
  },
  (t) => [primaryKey({ columns: [t.corpCode, t.accountId, t.list] })],
);

export const listFilter = pgTable(
  "list_filter",
  {
    corpCode: ownCorp(),
    accountId: accountId(),
    list: text("list").notNull(),
    name: text("name").notNull(),
    search: text("search").notNull(),
    id: bigintColumn("id").generatedByDefaultAsIdentity(),
    columns: jsonb("columns").$type<ColumnChoice[]>().notNull().default([]),
    audience: text("audience").$type<SavedView["audience"]>().notNull().default("mine"),
    roleId: bigintColumn("role_id"),
  },
  (t) => [
    primaryKey({ columns: [t.corpCode, t.accountId, t.list, t.name] }),
    ...checks("(audience = 'role') = (role_id is not null)"),
  ],
);
