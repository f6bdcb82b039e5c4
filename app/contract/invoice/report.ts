/** Invoices and red letters that were issued. */
import { m } from "../messages";
import { report } from "../report-kind";

export const invoiceReport = report("manage", "invoiceReport", {
  title: m.fun_report_invoices,
  path: "/statistics/invoices",
  fun: "reportInvoices",
  groups: {
    day: { label: m.report_by_issue_day, kind: "day", into: "invoice" },
    month: { label: m.report_by_month, kind: "month", into: "day" },
    kind: { label: m.report_by_invoice_kind, kind: "dictionary", dictionary: "invoiceKind", choose: true },
    buyer: { label: m.report_by_buyer, kind: "dictionary", dictionary: "invoiceBuyer", choose: true },
    source: { label: m.report_by_source, kind: "dictionary", dictionary: "invoiceSource", choose: true },
    seller: { label: m.report_by_invoice_seller, kind: "named", choose: true, into: "kind" },
    invoice: { label: m.report_by_invoice, kind: "document", page: "/invoice/list/{key}" },
  },
  measures: {
    invoices: { label: m.report_invoice_count, kind: "count" },
    gross: { label: m.report_invoice_gross, kind: "money", chart: true },
    reds: { label: m.report_red_count, kind: "count", quiet: true },
    reversed: { label: m.report_red_gross, kind: "money", quiet: true },
    net: { label: m.report_invoice_net, kind: "money", chart: true },
    tax: { label: m.report_invoice_tax, kind: "money" },
  },
  main: "net",
  into: "invoice",
  period: "thisMonth",
  chart: "bar",
  about: m.report_about_invoices,
});
