/** Warehouses and items: their lists and forms, and what keeps them from going. */
import { sql } from "drizzle-orm";
import { m } from "~/contract/messages";
import { stockItem as itemResource, stockStore as storeResource } from "~/contract/stock/store";
import { dependsOn } from "../../kernel/depends-on";
import { serveResource } from "../../kernel/resource";
import { parkReference } from "../ticket/park";
import {
  stockAccount,
  stockIn,
  stockInLine,
  stockItem,
  stockOut,
  stockOutLine,
  stockStore,
  stockWriteOff,
  stockWriteOffLine,
} from "./schema";

export const storeReference = { table: stockStore, name: stockStore.name, status: stockStore.status };
export const itemReference = { table: stockItem, name: stockItem.name, status: stockItem.status };

dependsOn("park", { table: stockStore, by: stockStore.parkId, name: stockStore.name, words: m.stock_park_has_stores });
dependsOn("stockStore", { table: stockAccount, by: stockAccount.storeId, words: m.stock_store_has_stock });
for (const table of [stockIn, stockOut, stockWriteOff])
  dependsOn("stockStore", { table, by: table.storeId, name: table.code, words: m.stock_store_has_bills });
dependsOn("stockStore", {
  table: stockOut,
  by: stockOut.toStoreId,
  name: stockOut.code,
  words: m.stock_store_has_bills,
});
dependsOn("stockItem", { table: stockAccount, by: stockAccount.itemId, words: m.stock_item_has_stock });
for (const table of [stockInLine, stockOutLine, stockWriteOffLine])
  dependsOn("stockItem", { table, by: (id) => sql`item_id = ${id}`, words: m.stock_item_in_lines });

export const storeServed = [
  ...serveResource(storeResource, { table: stockStore, references: { parkId: parkReference } }),
  ...serveResource(itemResource, { table: stockItem }),
];
