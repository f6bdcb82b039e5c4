/** Warehouses, each in a park, and the items that are kept in them. */
import { code, dictionary, lines, number, reference, text } from "../field-kinds";
import { m } from "../messages";
import { resource } from "../resource";
import { mostDigits } from "./serial";

export const stockStore = resource("manage", "stockStore", {
  title: m.stock_store,
  listTitle: m.fun_storelist,
  path: "/manage/storelist",
  fun: "storelist",
  nameField: "name",
  status: "status",
  importable: true,
  links: [{ label: m.stock_month, to: "/manage/storelist/ledger/month?storeId={id}" }],
  defaultSort: { field: "id", order: "asc" },
  fields: {
    code: code({ label: m.code, required: true, list: true, filter: "contains", sort: true }),
    name: text({ label: m.name, required: true, max: 60, list: true, filter: "contains" }),
    parkId: reference("park", { label: m.park, required: true, createOnly: true, list: true, filter: "equals" }),
    place: text({ label: m.stock_place, max: 100, list: true }),
    keeper: text({ label: m.stock_keeper, max: 40, list: true }),
    remark: text({ label: m.remark, max: 200 }),
    status: dictionary("enableStatus", {
      label: m.status,
      required: true,
      default: "T",
      list: true,
      filter: "anyOf",
      form: false,
    }),
  },
});

export const stockItem = resource("manage", "stockItem", {
  title: m.stock_item,
  listTitle: m.fun_store_item_list,
  path: "/manage/storelist/itemList",
  fun: "storeItemList",
  nameField: "name",
  status: "status",
  importable: true,
  defaultSort: { field: "id", order: "asc" },
  fields: {
    code: code({ label: m.code, required: true, list: true, filter: "contains", sort: true }),
    name: text({ label: m.name, required: true, unique: true, max: 60, list: true, filter: "contains" }),
    kind: dictionary("stockItemKind", {
      ...{ label: m.stock_item_kind, required: true, values: ["blankTicket", "blankCard", "goods"], default: "goods" },
      ...{ createOnly: true, list: true, filter: "anyOf" },
    }),
    category: text({ label: m.stock_category, max: 40, list: true, filter: "equals" }),
    unit: text({ label: m.stock_unit, help: m.stock_unit_help, required: true, max: 10, list: true }),
    barcode: text({ label: m.stock_barcode, unique: true, max: 40, code: true, list: true, filter: "equals" }),
    /** Its pieces have numbers: a prefix, and so many digits. Empty: pieces are told apart by nothing. */
    serialDigits: number({
      label: m.stock_serial_digits,
      help: m.stock_serial_digits_help,
      min: 3,
      max: mostDigits,
      list: true,
    }),
    serialPrefix: text({ label: m.stock_serial_prefix, help: m.stock_serial_prefix_help, max: 10, list: true }),
    templates: lines(
      { printTemplateId: reference("printTemplate", { label: m.print_template, required: true }) },
      { label: m.stock_templates, help: m.stock_templates_help, key: ["printTemplateId"], max: 20 },
    ),
    cardTypes: lines(
      { cardTypeId: reference("cardType", { label: m.card_type_title, required: true }) },
      { label: m.stock_card_types, help: m.stock_card_types_help, key: ["cardTypeId"], max: 20 },
    ),
    safety: number({ label: m.stock_safety, help: m.stock_safety_help, max: 10_000_000, list: true }),
    leadDays: number({ label: m.stock_lead_days, help: m.stock_lead_days_help, max: 365, list: true }),
    remark: text({ label: m.remark, max: 200 }),
    status: dictionary("enableStatus", {
      label: m.status,
      required: true,
      default: "T",
      list: true,
      filter: "anyOf",
      form: false,
    }),
  },
});
