/** Repairs of an order: what each does, why it cannot be given, once only, with no money moved. */
import { sql } from "drizzle-orm";
import { afterEach, beforeEach, describe, expect, it, test } from "vitest";
import { orderDetail } from "~/contract/order/order";
import { getRepair, repairOrder } from "~/contract/order/repair";
import type { RepairAction } from "~/contract/order/repair-actions";
import { quotaPoolSave } from "~/contract/ticket/quota";
import { lookAt } from "~server/backend/business/order/repair/look";
import { repairServed } from "~server/backend/business/order/repair/repair";
import { sellables } from "~server/backend/business/sellables";
import { allServed } from "~server/backend/served";
import { openTestBackend, type TestBackend } from "~tests/support/backend";
import { digests } from "~tests/support/digests";
import { checkInvariants } from "~tests/support/invariants";
import { createPark, fresh, type TestPark } from "~tests/support/park";
import { meeting, race, raceIsReal } from "~tests/support/race";

let backend: TestBackend;
let park: TestPark;
beforeEach(async () => {
  // Tickets are lost and orders made unpaid here, as nobody can by any method.
  backend = await openTestBackend({ moneyMadeUp: true });
  park = await createPark(backend);
});
afterEach(() => backend.close());

const repair = (orderId: number, action: RepairAction, as = backend.admin, reason = "游客没有收到票") =>
  backend.call(repairOrder, { orderId, action, reason, idempotencyKey: fresh("repair") }, { as });
const look = async (orderNo: string) => (await backend.call(getRepair, { orderNo })).data;
const whyNot = async (orderNo: string, action: RepairAction) =>
  (await look(orderNo)).actions.find((one) => one.action === action)?.whyNot;
const payments = () => backend.sql("select id, order_id, amount from payment order by id");
/** As a notice that came after the process had died would leave it. */
const lose = (orderId: number) =>
  backend.sql("delete from ticket where id = (select max(id) from ticket where order_id = $1)", [orderId]);

describe("issue again", () => {
  it("issues what is missing, exact to the fen, once however often it is pressed, and moves no money", async () => {
    const lines = [{ ticketTypeId: park.adultId, quantity: 3 }];
    const { orderId, orderNo } = await park.sell({ lines, discount: 100, discountReason: "regular" });
    expect(await whyNot(orderNo, "reissue")).toBe("3 张票已全部出票。");
    await lose(orderId);
    expect(await whyNot(orderNo, "reissue")).toBe("");
    const before = await payments();
    const two = await race(backend, 2, () => repair(orderId, "reissue"));
    expect(two.map(({ status }) => status).sort()).toEqual([200, 409]);
    expect(two.find(({ status }) => status === 200)?.data.outcome).toBe("补出 1 张票");
    const tickets = await backend.sql<{ price: number; state: string; visit_day: string }>(
      "select price::int, state, visit_day::text from ticket where order_id = $1 order by id",
      [orderId],
    );
    expect(tickets).toHaveLength(3);
    expect(tickets.reduce((sum, { price }) => sum + price, 0)).toBe(23_900);
    expect(tickets[2]).toMatchObject({ state: "issued", visit_day: "2026-11-20" });
    expect(await payments()).toEqual(before);
    const { repairs, order } = await look(orderNo);
    expect([order.issued, repairs]).toEqual([
      3,
      [expect.objectContaining({ action: "reissue", reason: "游客没有收到票", outcome: "补出 1 张票" })],
    ]);
    const { log } = (await backend.call(orderDetail, { id: orderId, logPage: 1 })).data;
    expect(JSON.stringify(log)).toContain("对订单做了“补出票”");
    expect(JSON.stringify(log)).toContain("补出 1 张票 · 游客没有收到票");
    await checkInvariants(backend);
  });

  it("makes up no names, and issues nothing for an order that is closed or given back", async () => {
    const named = await park.sell({
      lines: [{ ticketTypeId: park.namedId, quantity: 1 }],
      visitors: [{ name: "张三", identity: "11010519491231002X" }],
    });
    await lose(named.orderId);
    expect(await whyNot(named.orderNo, "reissue")).toContain("实名票");
    const refused = await repair(named.orderId, "reissue");
    expect([refused.status, refused.message]).toEqual([409, expect.stringContaining("实名票")]);
    const { orderId, orderNo } = await park.sell({});
    await lose(orderId);
    for (const [state, words] of [
      ["pending", "订单未支付，不能补出票。"],
      ["expired", "订单已关闭。"],
      ["refunded", "订单已全部退款。"],
    ]) {
      await backend.sql("update orders set state = $2 where id = $1", [orderId, state]);
      expect(await whyNot(orderNo, "reissue")).toBe(words);
    }
    await backend.sql("update orders set state = 'paid' where id = $1", [orderId]);
  });
});

describe("resend", () => {
  it("sends the numbers to the contact's mobile, and not without one or without tickets", async () => {
    const none = await park.sell({});
    expect(await whyNot(none.orderNo, "resend")).toBe("订单没有联系人手机号。");
    const { orderId, orderNo } = await park.sell({ contactMobile: "13800138000" });
    const sent = await repair(orderId, "resend");
    expect([sent.status, sent.data.outcome]).toEqual([200, "2 个票号已发往 138****8000"]);
    const [ticket] = await backend.sql<{ ticket_no: string }>("select ticket_no from ticket where order_id = $1", [
      orderId,
    ]);
    expect(backend.texts.at(-1)).toMatchObject({
      mobile: "13800138000",
      text: expect.stringContaining(ticket?.ticket_no ?? "-"),
    });
    await backend.sql("update ticket set state = 'expired' where order_id = $1", [orderId]);
    expect(await whyNot(orderNo, "resend")).toBe("没有可用的票。");
  });
});

describe("ask the payment's state", () => {
  it("tells what is booked and what the statements say, and keeps the answer", async () => {
    const { orderId, orderNo } = await park.sell({ paymentType: "wechat" });
    expect((await repair(orderId, "askPayment")).data.outcome).toBe(
      "流水已收 160.00 元、已退 0.00 元；对账单中没有此单",
    );
    await backend.sql(
      `insert into statement_line (corp_code, transaction_no, payment_type, kind, paid_at, amount, order_no)
       values ('0001', 'W1', 'wechat', 'payment', '2026-11-20 10:00+08', 16000, $1)`,
      [orderNo],
    );
    expect((await repair(orderId, "askPayment")).data.outcome).toBe(
      "流水已收 160.00 元、已退 0.00 元；对账单有 1 笔，合计 160.00 元",
    );
    expect((await look(orderNo)).repairs).toHaveLength(2);
  });
});

test.runIf(raceIsReal)(
  "control: without the lock both issue what is missing, and a ticket is one too many",
  async () => {
    let both = meeting(2);
    const unlocked: typeof lookAt = async (call, sold, which) => {
      const seen = await lookAt(call, sold, which, false);
      await both();
      return seen;
    };
    await backend.close();
    backend = await openTestBackend({
      moneyMadeUp: true,
      served: [...allServed, ...repairServed(sellables, unlocked)],
    });
    park = await createPark(backend);
    const { orderId } = await park.sell({ lines: [{ ticketTypeId: park.adultId, quantity: 3 }] });
    await lose(orderId);
    both = meeting(2);
    const two = await race(backend, 2, () => repair(orderId, "reissue"));
    expect(two.map(({ status }) => status)).toEqual([200, 200]);
    expect(await backend.sql("select count(*)::int as n from ticket where order_id = $1", [orderId])).toEqual([
      { n: 4 },
    ]);
  },
);

describe("close", () => {
  it("closes an order that nobody paid for and frees its places; any other says why not", async () => {
    const sold = await park.sell({});
    expect(await whyNot(sold.orderNo, "close")).toBe("已收款 160.00 元，请退款，不能直接关闭。");
    const pool = { name: "日库存", ticketTypeIds: [park.childId], dailyTotal: 10 };
    expect((await backend.call(quotaPoolSave, pool)).status).toBe(200);
    const lines = [{ ticketTypeId: park.childId, quantity: 2 }];
    const { orderId, orderNo } = await park.sell({ lines, paymentType: "cash" });
    // As one that was placed and never paid for.
    await backend.database.system(async (tx) => {
      await tx.execute(sql`set local session_replication_role = replica`);
      await tx.execute(sql`delete from ticket where order_id = ${orderId}`);
      await tx.execute(sql`delete from payment where order_id = ${orderId}`);
      await tx.execute(sql`update orders set state = 'pending', paid = 0 where id = ${orderId}`);
    });
    const taken = async () => (await backend.sql<{ sold: number }>("select sold::int from quota_day"))[0]?.sold;
    expect(await taken()).toBe(2);
    const two = await race(backend, 2, () => repair(orderId, "close"));
    expect(two.map(({ status }) => status).sort()).toEqual([200, 409]);
    expect(await taken()).toBe(0);
    expect((await look(orderNo)).order.state).toBe("cancelled");
    expect(await whyNot(orderNo, "close")).toBe("订单已关闭。");
  });
});

test("a repair takes its right and a reason, is of one's own corp and park, and refused it writes nothing", async () => {
  const { orderId, orderNo } = await park.sell({});
  await lose(orderId);
  const looker = await backend.createUser({ grants: ["orderRepair", "offlineOrderList"] });
  const blind = await backend.createUser({ grants: ["orderRepair", "orderRepair/order:repair"] });
  const tenant = await backend.createCorp("7703");
  const other = await createPark(backend);
  const grants = ["orderRepair", "orderRepair/order:repair", "offlineOrderList"];
  const elsewhere = await backend.createUser({ grants, parks: [other.parkId] });
  const before = await digests(backend);
  expect((await repair(orderId, "reissue", looker.token)).status).toBe(403);
  expect((await repair(orderId, "reissue", blind.token)).status).toBe(404);
  expect((await repair(orderId, "reissue", tenant)).status).toBe(404);
  expect((await repair(orderId, "reissue", elsewhere.token)).status).toBe(404);
  expect((await repair(orderId, "reissue", backend.admin, " ")).status).toBe(422);
  expect((await repair(orderId, "close")).status).toBe(409);
  expect((await backend.call(repairOrder, { orderId, action: "pay" } as never)).status).toBe(422);
  expect((await backend.call(getRepair, { orderNo: "OD1" })).status).toBe(404);
  expect((await backend.call(getRepair, { orderNo }, { as: tenant })).status).toBe(404);
  expect(await digests(backend)).toEqual(before);
  expect((await repair(orderId, "reissue")).status).toBe(200);
});
