/** What a refund writes. Each statement carries its own condition, so none relies on what was read before it. */
import { sql } from "drizzle-orm";
import { m } from "~/contract/messages";
import type { Transaction } from "../../db/database";
import { Refusal } from "../../kernel/refusal";
import type { Call } from "../../kernel/served";
import type { QuotedTicket } from "./refund-quote";
import { firstOf, rowsOf } from "./rows";

export interface RefundRow {
  id: number;
  refundNo: string;
  orderId: number;
  orderNo: string;
  state: "waiting" | "done" | "rejected";
  amount: number;
  fee: number;
  quantity: number;
  requestedById: number;
}

/** Σ refunds, those under way included, never exceeds Σ payments: the statement itself says no. */
export async function claimMoney(db: Transaction, orderId: number, amount: number, done: boolean): Promise<boolean> {
  const column = sql.raw(done ? "refunded" : "refunding");
  const rows = await rowsOf(
    db,
    sql`
      update orders
      set ${column} = ${column} + ${amount}
      where id = ${orderId}
        and refunded + refunding + ${amount} <= paid
      returning id
    `,
  );
  return rows.length === 1;
}

/** Money under way becomes money given back, or money not given back. */
export async function settleMoney(db: Transaction, orderId: number, amount: number, approved: boolean): Promise<void> {
  await db.execute(sql`
    update orders
    set refunding = refunding - ${amount},
        refunded = refunded + ${approved ? amount : 0}
    where id = ${orderId}
  `);
}

export async function insertRefund(
  { db, caller, now }: Call,
  refund: Omit<RefundRow, "id" | "orderNo" | "requestedById"> & { reason: string },
): Promise<number> {
  const row = await firstOf<{ id: number }>(
    db,
    sql`
      insert into refund (
        refund_no, order_id, state, needs_approval, amount, fee, quantity, reason,
        requested_by_id, requested_by, requested_at
      )
      values (
        ${refund.refundNo}, ${refund.orderId}, ${refund.state}, ${refund.state === "waiting"}, ${refund.amount},
        ${refund.fee}, ${refund.quantity}, ${refund.reason},
        ${caller.userId}, ${caller.name}, ${now.toISOString()}
      )
      returning id
    `,
  );
  if (!row) throw new Error("The refund was not written.");
  return row.id;
}

export async function insertRefundTickets(
  db: Transaction,
  refundId: number,
  tickets: readonly QuotedTicket[],
): Promise<void> {
  await db.execute(sql`
    insert into refund_item (refund_id, ticket_id, line_id, price, fee)
    select ${refundId}, t."id", t."lineId", t."price", t."fee"
    from jsonb_to_recordset(${JSON.stringify(tickets)}::jsonb)
      as t("id" bigint, "lineId" bigint, "price" bigint, "fee" bigint)
  `);
}

/** Locks the tickets of a new refund away, or takes them back at once. Refuses where one has moved on meanwhile. */
export async function takeTickets(db: Transaction, refundId: number, quantity: number, done: boolean): Promise<void> {
  const moved = await moveTickets(db, refundId, "issued", done ? "refunded" : "refunding");
  if (moved !== quantity) throw new Refusal(m.refused_same_moment());
  const column = sql.raw(done ? "refunded" : "refunding");
  await countOnLines(db, refundId, sql`${column} = l.${column} + c.quantity`);
}

/** Decided: the locked tickets are refunded, or good again. */
export async function releaseTickets(
  db: Transaction,
  { id, refundNo, quantity }: RefundRow,
  approved: boolean,
): Promise<void> {
  const moved = await moveTickets(db, id, "refunding", approved ? "refunded" : "issued");
  if (moved !== quantity) throw new Refusal(m.refund_tickets_moved({ refundNo }));
  const given = approved ? sql`, refunded = l.refunded + c.quantity` : sql``;
  await countOnLines(db, id, sql`refunding = l.refunding - c.quantity ${given}`);
}

/** How many tickets of which lines a refund holds. */
export function linesOf(db: Transaction, refundId: number): Promise<{ lineId: number; quantity: number }[]> {
  return rowsOf(
    db,
    sql`
      select line_id as "lineId", count(*)::int as quantity
      from refund_item
      where refund_id = ${refundId}
      group by line_id
      order by line_id
    `,
  );
}

async function moveTickets(db: Transaction, refundId: number, from: string, to: string): Promise<number> {
  const rows = await rowsOf(
    db,
    sql`
      update ticket t
      set state = ${to}
      from refund_item r
      where r.corp_code = t.corp_code
        and r.refund_id = ${refundId}
        and t.id = r.ticket_id
        and t.state = ${from}
        and t.used = 0
      returning t.id
    `,
  );
  return rows.length;
}

async function countOnLines(db: Transaction, refundId: number, change: ReturnType<typeof sql>): Promise<void> {
  await db.execute(sql`
    update sub_order l
    set ${change}
    from (
      select corp_code, line_id, count(*)::int as quantity
      from refund_item
      where refund_id = ${refundId}
      group by corp_code, line_id
    ) c
    where l.corp_code = c.corp_code
      and l.id = c.line_id
  `);
}

/** The order's state after its tickets changed hands. */
export async function settleOrderState(db: Transaction, orderId: number): Promise<void> {
  await db.execute(sql`
    update orders o
    set state = case
      when not exists (
        select from ticket t where t.corp_code = o.corp_code and t.order_id = o.id and t.state <> 'refunded'
      ) then 'refunded'
      else 'partlyRefunded'
    end
    where o.id = ${orderId}
  `);
}

/**
 * The ledger's rows of a refund, negative, by the ways the order was paid, first paid first. Money that waits for a
 * decision stands in `orders.refunding`, not here: the ledger's sum is what was really taken and given back.
 */
export async function writePayments({ db, caller, now }: Call, refund: Paying): Promise<void> {
  if (refund.amount === 0) return;
  const paidBy = await rowsOf<{ paymentType: string; left: number }>(
    db,
    sql`
      select payment_type as "paymentType", sum(amount)::bigint as "left"
      from payment
      where order_id = ${refund.orderId}
      group by payment_type
      having sum(amount) > 0
      order by min(id)
    `,
  );
  let open = refund.amount;
  for (const { paymentType, left } of paidBy) {
    const part = Math.min(open, left);
    if (part === 0) break;
    open -= part;
    await db.execute(sql`
      insert into payment (order_id, refund_id, kind, payment_type, amount, account_id, account_name, at)
      values (${refund.orderId}, ${refund.id}, 'refund', ${paymentType}, ${-part}, ${caller.userId}, ${caller.name},
              ${now.toISOString()})
    `);
  }
  if (open > 0)
    throw new Error(`The ledger of order ${refund.orderId} holds less than refund ${refund.id} gives back.`);
}

type Paying = Pick<RefundRow, "id" | "orderId" | "amount">;

/** Locks the request's order first, as every writer does, then the request. */
export async function lockRefund(db: Transaction, refundId: number): Promise<RefundRow | undefined> {
  await db.execute(sql`select from orders where id = (select order_id from refund where id = ${refundId}) for update`);
  return firstOf<RefundRow>(
    db,
    sql`
      select r.id, r.refund_no as "refundNo", r.order_id as "orderId", o.order_no as "orderNo", r.state,
             r.amount, r.fee, r.quantity, r.requested_by_id as "requestedById"
      from refund r
      join orders o on o.corp_code = r.corp_code and o.id = r.order_id
      where r.id = ${refundId}
      for update of r
    `,
  );
}

export async function decide(
  { db, caller, now }: Call,
  refundId: number,
  state: "done" | "rejected",
  remark: string,
): Promise<void> {
  await db.execute(sql`
    update refund
    set state = ${state}, decided_by_id = ${caller.userId}, decided_by = ${caller.name}, decided_at = ${now.toISOString()},
        decision_remark = ${remark}
    where id = ${refundId}
      and state = 'waiting'
  `);
}
