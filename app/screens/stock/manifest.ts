/** Screens of the stock that only it has. */
import { stockCountSheet } from "../../contract/stock/count";
import { stockMonth } from "../../contract/stock/month";
import { stockToOrder } from "../../contract/stock/to-order";
import { stockSerials } from "../../contract/stock/where";
import { page, type ScreenManifest } from "../screen-manifest";

export const stock: ScreenManifest = {
  pages: [
    page("/manage/storelist/listBillCounts/:id/sheet", "stock/count-sheet.tsx", stockCountSheet),
    page("/manage/storelist/ledger/month", "stock/month.tsx", stockMonth),
    page("/manage/storelist/serials", "stock/serials.tsx", stockSerials),
    page("/manage/storelist/toOrder", "stock/to-order.tsx", stockToOrder),
    page("/manage/storelist/ledger/month/file", "stock/month-file.ts", stockMonth),
  ],
};
