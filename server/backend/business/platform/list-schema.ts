/** Tables of what accounts keep of lists; the migration 0026_list_memory.sql makes them. */
import { jsonb, pgTable, primaryKey, text } from "drizzle-orm/pg-core";
import type { ColumnChoice } from "~/contract/platform/list-memory";
import { bigintColumn } from "../../kernel/bigint-column";
import { ownCorp } from "../../kernel/columns";

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
  },
  (t) => [primaryKey({ columns: [t.corpCode, t.accountId, t.list, t.name] })],
);
