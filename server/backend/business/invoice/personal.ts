/** Who an invoice is made out to, and where it was sent, are part of it: the law keeps it for thirty years. */
import { m } from "~/contract/messages";
import type { PersonalOf } from "../../kernel/personal-data";

export const invoicePersonal: PersonalOf = {
  keeps: [
    { table: "invoice", what: m.personal_kept_invoices, columns: ["mail"], why: "tax" },
    { table: "invoice_mail", what: m.personal_kept_invoice_mails, columns: ["address"], why: "tax" },
  ],
};
