/** Payments by a company as the counter sees them: ask, cancel, once more. */
import { sql } from "drizzle-orm";
import { m } from "~/contract/messages";
import { askPayment, cancelPayment, getPayment, payAgain } from "~/contract/order/pay-attempt";
import { holdsButton, holdsFunction, isAdministrator } from "../../../../kernel/access";
import { clock } from "../../../../kernel/business-time";
import { NotFound, Refusal } from "../../../../kernel/refusal";
import { firstOf } from "../../../../kernel/rows";
import { enterAs, ofEverybody } from "../../../../kernel/scope";
import { type Before, type Call, type Served, serve, serveAfter } from "../../../../kernel/served";
import type { Sellable } from "../../sellable";
import { visibleOrders } from "../../visible";
import { readCode, startAgain } from "./attempt";
import { type AttemptRow, isOpen, lastAttempt, lockAttempt } from "./attempt-row";
import { drive, type Wish } from "./drive";
import { type Heard, letGo, settle } from "./settle";

export const attemptServed = (sellables: readonly Sellable[]): Served[] => [
  serve(getPayment, async (call, { orderId }) => standingOf(await seen(call, orderId))),
  serveAfter(
    askPayment,
    (before, { orderId, pressed }) => hear(before, orderId, pressed ? "press" : "watch"),
    async (call, { orderId }, heard) => standingOf(await applied(call, sellables, orderId, heard)),
  ),
  serveAfter(
    cancelPayment,
    (before, { orderId }) => hear(before, orderId, "close"),
    async (call, { orderId }, heard) => {
      const attempt = await applied(call, sellables, orderId, heard);
      // Paid after all: that is written, and the page says so.
      if (!isOpen(attempt) && attempt.state !== "paid") await ofEverybody(call, () => letGo(call, sellables, attempt));
      return standingOf((await lastAttempt(call.db, orderId)) ?? attempt);
    },
  ),
  serve(payAgain, async (call, { orderId, paymentCode }) => {
    const last = await seen(call, orderId);
    const attempt = (await lockAttempt(call.db, last.id)) ?? last;
    if (isOpen(attempt)) throw new Refusal(m.pay_no_again());
    if (attempt.orderState !== "pending") throw new Refusal(m.pay_no_again_closed());
    await startAgain(call, attempt, readCode(paymentCode));
    call.audit({ thing: "order", thingId: orderId, label: attempt.orderNo, after: { payment: "again" } });
    return { orderId };
  }),
];

/** Asked before the transaction begins; nothing for an order that the caller may not see. */
async function hear(before: Before, orderId: number, wish: Wish) {
  const attempt = await attemptFor(before, orderId);
  if (!attempt) throw new NotFound();
  return asked(before, attempt, wish);
}

/** As {@link hear}, of an order that may never have been a company's to take. */
export async function hearOf(before: Before, orderId: number): Promise<Told> {
  const attempt = await attemptFor(before, orderId);
  return attempt ? asked(before, attempt, "press") : null;
}

type Told = { id: number; heard: Heard } | null;

/** Who looks as a role asks nobody. */
async function asked(before: Before, { id }: AttemptRow, wish: Wish): Promise<Told> {
  const { database, caller, secrets, now } = before;
  if (caller.seeing) return null;
  const heard = await drive({ database, corpCode: caller.corpCode, secrets, now }, id, wish);
  return heard && { id, heard };
}

async function attemptFor({ database, caller }: Before, orderId: number): Promise<AttemptRow | undefined> {
  const { corpCode, userId } = caller;
  return database.system(
    async (tx) => {
      await enterAs(tx, corpCode, userId);
      const found = await lastAttempt(tx, orderId);
      const sees =
        found?.sellerId === userId ||
        (await isAdministrator(tx, userId)) ||
        (await holdsFunction(tx, userId, "offlineOrderList")) ||
        (await holdsButton(tx, userId, "sale:viewAll"));
      return sees ? found : undefined;
    },
    { readOnly: true },
  );
}

async function applied(call: Call, sellables: readonly Sellable[], orderId: number, told: Told): Promise<AttemptRow> {
  const attempt = await seen(call, orderId);
  return told ? ofEverybody(call, () => settle(call, sellables, told.id, told.heard)) : attempt;
}

async function seen(call: Call, orderId: number): Promise<AttemptRow> {
  const order = await firstOf(
    call.db,
    sql`select o.id from orders o where o.id = ${orderId} and ${await visibleOrders(call)}`,
  );
  const attempt = order ? await lastAttempt(call.db, orderId) : undefined;
  if (!attempt) throw new NotFound();
  return attempt;
}

const standingOf = (attempt: AttemptRow) => ({
  ...{ orderId: attempt.orderId, orderNo: attempt.orderNo, orderState: attempt.orderState, state: attempt.state },
  ...{ how: attempt.how, paymentType: attempt.paymentType, amount: attempt.amount, why: attempt.why },
  otherwise: attempt.payable - attempt.amount,
  code: attempt.shownCode,
  until: clock(new Date(attempt.expiresAt)),
});
