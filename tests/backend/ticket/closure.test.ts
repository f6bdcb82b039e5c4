/** Closed days: no sale, no entry; what was sold is refunded without fee, moved or prolonged, and taken back. */
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { orderDetail, refundOrder } from "~/contract/order/order";
import { approvalDecide } from "~/contract/platform/approval";
import { checkTicket } from "~/contract/ticket/check";
import { closure, closureOrder } from "~/contract/ticket/closure";
import { quotaPoolSave } from "~/contract/ticket/quota";
import { getCounter, quoteSale, sellTickets } from "~/contract/ticket/sale";
import { createWorker } from "~server/backend/jobs/worker";
import type { TextMessage } from "~server/backend/kernel/text-message";
import { allKinds } from "~server/backend/served";
import { openTestBackend, type TestBackend } from "~tests/support/backend";
import { changed, digests } from "~tests/support/digests";
import { checkInvariants } from "~tests/support/invariants";
import { createPark, fresh, friday, saleOf, type TestPark, today } from "~tests/support/park";
import { race } from "~tests/support/race";
import { bind } from "~tests/support/two-parks";

let backend: TestBackend;
let park: TestPark;
let sent: TextMessage[] = [];
beforeAll(async () => {
  backend = await openTestBackend();
});
beforeEach(async () => {
  park = await createPark(backend);
  sent = [];
});
afterEach(() => checkInvariants(backend));
afterAll(() => backend.close());

const { methods } = closure;
const next = "2026-11-21";
const texts = { needsMobile: true, send: async (message: TextMessage) => void sent.push(message) };
const work = () => createWorker({ database: backend.database, kinds: allKinds, now: () => friday, texts }).drain();

async function close(fields: object = {}): Promise<number> {
  const payload = { reason: "暴雨", parkId: park.parkId, firstDay: today, lastDay: today, ...fields };
  const reply = await backend.call(methods.save, payload as never);
  expect([reply.message, reply.errors]).toEqual(["", undefined]);
  expect((await backend.call(methods.enforce, { id: reply.data.id })).message).toBe("");
  return reply.data.id;
}
const settle = (id: number, fields: object = { treatment: "refund" }, as = backend.admin) =>
  backend.call(methods.settle, { id, toDay: null, ...fields } as never, { as });
const buy = (fields: object = {}, id = park.adultId) => backend.call(sellTickets, saleOf(id, fields));
const orderOf = async (orderId: number) => (await backend.call(orderDetail, { id: orderId })).data;
const rowsOf = async (id: number) =>
  backend.sql<{ state: string; tickets: number; amount: number; note: string | null }>(
    "select state, tickets, amount::int, note from closure_order where closure_id = $1 order by id",
    [id],
  );
const stateOf = async (id: number) =>
  (await backend.sql<{ status: string }>("select status from closure where id = $1", [id]))[0]?.status;
const enter = async (code: string) =>
  (await backend.call(checkTicket, { gateId: park.gateId, code, idempotencyKey: fresh("check-key") })).data;
async function addPool(dailyTotal = 100) {
  const payload = { name: fresh("限额"), ticketTypeIds: [park.adultId], dailyTotal, bySlot: false };
  return (await backend.call(quotaPoolSave, payload)).data.id;
}
const soldIn = async (poolId: number) =>
  Object.fromEntries(
    (
      await backend.sql<{ day: string; sold: number }>("select day::text, sold from quota_day where pool_id = $1", [
        poolId,
      ])
    ).map(({ day, sold }) => [day, sold]),
  );

describe("in force", () => {
  test("nothing is sold for its days and nobody enters; other days, types and parks go on", async () => {
    const { orderNo } = await park.sell();
    const id = await close();
    const before = await digests(backend);
    const refused = await buy();
    expect([refused.status, refused.message]).toEqual([409, `成人票：${today} 闭园（暴雨），不能售票`]);
    expect(changed(before, await digests(backend))).toEqual([]);
    const { data } = await backend.call(getCounter, { visitDay: today });
    expect(data.offers.find(({ ticketTypeId }) => ticketTypeId === park.adultId)?.whyNot).toContain("闭园（暴雨）");
    const lines = [{ ticketTypeId: park.adultId, quantity: 1 }];
    expect((await backend.call(quoteSale, { visitDay: today, lines })).data.whyNot).toContain("闭园（暴雨）");
    expect((await buy({ visitDay: next })).success).toBe(true);
    expect(await enter(orderNo)).toMatchObject({ admitted: false, reason: "closed", message: "今日闭园（暴雨）" });
    const elsewhere = await createPark(backend);
    expect((await backend.call(sellTickets, saleOf(elsewhere.adultId))).success).toBe(true);
    expect((await backend.call(methods.lift, { id })).message).toBe("");
    expect((await buy()).success).toBe(true);
    expect((await enter(orderNo)).admitted).toBe(true);
  });

  test("of one type or slot the others are sold and enter", async () => {
    const slots = [
      { startTime: "09:00", endTime: "12:00" },
      { startTime: "13:00", endTime: "17:00" },
    ];
    const slotted = await park.addType({ slots });
    await close({ ticketTypeId: park.childId });
    await close({ slot: "13:00-17:00" });
    expect((await buy({}, park.childId)).status).toBe(409);
    expect((await buy()).success).toBe(true);
    const inSlot = (slot: string) => buy({ lines: [{ ticketTypeId: slotted, quantity: 1, slot }] }, slotted);
    expect([(await inSlot("09:00-12:00")).status, (await inSlot("13:00-17:00")).status]).toEqual([200, 409]);
    const { data } = await backend.call(getCounter, { visitDay: today });
    const offer = data.offers.find(({ ticketTypeId }) => ticketTypeId === slotted);
    expect(offer?.slots.map(({ slot }) => slot)).toEqual(["09:00-12:00"]);
  });

  test("it cannot be changed, begins no day before today, and closes types of its own park", async () => {
    const id = await close();
    const fields = { reason: "x", parkId: park.parkId, firstDay: today, lastDay: today };
    expect((await backend.call(methods.save, { ...fields, id } as never)).message).toBe(
      "已生效的闭园不能修改；可先解除",
    );
    const wrong = async (more: object) =>
      Object.keys((await backend.call(methods.save, { ...fields, ...more } as never)).errors ?? {});
    expect(await wrong({ firstDay: "2026-11-19" })).toEqual(["firstDay"]);
    expect(await wrong({ lastDay: "2026-11-19" })).toEqual(["lastDay"]);
    expect(await wrong({ slot: "morning" })).toEqual(["slot"]);
    const other = await createPark(backend);
    expect(await wrong({ ticketTypeId: other.adultId })).toEqual(["ticketTypeId"]);
  });
});

describe("settled", () => {
  test("by refund: whole and without fee whatever the rule says, the way it came, places free again, and told", async () => {
    const poolId = await addPool();
    const strict = await park.addType({ name: "不退票", refundRule: "never", listPrice: 6_000 });
    const lines = [
      { ticketTypeId: park.adultId, quantity: 2 },
      { ticketTypeId: strict, quantity: 1 },
    ];
    const payments = [
      { paymentType: "wechat", amount: 20_000 },
      { paymentType: "cash", amount: 2_000 },
    ];
    const bought = await buy({ lines, payments, contactName: "李四", contactMobile: "13800138000" });
    expect(bought.message).toBe("");
    const { orderId, orderNo } = bought.data;
    const other = await buy({ visitDay: next });
    const id = await close();
    const asked = await settle(id);
    expect(asked.data.notice).toBe("开始处理 1 个订单");
    await work();
    expect(await stateOf(id)).toBe("settled");
    const order = await orderOf(orderId);
    expect([order.state, order.refunded, order.refunds[0]?.fee]).toEqual(["refunded", 22_000, 0]);
    const back = order.payments.filter(({ kind }) => kind === "refund");
    expect(back.map(({ paymentType, amount }) => [paymentType, amount]).sort()).toEqual([
      ["cash", -2_000],
      ["wechat", -20_000],
    ]);
    expect(await soldIn(poolId)).toEqual({ [today]: 0, [next]: 2 });
    expect((await orderOf(other.data.orderId)).state).toBe("paid");
    expect(sent).toEqual([
      {
        ...{ mobile: "13800138000", accName: "李四", code: "" },
        text: `【青云山景区】因暴雨，${today}闭园，您的订单 ${orderNo} 已全额退款 ¥220.00，将原路退回。`,
      },
    ]);
    await work();
    expect(sent).toHaveLength(1);
    expect((await settle(id)).message).toBe("没有待处理的订单");
    expect((await backend.call(methods.undo, { id })).message).toBe("已有 1 个订单退款，不能撤销");
  });

  test("what is used, given back or asked back meanwhile is left alone", async () => {
    const used = await park.sell();
    const [ticket] = (await orderOf(used.orderId)).tickets;
    expect((await enter(ticket?.ticketNo ?? "")).admitted).toBe(true);
    const gone = await park.sell();
    const id = await close();
    await backend.call(refundOrder, { orderId: gone.orderId, reason: "x", idempotencyKey: fresh("refund-key") });
    await settle(id);
    await work();
    expect(await rowsOf(id)).toMatchObject([
      { state: "refunded", tickets: 1, amount: 8_000 },
      { state: "failed", note: "没有可处理的未使用门票" },
    ]);
    const order = await orderOf(used.orderId);
    expect([order.refunded, order.tickets.map(({ state }) => state)]).toEqual([8_000, ["used", "refunded"]]);
  });

  test("by moving: ticket, order and places go to the day; full, an order stays and says so; undone, all is as it was", async () => {
    const poolId = await addPool(3);
    const first = await park.sell();
    const second = await park.sell({ lines: [{ ticketTypeId: park.adultId, quantity: 1 }] });
    await park.sell({ visitDay: next, lines: [{ ticketTypeId: park.adultId, quantity: 1 }] });
    const id = await close();
    expect(Object.keys((await settle(id, { treatment: "move" })).errors ?? {})).toEqual(["toDay"]);
    expect(Object.keys((await settle(id, { treatment: "move", toDay: today })).errors ?? {})).toEqual(["toDay"]);
    expect((await settle(id, { treatment: "move", toDay: next })).message).toBe("");
    await work();
    expect(await rowsOf(id)).toMatchObject([
      { state: "moved", note: next },
      { state: "failed", note: `${next} 名额不足` },
    ]);
    expect(await soldIn(poolId)).toEqual({ [today]: 1, [next]: 3 });
    expect((await orderOf(first.orderId)).visitDay).toBe(next);
    expect((await enter(first.orderNo)).reason).not.toBe("ok");
    expect((await backend.call(methods.undo, { id })).data.notice).toBe("开始撤销 1 个订单");
    await work();
    expect([await stateOf(id), (await orderOf(first.orderId)).visitDay]).toEqual(["inForce", today]);
    expect(await soldIn(poolId)).toEqual({ [today]: 3, [next]: 1 });
    // Once more, the other way: both orders in one go.
    await settle(id, { treatment: "prolong", toDay: "2026-11-30" });
    await work();
    expect((await rowsOf(id)).map(({ state }) => state)).toEqual(["prolonged", "prolonged"]);
    backend.setNow(new Date("2026-11-28T10:00:00+08:00"));
    expect((await enter(second.orderNo)).admitted).toBe(true);
    backend.setNow(friday);
    await backend.call(methods.undo, { id });
    await work();
    expect((await rowsOf(id)).map(({ state }) => state)).toEqual(["waiting", "prolonged"]);
  });

  test("a ticket moved gives its place back where it has moved to", async () => {
    const poolId = await addPool();
    const { orderId } = await park.sell();
    const id = await close();
    await settle(id, { treatment: "move", toDay: next });
    await work();
    await backend.call(refundOrder, { orderId, reason: "x", idempotencyKey: fresh("refund-key") });
    expect(await soldIn(poolId)).toEqual({ [today]: 0, [next]: 0 });
  });

  test("above the limit a second person decides; nobody decides their own", async () => {
    await backend.sql("update sys_param set param_option = '10000' where param_code = 'closureApprovalLimit'");
    await park.sell();
    const id = await close();
    const asked = await settle(id);
    expect(asked.data.waiting).toBe(true);
    await work();
    expect((await rowsOf(id)).map(({ state }) => state)).toEqual(["waiting"]);
    const [request] = await backend.sql<{ id: number }>("select id from approval where state = 'waiting'");
    const decision = { id: request?.id ?? 0, decision: "approve" } as const;
    expect((await backend.call(approvalDecide, decision)).success).toBe(false);
    const second = await backend.createUser({
      grants: ["closureList", ...["settle", "settleDecide"].map((one) => `closureList/closure:${one}`)],
    });
    await backend.sql("update role set data_scope = 'all' where code = $1", [second.accName]);
    expect((await backend.call(approvalDecide, decision, { as: second.token })).message).toBe("");
    await work();
    expect((await rowsOf(id)).map(({ state }) => state)).toEqual(["refunded"]);
    await backend.sql("update sys_param set param_option = '1000000' where param_code = 'closureApprovalLimit'");
  });

  test("pressed by six at once it is settled once, and no order twice", async () => {
    for (let n = 0; n < 3; n += 1) await park.sell();
    const id = await close();
    const all = await race(backend, 6, () => settle(id));
    expect(all.filter(({ success }) => success)).toHaveLength(1);
    await race(backend, 2, () => work());
    expect((await rowsOf(id)).map(({ state }) => state)).toEqual(["refunded", "refunded", "refunded"]);
    const [sum] = await backend.sql<{ n: number }>(
      `select count(*)::int as n from refund r join closure_order c on c.order_id = r.order_id where c.closure_id = $1`,
      [id],
    );
    expect(sum?.n).toBe(3);
  });
});

describe("who", () => {
  test("another tenant, another park, and a role without the right settle nothing", async () => {
    await park.sell();
    const id = await close();
    const tenant = await backend.createCorp(fresh("T").replaceAll("-", ""));
    const near = await createPark(backend);
    const bound = await backend.createUser({ grants: ["closureList", "closureList/closure:settle"] });
    await backend.sql("update role set data_scope = 'all' where code = $1", [bound.accName]);
    await bind(backend, bound.id, [near.parkId]);
    const reader = await backend.createUser({ grants: ["closureList"] });
    await backend.sql("update role set data_scope = 'all' where code = $1", [reader.accName]);
    const before = await digests(backend);
    expect((await settle(id, undefined, tenant)).status).toBe(404);
    expect((await settle(id, undefined, bound.token)).status).toBe(404);
    expect((await settle(id, undefined, reader.token)).status).toBe(403);
    expect(changed(before, await digests(backend))).toEqual([]);
    for (const as of [tenant, bound.token])
      expect((await backend.call(closureOrder.methods.list, {}, { as })).data.records).toEqual([]);
  });
});
