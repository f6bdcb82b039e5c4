/** Refunds in the inbox of approvals: what they hold goes back when nobody gives them, and who may not see the order sees nothing. */
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { decideRefund, orderDetail, refundOrder } from "~/contract/order/order";
import { refund } from "~/contract/order/refund-list";
import { approvalDecide, approvalList, approvalWithdraw } from "~/contract/platform/approval";
import { messageList } from "~/contract/platform/message";
import { createWorker } from "~server/backend/jobs/worker";
import { enqueue } from "~server/backend/kernel/enqueue";
import { enterTenant } from "~server/backend/kernel/scope";
import { allKinds } from "~server/backend/served";
import { openTestBackend, type TestBackend } from "~tests/support/backend";
import { checkInvariants } from "~tests/support/invariants";
import { race } from "~tests/support/race";
import { createGrounds, type Grounds, orderFaults, sell } from "./sold";

let backend: TestBackend;
let grounds: Grounds;
let running = 0;

const now = new Date("2026-11-18T10:00:00+08:00");
const later = new Date(now.getTime() + 73 * 3_600_000);

beforeAll(async () => {
  backend = await openTestBackend();
  grounds = await createGrounds(backend);
});
afterEach(async () => {
  expect(await orderFaults(backend)).toEqual([]);
  await checkInvariants(backend);
});
afterAll(() => backend.close());

const asks = ["offlineOrderList", "offlineOrderList/order:refund"];
const decides = ["refundList", "refundList/refund:decide"];

async function waiting(grants = asks) {
  backend.setNow(now);
  const sale = await sell(backend, grounds, { lines: [{ quantity: 6 }] });
  const who = await backend.createUser({ grants });
  running += 1;
  const press = { orderId: sale.orderId, idempotencyKey: `waiting-key-${running}`, reason: "团队取消" };
  const { data } = await backend.call(refundOrder, press, { as: who.token });
  const [request] = await backend.sql<{ id: number }>("select id from approval where thing_id = $1", [data.refundId]);
  return { sale, who, refundId: data.refundId, refundNo: data.refundNo, id: request?.id ?? 0 };
}

const stateOf = async (orderId: number) =>
  (
    await backend.sql(
      `select o.state, o.refunding, o.refunded, r.state as refund, r.decided_by_id as "by",
              (select string_agg(distinct t.state, ',') from ticket t where t.order_id = o.id) as tickets
       from orders o join refund r on r.order_id = o.id where o.id = $1`,
      [orderId],
    )
  )[0];
const asBefore = { state: "paid", refunding: 0, refunded: 0, by: null, tickets: "issued" };

test("4 a refund stands in the inbox with amount, reason and both names, and is given back there", async () => {
  const { sale, who, id, refundNo } = await waiting();
  const judge = await backend.createUser({ grants: decides });
  const inbox = async (as: string, state: "waiting" | "settled" = "waiting") =>
    (await backend.call(approvalList, { state }, { as })).data.records;
  expect(await inbox(judge.token)).toMatchObject([
    { what: `退票 ${refundNo}`, amount: 60_000, reason: "团队取消", mayDecide: true },
  ]);
  // Who asked may not open the list of refunds, and is shown no way there.
  expect(await inbox(who.token)).toMatchObject([{ own: true, mayDecide: false, link: "" }]);
  expect((await backend.call(approvalDecide, { id, decision: "approve" }, { as: judge.token })).status).toBe(200);
  expect(await stateOf(sale.orderId)).toMatchObject({ state: "refunded", refunded: 60_000, refund: "done" });
  expect(await inbox(judge.token, "settled")).toMatchObject([{ state: "approved", own: false }]);
});

test("4 taken back by who asked: tickets and money are as before, and it may be asked for again", async () => {
  const { sale, who, id, refundNo } = await waiting();
  const judge = await backend.createUser({ grants: decides });
  expect((await backend.call(approvalWithdraw, { id }, { as: judge.token })).status).toBe(409);
  expect((await backend.call(approvalWithdraw, { id }, { as: who.token })).status).toBe(200);
  expect(await stateOf(sale.orderId)).toEqual({ ...asBefore, refund: "withdrawn" });
  const { log, refunds } = (await backend.call(orderDetail, { id: sale.orderId, logPage: 1 })).data;
  expect(refunds.map(({ state }) => state)).toEqual(["withdrawn"]);
  expect(log.changes.map(({ event }) => event?.title)).toContain(`员工${who.accName}撤回了退票单 ${refundNo}`);
  const again = { orderId: sale.orderId, idempotencyKey: "withdrawn-key", reason: "再次" };
  expect((await backend.call(refundOrder, again, { as: who.token })).data.state).toBe("waiting");
});

test("4 out of time: refused at once, then let go by the job, and who asked is told", async () => {
  const { sale, who, refundId, refundNo } = await waiting();
  const judge = await backend.createUser({ grants: decides });
  backend.setNow(later);
  const late = await backend.call(decideRefund, { refundId, decision: "approve" }, { as: judge.token });
  expect(late).toMatchObject({ status: 409, message: `“退票 ${refundNo}”超时未审批，已失效` });
  expect(await stateOf(sale.orderId)).toMatchObject({ refund: "waiting", refunding: 60_000 });
  await backend.database.system(async (tx) => {
    await enterTenant(tx, "0001");
    await enqueue(tx, { kind: "expireApprovals" });
  });
  await createWorker({ database: backend.database, kinds: allKinds, now: () => later }).drain();
  // Their day ended while they waited: they come back as what they would have become.
  expect(await stateOf(sale.orderId)).toEqual({ ...asBefore, refund: "expired", tickets: "expired" });
  const told = await backend.call(messageList, { state: "unread" }, { as: who.token });
  expect(told.data.records.map(({ title }) => title)).toContain(`退票 ${refundNo} 超时未审批，已失效`);
});

test("4 of approving and taking back at once one happens, to the fen", async () => {
  const { who, id } = await waiting();
  const judge = await backend.createUser({ grants: decides });
  const answers = await race<{ status: number }>(backend, 2, (person) =>
    person === 0
      ? backend.call(approvalDecide, { id, decision: "approve" }, { as: judge.token })
      : backend.call(approvalWithdraw, { id }, { as: who.token }),
  );
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
});

test("4 nobody decides their own, with every right; the database says so as well", async () => {
  const { who, id, refundId } = await waiting([...asks, ...decides]);
  const own = { status: 409, message: "不能审批自己提交的申请" };
  expect(await backend.call(approvalDecide, { id, decision: "approve" }, { as: who.token })).toMatchObject(own);
  expect(await backend.call(decideRefund, { refundId, decision: "approve" }, { as: who.token })).toMatchObject(own);
  await backend.sql(`do $$ begin
    update approval set state = 'approved', decided_at = now(), decided_by_id = asked_by_id where id = ${id};
  exception when check_violation then null; end $$`);
  expect(await backend.sql("select state from approval where id = $1", [id])).toEqual([{ state: "waiting" }]);
});

test("4 who is bound to another park sees no request, decides none and is told of none", async () => {
  const { sale, id } = await waiting();
  const judge = await backend.createUser({ grants: decides });
  const bind = (park: number) =>
    backend.sql("insert into account_park (corp_code, account_id, park_id) values ('0001', $1, $2)", [judge.id, park]);
  await bind(grounds.otherParkId);
  const seen = async () => (await backend.call(approvalList, {}, { as: judge.token })).data;
  const before = await stateOf(sale.orderId);
  expect((await seen()).records.filter((one) => one.id === id)).toEqual([]);
  expect((await seen()).otherData.waiting).toBe(0);
  expect((await backend.call(approvalDecide, { id, decision: "approve" }, { as: judge.token })).status).toBe(404);
  expect(await stateOf(sale.orderId)).toEqual(before);
  await bind(grounds.parkId);
  expect((await seen()).records.filter((one) => one.id === id)).toHaveLength(1);
  expect(
    (await backend.call(approvalDecide, { id, decision: "reject", remark: "无" }, { as: judge.token })).status,
  ).toBe(200);
});

test("4 whoever asked lost the park meanwhile: it is not given back in their name", async () => {
  const { who, id } = await waiting();
  await backend.sql("insert into account_park (corp_code, account_id, park_id) values ('0001', $1, $2)", [
    who.id,
    grounds.otherParkId,
  ]);
  const judge = await backend.createUser({ grants: decides });
  const refused = await backend.call(approvalDecide, { id, decision: "approve" }, { as: judge.token });
  expect(refused).toMatchObject({ status: 409, message: expect.stringContaining("已没有这项权限") });
  // The transaction was the decider's again: another decision goes through.
  const done = await backend.call(approvalDecide, { id, decision: "reject", remark: "换人申请" }, { as: judge.token });
  expect(done.status).toBe(200);
  expect((await backend.call(refund.methods.list, {}, { as: judge.token })).data.records.length).toBeGreaterThan(0);
});
