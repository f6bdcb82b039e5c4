import type { BackendManifest } from "../manifest";
import { applyServed } from "./apply";
import { seedInvoices } from "./demonstration";
import { findsInvoices } from "./find";
import { invoicePersonal } from "./personal";
import { reportServed } from "./report";
import "./hanging";
import { invoiceInvariants } from "./invariants";
import { invoiceServed } from "./invoice";
import { lapseReds } from "./lapse";
import { mailInvoices } from "./mail-job";
import { monthServed } from "./month";
import { openServed } from "./open";
import { redServed } from "./red";
import { requestServed } from "./request";
import * as schema from "./schema";
import { sellerServed } from "./seller";
import { taxRuleServed } from "./tax-rules";
import { topUpServed } from "./top-ups";
import { invoiceYears } from "./years";

export const invoice: BackendManifest = {
  served: (sellables) => [
    ...invoiceServed(sellables),
    ...redServed(sellables),
    ...requestServed,
    ...topUpServed,
    ...taxRuleServed,
    ...sellerServed,
    openServed,
    monthServed,
    ...applyServed,
    ...reportServed,
  ],
  personal: invoicePersonal,
  data: {
    settings: ["invoice_seller", "invoice_tax_rule"],
    money: ["invoice", "invoice_red"],
  },
  finds: [findsInvoices],
  years: invoiceYears,
  tables: [schema],
  kinds: [lapseReds, mailInvoices],
  invariants: invoiceInvariants,
  demonstration: seedInvoices,
};
