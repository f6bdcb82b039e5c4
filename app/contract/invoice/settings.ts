/** What invoices are made out with: who sells, and how what is sold is taxed from which day on. */
import { date, dictionary, number, reference, secret, text, url } from "../field-kinds";
import { m } from "../messages";
import { resource } from "../resource";
import { isTaxCategory, isTaxNumber } from "./tax-number";

export const invoiceTaxRule = resource("manage", "invoiceTaxRule", {
  title: m.invoice_rule,
  listTitle: m.fun_invoice_tax_rule,
  path: "/invoice/taxRules",
  fun: "invoiceTaxRule",
  nameField: "name",
  defaultSort: { field: "id", order: "desc" },
  rules: [
    { field: "taxCode", holds: ({ taxCode }) => isTaxCategory(String(taxCode ?? "")), message: m.invoice_v_category },
  ],
  fields: {
    name: text({ label: m.invoice_rule_name, help: m.invoice_rule_name_help, required: true, max: 60, list: true }),
    scope: dictionary("invoiceTaxScope", {
      ...{ label: m.invoice_rule_scope, required: true, values: ["default", "ticketType", "fee", "topUp"] },
      ...{ default: "default" },
      ...{ list: true, filter: "equals" },
    }),
    ticketTypeId: reference("ticketType", {
      ...{ label: m.invoice_rule_type, list: true, filter: "equals", remote: true },
      ...{ when: { field: "scope", is: ["ticketType"] }, requiredWhen: { field: "scope", is: ["ticketType"] } },
    }),
    validFrom: date({
      label: m.invoice_rule_from,
      help: m.invoice_rule_from_help,
      required: true,
      list: true,
      sort: true,
    }),
    taxCode: text({ label: m.invoice_category, help: m.invoice_category_help, required: true, max: 19, list: true }),
    treatment: dictionary("invoiceTreatment", {
      ...{
        label: m.invoice_treatment,
        required: true,
        values: ["taxed", "exempt", "notTaxed"],
        default: "taxed",
        list: true,
      },
    }),
    /** Per cent. */
    rate: number({
      ...{ label: m.invoice_rate, max: 100, decimals: true, list: true },
      ...{ when: { field: "treatment", is: ["taxed"] }, requiredWhen: { field: "treatment", is: ["taxed"] } },
    }),
    remark: text({ label: m.remark, max: 200 }),
  },
});

export const invoiceSeller = resource("manage", "invoiceSeller", {
  title: m.invoice_seller_one,
  listTitle: m.fun_invoice_seller,
  path: "/invoice/sellers",
  fun: "invoiceSeller",
  nameField: "title",
  freshProof: true,
  status: "status",
  defaultSort: { field: "id", order: "asc" },
  rules: [
    {
      field: "taxNumber",
      holds: ({ taxNumber }) => isTaxNumber(String(taxNumber ?? "").toUpperCase()),
      message: m.invoice_v_tax_number,
    },
  ],
  fields: {
    title: text({ label: m.invoice_seller, required: true, max: 100, list: true }),
    taxNumber: text({ label: m.invoice_tax_number, required: true, max: 20, code: true, list: true }),
    way: dictionary("invoiceWay", {
      ...{ label: m.invoice_way, help: m.invoice_way_help, required: true, values: ["byHand", "platform"] },
      ...{ default: "byHand", list: true },
    }),
    platformUrl: url({
      ...{ label: m.invoice_platform_url, when: { field: "way", is: ["platform"] } },
      requiredWhen: { field: "way", is: ["platform"] },
    }),
    platformKey: text({
      ...{ label: m.invoice_platform_key, max: 80, when: { field: "way", is: ["platform"] } },
      requiredWhen: { field: "way", is: ["platform"] },
    }),
    platformSecret: secret({ label: m.invoice_platform_secret, help: m.invoice_platform_secret_help, max: 200 }),
    remark: text({ label: m.remark, max: 200 }),
    status: dictionary("enableStatus", {
      ...{ label: m.status, required: true, default: "T", list: true, filter: "equals", form: false },
    }),
  },
});
