/**
 * Each command of ticketing and orders that moves money, places or tickets: pressed by somebody who has the right in
 * another park, and by an administrator of another tenant, it is refused and writes nothing; pressed by who may, it is done.
 */
import { afterAll, beforeAll, expect, test } from "vitest";
import { correctPayType, payTypePayments, payTypeQuote } from "~/contract/order/pay-type";
import { repairOrder } from "~/contract/order/repair";
import { openShift } from "~/contract/order/shift";
import { changeTickets } from "~/contract/ticket/change";
import { closure } from "~/contract/ticket/closure";
import { setInsideCount } from "~/contract/ticket/gate-board";
import { groupArrive, groupBooking, groupSettle } from "~/contract/ticket/group-booking";
import { fetchCart, holdCart } from "~/contract/ticket/held-cart";
import { quotaDaySave, quotaPoolSave, quotaRangeSave } from "~/contract/ticket/quota";
import { quotaTransfer } from "~/contract/ticket/quota-transfer";
import { reservation, reserve } from "~/contract/ticket/reservation";
import { supplementTickets } from "~/contract/ticket/supplement";
import { createWorker } from "~server/backend/jobs/worker";
import { allKinds } from "~server/backend/served";
import { openTestBackend, type TestBackend } from "~tests/support/backend";
import { changed, digests } from "~tests/support/digests";
import { checkInvariants } from "~tests/support/invariants";
import { createPark, fresh, friday, today } from "~tests/support/park";
import { type ChangePark, createChangePark, sellToChange, toTomorrow } from "../ticket/changing";
import { createReservingPark, type ReservingPark } from "../ticket/reserving";

const timeout = 120_000;
let backend: TestBackend;
/** Where all of it happens. */
let park: ChangePark;
let free: ReservingPark;
let otherId: number;
/** An administrator of another tenant. */
let stranger: string;
beforeAll(async () => {
  backend = await openTestBackend();
  park = await createChangePark(backend);
  free = await createReservingPark(backend);
  otherId = (await createPark(backend)).parkId;
  stranger = await backend.createCorp("0002");
}, timeout);
afterAll(async () => {
  await checkInvariants(backend);
  await backend.close();
});

type Method = Parameters<TestBackend["call"]>[0];

const grantsFor = ({ access }: Method): string[] => {
  if (typeof access === "string") return [];
  return [access.fun].flat().flatMap((fun) => [fun, ...(access.button ? [`${fun}/${access.button}`] : [])]);
};

/** Refused to both, without a row; then done for who may. A key is of one account, so each has its own. */
async function pressed(method: Method, payload: object, isKeyed = false): Promise<void> {
  const call = (as: string) =>
    backend.call(method, { ...payload, ...(isKeyed && { idempotencyKey: fresh("park-key") }) } as never, { as });
  const elsewhere = await backend.createUser({ grants: grantsFor(method), parks: [otherId] });
  for (const as of [elsewhere.token, stranger]) {
    const before = await digests(backend);
    const refused = await call(as);
    expect([method.name, refused.success]).toEqual([method.name, false]);
    // What is not theirs is not there; where a form names it, the form says so.
    expect([404, 422]).toContain(refused.status);
    const written = changed(before, await digests(backend)).filter((table) => table !== "counter");
    expect([method.name, written]).toEqual([method.name, []]);
  }
  const done = await call(backend.admin);
  expect([method.name, done.message, done.errors]).toEqual([method.name, "", undefined]);
}

test("change of tickets", { timeout }, async () => {
  const sold = await sellToChange(backend, park.typeId);
  await pressed(changeTickets, toTomorrow(sold), true);
});

test("a supplement", { timeout }, async () => {
  const toTypeId = await park.addType({ name: "全价票", listPrice: 16_000, facePrice: 16_000 });
  const { orderId, ticketIds } = await sellToChange(backend, park.typeId);
  await pressed(supplementTickets, { orderId, ticketIds, toTypeId, paymentType: "cash" }, true);
});

test("quota: the pool, a day, a range, places moved", { timeout }, async () => {
  const typeId = await park.addType({ name: "分渠道票" });
  const pool = { name: fresh("东区"), ticketTypeIds: [typeId], dailyTotal: 10 };
  const poolId = await backend.saved(quotaPoolSave, { ...pool, parts: [{ channel: "network", places: 4 }] });
  const [row] = await backend.sql<{ v: number }>("select row_version as v from quota_pool where id = $1", [poolId]);
  await pressed(quotaPoolSave, { ...pool, id: poolId, rowVersion: row?.v ?? 0, dailyTotal: 12 });
  await pressed(quotaDaySave, { poolId, day: today, total: 11 });
  await pressed(quotaRangeSave, {
    ...{ poolId, from: today, to: "2026-11-22", days: [], weekdays: "TTTTTTT", slots: [], total: 9 },
  });
  const wish = { poolId, day: today, slot: "", from: "network", to: "", quantity: 3, reason: "用不完" };
  await pressed(quotaTransfer, wish, true);
});

test("a cart set aside, and fetched back by its number", { timeout }, async () => {
  const cart = { visitDay: today, lines: [{ ticketTypeId: park.adultId, quantity: 2 }] };
  const held = await backend.call(holdCart, { cart, idempotencyKey: fresh("hold") });
  expect(held.message).toBe("");
  await pressed(fetchCart, { id: held.data.id }, true);
});

test("a shift at a till of the park", { timeout }, async () => {
  await pressed(openShift, { posId: park.posId, opening: 0 }, true);
});

test("a group: confirmed, received, settled; another cancelled", { timeout }, async () => {
  const book = () =>
    backend.saved(groupBooking.methods.save, {
      ...{ organisation: "青山旅行社", contactName: "王芳", mobile: "13800138000", guide: null, parkId: park.parkId },
      ...{ visitDay: today, slot: null, arrival: "10:30", customerGroup: "agency", remark: null },
      people: [{ ticketTypeId: park.typeId, quantity: 20 }],
    });
  const id = await book();
  await pressed(groupBooking.commands.confirm.method, { id });
  await pressed(groupArrive, { id, people: [{ ticketTypeId: park.typeId, arrived: 18 }] });
  await pressed(groupSettle, { id, paymentType: "cash" }, true);
  await pressed(groupBooking.commands.cancel.method, { id: await book(), reason: "行程取消" });
});

test("a reservation: made, cancelled; a no-show excused", { timeout }, async () => {
  await pressed(reserve, free.wish(), true);
  const [made] = await backend.sql<{ id: number }>("select id::int from reservation order by id desc limit 1");
  await pressed(reservation.methods.cancel, { id: made?.id ?? 0, cancelledFor: "visitor", reason: null });
  const missed = await free.book();
  const row = await free.rowOf(missed.data.orderNo);
  await backend.sql("update reservation set state = 'noShow' where id = $1", [row?.id]);
  await pressed(reservation.methods.excuse, { id: row?.id ?? 0, reason: "列车晚点" });
});

test("a closed day: enforced, settled, taken back, lifted", { timeout }, async () => {
  const work = () => createWorker({ database: backend.database, kinds: allKinds, now: () => friday }).drain();
  const moving = await sellToChange(backend, park.typeId, { visitDay: "2026-11-28" });
  const day = { reason: "暴雨", parkId: park.parkId, firstDay: "2026-11-28", lastDay: "2026-11-28" };
  const id = await backend.saved(closure.methods.save, day);
  await pressed(closure.methods.enforce, { id });
  await pressed(closure.methods.settle, { id, treatment: "move", toDay: "2026-12-05" });
  await work();
  const daysOf = () =>
    backend.sql("select distinct visit_day::text as day from ticket where order_id = $1", [moving.orderId]);
  expect(await daysOf()).toEqual([{ day: "2026-12-05" }]);
  await pressed(closure.methods.undo, { id });
  await work();
  expect(await daysOf()).toEqual([{ day: "2026-11-28" }]);
  await pressed(closure.methods.lift, { id });
});

test("repairs and a payment type put right", { timeout }, async () => {
  const { orderId, orderNo } = await park.sell({ contactMobile: "13800138000" } as never);
  await pressed(repairOrder, { orderId, action: "resend", reason: "没有收到短信" }, true);
  const paymentId = (await backend.call(payTypePayments, { orderNo })).data.payments[0]?.id ?? 0;
  const { version } = (await backend.call(payTypeQuote, { paymentId })).data;
  await pressed(correctPayType, { paymentId, version, toType: "wechat", reason: "按错键" }, true);
});

test("the count of people inside", { timeout }, async () => {
  await pressed(setInsideCount, { parkId: park.parkId, people: 12, reason: "清点" }, true);
});
