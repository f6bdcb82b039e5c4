/** A month of invoices against the ledger of payments, and by rate as it is declared. */
import { sql } from "drizzle-orm";
import { invoiceMonth } from "~/contract/invoice/month";
import type { Treatment } from "~/contract/invoice/tax";
import { addDays, businessDay, startOfDay } from "../../kernel/business-time";
import { firstOf, rowsOf } from "../../kernel/rows";
import { type Call, serve } from "../../kernel/served";
import { paidBetween } from "../order/worth";
import { toppedUpBetween } from "../stored/top-ups";
import { invoicedBefore } from "./left";

interface Sums {
  gross: number;
  net: number;
  tax: number;
}

export const monthServed = serve(invoiceMonth, async (call, asked) => {
  const month = asked.month ?? businessDay(call.now).slice(0, 7);
  const first = `${month}-01`;
  const next = `${addDays(first, 31).slice(0, 7)}-01`;
  const without = { without: invoicedBefore };
  const before = await paidBetween(call, { from: null, until: startOfDay(first), ...without });
  const during = await paidBetween(call, { from: startOfDay(first), until: startOfDay(next), ...without });
  const topsBefore = await toppedUpBetween(call, { from: null, until: startOfDay(first) });
  const tops = await toppedUpBetween(call, { from: startOfDay(first), until: startOfDay(next) });
  const blue = await bluesOf(call, first, next);
  const kept = before.paid - before.refunded + topsBefore.paid - topsBefore.refunded;
  const opening = kept - blue.before + blue.redBefore;
  const rates = await ratesOf(call, first, next);
  const total = {
    invoiced: sumOf(rates, "invoiced"),
    reversed: sumOf(rates, "reversed"),
    total: sumOf(rates, "total"),
  };
  return {
    month,
    opening,
    paid: during.paid,
    refunded: during.refunded,
    toppedUp: tops.paid,
    toppedUpBack: tops.refunded,
    invoicedNow: blue.now,
    invoicedEarlier: blue.earlier,
    reversed: blue.red,
    closing: opening + during.paid - during.refunded + tops.paid - tops.refunded - blue.now - blue.earlier + blue.red,
    rates,
    total,
  };
});

type RateRow = Awaited<ReturnType<typeof ratesOf>>[number];

const sumOf = (rates: readonly RateRow[], side: "invoiced" | "reversed" | "total"): Sums =>
  rates.reduce(
    (sum, { [side]: one }) => ({ gross: sum.gross + one.gross, net: sum.net + one.net, tax: sum.tax + one.tax }),
    { gross: 0, net: 0, tax: 0 },
  );

/** What was issued by its day; of the month, apart by when its order was made. */
async function bluesOf({ db }: Call, first: string, next: string) {
  const found = await firstOf<{ before: number; now: number; earlier: number; redBefore: number; red: number }>(
    db,
    sql`
      select
        (select coalesce(sum(gross), 0) from invoice
         where corp_code = current_setting('app.corp_code') and issued_on < ${first}::date)::float8 as before,
        (select coalesce(sum(gross), 0) from invoice_red
         where corp_code = current_setting('app.corp_code') and issued_on < ${first}::date)::float8 as "redBefore",
        (select coalesce(sum(gross), 0) from invoice_red
         where corp_code = current_setting('app.corp_code')
           and issued_on >= ${first}::date and issued_on < ${next}::date)::float8 as red,
        coalesce(sum(n.gross) filter (where coalesce(o.created_at, t.at) >= ${startOfDay(first).toISOString()}::timestamptz), 0)::float8 as now,
        coalesce(sum(n.gross) filter (where coalesce(o.created_at, t.at) < ${startOfDay(first).toISOString()}::timestamptz), 0)::float8 as earlier
      from invoice i
      join invoice_line n on n.corp_code = i.corp_code and n.invoice_id = i.id
      left join order_told o on o.corp_code = n.corp_code and o.id = n.order_id
      left join stored_top_up_told t on t.corp_code = n.corp_code and t.id = n.top_up_id
      where i.corp_code = current_setting('app.corp_code')
        and i.issued_on >= ${first}::date and i.issued_on < ${next}::date
    `,
  );
  return found ?? { before: 0, now: 0, earlier: 0, redBefore: 0, red: 0 };
}

async function ratesOf({ db }: Call, first: string, next: string) {
  const rows = await rowsOf<{
    treatment: Treatment;
    rate: number | null;
    taxCode: string;
    gross: number;
    tax: number;
    redGross: number;
    redTax: number;
  }>(
    db,
    sql`
      select treatment, rate, tax_code as "taxCode", sum(gross)::float8 as gross, sum(tax)::float8 as tax,
             sum(red_gross)::float8 as "redGross", sum(red_tax)::float8 as "redTax"
      from (
        select n.treatment, n.rate, n.tax_code, n.gross, n.tax, 0 as red_gross, 0 as red_tax
        from invoice i
        join invoice_line n on n.corp_code = i.corp_code and n.invoice_id = i.id
        where i.corp_code = current_setting('app.corp_code')
          and i.issued_on >= ${first}::date and i.issued_on < ${next}::date
        union all
        select n.treatment, n.rate, n.tax_code, 0, 0, l.gross, l.tax
        from invoice_red r
        join invoice_red_line l on l.corp_code = r.corp_code and l.red_id = r.id
        join invoice_line n on n.corp_code = l.corp_code and n.id = l.line_id
        where r.corp_code = current_setting('app.corp_code')
          and r.issued_on >= ${first}::date and r.issued_on < ${next}::date
      ) s
      group by treatment, rate, tax_code
      order by treatment desc, rate desc nulls last, tax_code
    `,
  );
  return rows.map(({ treatment, rate, taxCode, gross, tax, redGross, redTax }) => ({
    ...{ treatment, rate, taxCode },
    invoiced: { gross, net: gross - tax, tax },
    reversed: { gross: redGross, net: redGross - redTax, tax: redTax },
    total: { gross: gross - redGross, net: gross - tax - redGross + redTax, tax: tax - redTax },
  }));
}
