/** Money that is taken by hand of an order that a company takes too: in whose shift it is, and who gives it back. */
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from "vitest";
import { refundOrder } from "~/contract/order/order";
import { payAccount } from "~/contract/order/pay-account";
import { askPayment, cancelPayment } from "~/contract/order/pay-attempt";
import { closeShift, getShift, openShift, shiftReport } from "~/contract/order/shift";
import { sellTickets } from "~/contract/ticket/sale";
import { createWorker } from "~server/backend/jobs/worker";
import { allKinds } from "~server/backend/served";
import { type ChangePark, changeOf, createChangePark, goodTickets, tomorrow } from "~tests/backend/ticket/changing";
import { openTestBackend, secretsOfTests, type TestBackend } from "~tests/support/backend";
import { checkInvariants } from "~tests/support/invariants";
import { fresh, friday, saleOf } from "~tests/support/park";
import { alipayFields, PayCompanies } from "~tests/support/pay-companies";

const good = "280111111111111111";
const poor = "280011111111111111";

let companies: PayCompanies;
let backend: TestBackend;
let park: ChangePark;
beforeAll(async () => {
  companies = await new PayCompanies().open();
});
afterAll(() => companies.close());
beforeEach(async () => {
  for (const kept of [companies.trades, companies.refunds]) kept.clear();
  Object.assign(companies, { misbehave: [], refundsPend: false, thinks: 0 });
  backend = await openTestBackend();
  park = await createChangePark(backend);
  await backend.saved(payAccount.methods.save, alipayFields);
});
afterEach(async () => {
  await checkInvariants(backend);
  await backend.close();
});

const sell = async (fields: object) => {
  const lines = [{ ticketTypeId: park.typeId, quantity: 2 }];
  const reply = await backend.call(sellTickets, saleOf(park.typeId, { posId: park.posId, lines, ...fields }));
  expect([reply.status, reply.message, reply.errors]).toEqual([200, "", undefined]);
  return reply.data;
};
const split = (paymentCode: string) => {
  const payments = [
    { paymentType: "cash", amount: 6_000 },
    { paymentType: "alipay", amount: 14_000 },
  ];
  return sell({ payments, paymentType: undefined, paymentCode });
};
const press = (orderId: number) => backend.call(askPayment, { orderId, pressed: true });

async function shiftOf() {
  const opening = { idempotencyKey: fresh("shift"), posId: park.posId, opening: 50_000 };
  const { id } = (await backend.call(openShift, opening)).data;
  const close = (fen: number) =>
    backend.call(closeShift, {
      ...{ idempotencyKey: fresh("shift"), shiftId: id, left: 0 },
      pieces: [{ fen: 1_000, pieces: fen / 1_000 }],
    });
  return { id, close };
}

it("cash of an order that waits for a company keeps the shift open until it is booked", async () => {
  const shift = await shiftOf();
  const { orderId, orderNo } = await split("");
  const sentence = `订单 ${orderNo} 已收 60.00 元，其余还在等机构收款。请等到结果，或在收款页取消并退还游客，再交班。`;
  const whyNot = async () => (await backend.call(getShift, {})).data.closeWhyNot;
  expect(await whyNot()).toBe(sentence);
  const early = await shift.close(56_000);
  expect([early.status, early.message]).toEqual([409, sentence]);
  await press(orderId);
  companies.only().status = "paid";
  expect((await press(orderId)).data.state).toBe("paid");
  expect(await whyNot()).toBe("");
  expect((await shift.close(56_000)).status).toBe(200);
  const { closed } = (await backend.call(shiftReport, { id: shift.id })).data;
  expect([closed?.expected, closed?.difference]).toEqual([56_000, 0]);
});

it("also after the company said no, until the money is given back; what it takes whole keeps nothing open", async () => {
  const shift = await shiftOf();
  const { orderId } = await split(poor);
  expect((await press(orderId)).data.state).toBe("failed");
  expect((await shift.close(56_000)).status).toBe(409);
  await backend.call(cancelPayment, { orderId });
  await sell({ paymentType: "alipay" });
  expect((await shift.close(50_000)).status).toBe(200);
  const { closed } = (await backend.call(shiftReport, { id: shift.id })).data;
  expect([closed?.expected, closed?.difference]).toEqual([50_000, 0]);
});

it("of a difference that was taken by hand the company gives nothing back: what is left to do is an abnormal record", async () => {
  await park.priceOn(park.typeId, tomorrow, 12_345);
  const { orderId, orderNo } = await sell({ paymentType: "alipay", paymentCode: good });
  await press(orderId);
  const ticketIds = await goodTickets(backend, orderId);
  const wish = { orderId, ticketIds, toDay: tomorrow, paymentType: "alipay", idempotencyKey: fresh("change") };
  const changed = await changeOf(backend, wish);
  // Two tickets of 100 yuan for two of 123.45, at 2 yuan each.
  expect([changed.status, changed.data.due]).toEqual([200, 2 * (2_345 + 200)]);
  const back = async (tickets: number) => {
    const chosen = (await goodTickets(backend, orderId)).slice(0, tickets);
    const payload = { orderId, ticketIds: chosen, reason: "游客取消", idempotencyKey: fresh("back") };
    expect((await backend.call(refundOrder, payload)).status).toBe(200);
  };
  await back(1);
  expect(await backend.sql("select amount::int from pay_refund")).toEqual([{ amount: 12_345 }]);
  expect(await backend.sql("select key from abnormal_record")).toEqual([]);
  await back(1);
  expect(await backend.sql("select amount::int from pay_refund order by id")).toEqual([
    { amount: 12_345 },
    { amount: 7_655 },
  ]);
  expect(await backend.sql(`select kind, order_no as "no", ours::int, state from abnormal_record`)).toEqual([
    { kind: "missingThere", no: orderNo, ours: -(12_345 - 7_655), state: "open" },
  ]);
  // No look over the orders takes it for settled: a person hands the money out and says so.
  const { database } = backend;
  await backend.sql("insert into job (corp_code, kind) values ('0001', 'reconcilePayments')");
  await createWorker({ database, kinds: allKinds, now: () => friday, secrets: secretsOfTests }).drain();
  expect(await backend.sql("select state from abnormal_record")).toEqual([{ state: "open" }]);
});
