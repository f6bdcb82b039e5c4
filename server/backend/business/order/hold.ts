/**
 * Orders that are held until they are paid: pending → paid; pending → cancelled or expired, which frees what they had taken;
 * expired → paid where the payment came late and their places are still there. Whoever calls has locked the order.
 */
import { sql } from "drizzle-orm";
import { m } from "~/contract/messages";
import { Refusal } from "../../kernel/refusal";
import { firstOf, rowsOf } from "../../kernel/rows";
import type { Call } from "../../kernel/served";
import { payerOf } from "./payment/by-account";
import { lockOrder, lockOrders } from "./query-parts";
import { type PlacedOrder, type Sellable, type SoldLine, sellableOf } from "./sellable";
import { orderWithLines } from "./sold-order";

export interface HeldOrder extends PlacedOrder {
  state: string;
  payable: number;
  paid: number;
  refunded: number;
}

/** An order as it stands; locked, it is read after whoever had it before. */
export async function heldOrder({ db }: Pick<Call, "db">, id: number, lock: boolean): Promise<HeldOrder | undefined> {
  if (lock) await db.execute(lockOrder(sql`${id}`));
  return firstOf<HeldOrder>(
    db,
    sql`
      select id, order_no as "orderNo", state, visit_day as "visitDay", payable, paid, refunded
      from orders
      where id = ${id}
    `,
  );
}

/** Those of the orders that still wait to be paid, locked. */
export async function lockPending({ db }: Pick<Call, "db">, ids: readonly number[]) {
  await db.execute(lockOrders(ids));
  return rowsOf<{ id: number; orderNo: string }>(
    db,
    sql`
      select id, order_no as "orderNo" from orders
      where id = any (${sql.param([...ids])}::bigint[]) and state = 'pending'
      order by id
    `,
  );
}

/** What somebody else took for us: nobody stands at a till. `account`: whose account pays it, where one does. */
export interface Received {
  paymentType: string;
  account?: string;
}

/** pending → paid, with its row in the payments. */
export async function payHeld(
  call: Call,
  sellables: readonly Sellable[],
  order: HeldOrder,
  received: Received,
): Promise<void> {
  const { lines } = await orderWithLines(call, order.id, false);
  await book(call, order, received, "pending");
  if (received.account !== undefined) await takeFromAccount(call, order, received.account, received.paymentType);
  await eachBusiness(sellables, lines, (sellable, own) => sellable.paid?.(call, order, own));
}

/** Refuses what the account does not bear; what costs nothing takes nothing. */
async function takeFromAccount(call: Call, order: HeldOrder, account: string, paymentType: string): Promise<void> {
  const payer = payerOf(paymentType);
  if (!payer) throw new Error(`no account pays by ${paymentType}`);
  const { payable: amount } = order;
  if (amount === 0) return;
  const where = await firstOf<{ parkId: number }>(
    call.db,
    sql`select park_id as "parkId" from sub_order where order_id = ${order.id} order by line_no limit 1`,
  );
  await payer.take(call, order, { account, amount, parkId: where?.parkId ?? 0, posId: null });
}

/** expired → paid: takes everything again first, and refuses where it cannot. */
export async function payLate(
  call: Call,
  sellables: readonly Sellable[],
  order: HeldOrder,
  received: Received,
): Promise<void> {
  const { lines } = await orderWithLines(call, order.id, false);
  await eachBusiness(sellables, lines, (sellable, own) => {
    if (!sellable.takeAgain) throw new Refusal(m.refused_same_moment());
    return sellable.takeAgain(call, order, own);
  });
  await book(call, order, received, "expired");
  await eachBusiness(sellables, lines, (sellable, own) => sellable.paid?.(call, order, own));
}

/** pending → cancelled or expired. */
export async function letGoHeld(
  call: Call,
  sellables: readonly Sellable[],
  order: Pick<HeldOrder, "id" | "orderNo">,
  to: "cancelled" | "expired",
): Promise<void> {
  const { lines } = await orderWithLines(call, order.id, false);
  for (const line of lines) await sellableOf(sellables, line.business).letGo?.(call, order, line);
  const moved = await rowsOf(
    call.db,
    sql`
      update orders
      set state = ${to}, updated_at = ${call.now.toISOString()}::timestamptz
      where id = ${order.id} and state = 'pending'
      returning id
    `,
  );
  if (moved.length !== 1) throw new Refusal(m.refused_same_moment());
}

/** The ledger's row and what the order says of itself, in one statement; of two who pay at once one finds nothing to pay. */
async function book({ db, caller, now }: Call, order: HeldOrder, { paymentType }: Received, from: string) {
  const at = sql`${now.toISOString()}::timestamptz`;
  const paid = await rowsOf(
    db,
    sql`
      with paid as (
        update orders
        set state = 'paid', paid = payable, updated_at = ${at}
        where id = ${order.id} and state = ${from} and paid = 0
        returning id, payable
      ),
      received as (
        insert into payment (at, order_id, kind, payment_type, amount, account_id, account_name)
        select ${at}, id, 'payment', ${paymentType}, payable, ${caller.userId}::bigint, ${caller.name}
        from paid
      )
      select id from paid
    `,
  );
  if (paid.length !== 1) throw new Refusal(m.refused_same_moment());
}

/** Always in the same order, so that two never wait for one another. */
async function eachBusiness(
  sellables: readonly Sellable[],
  lines: readonly SoldLine[],
  work: (sellable: Sellable, own: SoldLine[]) => Promise<void> | undefined,
): Promise<void> {
  for (const business of [...new Set(lines.map((line) => line.business))].sort()) {
    const own = lines.filter((line) => line.business === business);
    await work(sellableOf(sellables, business), own);
  }
}
