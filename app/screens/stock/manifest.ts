/** Screens of the stock that only it has. */
import { stockMonth } from "../../contract/stock/month";
import { page, type ScreenManifest } from "../screen-manifest";

export const stock: ScreenManifest = {
  pages: [
    page("/manage/storelist/ledger/month", "stock/month.tsx", stockMonth),
    page("/manage/storelist/ledger/month/file", "stock/month-file.ts", stockMonth),
  ],
};
