/** What of orders was paid and stayed, by payment type and by line: for those who invoice it. Fen. */
import { sql } from "drizzle-orm";
import { firstOf, rowsOf } from "../../kernel/rows";
import type { Call } from "../../kernel/served";

export interface OrderWorth {
  id: number;
  orderNo: string;
  state: string;
  visitDay: string;
  createdAt: string;
  parks: number[];
  paid: number;
  refunded: number;
  refunding: number;
  /** By payment type, in the order taken: what came less what went back (`stayed`), and less what is under way (`amount`). */
  ways: { paymentType: string; amount: number; stayed: number }[];
  lines: LineWorth[];
  /** Kept of refunds that are done, and of changes. */
  fees: number;
}

export interface LineWorth {
  id: number;
  business: string;
  kind: string;
  subjectId: number;
  name: string;
  /** Neither given back nor on its way back, nor changed. */
  quantity: number;
  /** What was paid for those. */
  worth: number;
}

const ids = (all: readonly number[]) => sql`any (${`{${all.join(",")}}`}::bigint[])`;

/** Locks orders as every writer of them does, in their order, so that two never wait for each other in a circle. */
export async function lockOrders({ db }: Call, orderIds: readonly number[]): Promise<void> {
  await db.execute(sql`select from orders where id = ${ids(orderIds)} order by id for update`);
}

/** In one statement; an order that the caller's scope does not have is left out. */
export async function worthOfOrders({ db }: Call, orderIds: readonly number[]): Promise<OrderWorth[]> {
  return rowsOf<OrderWorth>(
    db,
    sql`
      select o.id::float8 as id, o.order_no as "orderNo", o.state, coalesce(o.last_visit_day, o.visit_day)::text as "visitDay",
             o.created_at::text as "createdAt", to_json(o.parks) as parks, o.paid::float8 as paid, o.refunded::float8 as refunded,
             o.refunding::float8 as refunding, ways.all as ways, lines.all as lines,
             (
               coalesce((
                 select sum(r.fee) from refund r
                 where r.corp_code = o.corp_code and r.order_id = o.id and r.state = 'done'
               ), 0)
               + coalesce((select sum(c.fee) from order_change c where c.corp_code = o.corp_code and c.order_id = o.id), 0)
             )::float8 as fees
      from orders o
      cross join lateral (
        select coalesce(json_agg(json_build_object(
                 'paymentType', w.payment_type, 'amount', w.amount, 'stayed', w.stayed
               ) order by w.first), '[]') as all
        from (
          select p.payment_type, min(p.id) as first, sum(p.amount) as stayed, sum(p.amount) - coalesce((
                   select sum(way.amount)
                   from refund r
                   cross join jsonb_to_recordset(r.ways) as way ("paymentType" text, amount bigint)
                   where r.corp_code = o.corp_code and r.order_id = o.id and r.state in ('waiting', 'held')
                     and way."paymentType" = p.payment_type
                 ), 0) as amount
          from payment p
          where p.corp_code = o.corp_code and p.order_id = o.id
          group by p.payment_type
        ) w
      ) ways
      cross join lateral (
        select coalesce(json_agg(json_build_object(
                 'id', l.id, 'business', l.business, 'kind', l.kind, 'subjectId', l.subject_id, 'name', l.name,
                 'quantity', l.quantity - l.refunding - l.refunded - l.changed,
                 'worth', l.amount - l.discount
                   - coalesce((
                       select sum(i.price)
                       from refund_item i
                       join refund r on r.corp_code = i.corp_code and r.id = i.refund_id
                       where i.corp_code = l.corp_code and i.line_id = l.id and r.state in ('waiting', 'held', 'done')
                     ), 0)
                   - coalesce((
                       select sum(c.price) from order_change_item c where c.corp_code = l.corp_code and c.line_id = l.id
                     ), 0)
               ) order by l.id), '[]') as all
        from sub_order l
        where l.corp_code = o.corp_code and l.order_id = o.id
      ) lines
      where o.corp_code = current_setting('app.corp_code') and o.id = ${ids(orderIds)}
      order by o.id
    `,
  );
}

/** What was paid and given back in a period by all payment types but those named, as of the ledger. */
export async function paidBetween(
  { db }: Call,
  { from, until, without }: { from: Date | null; until: Date; without: readonly string[] },
): Promise<{ paid: number; refunded: number }> {
  const found = await firstOf<{ paid: number; refunded: number }>(
    db,
    sql`
      select coalesce(sum(amount) filter (where kind = 'payment'), 0)::float8 as paid,
             coalesce(-sum(amount) filter (where kind = 'refund'), 0)::float8 as refunded
      from payment
      where corp_code = current_setting('app.corp_code')
        and at < ${until.toISOString()}::timestamptz
        ${from ? sql`and at >= ${from.toISOString()}::timestamptz` : sql``}
        and payment_type <> all (${`{${without.join(",")}}`}::text[])
    `,
  );
  return found ?? { paid: 0, refunded: 0 };
}
