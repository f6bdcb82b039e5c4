/**
 * Bills with lines: what comes in, goes out (to a purpose, or to another warehouse) and is written off. draft → submitted →
 * approved → posted | rejected; a transfer goes on from posted (in transit) to received; posted → reversed.
 */
import { command } from "../command";
import { boolean, dictionary, lines, money, reference, text } from "../field-kinds";
import { m } from "../messages";
import { resource } from "../resource";
import {
  billCommands,
  billHead,
  billStore,
  billTail,
  lineItem,
  lineQuantity,
  lineSerials,
  reverse,
} from "./bill-parts";

const states = ["draft", "submitted", "approved", "posted", "rejected", "reversed"] as const;
const status = dictionary("stockBillState", {
  ...{ label: m.status, required: true, values: states, default: "draft" },
  ...{ list: true, filter: "anyOf", form: false },
});
const goods = lines(
  {
    itemId: lineItem,
    quantity: lineQuantity,
    serials: lineSerials,
    remark: text({ label: m.remark, max: 100 }),
  },
  {
    label: m.stock_lines,
    ...{ key: ["itemId"], min: 1, max: 200, ordered: true, scan: { find: "itemId", count: "quantity" } },
  },
);
const shared = {
  notes: true,
  nameField: "code",
  status: "status",
  editIn: ["draft", "rejected"],
  defaultSort: { field: "id", order: "desc" },
} as const;

export const stockIn = resource("manage", "stockIn", {
  ...{ ...shared, title: m.stock_in, listTitle: m.fun_list_in_bills_record },
  ...{ path: "/manage/storelist/listInBillsRecord", fun: "listInBillsRecord" },
  fields: {
    ...billHead,
    storeId: billStore,
    kind: dictionary("stockInKind", {
      label: m.stock_kind,
      required: true,
      default: "purchase",
      list: true,
      filter: "anyOf",
    }),
    supplier: text({ label: m.stock_supplier, max: 60, list: true }),
    estimated: boolean({
      label: m.stock_estimated,
      help: m.stock_estimated_help,
      list: true,
      hiddenAtFirst: true,
      filter: "equals",
    }),
    invoiceNo: text({ label: m.stock_invoice_no, max: 30, form: false }),
    /** The number of the receipt whose price it is. */
    estimateOf: text({ label: m.stock_estimate_of, max: 30, form: false }),
    status,
    goods: lines(
      {
        itemId: lineItem,
        quantity: lineQuantity,
        serials: lineSerials,
        amount: money({ label: m.stock_line_amount, required: true, total: true }),
        remark: text({ label: m.remark, max: 100 }),
      },
      {
        label: m.stock_lines,
        ...{ key: ["itemId"], min: 1, max: 200, ordered: true, scan: { find: "itemId", count: "quantity" } },
      },
    ),
    ...billTail,
  },
  commands: {
    ...billCommands,
    invoice: command({
      ...{ label: m.stock_invoice, from: ["posted"], to: "reversed", tone: "good" },
      fields: {
        amount: money({ label: m.stock_invoice_amount, help: m.stock_invoice_help, required: true }),
        invoiceNo: text({ label: m.stock_invoice_no, required: true, max: 30 }),
        /** By the item's code, a line each; empty: the sum is shared. */
        prices: text({ label: m.stock_invoice_prices, help: m.stock_invoice_prices_help, multiline: true, max: 4000 }),
      },
    }),
    reverse: command({ ...reverse, from: ["posted"] }),
  },
});

export const stockOut = resource("manage", "stockOut", {
  ...{ ...shared, title: m.stock_out, listTitle: m.fun_list_out_bills_record },
  ...{ path: "/manage/storelist/listOutBillsRecord", fun: "listOutBillsRecord" },
  fields: {
    ...billHead,
    storeId: billStore,
    kind: dictionary("stockOutKind", {
      ...{ label: m.stock_kind, required: true, values: ["use", "sale", "transfer", "other"], default: "use" },
      ...{ list: true, filter: "anyOf" },
    }),
    toStoreId: reference("stockStore", {
      ...{ label: m.stock_to_store, requiredWhen: { field: "kind", is: ["transfer"] } },
      ...{ when: { field: "kind", is: ["transfer"] }, list: true },
    }),
    receiver: text({ label: m.stock_receiver, max: 60, list: true }),
    status: dictionary("stockBillState", {
      ...{ label: m.status, required: true, values: [...states, "received"], default: "draft" },
      ...{ list: true, filter: "anyOf", form: false },
    }),
    goods,
    ...billTail,
  },
  commands: {
    ...billCommands,
    receive: command({
      label: m.stock_receive,
      from: ["posted"],
      to: "received",
      tone: "good",
      question: m.stock_receive_question,
    }),
    reverse: command({ ...reverse, from: ["posted", "received"] }),
  },
});

export const stockWriteOff = resource("manage", "stockWriteOff", {
  ...{ ...shared, title: m.stock_write_off, listTitle: m.fun_page_sto_invald_mes },
  ...{ path: "/manage/storelist/pageStoInvaldMes", fun: "pageStoInvaldMes" },
  fields: {
    ...billHead,
    storeId: billStore,
    kind: dictionary("stockWriteOffKind", {
      label: m.stock_why,
      required: true,
      default: "damaged",
      list: true,
      filter: "anyOf",
    }),
    status,
    goods,
    ...billTail,
  },
  commands: { ...billCommands, reverse: command({ ...reverse, from: ["posted"] }) },
});
