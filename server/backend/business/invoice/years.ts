/** What of invoices belongs to a business year, and what must have come to an end before one is closed. */
import { sql } from "drizzle-orm";
import { m } from "~/contract/messages";
import type { YearsOf } from "../../kernel/closed-years";

export const invoiceYears: YearsOf = {
  parts: [
    // What is reversed of it and its state go on changing.
    {
      ...{ table: "invoice", title: m.invoice, moment: "requested_at", amount: "gross" },
      keeps: ["serial", "kind", "title", "gross", "tax", "requested_at"],
    },
    {
      ...{ table: "invoice_red", title: m.invoice_red, moment: "requested_at", amount: "gross" },
      keeps: ["serial", "invoice_id", "gross", "tax", "requested_at"],
    },
  ],
  open: [
    {
      count: ({ at }) => sql`
        select count(*)::int as n from invoice
        where corp_code = current_setting('app.corp_code') and status in ('requested', 'sent')
          and requested_at < ${at}::timestamptz
      `,
      told: m.year_open_invoices,
    },
    {
      count: ({ at }) => sql`
        select count(*)::int as n from invoice_red
        where corp_code = current_setting('app.corp_code') and status in ('waiting', 'confirmed', 'sent')
          and requested_at < ${at}::timestamptz
      `,
      told: m.year_open_reds,
    },
  ],
};
