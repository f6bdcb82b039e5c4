/** Entries of the menu: invoices. */
import { menuEntries } from "../menu-entry";
import { m } from "../messages";

const invoices = { group: "invoices", built: true } as const;

export const invoiceMenu = menuEntries({
  invoiceList: {
    ...{ ...invoices, place: 10, label: m.fun_invoice_list, url: "/invoice/list" },
    buttons: { "invoice:request": m.invoice_ask, "invoice:reverse": m.invoice_red_ask },
    money: {
      ...{ "invoice:request": true, "invoice:reverse": true, "invoice:issue": true },
      ...{ "invoice:cancel": true, "invoice:fail": true },
    },
  },
  invoiceRedList: {
    ...{ ...invoices, place: 20, label: m.fun_invoice_red_list, url: "/invoice/redList" },
    money: { "invoiceRed:issue": true, "invoiceRed:confirm": true },
  },
  invoiceTaxRule: {
    ...{ ...invoices, place: 30, label: m.fun_invoice_tax_rule, url: "/invoice/taxRules" },
    money: { "invoiceTaxRule:add": true, "invoiceTaxRule:edit": true, "invoiceTaxRule:remove": true },
  },
  invoiceSeller: {
    ...{ ...invoices, place: 40, label: m.fun_invoice_seller, url: "/invoice/sellers" },
    money: { "invoiceSeller:add": true, "invoiceSeller:edit": true, "invoiceSeller:suspend": true },
  },
  reportInvoices: {
    group: "reports",
    place: 160,
    label: m.fun_report_invoices,
    url: "/statistics/invoices",
    built: true,
  },
});

declare module "../menu-entry" {
  interface BusinessMenus {
    invoice: typeof invoiceMenu;
  }
}
