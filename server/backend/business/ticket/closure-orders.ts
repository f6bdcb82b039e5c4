/** The orders that a closure touches: their unused tickets of its park, days, type and slot. */
import { type SQL, sql } from "drizzle-orm";
import type { Transaction } from "../../db/database";
import { firstOf, rowsOf } from "../../kernel/rows";
import { lockOrders } from "../order/query-parts";
import { lockOrder } from "./quota-take";

export interface ClosureRow {
  id: number;
  parkId: number;
  parkName: string;
  ticketTypeId: number | null;
  slot: string;
  firstDay: string;
  lastDay: string;
  reason: string;
}

/** Of `ticket t`. A ticket in a refund that waits is left to whoever decides that. */
export const touchedBy = ({
  parkId,
  firstDay,
  lastDay,
  ticketTypeId,
  slot,
}: Omit<ClosureRow, "id" | "parkName" | "reason">): SQL => sql`
  t.corp_code = current_setting('app.corp_code')
  and t.park_id = ${parkId}
  and t.visit_day between ${firstDay}::date and ${lastDay}::date
  and t.state = 'issued'
  and t.used = 0
  and (${ticketTypeId}::bigint is null or t.ticket_type_id = ${ticketTypeId}::bigint)
  and (${slot}::text = '' or t.slot = ${slot})
`;

export interface Touched {
  orders: number;
  tickets: number;
  /** Fen that were paid for the tickets. */
  amount: number;
}

export async function countTouched(db: Transaction, closure: Parameters<typeof touchedBy>[0]): Promise<Touched> {
  const row = await firstOf<Touched>(
    db,
    sql`
      select count(distinct t.order_id)::int as orders, count(*)::int as tickets, coalesce(sum(t.price), 0)::bigint as amount
      from ticket t
      where ${touchedBy(closure)}
    `,
  );
  return row ?? { orders: 0, tickets: 0, amount: 0 };
}

/** Lists those that are not listed yet: a sale may have been under way when it came into force. */
export async function listTouched(db: Transaction, closure: ClosureRow): Promise<void> {
  await db.execute(sql`
    insert into closure_order (closure_id, order_id, tickets, amount)
    select ${closure.id}, t.order_id, count(*), sum(t.price)
    from ticket t
    where ${touchedBy(closure)}
    group by t.order_id
    order by t.order_id
    on conflict (corp_code, closure_id, order_id) do nothing
  `);
}

export async function closureById(db: Transaction, id: number): Promise<ClosureRow | undefined> {
  return firstOf<ClosureRow>(
    db,
    sql`
      select c.id, c.park_id as "parkId", k.name as "parkName", c.ticket_type_id as "ticketTypeId",
             coalesce(c.slot, '') as slot, c.first_day as "firstDay", c.last_day as "lastDay", c.reason
      from closure c
      join park k on k.corp_code = c.corp_code and k.id = c.park_id
      where c.id = ${id}
    `,
  );
}

/** How many of its orders have each state. */
export async function countStates(db: Transaction, ids: readonly number[]) {
  return rowsOf<{ closureId: number; state: string; orders: number; amount: number }>(
    db,
    sql`
      select closure_id as "closureId", state, count(*)::int as orders, sum(amount)::bigint as amount
      from closure_order
      where closure_id = any (${sql.param([...ids])}::bigint[])
      group by closure_id, state
    `,
  );
}

export interface TouchedTicket {
  id: number;
  lineId: number;
  price: number;
  visitDay: string;
  validFrom: string;
  validTo: string;
}

/**
 * Locks what a batch of orders will move, in the order that sales and refunds keep: orders, counts of the park's days,
 * quotas. One order after the other would take them as they come, and meet a counter that holds them the other way round.
 */
export async function lockBatch(
  db: Transaction,
  { parkId, firstDay, lastDay }: ClosureRow,
  orderIds: readonly number[],
  toDay: string,
): Promise<void> {
  const ids = sql.param([...orderIds]);
  const days = sql`(day between ${firstDay}::date and ${lastDay}::date or day = nullif(${toDay}, '')::date)`;
  await db.execute(lockOrders(orderIds));
  await db.execute(sql`select from park_day where park_id = ${parkId} and ${days} order by day for update`);
  await db.execute(sql`
    select from quota_day d
    where pool_id in (
        select own.pool_id
        from ticket t
        join sub_order_quota q on q.corp_code = t.corp_code and q.line_id = t.line_id
        join quota_day own on own.corp_code = q.corp_code and own.id = q.quota_day_id
        where t.order_id = any (${ids}::bigint[])
      )
      and ${days}
    order by ${lockOrder}
    for update
  `);
}

/** The tickets of one order that it touches now; the order is locked. */
export function touchedTickets(db: Transaction, closure: ClosureRow, orderId: number): Promise<TouchedTicket[]> {
  return rowsOf<TouchedTicket>(
    db,
    sql`
      select t.id, t.line_id as "lineId", t.price, t.visit_day as "visitDay",
             t.valid_from as "validFrom", t.valid_to as "validTo"
      from ticket t
      where ${touchedBy(closure)}
        and t.order_id = ${orderId}
      order by t.id
    `,
  );
}
