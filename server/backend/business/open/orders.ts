/** Orders that applications place: created with a hold, paid by a notice, given up. Each again is the same once. */
import { createHash } from "node:crypto";
import { sql } from "drizzle-orm";
import type { z } from "zod";
import { m } from "~/contract/messages";
import type { cancelRequest, createRequest, OpenOrder, payRequest } from "~/contract/open/operations";
import { dependsOn } from "../../kernel/depends-on";
import { enqueue } from "../../kernel/enqueue";
import { yuan } from "../../kernel/money";
import { Invalid, Refusal } from "../../kernel/refusal";
import { firstOf } from "../../kernel/rows";
import type { Call } from "../../kernel/served";
import { letGoHeld, payHeld, payLate } from "../order/hold";
import { keepOwn } from "../order/own";
import { noteLate } from "../order/payment/reconcile";
import type { Sellable } from "../order/sellable";
import { type TakeQuota, takeQuota } from "../ticket/quota-take";
import { sellHeld } from "../ticket/sale-held";
import { pricesOfAgency } from "../travel/sale-agency";
import type { Application } from "./authenticate";
import { lapseKind } from "./lapse";
import { refuseNotSoldNow } from "./mobile";
import { agencyOf, notSoldTo } from "./on-account";
import { type OwnOrder, ownOrder, tellOrder } from "./order-of";
import { ownOfRequest } from "./own";
import { openOrder } from "./schema";

dependsOn("accessApp", {
  table: openOrder,
  by: openOrder.accessAppId,
  name: openOrder.outerNo,
  words: m.open_app_has_orders,
});

export const hashOf = (asked: unknown): string =>
  createHash("sha256").update(JSON.stringify(asked)).digest("base64url");

/** With a way of taking quota. The tests put in one without the condition, and see it oversell. */
export async function create(
  call: Call,
  application: Application,
  asked: z.output<typeof createRequest>,
  take: TakeQuota = takeQuota,
): Promise<OpenOrder> {
  const { outerNo, own: given, ...sale } = asked;
  const requestHash = hashOf(asked);
  const untilOf = (minutes: number) => new Date(call.now.getTime() + minutes * 60_000);
  // A second one with the same number waits here until the first has committed or given up.
  const taken = await firstOf<{ id: number }>(
    call.db,
    sql`
      insert into open_order (access_app_id, outer_no, request_hash, hold_until, created_at)
      values (${application.id}, ${outerNo}, ${requestHash}, ${untilOf(application.holdMinutes)}, ${call.now})
      on conflict do nothing
      returning id
    `,
  );
  if (!taken) {
    const before = await ownOrder(call, application, outerNo, false);
    if (before.requestHash !== requestHash) throw new Refusal(m.open_number_taken({ outerNo }));
    return tellOrder(call, application, outerNo);
  }
  await refuseNotSoldNow(call, application, sale.visitDay);
  const agency = await agencyOf(call, application);
  const notToIt = notSoldTo(call, agency);
  if (notToIt) throw new Refusal(notToIt, { why: "standing" });
  const own = await ownOfRequest(call, given);
  const { orderId, payMinutes } = await sellHeld(
    call,
    {
      ...{ ...sale, channel: application.channel, remark: outerNo, expectedPayable: sale.expectedPayable },
      payMinutes: application.holdMinutes,
      ...(await pricesOfAgency(call, agency)),
    },
    take,
  );
  await keepOwn(call, orderId, own);
  await call.db.execute(sql`
    update open_order
    set order_id = ${orderId}, agency_id = ${agency?.id ?? null}::bigint, hold_until = ${untilOf(payMinutes)}
    where id = ${taken.id}
  `);
  await enqueue(call.db, { kind: lapseKind, delay: payMinutes * 60_000, unlessWaiting: true });
  return tellOrder(call, application, outerNo);
}

/** The customer has paid the application. */
export async function pay(
  call: Call,
  application: Application,
  sellables: readonly Sellable[],
  outerNo: string,
  { payNo, amount }: z.output<typeof payRequest>,
): Promise<OpenOrder> {
  const order = await ownOrder(call, application, outerNo, true);
  const repeated = order.payNo === payNo || order.latePayNo === payNo;
  if (!repeated) {
    if (order.agencyId !== null) throw new Refusal(m.open_pays_on_account({ outerNo }));
    if (order.payNo !== null) throw new Refusal(m.open_paid_already({ payNo: order.payNo }));
    if (amount !== order.payable)
      throw new Invalid({ amount: [m.open_other_amount({ payable: yuan(order.payable) })] });
    await take(call, application, sellables, order, payNo);
  }
  return tellOrder(call, application, outerNo);
}

async function take(
  call: Call,
  { paymentType }: Application,
  sellables: readonly Sellable[],
  order: OwnOrder,
  payNo: string,
): Promise<void> {
  if (paymentType === "") throw new Refusal(m.open_no_payment_type());
  const label = { thing: "order", thingId: order.id, label: order.orderNo };
  const after = { payable: order.payable, payNo };
  if (order.state === "pending") {
    await payHeld(call, sellables, order, { paymentType });
    await call.db.execute(sql`update open_order set pay_no = ${payNo}, waiting = false where id = ${order.openId}`);
    call.audit({ ...label, before: { state: "pending" }, after: { did: "paid", ...after } });
    return;
  }
  if (order.state === "expired" && (await revived(call, sellables, order, paymentType))) {
    await call.db.execute(sql`update open_order set pay_no = ${payNo}, waiting = false where id = ${order.openId}`);
    call.audit({ ...label, before: { state: "expired" }, after: { did: "paid", ...after } });
    return;
  }
  // Never lost: staff finds it among the abnormal records.
  await call.db.execute(sql`
    update open_order
    set late_pay_no = ${payNo}, late_amount = ${order.payable}, late_at = ${call.now}, waiting = false
    where id = ${order.openId}
  `);
  await noteLate(call.db, order.id, call.now);
  call.audit({ ...label, after: { did: "late", ...after } });
}

/** False where the places are gone: what was taken on the way is let go. */
async function revived(
  call: Call,
  sellables: readonly Sellable[],
  order: OwnOrder,
  paymentType: string,
): Promise<boolean> {
  await call.db.execute(sql`savepoint revive`);
  try {
    await payLate(call, sellables, order, { paymentType });
    await call.db.execute(sql`release savepoint revive`);
    return true;
  } catch (error) {
    if (!(error instanceof Refusal || error instanceof Invalid)) throw error;
    await call.db.execute(sql`rollback to savepoint revive`);
    return false;
  }
}

/** Before it is paid; afterwards it is a refund. */
export async function cancel(
  call: Call,
  application: Application,
  sellables: readonly Sellable[],
  outerNo: string,
  { reason }: z.output<typeof cancelRequest>,
): Promise<OpenOrder> {
  const order = await ownOrder(call, application, outerNo, true);
  const over = order.state === "cancelled" || order.state === "expired";
  if (!over) {
    if (order.state !== "pending") throw new Refusal(m.open_paid_is_refunded({ outerNo }));
    await letGoHeld(call, sellables, order, "cancelled");
    await call.db.execute(sql`update open_order set waiting = false where id = ${order.openId}`);
    const after = { did: "cancelled", reason };
    call.audit({ thing: "order", thingId: order.id, label: order.orderNo, before: { state: "pending" }, after });
  }
  return tellOrder(call, application, outerNo);
}
