/** Several payments in one order, and the way back of its money. */
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { decideRefund, orderDetail, quoteRefund, refundOrder } from "~/contract/order/order";
import { printTickets } from "~/contract/ticket/issued";
import { sellTickets } from "~/contract/ticket/sale";
import { openTestBackend, type TestBackend } from "~tests/support/backend";
import { checkInvariants } from "~tests/support/invariants";
import { createPark, fresh, saleOf, type TestPark } from "~tests/support/park";

let backend: TestBackend;
let park: TestPark;
beforeAll(async () => {
  backend = await openTestBackend();
  park = await createPark(backend);
});
afterAll(() => backend.close());

const key = () => fresh("payments-key");
const cash = (amount: number) => ({ paymentType: "cash", amount });
const wechat = (amount: number) => ({ paymentType: "wechat", amount });
/** Two adults: 160 yuan. */
const sale = (payments: { paymentType: string; amount: number }[]) => {
  const { paymentType, ...rest } = saleOf(park.adultId, { payments });
  return rest;
};
const ledger = (orderId: number) =>
  backend.sql("select kind, payment_type, amount, received from payment where order_id = $1 order by id", [orderId]);

describe("a sale with two payments", () => {
  it("takes both, gives change of cash only, and shows them on order and receipt; a second press sells once", async () => {
    const payload = sale([cash(12_000), wechat(5_000)]);
    const { data } = await backend.call(sellTickets, payload);
    expect((await backend.call(sellTickets, payload)).data).toEqual(data);
    expect(await ledger(data.orderId)).toEqual([
      { kind: "payment", payment_type: "cash", amount: 11_000, received: 12_000 },
      { kind: "payment", payment_type: "wechat", amount: 5_000, received: null },
    ]);
    const printed = (await backend.call(printTickets, { orderId: data.orderId })).data;
    expect(printed).toMatchObject({ paid: 16_000, paymentType: "cash" });
    expect(printed.payments).toEqual([
      { paymentType: "cash", amount: 11_000, received: 12_000 },
      { paymentType: "wechat", amount: 5_000, received: null },
    ]);
  });

  it("cash below the amount due is refused with a sentence, and nothing is written", async () => {
    const before = (await backend.sql("select id from orders")).length;
    const short = await backend.call(sellTickets, saleOf(park.adultId, { paymentType: "cash", given: 10_000 }));
    expect(short).toMatchObject({
      status: 422,
      errors: { given: ["实收现金 ¥100.00，少于应收 ¥160.00，还差 ¥60.00"] },
    });
    const both = await backend.call(sellTickets, sale([cash(10_000), wechat(5_000)]));
    expect(both.errors).toEqual({ payments: ["各种方式共收 ¥150.00，少于应收 ¥160.00，还差 ¥10.00"] });
    const above = await backend.call(sellTickets, sale([wechat(17_000)]));
    expect(above.errors).toEqual({ payments: ["共收 ¥170.00，超过应收 ¥160.00；只有现金可以找零"] });
    const shells = await backend.call(sellTickets, sale([wechat(10_000), { paymentType: "shells", amount: 6_000 }]));
    expect(shells.errors).toEqual({ "payments.1.paymentType": ["没有这种支付方式"] });
    expect((await backend.sql("select id from orders")).length).toBe(before);
  });

  it("a refund by part goes back by other ways first and by cash last, as the quotation says", async () => {
    const { orderId } = (await backend.call(sellTickets, sale([cash(11_000), wechat(5_000)]))).data;
    const order = (await backend.call(orderDetail, { id: orderId })).data;
    const items = [{ lineId: order.lines[0]?.id ?? 0, quantity: 1 }];
    const first = (await backend.call(quoteRefund, { orderId, items })).data;
    expect(first.ways).toEqual([wechat(5_000), cash(3_000)]);
    await backend.call(refundOrder, { orderId, items, idempotencyKey: key(), reason: "改期" });
    const second = (await backend.call(quoteRefund, { orderId })).data;
    expect(second.ways).toEqual([cash(8_000)]);
    await backend.call(refundOrder, { orderId, idempotencyKey: key(), reason: "改期" });
    expect((await ledger(orderId)).slice(2)).toEqual([
      { kind: "refund", payment_type: "wechat", amount: -5_000, received: null },
      { kind: "refund", payment_type: "cash", amount: -3_000, received: null },
      { kind: "refund", payment_type: "cash", amount: -8_000, received: null },
    ]);
    await checkInvariants(backend);
  });

  it("a refund that waits keeps its ways: one that is done meanwhile does not take them", async () => {
    const careful = await park.addType({ name: "审批票", refundRule: "approval" });
    const lines = [
      { ticketTypeId: careful, quantity: 1 },
      { ticketTypeId: park.adultId, quantity: 1 },
    ];
    const payload = { ...sale([cash(8_000), wechat(8_000)]), lines };
    const { orderId } = (await backend.call(sellTickets, payload)).data;
    const order = (await backend.call(orderDetail, { id: orderId })).data;
    const of = (index: number) => [{ lineId: order.lines[index]?.id ?? 0, quantity: 1 }];
    const requester = await backend.createUser({ grants: ["offlineOrderList", "offlineOrderList/order:refund"] });
    const waiting = await backend.call(
      refundOrder,
      { orderId, items: of(0), idempotencyKey: key(), reason: "改期" },
      { as: requester.token },
    );
    expect(waiting.data).toMatchObject({ state: "waiting" });
    await backend.call(refundOrder, { orderId, items: of(1), idempotencyKey: key(), reason: "改期" });
    await backend.call(decideRefund, { refundId: waiting.data.refundId, decision: "approve" });
    expect((await ledger(orderId)).slice(2)).toMatchObject([
      { payment_type: "cash", amount: -8_000 },
      { payment_type: "wechat", amount: -8_000 },
    ]);
    await checkInvariants(backend);
  });
});

describe("the look at money after every test", () => {
  it("fails where an order's amount changed without a row of the ledger", async () => {
    const { orderId } = (await backend.call(sellTickets, sale([cash(16_000)]))).data;
    await backend.sql("update orders set paid = paid - 1 where id = $1", [orderId]);
    await expect(checkInvariants(backend)).rejects.toThrow("paid and refunded are the sums");
    await backend.sql("update orders set paid = paid + 1 where id = $1", [orderId]);
  });
});
