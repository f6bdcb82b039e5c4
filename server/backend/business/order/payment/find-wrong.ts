/** Orders that are wrong by themselves: issued too little or too often, of no product, with other money than the ledger has. */
import { type SQL, sql } from "drizzle-orm";
import type { Transaction } from "../../../db/database";
import { rowsOf } from "../../../kernel/rows";
import { issueLooks } from "./issue-looks";
import { lateLooks } from "./late-looks";

export interface Found {
  key: string;
  kind: string;
  subject: string;
  orderId: number | null;
  orderNo: string | null;
  offline: number | null;
  statementId?: number;
  statementLineId?: number;
  paymentId?: number;
  stated: number | null;
  ours: number | null;
  piecesSold?: number | null;
  piecesIssued?: number | null;
}

/** Days of orders that a look goes over; older ones while a record of theirs is open. */
const days = 35;

/** A query of the ids of the orders that are looked at. */
export const ordersLookedAt = (now: Date): SQL => sql`
  select id from orders where created_at >= ${now.toISOString()}::timestamptz - make_interval(days => ${days})
  union
  select order_id from abnormal_record where state = 'open' and order_id is not null
`;

export const ownKinds = ["paidNotIssued", "issuedTwice", "amountDiffers", "unknownProduct", "lateNotice"] as const;

/** As the tenant, in one snapshot. `orders` is a query of ids. */
export async function findWrong(tx: Transaction, orders: SQL): Promise<Found[]> {
  const head = sql`o.order_no as subject, o.id as "orderId", o.order_no as "orderNo", o.offline::int as offline`;
  const money = await rowsOf<Found>(
    tx,
    sql`
      select 'amountDiffers:' || o.id as key, 'amountDiffers' as kind, ${head},
             o.paid - o.refunded as stated, l.net as ours
      from orders o
      cross join lateral (
        select coalesce(sum(amount), 0)::bigint as net,
               coalesce(sum(amount) filter (where kind = 'payment'), 0)::bigint as paid
        from payment p where p.corp_code = o.corp_code and p.order_id = o.id
      ) l
      where o.id in (${orders})
        and (o.paid, o.paid - o.refunded) is distinct from (l.paid, l.net)
      union all
      select 'lateNotice:' || o.id, 'lateNotice', ${head}, null, o.paid - o.refunded - o.refunding
      from orders o
      where o.id in (${orders})
        and o.state in ('cancelled', 'expired')
        and o.paid - o.refunded - o.refunding > 0
    `,
  );
  return [...money, ...(await toldLate(tx, orders, head)), ...(await issuedWrong(tx, orders, head))];
}

/** Told by a channel whose money is not booked: the order had been given up. */
async function toldLate(tx: Transaction, orders: SQL, head: SQL): Promise<Found[]> {
  const found: Found[] = [];
  for (const look of lateLooks()) {
    const rows = await rowsOf<Found>(
      tx,
      sql`
        select 'lateNotice:' || o.id as key, 'lateNotice' as kind, ${head}, t.amount as stated,
               o.paid - o.refunded as ours
        from (${look(orders)}) t
        join orders o on o.id = t.order_id
        where o.state in ('cancelled', 'expired')
          and o.paid = 0
      `,
    );
    found.push(...rows);
  }
  return found;
}

async function issuedWrong(tx: Transaction, orders: SQL, head: SQL): Promise<Found[]> {
  const found: Found[] = [];
  for (const [business, { pieces, subjects }] of issueLooks()) {
    const rows = await rowsOf<Found>(
      tx,
      sql`
        with counted as (
          select o.id as order_id, sum(l.quantity)::int as sold,
                 sum(least(l.quantity, coalesce(i.pieces, 0)))::int as issued,
                 sum(greatest(l.quantity, coalesce(i.pieces, 0)))::int as most,
                 bool_or(s.id is null) as unknown
          from orders o
          join sub_order l on l.corp_code = o.corp_code and l.order_id = o.id and l.business = ${business}
          left join (${pieces(orders)}) i on i.line_id = l.id
          left join (${subjects}) s on s.id = l.subject_id
          where o.id in (${orders})
            and o.state not in ('pending', 'cancelled', 'expired')
          group by o.id
        )
        select k.kind || ':' || o.id as key, k.kind, ${head}, null as stated, null as ours,
               case when k.kind <> 'unknownProduct' then c.sold end as "piecesSold", k.issued as "piecesIssued"
        from counted c
        join orders o on o.id = c.order_id
        cross join lateral (values
          ('paidNotIssued', c.issued < c.sold, c.issued),
          ('issuedTwice', c.most > c.sold, c.most),
          ('unknownProduct', c.unknown, null)
        ) k (kind, is_so, issued)
        where k.is_so
      `,
    );
    found.push(...rows);
  }
  const known = [...issueLooks().keys()];
  const nobodys = await rowsOf<Found>(
    tx,
    sql`
      select distinct 'unknownProduct:' || o.id as key, 'unknownProduct' as kind, ${head}, null as stated, null as ours
      from orders o
      join sub_order l on l.corp_code = o.corp_code and l.order_id = o.id
      where o.id in (${orders})
        and l.business <> all (${sql.param(known)}::text[])
    `,
  );
  return [...found, ...nobodys.filter(({ key }) => !found.some((one) => one.key === key))];
}
