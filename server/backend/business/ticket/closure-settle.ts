/** What becomes of one order under a closure: refunded, moved, prolonged, or put back. The order is locked here. */
import { type SQL, sql } from "drizzle-orm";
import { m } from "~/contract/messages";
import { Refusal } from "../../kernel/refusal";
import { firstOf } from "../../kernel/rows";
import type { Call } from "../../kernel/served";
import { lockOrder } from "../order/query-parts";
import { giveBackFreely } from "../order/refund-freely";
import { movePlaces, moveTickets, prolongTickets, restoreTickets, settleVisitDay } from "./closure-move";
import { type ClosureRow, type TouchedTicket, touchedTickets } from "./closure-orders";
import { sells } from "./sells";

export interface Treatment {
  treatment: "refund" | "move" | "prolong";
  /** Of moving and prolonging. */
  toDay: string;
}

export interface ClosureOrderRow {
  id: number;
  orderId: number;
  orderNo: string;
}

/** False where it could not be settled: the row says why. */
export async function settleOne(
  call: Call,
  closure: ClosureRow,
  row: ClosureOrderRow,
  wanted: Treatment,
): Promise<boolean> {
  return guarded(call, row, async () => {
    await call.db.execute(lockOrder(sql`${row.orderId}`));
    const tickets = await touchedTickets(call.db, closure, row.orderId);
    if (tickets.length === 0) throw new Refusal(m.closure_gone());
    if (wanted.treatment === "refund") await refundOne(call, closure, row, tickets);
    else await postponeOne(call, closure, row, tickets, wanted);
  });
}

async function refundOne(
  call: Call,
  { reason }: ClosureRow,
  { id, orderId, orderNo }: ClosureOrderRow,
  tickets: readonly TouchedTicket[],
): Promise<void> {
  const order = { id: orderId, orderNo };
  const given = await giveBackFreely(call, sells, order, tickets, m.closure_refund_reason({ reason }));
  if (!given) throw new Refusal(m.closure_paid_less());
  await note(
    call,
    id,
    sql`state = 'refunded', tickets = ${tickets.length}, amount = ${given.amount}, note = ${given.refundNo}`,
  );
}

async function postponeOne(
  call: Call,
  closure: ClosureRow,
  { id, orderId, orderNo }: ClosureOrderRow,
  tickets: readonly TouchedTicket[],
  { treatment, toDay }: Treatment,
): Promise<void> {
  const moved = treatment === "move";
  if (moved) {
    await moveTickets(call, tickets, toDay);
    await movePlaces(call, orderNo, tickets, toDay, `${closure.id}-${toDay}-${call.requestId}`);
    await settleVisitDay(call, orderId);
  } else await prolongTickets(call, tickets, toDay);
  const before = JSON.stringify(tickets);
  await note(
    call,
    id,
    sql`state = ${moved ? "moved" : "prolonged"}, tickets = ${tickets.length}, note = ${toDay}, before = ${before}::jsonb`,
  );
  const [old, now] = moved ? ["visitDay", "visitDay"] : ["validTo", "validTo"];
  call.audit({
    ...{ thing: "order", thingId: orderId, label: orderNo },
    before: { [old]: moved ? tickets[0]?.visitDay : tickets[0]?.validTo },
    after: { [now]: toDay, reason: closure.reason },
  });
}

/** False where tickets have been used or given back since: they stay as they are. */
export async function undoOne(call: Call, closure: ClosureRow, row: ClosureOrderRow): Promise<boolean> {
  return guarded(call, row, async () => {
    const { db } = call;
    await db.execute(lockOrder(sql`${row.orderId}`));
    const kept = await firstOf<{ state: string; toDay: string; before: TouchedTicket[] }>(
      db,
      sql`select state, note as "toDay", before from closure_order where id = ${row.id}`,
    );
    const [first] = kept?.before ?? [];
    if (!kept || !first) throw new Refusal(m.closure_moved_on());
    const moved = kept.state === "moved";
    const since = moved ? { visitDay: kept.toDay } : { validTo: kept.toDay };
    if (!(await restoreTickets(call, kept.before, since))) throw new Refusal(m.closure_moved_on());
    if (moved) {
      for (const day of new Set(kept.before.map(({ visitDay }) => visitDay))) {
        const own = kept.before.filter(({ visitDay }) => visitDay === day);
        await movePlaces(call, row.orderNo, own, day, `${closure.id}-back-${call.requestId}`);
      }
      await settleVisitDay(call, row.orderId);
    }
    await note(call, row.id, sql`state = 'waiting', note = null, before = '[]', told_at = null`);
    call.audit({
      ...{ thing: "order", thingId: row.orderId, label: row.orderNo },
      before: { [moved ? "visitDay" : "validTo"]: kept.toDay },
      after: { [moved ? "visitDay" : "validTo"]: moved ? first.visitDay : first.validTo },
    });
  });
}

/** What cannot be done for one order is rolled back and told with it; the others go on. */
async function guarded(call: Call, { id }: ClosureOrderRow, work: () => Promise<void>): Promise<boolean> {
  const { db } = call;
  await db.execute(sql`savepoint one_order`);
  try {
    await work();
    await db.execute(sql`release savepoint one_order`);
    return true;
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    await db.execute(sql`rollback to savepoint one_order`);
    await note(
      call,
      id,
      sql`state = case state when 'waiting' then 'failed' else state end, note = case state when 'waiting' then ${error.message} else note end`,
    );
    return false;
  }
}

async function note({ db, now }: Call, id: number, set: SQL): Promise<void> {
  await db.execute(
    sql`update closure_order set ${set}, updated_at = ${now.toISOString()}::timestamptz where id = ${id}`,
  );
}
