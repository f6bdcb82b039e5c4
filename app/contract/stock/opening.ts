/** Opening stock, as it comes from another system: a row a warehouse and item, each a line of a receipt. */
import { money, number, reference, text } from "../field-kinds";
import { m } from "../messages";
import { resource } from "../resource";
import { billHead, lineSerials, mostOfLine } from "./bill-parts";

export const stockOpening = resource("manage", "stockOpening", {
  title: m.stock_opening_row,
  listTitle: m.fun_store_opening,
  path: "/manage/storelist/opening",
  fun: "storeOpening",
  whenEmpty: m.empty_stock_opening,
  nameField: "code",
  importable: true,
  unique: [["storeId", "itemId"]],
  defaultSort: { field: "id", order: "desc" },
  fields: {
    code: text({ ...billHead.code, label: m.stock_opening_code }),
    storeId: reference("stockStore", {
      ...{ label: m.stock_store, required: true, createOnly: true, list: true, filter: "equals" },
    }),
    itemId: reference("stockItem", {
      ...{ label: m.stock_item, required: true, createOnly: true, list: true, filter: "equals", remote: true },
    }),
    quantity: number({ label: m.stock_quantity, required: true, min: 1, max: mostOfLine, list: true, total: true }),
    amount: money({ label: m.stock_amount, required: true, list: true, total: true }),
    serials: { ...lineSerials, list: true },
    billCode: text({
      ...{ label: m.stock_opening_bill, max: 30, form: false, list: true, filter: "equals" },
      page: ({ billCode }) =>
        billCode ? `/manage/storelist/listInBillsRecord?code=${encodeURIComponent(String(billCode))}` : null,
    }),
    remark: text({ label: m.remark, max: 100 }),
  },
});
