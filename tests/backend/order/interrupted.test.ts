/**
 * Each step of ticketing and orders that moves money, places or tickets, killed where it writes: nothing of it is there
 * afterwards, and the same press does it once. PostgreSQL alone.
 */
import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { decideRefund, refundOrder } from "~/contract/order/order";
import { correctPayType, payTypePayments, payTypeQuote } from "~/contract/order/pay-type";
import { repairOrder } from "~/contract/order/repair";
import { closeShift, openShift } from "~/contract/order/shift";
import { activityCard, issueActivityCodes } from "~/contract/ticket/activity-card";
import { changeTickets } from "~/contract/ticket/change";
import { closure } from "~/contract/ticket/closure";
import { groupArrive, groupBooking, groupSettle } from "~/contract/ticket/group-booking";
import { fetchCart, holdCart } from "~/contract/ticket/held-cart";
import { quotaPoolSave } from "~/contract/ticket/quota";
import { quotaTransfer } from "~/contract/ticket/quota-transfer";
import { reservation, reserve } from "~/contract/ticket/reservation";
import { sellTickets } from "~/contract/ticket/sale";
import { staffReduction } from "~/contract/ticket/staff-reduction";
import { supplementTickets } from "~/contract/ticket/supplement";
import { createWorker } from "~server/backend/jobs/worker";
import { allKinds } from "~server/backend/served";
import { openTestBackend, type TestBackend } from "~tests/support/backend";
import { interrupted } from "~tests/support/interrupted";
import { checkInvariants } from "~tests/support/invariants";
import { killedWhile } from "~tests/support/killed";
import { createPark, fresh, friday, saleOf, today } from "~tests/support/park";
import { raceIsReal } from "~tests/support/race";
import { type ChangePark, createChangePark, sellToChange, toTomorrow } from "../ticket/changing";
import { saveCombo } from "../ticket/combos";
import { createReservingPark } from "../ticket/reserving";

const timeout = 240_000;
let backend: TestBackend;
let park: ChangePark;
beforeAll(async () => {
  // A ticket is taken away below, as nobody can by any method, to be issued again.
  backend = await openTestBackend({ moneyMadeUp: true });
  park = await createChangePark(backend);
  await park.limit(park.typeId, 1_000);
}, timeout);
beforeEach(() => backend.setNow(friday));
afterAll(() => backend.close());

type Method = Parameters<TestBackend["call"]>[0];
type Press = () => Promise<{ success: boolean; message: string; data: unknown }>;
const pressOf =
  (method: Method, payload: object, as = backend.admin): Press =>
  () =>
    backend.call(method, payload as never, { as }) as ReturnType<Press>;
const keyed = (method: Method, payload: object): Press =>
  pressOf(method, { ...payload, idempotencyKey: fresh("kill-key") });
const count = async (text: string, values: unknown[] = []) =>
  (await backend.sql<{ n: number }>(`select count(*)::int as n from ${text}`, values))[0]?.n;

describe.runIf(raceIsReal)("at the counter", () => {
  test("a sale of combos, paid in two ways, with places of a quota", { timeout }, async () => {
    const comboTypeId = await park.addType({ name: "联票", kind: "combo", listPrice: 12_000 });
    await saveCombo(backend, comboTypeId, [
      { ticketTypeId: park.typeId, quantity: 1, weight: 2 },
      { ticketTypeId: park.childId, quantity: 1, weight: 1 },
    ]);
    const payments = [
      { paymentType: "wechat", amount: 10_000 },
      { paymentType: "cash", amount: 14_000 },
    ];
    const { paymentType: _, ...sale } = saleOf(comboTypeId, { lines: [{ ticketTypeId: comboTypeId, quantity: 2 }] });
    const press = pressOf(sellTickets, { ...sale, payments });
    await interrupted(backend, ["orders", "sub_order", "quota_ledger", "ticket", "payment", "idempotency"], press);
    expect(await count("ticket where combo_set is not null")).toBe(4);
  });

  test("a sale with a promotion code and one of staff: code and month's tickets are used once", {
    timeout,
  }, async () => {
    const batch = {
      ...{ name: "立减", rule: "rate", rate: 500, amount: null, price: null, startDay: today, endDay: "2026-11-30" },
      ...{ quantity: 1, perPerson: null, givesBack: true, types: [{ ticketTypeId: park.adultId }] },
    };
    const id = await backend.saved(activityCard.methods.save, batch as never);
    const [card] = (await backend.call(issueActivityCodes, { id })).data.codes;
    await interrupted(
      backend,
      ["ticket_reduction", "ticket", "payment"],
      pressOf(sellTickets, saleOf(park.adultId, { card })),
    );
    expect(await count("activity_code where state = 'used'")).toBe(1);

    const user = await backend.createUser({ grants: ["buyTktList"] });
    await backend.saved(staffReduction.methods.save, {
      ...{ name: "员工票", ticketTypeId: park.childId, forWhom: "employee", employeeId: user.id, departmentId: null },
      ...{ roleId: null, perMonth: 2, price: 0 },
    } as never);
    const staff = saleOf(park.childId, { lines: [{ ticketTypeId: park.childId, quantity: 2 }], staff: user.accName });
    await interrupted(backend, ["staff_ledger", "ticket", "ticket_reduction"], pressOf(sellTickets, staff));
    expect((await backend.sql("select sum(used)::int as used from staff_quota"))[0]).toEqual({ used: 2 });
  });

  test("a cart set aside, and fetched back", { timeout }, async () => {
    const cart = { visitDay: today, lines: [{ ticketTypeId: park.adultId, quantity: 2 }] };
    await interrupted(backend, ["held_cart", "idempotency"], keyed(holdCart, { cart }));
    const [held] = await backend.sql<{ id: number }>("select id::int from held_cart");
    await interrupted(backend, ["idempotency"], keyed(fetchCart, { id: held?.id ?? 0 }));
    expect(await count("held_cart")).toBe(0);
  });

  test("a shift opened, and closed with what was taken", { timeout }, async () => {
    const other = await createPark(backend);
    await interrupted(backend, ["shift"], keyed(openShift, { posId: other.posId, opening: 10_000 }));
    await park.sell({ posId: other.posId } as never);
    const [shift] = await backend.sql<{ id: number }>("select id::int from shift where closed_at is null");
    const closing = { shiftId: shift?.id ?? 0, pieces: [{ fen: 1_000, pieces: 26 }], left: 0 };
    await interrupted(backend, ["idempotency"], keyed(closeShift, closing));
    expect(await count("shift where closed_at is not null and counted = 26000")).toBe(1);
  });
});

describe.runIf(raceIsReal)("with an order", () => {
  const refunded = async (orderId: number) =>
    (await backend.sql("select refunded::int, refunding::int from orders where id = $1", [orderId]))[0];

  test("a refund at once: money, places and tickets back together", { timeout }, async () => {
    const { orderId } = await sellToChange(backend, park.typeId);
    const press = keyed(refundOrder, { orderId, reason: "行程取消" });
    await interrupted(backend, ["refund", "refund_item", "payment", "quota_ledger"], press);
    expect(await refunded(orderId)).toEqual({ refunded: 30_000, refunding: 0 });
  });

  test("a refund that waits, and its approval by a second person", { timeout }, async () => {
    const typeId = await park.addType({ name: "审批票", listPrice: 10_000, refundRule: "approval" });
    const { orderId } = await sellToChange(backend, typeId);
    await interrupted(backend, ["refund", "approval"], keyed(refundOrder, { orderId, reason: "行程取消" }));
    expect(await refunded(orderId)).toEqual({ refunded: 0, refunding: 30_000 });
    const [refund] = await backend.sql<{ id: number }>("select id::int from refund where order_id = $1", [orderId]);
    const approver = await backend.createUser({ grants: ["refundList", "refundList/refund:decide"] });
    const decision = { refundId: refund?.id ?? 0, decision: "approve" };
    await interrupted(backend, ["payment"], pressOf(decideRefund, decision, approver.token), "refused");
    expect(await refunded(orderId)).toEqual({ refunded: 30_000, refunding: 0 });
  });

  test("a change to another day, with its difference and its places", { timeout }, async () => {
    await park.priceOn(park.typeId, "2026-11-21", 12_000);
    const sold = await sellToChange(backend, park.typeId);
    const press = pressOf(changeTickets, toTomorrow(sold));
    await interrupted(backend, ["order_change", "ticket", "payment", "quota_ledger", "order_change_item"], press);
    expect(await count("ticket where order_id = $1 and state = 'changed'", [sold.orderId])).toBe(2);
  });

  test("a supplement, with its difference, its places and the code that goes on", { timeout }, async () => {
    const toTypeId = await park.addType({ name: "全价票", listPrice: 16_000, facePrice: 16_000 });
    await park.limit(toTypeId, 1_000);
    const sold = await sellToChange(backend, park.typeId);
    const ticketIds = sold.ticketIds.slice(0, 2);
    const press = keyed(supplementTickets, { orderId: sold.orderId, ticketIds, toTypeId, paymentType: "cash" });
    await interrupted(backend, ["order_change", "ticket", "payment", "quota_ledger", "order_change_item"], press);
    expect(await count("ticket where order_id = $1 and state = 'changed'", [sold.orderId])).toBe(2);
    expect(await count("ticket where order_id = $1 and ticket_type_id = $2", [sold.orderId, toTypeId])).toBe(2);
    expect(await count("ticket where order_id = $1 and state = 'issued'", [sold.orderId])).toBe(3);
  });

  test("a payment type put right", { timeout }, async () => {
    const { orderNo, orderId } = await park.sell();
    const paymentId = (await backend.call(payTypePayments, { orderNo })).data.payments[0]?.id ?? 0;
    const { version } = (await backend.call(payTypeQuote, { paymentId })).data;
    const press = keyed(correctPayType, { paymentId, version, toType: "wechat", reason: "按错键" });
    await interrupted(backend, ["payment", "pay_type_log"], press);
    expect(await count("payment where order_id = $1", [orderId])).toBe(3);
  });

  test("what is missing issued again", { timeout }, async () => {
    const { orderId } = await park.sell();
    await backend.sql("delete from ticket where id = (select max(id) from ticket where order_id = $1)", [orderId]);
    const press = keyed(repairOrder, { orderId, action: "reissue", reason: "游客没有收到票" });
    await interrupted(backend, ["ticket", "order_repair"], press);
    expect(await count("ticket where order_id = $1", [orderId])).toBe(2);
  });
});

describe.runIf(raceIsReal)("places and groups", () => {
  test("places moved between channels", { timeout }, async () => {
    const typeId = await park.addType({ name: "分渠道票" });
    const pool = {
      name: fresh("东区"),
      ticketTypeIds: [typeId],
      dailyTotal: 10,
      parts: [{ channel: "network", places: 4 }],
    };
    const poolId = (await backend.call(quotaPoolSave, pool)).data.id;
    const wish = { poolId, day: today, slot: "", from: "network", to: "", quantity: 3, reason: "用不完" };
    await interrupted(backend, ["quota_ledger"], pressOf(quotaTransfer, { ...wish, idempotencyKey: randomUUID() }));
    expect(await count("quota_ledger where kind = 'moveOut' and total_change = -3")).toBe(1);
  });

  test("a reservation made, and cancelled", { timeout }, async () => {
    const free = await createReservingPark(backend);
    await free.limitPlaces(5);
    const press = pressOf(reserve, free.wish());
    await interrupted(backend, ["orders", "ticket", "reservation", "quota_ledger"], press);
    const [made] = await backend.sql<{ id: number }>("select id::int from reservation");
    const cancel = pressOf(reservation.methods.cancel, { id: made?.id ?? 0, cancelledFor: "visitor", reason: null });
    await interrupted(backend, ["quota_ledger"], cancel, "refused");
    expect(await free.places()).toContain(0);
  });

  test("a group confirmed, received with fewer, and settled", { timeout }, async () => {
    const id = await backend.saved(groupBooking.methods.save, {
      ...{ organisation: "青山旅行社", contactName: "王芳", mobile: "13800138000", guide: null, parkId: park.parkId },
      ...{ visitDay: today, slot: null, arrival: "10:30", customerGroup: "agency", remark: null },
      people: [{ ticketTypeId: park.typeId, quantity: 20 }],
    } as never);
    const confirm = pressOf(groupBooking.commands.confirm.method, { id });
    await interrupted(backend, ["quota_ledger", "group_booking_hold"], confirm, "refused");
    const people = [{ ticketTypeId: park.typeId, arrived: 18 }];
    expect((await backend.call(groupArrive, { id, people })).message).toBe("");
    const settle = keyed(groupSettle, { id, paymentType: "cash" });
    await interrupted(backend, ["orders", "sub_order", "ticket", "payment"], settle);
    expect(await count("ticket t join orders o on o.id = t.order_id where o.quantity = 18")).toBe(18);
  });

  test("a closed day's orders: killed in the middle of the third, the job takes up what is left, each once", {
    timeout,
  }, async () => {
    const here = await createPark(backend);
    const orders: number[] = [];
    while (orders.length < 5) orders.push((await here.sell()).orderId);
    const day = { reason: "暴雨", parkId: here.parkId, firstDay: today, lastDay: today };
    const id = await backend.saved(closure.methods.save, day as never);
    expect((await backend.call(closure.methods.enforce, { id } as never)).message).toBe("");
    const settle = pressOf(closure.methods.settle, { id, treatment: "refund", toDay: null });
    await interrupted(backend, ["job"], settle, "refused");
    const work = async () => {
      await createWorker({ database: backend.database, kinds: allKinds, now: () => friday }).drain();
      return { success: true };
    };
    const { killed } = await killedWhile(backend, "refund", work, `new.order_id = ${orders[2]}`);
    expect(killed).toBe(1);
    // It is tried again after a pause, by the database's clock.
    await backend.sql("update job set run_at = now() where state = 'waiting'");
    await work();
    const rows = await backend.sql(
      "select o.state, o.refunded::int, (select count(*)::int from payment p where p.order_id = o.id and p.kind = 'refund') as back from closure_order c join orders o on o.corp_code = c.corp_code and o.id = c.order_id where c.closure_id = $1",
      [id],
    );
    expect(rows).toEqual(Array.from({ length: 5 }, () => ({ state: "refunded", refunded: 16_000, back: 1 })));
    await checkInvariants(backend);
  });
});
