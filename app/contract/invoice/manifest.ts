/** Electronic invoices: requests, red letters, tax rules, sellers, the month, and what visitors ask for by themselves. */
import type { ContractManifest } from "../manifest";
import * as apply from "./apply";
import { invoiceDictionaries } from "./dictionaries";
import * as invoices from "./invoice";
import { invoiceMenu } from "./menu-entries";
import * as month from "./month";
import { invoiceParameters } from "./parameters";
import * as red from "./red";
import { invoiceReport } from "./report";
import { invoiceSeller, invoiceTaxRule } from "./settings";
import * as topUp from "./top-up";

export const invoice: ContractManifest = {
  reports: [invoiceReport],
  resources: [invoices.invoice, red.invoiceRed, invoiceTaxRule, invoiceSeller],
  methods: [invoices, topUp, red, month, apply],
  menu: invoiceMenu,
  dictionaries: invoiceDictionaries,
  parameters: invoiceParameters,
};
