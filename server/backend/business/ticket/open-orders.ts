/** Orders that a change would touch: reads only. */
import { type SQL, sql } from "drizzle-orm";
import { namedOrders } from "~/contract/ticket/open-orders";
import { rowsOf } from "../../kernel/rows";
import type { Call } from "../../kernel/served";
import { joinOrder } from "../order/query-parts";

/** Orders with unused tickets `of` these types on these days. */
export async function openOrders({ db }: Call, of: SQL, { days }: { days: SQL }) {
  const rows = await rowsOf<{
    orders: number;
    all: number;
    sum: number;
    orderId: number;
    orderNo: string;
    visitDay: string;
    tickets: number;
    amount: number;
  }>(
    db,
    sql`
      with open as (
        select t.corp_code, t.order_id, min(t.visit_day) as visit_day, count(*)::int as tickets, sum(t.price)::bigint as amount
        from ticket t
        where ${of} and ${days} and t.state = 'issued'
        group by t.corp_code, t.order_id
      )
      select (select count(*)::int from open) as orders, (select coalesce(sum(tickets), 0)::int from open) as "all",
             (select coalesce(sum(amount), 0)::bigint from open) as sum,
             t.order_id as "orderId", o.order_no as "orderNo", t.visit_day as "visitDay", t.tickets, t.amount
      from open t
      ${sql.raw(joinOrder("t"))}
      order by t.visit_day, t.order_id
      limit ${namedOrders}
    `,
  );
  return {
    orders: rows[0]?.orders ?? 0,
    tickets: rows[0]?.all ?? 0,
    amount: Number(rows[0]?.sum ?? 0),
    named: rows.map(({ orderId, orderNo, visitDay, tickets, amount }) => ({
      ...{ orderId, orderNo, visitDay, tickets, amount: Number(amount) },
    })),
  };
}
