/** Issued invoices less issued red letters, each on its own day. */
import { sql } from "drizzle-orm";
import { invoiceReport } from "~/contract/invoice/report";
import { currentZone } from "../../kernel/business-time";
import { serveReport } from "../../kernel/report";
import type { Served } from "../../kernel/served";

/** An invoice may be of several parks: row-level security shows those that touch the caller's. */
export const reportServed: Served[] = serveReport(invoiceReport, {
  parkless: true,
  facts: ({ firstDay, lastDay }) => sql`
    select f.day::timestamp at time zone ${currentZone()}::text as at, f.what, f.gross, f.tax, i.id, i.number, i.kind,
           i.buyer_kind, i.source, i.seller_number, i.seller_title
    from (
      select 'invoice' as what, id as invoice_id, issued_on as day, gross, tax
      from invoice
      where corp_code = current_setting('app.corp_code') and issued_on between ${firstDay} and ${lastDay}
      union all
      select 'red', invoice_id, issued_on, gross, tax
      from invoice_red
      where corp_code = current_setting('app.corp_code') and issued_on between ${firstDay} and ${lastDay}
    ) f
    join invoice i on i.corp_code = current_setting('app.corp_code') and i.id = f.invoice_id
  `,
  groups: {
    kind: { key: sql`kind` },
    buyer: { key: sql`buyer_kind` },
    source: { key: sql`source` },
    seller: { key: sql`seller_number`, name: sql`seller_title` },
    invoice: { key: sql`id`, name: sql`number` },
  },
  measures: {
    invoices: sql`count(*) filter (where what = 'invoice')`,
    gross: sql`sum(gross) filter (where what = 'invoice')`,
    reds: sql`count(*) filter (where what = 'red')`,
    reversed: sql`sum(gross) filter (where what = 'red')`,
    net: sql`sum(case what when 'red' then -gross else gross end)`,
    tax: sql`sum(case what when 'red' then -tax else tax end)`,
  },
});
