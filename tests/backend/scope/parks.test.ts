/** An account bound to a park works there, and finds nothing of another: by name, where staff would meet it. */

import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { Method } from "~/contract/method";
import { decideRefund, orderDetail, quoteRefund, refundOrder } from "~/contract/order/order";
import { offlineOrder } from "~/contract/order/order-lists";
import { refund } from "~/contract/order/refund-list";
import { refundsWaiting, salesToday } from "~/contract/order/today";
import { messageList } from "~/contract/platform/message";
import { checkTicket, getCheckDesk, reversePassage, uploadPassages } from "~/contract/ticket/check";
import { choosePark } from "~/contract/ticket/chosen-park";
import { gate, pos } from "~/contract/ticket/gate";
import { park } from "~/contract/ticket/park";
import { pricePolicy } from "~/contract/ticket/price-policy-list";
import { quotaDaySave } from "~/contract/ticket/quota";
import { quotaPool } from "~/contract/ticket/quota-list";
import { getCounter, quoteSale, sellTickets } from "~/contract/ticket/sale";
import { ticketType } from "~/contract/ticket/ticket-type";
import { adminPassword, openTestBackend, type TestBackend } from "~tests/support/backend";
import { checkInvariants } from "~tests/support/invariants";
import { fresh, saleOf, today } from "~tests/support/park";
import { allRights, type FullPark, mark, twoParks } from "~tests/support/two-parks";

let backend: TestBackend;
let near: FullPark;
let other: FullPark;
let as: string;
let me: { id: number; accName: string };
beforeAll(async () => {
  backend = await openTestBackend();
  ({ near, other } = await twoParks(backend));
  const user = await allRights(backend, [near.parkId]);
  as = user.token;
  me = user;
}, 300_000);
afterAll(() => backend.close());

const call = <M extends Method>(method: M, payload: object, token = as) =>
  backend.call(method, payload as never, { as: token });
const status = async (method: Method, payload: object, token = as) => (await call(method, payload, token)).status;
const lineOf = (ticketTypeId: number) => ({ lines: [{ ticketTypeId, quantity: 1, slot: "" }] });

describe("an account bound to a park", () => {
  test("sells there, and cannot sell another park's ticket", async () => {
    expect(await status(sellTickets, saleOf(near.adultId))).toBe(200);
    expect(await status(sellTickets, saleOf(near.adultId, { posId: near.posId }))).toBe(200);
    expect(await status(sellTickets, saleOf(other.adultId))).toBeGreaterThanOrEqual(404);
    expect(await status(sellTickets, saleOf(near.adultId, { posId: other.posId }))).toBe(422);
    expect(await status(quoteSale, { visitDay: today, ...lineOf(other.adultId), discount: 0 })).toBeGreaterThanOrEqual(
      404,
    );
    const counter = await call(getCounter, {});
    expect(counter.data.offers.length).toBeGreaterThan(0);
    expect(JSON.stringify(counter.data)).not.toContain(mark);
  });

  test("saves its park, and neither another nor a new one", async () => {
    const mine = (await call(park.methods.get, { id: near.parkId })).data;
    expect(mine).toMatchObject({ record: { id: near.parkId } });
    expect(await status(park.methods.get, { id: other.parkId })).toBe(404);
    const fields = { code: fresh("PK"), name: "改名" };
    expect(await status(park.methods.save, { id: other.parkId, ...fields })).toBe(404);
    expect(await status(park.methods.save, fields)).toBe(409);
    expect(await status(gate.methods.remove, { id: other.gateId })).toBe(404);
    const moved = { id: near.gateId, code: fresh("GT"), name: "东门", direction: "in", gateGroupId: near.gateGroupId };
    expect(await status(gate.methods.save, { ...moved, parkId: other.parkId })).toBe(422);
    expect(await status(gate.methods.save, { ...moved, parkId: near.parkId })).toBe(200);
  });

  test("lists, counts and is offered its own alone", async () => {
    for (const method of [
      park.methods.list,
      gate.methods.list,
      pos.methods.list,
      ticketType.methods.list,
      offlineOrder.methods.list,
      refund.methods.list,
      quotaPool.methods.list,
      pricePolicy.methods.list,
    ] as Method[]) {
      const reply = await call(method, {});
      expect(reply.status, method.name).toBe(200);
      expect(JSON.stringify(reply.data), method.name).not.toContain(mark);
      expect(JSON.stringify((await call(method, {}, backend.admin)).data), method.name).toContain(
        method === offlineOrder.methods.list || method === refund.methods.list ? other.orderNo : mark,
      );
    }
    const mine = (await call(salesToday, {})).data as { revenue: number };
    const all = (await call(salesToday, {}, backend.admin)).data as { revenue: number };
    expect(mine.revenue).toBeLessThan(all.revenue);
  });

  test("checks at its gates; at another park's, 404 and the ticket is as it was", async () => {
    const ticket = async (id: number) => backend.sql("select used, state from ticket where id = $1", [id]);
    const before = await ticket(other.ticketId);
    const scan = (gateId: number, code: string) =>
      call(checkTicket, { gateId, code, idempotencyKey: fresh("check-key") });
    expect((await scan(other.gateId, other.ticketNo)).status).toBe(404);
    const here = await scan(near.gateId, other.ticketNo);
    expect(here.data).toMatchObject({ admitted: false, reason: "unknown" });
    expect(await ticket(other.ticketId)).toEqual(before);
    expect((await scan(near.gateId, near.ticketNo)).data.admitted).toBe(true);
    expect(await status(reversePassage, { passageId: other.passageId, reason: "误扫" })).toBe(404);
    expect(await status(getCheckDesk, { gateId: other.gateId })).toBe(404);
  });

  test("brings no passages of another park's gate, and leaves their keys to who may", async () => {
    const [there] = await backend.sql<{ code: string }>("select code from gate where id = $1", [other.gateId]);
    const passageKey = fresh("offline-key");
    const passages = [
      { passageKey, gateCode: there?.code ?? "", code: other.ticketNo, at: "2026-11-20T01:00:00.000Z", people: 1 },
    ];
    const mine = await call(uploadPassages, { passages });
    expect(mine.data).toMatchObject({ accepted: 0, conflicts: [{ reason: "unknown" }] });
    expect(await backend.sql("select 1 from passage_key where key = $1", [passageKey])).toEqual([]);
    const theirs = await call(uploadPassages, { passages }, backend.admin);
    expect(theirs.data).toMatchObject({ accepted: 1, conflicts: [] });
  });

  test("refunds and decides in its park alone", async () => {
    const asked = (of: FullPark) => ({
      orderId: of.orderId,
      items: [{ lineId: of.lineId, quantity: 1 }],
      ticketIds: [],
    });
    expect(await status(quoteRefund, asked(other))).toBe(404);
    const press = () => ({ reason: "改期", idempotencyKey: fresh("refund-key") });
    expect(await status(refundOrder, { ...asked(other), ...press() })).toBe(404);
    expect(await status(decideRefund, { refundId: other.refundId, decision: "approve" })).toBe(404);
    expect(await status(orderDetail, { id: other.orderId })).toBe(404);
    expect(await status(refundOrder, { ...asked(near), ...press() })).toBe(200);
  });

  test("changes its quotas alone; a pool shared with another park is seen and not changed", async () => {
    const day = { day: today, total: 950 };
    expect(await status(quotaDaySave, { poolId: near.poolId, ...day })).toBe(200);
    expect(await status(quotaDaySave, { poolId: other.poolId, ...day })).toBe(404);
    expect(await status(quotaPool.methods.suspend, { id: other.poolId })).toBe(404);
    await backend.sql("insert into quota_pool_type values ('0001', $1, $2)", [other.poolId, near.childId]);
    expect(await status(quotaDaySave, { poolId: other.poolId, ...day })).toBe(404);
    expect(await status(quotaPool.methods.suspend, { id: other.poolId })).toBe(404);
    // What both sell from is taken from by a sale of either.
    expect(await status(sellTickets, saleOf(near.childId))).toBe(200);
    await backend.sql("delete from quota_pool_type where pool_id = $1 and ticket_type_id = $2", [
      other.poolId,
      near.childId,
    ]);
  });

  test("a code that another park has taken is refused as taken, not as an error", async () => {
    const [taken] = await backend.sql<{ code: string }>("select code from pos where id = $1", [other.posId]);
    const saved = await call(pos.methods.save, {
      code: taken?.code,
      name: "二号窗口",
      parkId: near.parkId,
      printer: "receipt80",
    });
    expect([409, 422]).toContain(saved.status);
  });
});

test("an order of two parks is seen whole by who covers one, who refunds and checks their own part of it", async () => {
  const lines = [near.adultId, other.adultId].map((ticketTypeId) => ({ ticketTypeId, quantity: 1, slot: "" }));
  const { orderId } = await near.sell({ lines });
  const detail = await call(orderDetail, { id: orderId });
  expect(detail.status).toBe(200);
  expect(await backend.sql("select parks from orders where id = $1", [orderId])).toEqual([
    { parks: [near.parkId, other.parkId].map(String) },
  ]);
  const tickets = await backend.sql<{ id: number; park_id: number; ticket_no: string }>(
    "select id, park_id, ticket_no from ticket where order_id = $1 order by park_id",
    [orderId],
  );
  const refund = (ticketId: number) =>
    status(refundOrder, { orderId, items: [], ticketIds: [ticketId], reason: "改期", idempotencyKey: fresh("key-of") });
  const passed = { gateId: other.gateId, code: tickets[1]?.ticket_no ?? "", idempotencyKey: fresh("key-of") };
  expect((await backend.call(checkTicket, passed)).data.admitted).toBe(true);
  const told = async (caller: string) =>
    (await call(orderDetail, { id: orderId, logPage: 1 }, caller)).data.log.changes.map(({ event }) => event?.title);
  expect((await told(backend.admin)).join()).toContain(mark);
  expect((await told(as)).join()).not.toContain(mark);
  expect(await refund(tickets[1]?.id ?? 0)).toBeGreaterThanOrEqual(404);
  expect(await refund(tickets[0]?.id ?? 0)).toBe(200);
  expect(await backend.sql("select state from orders where id = $1", [orderId])).toEqual([{ state: "partlyRefunded" }]);
  await checkInvariants(backend);
});

test("who decides refunds is told of those that they can see", async () => {
  const stranger = await allRights(backend, [other.parkId]);
  await backend.sql("update sys_param set param_option = '0' where param_code = 'refundApprovalLimit'");
  const { orderId } = await near.sell({}, as);
  const asked = { orderId, items: [], ticketIds: [], reason: "天气", idempotencyKey: fresh("refund-key") };
  expect((await call(refundOrder, asked, backend.admin)).data).toMatchObject({ state: "waiting" });
  const told = async (token: string) => ((await call(messageList, {}, token)).data as { count: number }).count;
  expect(await told(as)).toBe(1);
  expect(await told(stranger.token)).toBe(0);
  expect((await call(refundsWaiting, {}, stranger.token)).data).toEqual({ count: 0 });
  expect((await call(refundsWaiting, {})).data).toEqual({ count: 1 });
  await backend.sql("update sys_param set param_option = '1000000' where param_code = 'refundApprovalLimit'");
});

test("a session that has chosen a park checks there: at another gate nothing is written", async () => {
  const free = await allRights(backend);
  expect(await status(choosePark, { parkId: near.parkId }, free.token)).toBe(200);
  const passages = async () => backend.sql("select count(*)::int as n from passage");
  const before = await passages();
  const scan = { gateId: other.gateId, code: other.ticketNo, idempotencyKey: fresh("check-key") };
  expect(await status(checkTicket, scan, free.token)).toBe(404);
  expect(await status(reversePassage, { passageId: other.passageId, reason: "误扫" }, free.token)).toBe(404);
  expect(await passages()).toEqual(before);
});

test("a binding holds at the next request, and an administrator works in every park", async () => {
  const free = await allRights(backend);
  expect(await status(park.methods.get, { id: other.parkId }, free.token)).toBe(200);
  await backend.sql("insert into account_park values ('0001', $1, $2)", [free.id, near.parkId]);
  expect(await status(park.methods.get, { id: other.parkId }, free.token)).toBe(404);
  await backend.sql("update account set acc_type = '11' where id = $1", [free.id]);
  expect(await status(park.methods.get, { id: other.parkId }, free.token)).toBe(200);
  expect(await backend.signIn(me.accName, adminPassword)).not.toBe("");
});
