/** Entries of the menu: stock. */
import { menuEntries } from "../menu-entry";
import { m } from "../messages";

const stock = { group: "stock", built: true } as const;

export const stockMenu = menuEntries({
  storelist: { ...stock, place: 10, label: m.fun_storelist, url: "/manage/storelist" },
  storeItemList: { ...stock, place: 20, label: m.fun_store_item_list, url: "/manage/storelist/itemList" },
  storeToOrder: { ...stock, place: 25, label: m.fun_store_to_order, url: "/manage/storelist/toOrder" },
  storeOpening: { ...stock, place: 28, label: m.fun_store_opening, url: "/manage/storelist/opening" },
  listInBillsRecord: {
    ...{ ...stock, place: 30, label: m.fun_list_in_bills_record, url: "/manage/storelist/listInBillsRecord" },
    money: { "stockIn:post": true, "stockIn:invoice": true, "stockIn:reverse": true },
  },
  listOutBillsRecord: {
    ...{ ...stock, place: 40, label: m.fun_list_out_bills_record, url: "/manage/storelist/listOutBillsRecord" },
    money: { "stockOut:post": true, "stockOut:receive": true, "stockOut:reverse": true },
  },
  listBillCounts: {
    ...{ ...stock, place: 50, label: m.fun_list_bill_counts, url: "/manage/storelist/listBillCounts" },
    money: { "stockCount:post": true },
  },
  pageStoInvaldMes: {
    ...{ ...stock, place: 60, label: m.fun_page_sto_invald_mes, url: "/manage/storelist/pageStoInvaldMes" },
    money: { "stockWriteOff:post": true, "stockWriteOff:reverse": true },
  },
  storeRolls: {
    ...{ ...stock, place: 62, label: m.fun_store_rolls, url: "/manage/storelist/rolls" },
    buttons: { "stockRoll:use": m.stock_roll_use },
    money: { "stockRoll:add": true, "stockRoll:use": true },
  },
  storeSerials: { ...stock, place: 64, label: m.fun_store_serials, url: "/manage/storelist/serials" },
  storeLedger: { ...stock, place: 70, label: m.fun_store_ledger, url: "/manage/storelist/ledger" },
  storeValueLedger: { ...stock, place: 72, label: m.stock_value_ledger, url: "/manage/storelist/valueLedger" },
  reportStock: {
    group: "reports",
    place: 150,
    label: m.fun_report_stock,
    url: "/statistics/stock",
    built: true,
  },
});

declare module "../menu-entry" {
  interface BusinessMenus {
    stock: typeof stockMenu;
  }
}
