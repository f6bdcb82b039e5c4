/** Orders of which something may be invoiced, and those that were refunded before their invoice was reversed. */
import { sql } from "drizzle-orm";
import { invoiceOpenOrders, openPageSize } from "~/contract/invoice/invoice";
import { addDays, businessDay, endOfDay, stamp, startOfDay } from "../../kernel/business-time";
import { dictionariesOf } from "../../kernel/dictionaries";
import { rowsOf } from "../../kernel/rows";
import { type Call, serve } from "../../kernel/served";
import { invoicedBefore, leftOfOrders } from "./left";
import { partiesOf } from "./parties";

/** Days that the page looks back where nobody says. */
const usual = 31;

export const openServed = serve(invoiceOpenOrders, async (call, asked) => {
  const to = asked.to ?? businessDay(call.now);
  const from = asked.from ?? addDays(to, 1 - usual);
  const found = await candidates(call, { ...asked, from, to });
  const more = found.length > openPageSize;
  const page = found.slice(0, openPageSize);
  const ids = page.map(({ id }) => id);
  const lefts = new Map((await leftOfOrders(call, ids)).map((left) => [left.order.id, left.total]));
  const parties = await partiesOf(call, ids);
  const words = await dictionariesOf(call.db, ["saleChannel"], call.locale);
  const rows = page
    .map((row) => ({
      ...row,
      createdAt: stamp(row.createdAt),
      channel: words.saleChannel?.find(({ value }) => value === row.channel)?.label ?? row.channel,
      party: parties.get(row.id)?.name ?? "",
      left: lefts.get(row.id) ?? 0,
    }))
    .filter(({ left }) => left > 0);
  const last = page.at(-1)?.id ?? 0;
  return { from, to, rows, last, sum: rows.reduce((all, { left }) => all + left, 0), more, owed: await owed(call) };
});

interface Wanted {
  orderNo: string;
  from: string;
  to: string;
  after?: number | undefined;
}

/** Newest first, one more than a page. An order of another day is found by its number. */
function candidates({ db }: Call, { orderNo, from, to, after }: Wanted) {
  return rowsOf<{ id: number; orderNo: string; channel: string; contact: string; createdAt: string; paid: number }>(
    db,
    sql`
      select o.id::float8 as id, o.order_no as "orderNo", o.channel, o.contact_name as contact, o.created_at as "createdAt",
             (o.paid - o.refunded - o.refunding)::float8 as paid
      from order_told o
      where o.corp_code = current_setting('app.corp_code')
        and o.state not in ('pending', 'cancelled', 'expired')
        and o.paid > o.refunded + o.refunding
        ${
          orderNo === ""
            ? sql`and o.offline = any ('{t,f}') and o.created_at >= ${startOfDay(from).toISOString()}::timestamptz
                  and o.created_at < ${endOfDay(to).toISOString()}::timestamptz`
            : sql`and o.order_no = ${orderNo}`
        }
        ${after === undefined ? sql`` : sql`and o.id < ${after}`}
        and o.paid - o.refunded - o.refunding > coalesce((
          select sum(w.amount - w.reversed)
          from invoice_way w
          join invoice i on i.corp_code = w.corp_code and i.id = w.invoice_id
          where w.corp_code = o.corp_code and w.order_id = o.id and i.status <> 'cancelled'
        ), 0) + coalesce((
          select sum(p.amount) from payment_told p
          where p.corp_code = o.corp_code and p.order_id = o.id
            and p.payment_type = any (${`{${invoicedBefore.join(",")}}`}::text[])
        ), 0)
      order by o.id desc
      limit ${openPageSize + 1}
    `,
  );
}

async function owed({ db }: Call) {
  const rows = await rowsOf<{ orderNo: string; amount: number; at: string; invoiceId: number | null; serial: string }>(
    db,
    sql`
      select coalesce(o.order_no, t.slip_no) as "orderNo", sum(d.amount)::float8 as amount, min(d.at) as at,
             i.id::float8 as "invoiceId", coalesce(i.serial, '') as serial
      from invoice_owed d
      left join order_told o on o.corp_code = d.corp_code and o.id = d.order_id
      left join stored_top_up_told t on t.corp_code = d.corp_code and t.id = d.top_up_id
      left join lateral (
        select i.id, i.serial
        from invoice_way w
        join invoice i on i.corp_code = w.corp_code and i.id = w.invoice_id
        where w.corp_code = d.corp_code and i.status in ('issued', 'partlyReversed')
          and (w.order_id = d.order_id or w.top_up_id = d.top_up_id)
        order by i.id desc
        limit 1
      ) i on true
      where d.corp_code = current_setting('app.corp_code') and coalesce(o.order_no, t.slip_no) is not null
      group by coalesce(o.order_no, t.slip_no), i.id, i.serial
      order by min(d.at)
      limit 100
    `,
  );
  return rows.map((row) => ({ ...row, at: stamp(row.at) }));
}
