/** What a company said of an attempt is written: one payment for one attempt, whoever heard it and however often. */
import { sql } from "drizzle-orm";
import { m } from "~/contract/messages";
import type { Call } from "../../../../kernel/served";
import { type Sellable, sellableOf } from "../../sellable";
import { orderWithLines } from "../../sold-order";
import { type AttemptRow, isOpen, type KeptPart, lockAttempt } from "./attempt-row";
import type { Standing } from "./gateway";

/** What was heard; `silent`: nothing that can be trusted. */
export type Heard = Standing | { state: "silent" };

/**
 * Writes it and answers the attempt as it stands then. Money for an order that is closed, or another amount than was asked
 * for, is never accepted: it is an abnormal record, and what came too late goes back.
 */
export async function settle(
  call: Call,
  sellables: readonly Sellable[],
  attemptId: number,
  heard: Heard,
): Promise<AttemptRow> {
  const attempt = await lockAttempt(call.db, attemptId);
  if (!attempt) throw new Error(`attempt ${attemptId} is gone`);
  await call.db.execute(sql`update pay_attempt set asked_at = ${at(call)} where id = ${attemptId}`);
  if (heard.state === "paid") await paid(call, sellables, attempt, heard);
  else if (isOpen(attempt)) await notPaid(call, sellables, attempt, heard);
  return (await lockAttempt(call.db, attemptId)) ?? attempt;
}

const at = (call: Call) => sql`${call.now.toISOString()}::timestamptz`;

async function paid(
  call: Call,
  sellables: readonly Sellable[],
  attempt: AttemptRow,
  { amount, transactionNo }: Extract<Standing, { state: "paid" }>,
): Promise<void> {
  const { db } = call;
  if (attempt.state === "paid") return;
  if (amount !== attempt.amount) {
    await noteAbnormal(call, attempt, "amountDiffers", Number.isSafeInteger(amount) ? amount : 0);
    await end(call, attempt, "failed", m.pay_amount_differs());
    return;
  }
  if (attempt.orderState !== "pending") {
    await noteAbnormal(call, attempt, "lateNotice", amount);
    await end(call, attempt, "paid", m.pay_came_late(), transactionNo);
    await db.execute(sql`
      insert into pay_refund (attempt_id, out_refund_no, amount, started_at)
      values (${attempt.id}, ${`${attempt.outTradeNo}L`}, ${amount}, ${at(call)})
    `);
    return;
  }
  // What the order was sold with stands with its last attempt, whichever of them was paid.
  const kept = await keptOf(call, attempt);
  await end(call, attempt, "paid", "", transactionNo);
  await db.execute(sql`
    insert into payment (at, order_id, kind, payment_type, amount, received, account_id, account_name)
    select ${at(call)}, ${attempt.orderId}, 'payment', p."paymentType", p.amount, p.received,
           ${attempt.sellerId}, ${attempt.sellerName}
    from jsonb_to_recordset(${JSON.stringify(attempt.payments)}::jsonb) as p (
      "paymentType" text, amount bigint, received bigint
    )
  `);
  await db.execute(sql`
    update orders set state = 'paid', paid = payable, updated_at = ${at(call)}
    where id = ${attempt.orderId} and state = 'pending'
  `);
  const order = placed(attempt);
  for (const { business, what } of kept) await sellableOf(sellables, business).fulfilKept?.(call, order, what);
  await forget(call, attempt);
  call.audit({ thing: "order", thingId: attempt.orderId, label: attempt.orderNo, after: { state: "paid", amount } });
}

async function notPaid(
  call: Call,
  sellables: readonly Sellable[],
  attempt: AttemptRow,
  heard: Exclude<Heard, { state: "paid" }>,
): Promise<void> {
  switch (heard.state) {
    case "silent":
      return end(call, attempt, "unknown", "");
    case "waiting":
      await call.db.execute(sql`
        update pay_attempt set state = 'started', shown_code = coalesce(${heard.code ?? null}::text, shown_code)
        where id = ${attempt.id}
      `);
      return;
    case "none":
      return end(call, attempt, "failed", "");
    case "failed":
      return end(call, attempt, "failed", heard.why);
    case "closed":
      await end(call, attempt, "closed", "");
      await letGo(call, sellables, attempt);
  }
}

/** The order comes to nothing: what it held is free again. For an order that nobody has paid, with no attempt open. */
export async function letGo(call: Call, sellables: readonly Sellable[], attempt: AttemptRow): Promise<void> {
  if (attempt.orderState !== "pending") return;
  const order = placed(attempt);
  const kept = await keptOf(call, attempt);
  const { lines } = await orderWithLines(call, attempt.orderId, true);
  for (const line of lines) await sellableOf(sellables, line.business).letGo?.(call, order, line);
  for (const { business, what } of kept) await sellableOf(sellables, business).letGoKept?.(call, order, what);
  await call.db.execute(sql`
    update orders set state = 'cancelled', updated_at = ${at(call)} where id = ${attempt.orderId} and state = 'pending'
  `);
  await forget(call, attempt);
  call.audit({ thing: "order", thingId: attempt.orderId, label: attempt.orderNo, after: { state: "cancelled" } });
}

const placed = ({ orderId, orderNo, visitDay }: AttemptRow) => ({ id: orderId, orderNo, visitDay });

async function keptOf({ db }: Call, { orderId }: AttemptRow): Promise<KeptPart[]> {
  const { rows } = await db.execute<{ kept: KeptPart[] }>(sql`
    select kept from pay_attempt where order_id = ${orderId} and kept is not null order by id desc limit 1
  `);
  return rows[0]?.kept ?? [];
}

/** Names and documents of visitors stand with their tickets, or nowhere. */
async function forget({ db }: Call, { orderId }: AttemptRow): Promise<void> {
  await db.execute(sql`update pay_attempt set kept = null where order_id = ${orderId}`);
}

async function end(
  call: Call,
  { id }: AttemptRow,
  state: AttemptRow["state"],
  why: string,
  transactionNo: string | null = null,
): Promise<void> {
  const ended = state === "unknown" ? sql`null` : at(call);
  await call.db.execute(sql`
    update pay_attempt
    set state = ${state}, why = ${why.slice(0, 200) || null}, ended_at = ${ended}, payment_code = null,
        transaction_no = coalesce(${transactionNo}::text, transaction_no)
    where id = ${id}
  `);
}

/** Once for an attempt, however often it is heard. Found by nobody's look over orders, so none resolves it. */
async function noteAbnormal(
  call: Call,
  { id, orderId, orderNo, outTradeNo, amount }: AttemptRow,
  kind: "amountDiffers" | "lateNotice",
  stated: number,
): Promise<void> {
  await call.db.execute(sql`
    insert into abnormal_record (key, kind, subject, order_id, order_no, offline, stated, ours, found_at)
    values (${`attempt:${kind}:${id}`}, ${kind}, ${outTradeNo}, ${orderId}, ${orderNo}, 1, ${stated}, ${amount}, ${at(call)})
    on conflict (corp_code, key) do nothing
  `);
}
