/** What a refund writes. Each statement carries its own condition, so none relies on what was read before it. */
import { sql } from "drizzle-orm";
import type { RefundState } from "~/contract/order/order";
import type { Transaction } from "../../db/database";
import { firstOf, rowsOf } from "../../kernel/rows";
import type { Call } from "../../kernel/served";
import { payerOf } from "./payment/by-account";
import { sendBackSoon } from "./payment/gateway/send-back";
import type { Piece, RefundItem } from "./sellable";
import type { Tender } from "./settlement";

export interface RefundRow {
  id: number;
  refundNo: string;
  orderId: number;
  orderNo: string;
  state: RefundState;
  amount: number;
  fee: number;
  quantity: number;
  requestedById: number;
  /** How its money goes back. */
  ways: Tender[];
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
  refund: Omit<RefundRow, "id" | "orderNo" | "requestedById"> & { reason: string; heldFor?: string },
): Promise<number> {
  const row = await firstOf<{ id: number }>(
    db,
    sql`
      insert into refund (
        refund_no, order_id, state, needs_approval, amount, fee, quantity, reason,
        requested_by_id, requested_by, requested_at, ways, held_for
      )
      values (
        ${refund.refundNo}, ${refund.orderId}, ${refund.state}, ${refund.state === "waiting"}, ${refund.amount},
        ${refund.fee}, ${refund.quantity}, ${refund.reason},
        ${caller.userId}, ${caller.name}, ${now.toISOString()}, ${JSON.stringify(refund.ways)}::jsonb, ${refund.heldFor || null}
      )
      returning id
    `,
  );
  if (!row) throw new Error("The refund was not written.");
  return row.id;
}

export async function insertRefundItems(db: Transaction, refundId: number, pieces: readonly Piece[]): Promise<void> {
  await db.execute(sql`
    insert into refund_item (refund_id, line_id, piece_id, price, fee)
    select ${refundId}, p."lineId", p."id", p."price", p."fee"
    from jsonb_to_recordset(${JSON.stringify(pieces)}::jsonb)
      as p("id" bigint, "lineId" bigint, "price" bigint, "fee" bigint)
  `);
}

export interface HeldItem extends RefundItem {
  business: string;
}

/** What a refund holds, with the business of each line. */
export function itemsOf(db: Transaction, refundId: number): Promise<HeldItem[]> {
  return rowsOf(
    db,
    sql`
      select i.line_id as "lineId", i.piece_id as "pieceId", i.price, i.fee, l.business
      from refund_item i
      join sub_order l on l.corp_code = i.corp_code and l.id = i.line_id
      where i.refund_id = ${refundId}
      order by i.line_id, i.piece_id
    `,
  );
}

/** Counts on the lines what a refund does with its pieces. */
const changes = {
  hold: sql`refunding = l.refunding + c.quantity`,
  release: sql`refunding = l.refunding - c.quantity`,
  give: sql`refunded = l.refunded + c.quantity`,
  giveHeld: sql`refunding = l.refunding - c.quantity, refunded = l.refunded + c.quantity`,
};

export async function countOnLines(db: Transaction, refundId: number, change: keyof typeof changes): Promise<void> {
  await db.execute(sql`
    update sub_order l
    set ${changes[change]}
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

/** The order's state after pieces went back. */
export async function settleOrderState(db: Transaction, orderId: number): Promise<void> {
  await db.execute(sql`
    update orders o
    set state = case
      when not exists (
        select from sub_order l where l.corp_code = o.corp_code and l.order_id = o.id and l.refunded + l.changed < l.quantity
      ) then 'refunded'
      else 'partlyRefunded'
    end
    where o.id = ${orderId}
  `);
}

/**
 * The ledger's rows of a refund, negative, by the ways that were fixed when it was asked for. Money that waits for a
 * decision stands in `orders.refunding`, not here: the ledger's sum is what was really taken and given back.
 */
export async function writePayments(call: Call, refund: Giving): Promise<void> {
  const { db, caller, now } = call;
  const given = refund.ways.reduce((sum, { amount }) => sum + amount, 0);
  if (given !== refund.amount) throw new Error(`The ways of refund ${refund.id} are not what it gives back.`);
  if (given === 0) return;
  await db.execute(sql`
    insert into payment (order_id, refund_id, kind, payment_type, amount, account_id, account_name, at)
    select ${refund.orderId}, ${refund.id}, 'refund', w."paymentType", -w.amount, ${caller.userId}, ${caller.name},
           ${now.toISOString()}::timestamptz
    from jsonb_to_recordset(${JSON.stringify(refund.ways)}::jsonb) as w ("paymentType" text, amount bigint)
  `);
  for (const { paymentType, amount } of refund.ways)
    if (amount > 0)
      await payerOf(paymentType)?.giveBack(call, { orderId: refund.orderId, part: String(refund.id), amount });
  await sendBackSoon(db);
}

type Giving = Pick<RefundRow, "id" | "orderId" | "amount" | "ways">;

/** Locks the request's order first, as every writer does, then the request. */
export async function lockRefund(db: Transaction, refundId: number): Promise<RefundRow | undefined> {
  await db.execute(sql`select from orders where id = (select order_id from refund where id = ${refundId}) for update`);
  return firstOf<RefundRow>(
    db,
    sql`
      select r.id, r.refund_no as "refundNo", r.order_id as "orderId", o.order_no as "orderNo", r.state,
             r.amount, r.fee, r.quantity, r.ways, r.requested_by_id as "requestedById"
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
  state: Exclude<RefundState, "waiting">,
  remark: string,
): Promise<void> {
  const decided = state === "done" || state === "rejected";
  await db.execute(sql`
    update refund
    set state = ${state}, decided_by_id = ${decided ? caller.userId : null}, decided_by = ${caller.name}, decided_at = ${now.toISOString()},
        decision_remark = ${remark}
    where id = ${refundId}
      and state = 'waiting'
  `);
}

/** What held it is done, or it is given up; who decided it before stays. */
export async function endHeld(
  { db, now }: Call,
  refundId: number,
  state: "done" | "withdrawn",
  remark = "",
): Promise<void> {
  await db.execute(sql`
    update refund
    set state = ${state}, decided_at = ${now.toISOString()}, held_for = null,
        decision_remark = case when ${remark} = '' then decision_remark else ${remark} end
    where id = ${refundId}
      and state = 'held'
  `);
}

export async function orderOfRefund(db: Transaction, refundId: number): Promise<number | null> {
  const row = await firstOf<{ id: number }>(db, sql`select order_id::float8 as id from refund where id = ${refundId}`);
  return row?.id ?? null;
}

/** Of an order, oldest first. */
export async function heldRefunds(db: Transaction, orderId: number): Promise<number[]> {
  const rows = await rowsOf<{ id: number }>(
    db,
    sql`select id::float8 as id from refund where order_id = ${orderId} and state = 'held' order by id`,
  );
  return rows.map(({ id }) => id);
}

/** What it waits for, from now on. */
export async function holdRefund({ db }: Call, refundId: number, heldFor: string): Promise<void> {
  await db.execute(sql`update refund set held_for = ${heldFor} where id = ${refundId} and state = 'held'`);
}

/** Whose order it is: who may not see it is told of nothing about it. */
export async function aboutOrder({ db }: Call, orderId: number): Promise<{ parks: number[]; maker: number }> {
  const found = await firstOf<{ parks: number[]; maker: number }>(
    db,
    sql`select parks, seller_id as maker from orders where id = ${orderId}`,
  );
  return found ?? { parks: [], maker: 0 };
}
