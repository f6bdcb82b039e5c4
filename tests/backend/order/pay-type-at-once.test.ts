/** Two who put the same payment right at once, and one who does while its money goes back or its shift is handed over. */
import { afterEach, beforeEach, expect, test } from "vitest";
import { refundOrder } from "~/contract/order/order";
import { correctPayType, payTypePayments, payTypeQuote } from "~/contract/order/pay-type";
import { closeShift, openShift, shiftReport } from "~/contract/order/shift";
import { payTypeServed } from "~server/backend/business/order/pay-type/correct";
import { lookAt } from "~server/backend/business/order/pay-type/standing";
import { allServed } from "~server/backend/served";
import { openTestBackend, type TestBackend } from "~tests/support/backend";
import { checkInvariants } from "~tests/support/invariants";
import { createPark, fresh, type TestPark } from "~tests/support/park";
import { meeting, race, raceIsReal } from "~tests/support/race";

let backend: TestBackend;
let park: TestPark;
beforeEach(async () => {
  backend = await openTestBackend();
  park = await createPark(backend);
});
afterEach(() => backend.close());

async function sold(fields: object = {}) {
  const { orderId, orderNo } = await park.sell({ paymentType: "cash", ...fields });
  const { payments } = (await backend.call(payTypePayments, { orderNo })).data;
  const paymentId = payments[0]?.id ?? 0;
  return { orderId, paymentId, version: (await backend.call(payTypeQuote, { paymentId })).data.version };
}
const correct = ({ paymentId, version }: { paymentId: number; version: string }, toType: string) =>
  backend.call(correctPayType, {
    ...{ paymentId, version, toType, reason: "收银按错键", idempotencyKey: fresh("correct") },
  });
const byType = (orderId: number) =>
  backend.sql(
    "select payment_type as type, sum(amount)::int as sum from payment where order_id = $1 group by 1 order by 1",
    [orderId],
  );

test("of two clerks at once one corrects, the other is told", { timeout: 120_000 }, async () => {
  for (let round = 0; round < 5; round += 1) {
    const one = await sold();
    const both = await race(backend, 2, (person) => correct(one, person === 0 ? "wechat" : "alipay"));
    expect(both.map(({ status }) => status).sort()).toEqual([200, 409]);
    expect(both.find(({ status }) => status === 409)?.message).toMatch(/^这笔收款已更正为(微信|支付宝)/);
    expect(await byType(one.orderId)).toEqual(
      [
        { type: both[0]?.status === 200 ? "wechat" : "alipay", sum: 16_000 },
        { type: "cash", sum: 0 },
      ].sort((a, b) => a.type.localeCompare(b.type)),
    );
  }
  await checkInvariants(backend);
});

test.runIf(raceIsReal)("the control: without the lock and the index the money is moved twice", async () => {
  let both = meeting(2);
  const unlocked: typeof lookAt = async (call, paymentId) => {
    const seen = await lookAt(call, paymentId, false);
    await both();
    return seen;
  };
  await backend.close();
  backend = await openTestBackend({ moneyMadeUp: true, served: [...allServed, ...payTypeServed(unlocked)] });
  park = await createPark(backend);
  await backend.sql("drop index pay_type_log_payment");
  const one = await sold();
  both = meeting(2);
  const all = await race(backend, 2, (person) => correct(one, person === 0 ? "wechat" : "alipay"));
  expect(all.map(({ status }) => status)).toEqual([200, 200]);
  expect(await byType(one.orderId)).toEqual([
    { type: "alipay", sum: 16_000 },
    { type: "cash", sum: -16_000 },
    { type: "wechat", sum: 16_000 },
  ]);
});

test.runIf(raceIsReal)("the index alone lets one through where the lock is missing", async () => {
  let both = meeting(2);
  const unlocked: typeof lookAt = async (call, paymentId) => {
    const seen = await lookAt(call, paymentId, false);
    await both();
    return seen;
  };
  await backend.close();
  backend = await openTestBackend({ served: [...allServed, ...payTypeServed(unlocked)] });
  park = await createPark(backend);
  const one = await sold();
  both = meeting(2);
  const all = await race(backend, 2, (person) => correct(one, person === 0 ? "wechat" : "alipay"));
  expect(all.filter(({ status }) => status === 200)).toHaveLength(1);
  await checkInvariants(backend);
});

test("while its money goes back it does so by one type, whichever was first", { timeout: 120_000 }, async () => {
  for (let round = 0; round < 5; round += 1) {
    const one = await sold();
    const [corrected, back] = await race<{ status: number }>(backend, 2, (person) =>
      person === 0
        ? correct(one, "wechat")
        : backend.call(refundOrder, { orderId: one.orderId, idempotencyKey: fresh("back"), reason: "改期" }),
    );
    expect(back?.status).toBe(200);
    expect([200, 409]).toContain(corrected?.status);
    for (const { sum } of await byType(one.orderId)) expect(sum).toBe(0);
  }
  await checkInvariants(backend);
});

test("while its shift is handed over it is in the report, or is refused", { timeout: 120_000 }, async () => {
  for (let round = 0; round < 5; round += 1) {
    const opened = await backend.call(openShift, {
      ...{ idempotencyKey: fresh("shift"), posId: park.posId, opening: 0 },
    });
    const shiftId = opened.data.id;
    const one = await sold({ posId: park.posId });
    const [corrected] = await race<{ status: number }>(backend, 2, (person) =>
      person === 0
        ? correct(one, "wechat")
        : backend.call(closeShift, { idempotencyKey: fresh("shift"), shiftId, pieces: [], left: 0 }),
    );
    const { closed } = (await backend.call(shiftReport, { id: shiftId })).data;
    expect(closed?.expected).toBe(corrected?.status === 200 ? 0 : 16_000);
    const [row] = await backend.sql<{ cash: number }>(
      "select sum(amount)::int as cash from payment where shift_id = $1 and payment_type = 'cash'",
      [shiftId],
    );
    expect(row?.cash).toBe(closed?.expected);
  }
  await checkInvariants(backend);
});
