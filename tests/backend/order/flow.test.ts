/** Chains of sales and refunds: what is drawn is what runs, on the screen's quotation and when it is done. */
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { getFlows, refundFlow, saleFlow } from "~/contract/order/flow";
import { quoteRefund, refundOrder } from "~/contract/order/order";
import { messageList } from "~/contract/platform/message";
import { openTestBackend, type TestBackend } from "~tests/support/backend";
import { checkInvariants } from "~tests/support/invariants";
import { createPark, fresh, type TestPark } from "~tests/support/park";
import { race } from "~tests/support/race";
import { boothDeposit, boothRent, makeBooths, sellBoth, servedWithBooths } from "./booth";
import { createGrounds, type Grounds, orderFaults, sell } from "./sold";

let backend: TestBackend;
let park: TestPark;
let grounds: Grounds;
const now = new Date("2026-11-18T10:00:00+08:00");
beforeAll(async () => {
  backend = await openTestBackend({ served: servedWithBooths });
  backend.setNow(now);
  park = await createPark(backend);
  grounds = await createGrounds(backend);
  await makeBooths(backend, 500);
});
beforeEach(async () => {
  backend.setNow(now);
  await backend.sql("delete from sale_flow");
  await backend.sql("delete from refund_flow");
});
afterAll(async () => {
  expect(await orderFaults(backend)).toEqual([]);
  await checkInvariants(backend);
  await backend.close();
});

type Steps = { node: string; amount?: number | null; count?: number | null; active?: boolean }[];
const filled = (steps: Steps) => steps.map((one) => ({ amount: null, count: null, active: true, ...one }));
const setSale = (steps: Steps) => backend.saved(saleFlow.methods.save, { name: "窗口", steps: filled(steps) });
const setRefund = (steps: Steps) => backend.saved(refundFlow.methods.save, { name: "退款", steps: filled(steps) });

/** Two tickets of 80.00 and two booths. */
const whole = 2 * 8_000 + 2 * (boothRent + boothDeposit);
const press = (discount = 0, as?: string) =>
  backend.call(
    sellBoth,
    {
      ...{ idempotencyKey: fresh("flow-key"), ticketTypeId: park.adultId, tickets: 2, places: 2, parkId: park.parkId },
      ...{ discount, payments: [{ paymentType: "cash", amount: whole - discount }] },
    },
    as === undefined ? undefined : { as },
  );
const give = (orderId: number, as?: string, reason = "游客改期") =>
  backend.call(
    refundOrder,
    { orderId, idempotencyKey: fresh("flow-refund"), reason },
    as === undefined ? undefined : { as },
  );
const quoteOf = async (orderId: number, as?: string) =>
  (await backend.call(quoteRefund, { orderId }, as === undefined ? undefined : { as })).data;
const standing = async () => {
  const [row] = await backend.sql(
    `select (select count(*)::int from orders) as orders, (select count(*)::int from payment) as payments,
            (select free from booth) as free, (select count(*)::int from refund) as refunds,
            (select count(*)::int from message) as messages`,
  );
  return row;
};

test("without a chain nothing is asked; a refusal of a sale writes nothing, and says the first step's sentence", async () => {
  expect((await press()).status).toBe(200);
  await setSale([
    { node: "contactFrom", count: 6 },
    { node: "refuseAbove", amount: 100 },
  ]);
  const before = await standing();
  const refused = await press();
  expect([refused.status, refused.message]).toEqual([409, "6 张及以上须填写联系手机"]);
  expect(await standing()).toEqual(before);
  const [chain] = await backend.sql<{ id: number; version: number }>(
    "select id::int, row_version as version from sale_flow",
  );
  await backend.saved(saleFlow.methods.save, {
    ...{ id: chain?.id, rowVersion: chain?.version, name: "窗口" },
    steps: filled([
      { node: "refuseAbove", amount: 100 },
      { node: "contactFrom", count: 6 },
    ]),
  });
  expect((await press()).message).toContain("单笔订单不得超过 ¥1.00");
});

test("a discount above the chain's percent is refused; below it is sold, and who decides on refunds is told", async () => {
  const approver = await backend.createUser({ grants: ["refundList", "refundList/refund:decide"] });
  await setSale([
    { node: "discountMost", count: 10 },
    { node: "tellDiscount", count: 1 },
    { node: "tellAbove", amount: whole },
  ]);
  expect((await press(Math.floor(whole / 10) + 1)).status).toBe(409);
  const sold = await press(Math.floor(whole / 10));
  expect(sold.status).toBe(200);
  const told = async () =>
    (await backend.call(messageList, { state: "unread" }, { as: approver.token })).data.records.map(
      ({ title }) => title,
    );
  expect(await told()).toEqual([`订单 ${sold.data.orderNo} 优惠 ¥42.00，占原价 10%`]);
});

test("a refund: the quotation says what the refund will do, and the refund does it", async () => {
  const { orderId } = await sell(backend, grounds, { sellerId: 1 });
  expect(await quoteOf(orderId)).toMatchObject({ needsApproval: false, approvalWhy: "", whyNot: "" });
  await setRefund([{ node: "approveAbove", amount: 10_000 }]);
  expect(await quoteOf(orderId)).toMatchObject({ needsApproval: true, approvalWhy: "退款超过 ¥100.00", whyNot: "" });
  const asked = await give(orderId);
  expect(asked.data).toMatchObject({ state: "waiting", amount: 20_000 });
  const [order] = await backend.sql("select refunding, refunded from orders where id = $1", [orderId]);
  expect(order).toEqual({ refunding: 20_000, refunded: 0 });
});

test("refused by the chain, a refund writes nothing: too old, too much, a reason too short", async () => {
  const { orderId } = await sell(backend, grounds);
  await backend.sql("update orders set created_at = $2 where id = $1", [
    orderId,
    new Date(now.getTime() - 8 * 86_400_000),
  ]);
  const before = await standing();
  await setRefund([{ node: "refuseOlder", count: 7 }]);
  expect((await quoteOf(orderId)).whyNot).toBe("售出已超过 7 天，不能退款");
  expect((await give(orderId)).status).toBe(409);
  await backend.sql("delete from refund_flow");
  await setRefund([{ node: "reasonAtLeast", count: 5 }]);
  expect((await quoteOf(orderId)).whyNot).toBe("");
  expect((await give(orderId)).message).toContain("5 个字");
  expect(await standing()).toEqual(before);
  expect((await give(orderId, undefined, "游客临时改期")).data.state).toBe("done");
});

test("another's sale, and the fourth refund of a day, wait for a second person; one's own just sold does not", async () => {
  const grants = ["offlineOrderList", "offlineOrderList/order:refund"];
  const [one, other] = [await backend.createUser({ grants }), await backend.createUser({ grants })];
  await setRefund([{ node: "passSoon", count: 10 }, { node: "approveOthers" }, { node: "approveMany", count: 2 }]);
  const soldBy = async (sellerId: number, minutesAgo: number) => {
    const sale = await sell(backend, grounds, { sellerId });
    await backend.sql("update orders set created_at = $2 where id = $1", [
      sale.orderId,
      new Date(now.getTime() - minutesAgo * 60_000),
    ]);
    return sale.orderId;
  };
  expect((await give(await soldBy(one.id, 60), other.token)).data.state).toBe("waiting");
  expect((await give(await soldBy(one.id, 60), one.token)).data.state).toBe("done");
  expect((await give(await soldBy(one.id, 60), one.token)).data.state).toBe("done");
  expect((await give(await soldBy(one.id, 60), one.token)).data.state).toBe("waiting");
  expect((await give(await soldBy(one.id, 5), one.token)).data.state).toBe("done");
  backend.setNow(new Date(now.getTime() + 86_400_000));
  expect((await give(await soldBy(one.id, 60), one.token)).data.state).toBe("done");
});

test("a corp has one chain of each: two who set it up at once leave one, and another tenant's is its own", async () => {
  const both = await race(backend, 2, async () =>
    backend.call(saleFlow.methods.save, {
      ...{ name: "窗口", steps: filled([{ node: "refuseAbove", amount: 100 }]) },
    } as never),
  );
  expect(both.filter(({ success }) => success)).toHaveLength(1);
  expect(both.find(({ success }) => !success)?.status).toBeLessThan(500);
  const tenant = await backend.createCorp("7743");
  expect((await backend.call(getFlows, {}, { as: tenant })).data.sale).toEqual({ name: "", steps: [] });
  expect((await backend.call(getFlows, {})).data.sale.steps).toEqual([
    { node: "refuseAbove", active: true, amount: 100, count: null },
  ]);
});

test("a chain that cannot run as it stands is refused by the step that is wrong, and rights are asked", async () => {
  const save = (steps: Steps, as?: string) =>
    backend.call(
      refundFlow.methods.save,
      { name: "退款", steps: filled(steps) } as never,
      as === undefined ? undefined : { as },
    );
  const never = await save([
    { node: "refuseAbove", amount: 100 },
    { node: "approveAbove", amount: 200 },
  ]);
  expect([never.status, Object.keys(never.errors ?? {})]).toEqual([422, ["steps.1.node"]]);
  expect((await save([{ node: "approveAbove" }])).errors).toHaveProperty(["steps.0.amount"]);
  expect((await save([{ node: "sudo", amount: 1 }])).status).toBe(422);
  expect((await save([{ node: "approveOthers" }, { node: "approveOthers" }])).status).toBe(422);
  expect(await backend.sql("select 1 from refund_flow")).toEqual([]);
  const reads = await backend.createUser({ grants: ["nodeSet"] });
  const none = await backend.createUser({ grants: ["offlineOrderList"] });
  expect((await save([{ node: "approveOthers" }], reads.token)).status).toBe(403);
  expect((await backend.call(getFlows, {}, { as: none.token })).status).toBe(403);
  expect((await backend.call(getFlows, {}, { as: reads.token })).status).toBe(200);
});
