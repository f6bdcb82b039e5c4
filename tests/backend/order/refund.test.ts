import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { decideRefund, orderDetail, quoteRefund, refundOrder } from "~/contract/order/order";
import { refund } from "~/contract/order/refund-list";
import { messageList } from "~/contract/platform/message";
import { openTestBackend, type TestBackend } from "~tests/support/backend";
import { checkInvariants } from "~tests/support/invariants";
import { race } from "~tests/support/race";
import { createGrounds, type Grounds, orderFaults, sell } from "./sold";

let backend: TestBackend;
let grounds: Grounds;
let running = 0;

const now = new Date("2026-11-18T10:00:00+08:00");
const key = () => {
  running += 1;
  return `refund-key-${running}`;
};

beforeAll(async () => {
  backend = await openTestBackend();
  backend.setNow(now);
  grounds = await createGrounds(backend);
});

afterEach(async () => {
  expect(await orderFaults(backend)).toEqual([]);
  await checkInvariants(backend);
});
afterAll(() => backend.close());

const refunder = () => backend.createUser({ grants: ["offlineOrderList", "offlineOrderList/order:refund"] });
const approver = () => backend.createUser({ grants: ["refundList", "refundList/refund:decide"] });

async function orderRow(orderId: number) {
  const [row] = await backend.sql("select state, paid, refunding, refunded from orders where id = $1", [orderId]);
  return row;
}

async function refundsOf(orderId: number): Promise<number> {
  return (await backend.sql("select from refund where order_id = $1", [orderId])).length;
}

async function ticketStates(orderId: number): Promise<string[]> {
  const rows = await backend.sql<{ state: string }>("select distinct state from ticket where order_id = $1", [orderId]);
  return rows.map(({ state }) => state);
}

describe("refunds done at once", () => {
  it("a full refund of a discounted order gives back exactly what was paid, to the fen", async () => {
    const lines = [
      { quantity: 3, unitPrice: 3333 },
      { quantity: 2, unitPrice: 777 },
    ];
    const sale = await sell(backend, grounds, { lines, discount: 1000 });
    const one = sale.tickets[0];
    const part = { orderId: sale.orderId, ticketIds: [one?.id ?? 0], idempotencyKey: key(), reason: "改期" };
    expect((await backend.call(refundOrder, part)).data).toMatchObject({ state: "done", amount: one?.price });
    expect(await orderRow(sale.orderId)).toMatchObject({ state: "partlyRefunded", refunded: one?.price });

    const rest = await backend.call(refundOrder, { orderId: sale.orderId, idempotencyKey: key(), reason: "取消" });
    expect(rest.data.amount).toBe(sale.payable - (one?.price ?? 0));
    expect(await orderRow(sale.orderId)).toEqual({
      state: "refunded",
      paid: sale.payable,
      refunding: 0,
      refunded: sale.payable,
    });
  });

  it("by line and number, with the fee of the bands at sale; the quotation says the same before", async () => {
    const bands = [
      { hours: 72, feePercent: 0 },
      { hours: 24, feePercent: 20 },
    ];
    const sale = await sell(backend, grounds, { lines: [{ quantity: 3, refundBands: bands }] });
    const wish = { orderId: sale.orderId, items: [{ lineId: sale.lineIds[0] ?? 0, quantity: 2 }] };
    const quoted = await backend.call(quoteRefund, wish);
    expect(quoted.data).toMatchObject({ amount: 16_000, fee: 4000, needsApproval: false, whyNot: "" });
    const moved = { ...wish, expectedAmount: 20_000, idempotencyKey: key(), reason: "改期" };
    expect(await backend.call(refundOrder, moved)).toMatchObject({
      status: 409,
      message: "退款金额已变为 160.00 元，请确认后重新提交",
    });
    const done = await backend.call(refundOrder, { ...moved, expectedAmount: 16_000, idempotencyKey: key() });
    expect(done.data).toMatchObject({ state: "done", amount: 16_000 });
    const [line] = await backend.sql("select used, refunding, refunded from sub_order where order_id = $1", [
      sale.orderId,
    ]);
    expect(line).toEqual({ used: 0, refunding: 0, refunded: 2 });
  });

  it("places go back to the quota day they were taken from, with a row in its ledger", async () => {
    const [pool] = await backend.sql<{ id: number }>(
      "insert into quota_pool (corp_code, name, daily_total) values ('0001', '池', 100) returning id",
    );
    // A day's figures and its ledger in one statement: they may not part.
    const [day] = await backend.sql<{ id: number }>(
      `with opened as (
         insert into quota_day (corp_code, pool_id, day, total, sold) values ('0001', $1, '2026-11-20', 100, 3) returning *
       ),
       noted as (
         insert into quota_ledger (corp_code, quota_day_id, pool_id, day, slot, part, kind, total_change, sold_change, total, held, sold, overbooked)
         select corp_code, id, pool_id, day, slot, part, step.kind, step.total_change, step.sold_change, 100, 0, step.sold, 0
         from opened
         cross join (values ('open', 100, 0, 0), ('sell', 0, 3, 3)) step (kind, total_change, sold_change, sold)
       )
       select id from opened`,
      [pool?.id],
    );
    const sale = await sell(backend, grounds, { lines: [{ quantity: 3, quotaDayId: day?.id ?? 0 }] });
    const items = [{ lineId: sale.lineIds[0] ?? 0, quantity: 2 }];
    await backend.call(refundOrder, { orderId: sale.orderId, items, idempotencyKey: key(), reason: "取消" });
    expect(await backend.sql("select sold from quota_day where id = $1", [day?.id])).toEqual([{ sold: 1 }]);
    expect(
      await backend.sql("select kind, sold_change, sold, source from quota_ledger where kind = 'giveBack'"),
    ).toEqual([{ kind: "giveBack", sold_change: -2, sold: 1, source: sale.orderNo }]);
  });

  it("the same press twice refunds once and answers the same", async () => {
    const sale = await sell(backend, grounds);
    const press = { orderId: sale.orderId, ticketIds: [sale.tickets[0]?.id ?? 0], idempotencyKey: key(), reason: "x" };
    const [first, second] = await race(backend, 2, () => backend.call(refundOrder, press));
    expect(first?.data).toEqual(second?.data);
    expect(await refundsOf(sale.orderId)).toBe(1);
  });

  it("two people refunding the same ticket at once: one succeeds, one is told why", async () => {
    const sale = await sell(backend, grounds);
    const people = await Promise.all([refunder(), refunder()]);
    const answers = await race(backend, 2, (person) =>
      backend.call(
        refundOrder,
        { orderId: sale.orderId, ticketIds: [sale.tickets[0]?.id ?? 0], idempotencyKey: key(), reason: "x" },
        { as: people[person]?.token ?? "" },
      ),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
    expect(answers.find(({ status }) => status === 409)?.message).toContain("已退票");
    expect(await orderRow(sale.orderId)).toMatchObject({ refunded: 10_000 });
  });

  it("a refund that fails half-way leaves nothing behind", async () => {
    const sale = await sell(backend, grounds);
    await backend.sql(`create function refuse_payment() returns trigger language plpgsql as
      $$ begin if new.kind = 'refund' then raise exception 'line cut'; end if; return new; end $$`);
    await backend.sql("create trigger cut before insert on payment for each row execute function refuse_payment()");
    const press = { orderId: sale.orderId, idempotencyKey: key(), reason: "x" };
    expect((await backend.call(refundOrder, press)).status).toBe(500);
    expect(await orderRow(sale.orderId)).toMatchObject({ state: "paid", refunded: 0, refunding: 0 });
    expect(await refundsOf(sale.orderId)).toBe(0);
    expect(await ticketStates(sale.orderId)).toEqual(["issued"]);
    await backend.sql("drop trigger cut on payment");
    expect((await backend.call(refundOrder, press)).data.state).toBe("done");
  });

  it("used and expired tickets are refused with the reason", async () => {
    const sale = await sell(backend, grounds);
    const [ticket] = sale.tickets;
    await backend.sql("update ticket set state = 'expired' where id = $1", [ticket?.id]);
    const press = { orderId: sale.orderId, ticketIds: [ticket?.id ?? 0], idempotencyKey: key(), reason: "x" };
    expect(await backend.call(refundOrder, press)).toMatchObject({
      status: 409,
      message: `票 ${ticket?.ticketNo} 已过期，不可退票`,
    });
  });

  it("needs a reason, the right, and an order of one's own corp", async () => {
    const sale = await sell(backend, grounds);
    const press = () => ({ orderId: sale.orderId, idempotencyKey: key(), reason: "x" });
    expect((await backend.call(refundOrder, { ...press(), reason: " " })).status).toBe(422);
    const viewer = await backend.createUser({ grants: ["offlineOrderList"] });
    expect((await backend.call(refundOrder, press(), { as: viewer.token })).status).toBe(403);
    expect((await backend.call(refundOrder, press(), { as: "" })).status).toBe(401);
    const stranger = await backend.createCorp("0002");
    for (const method of [refundOrder, quoteRefund] as const) {
      const { idempotencyKey, reason, ...wish } = press();
      const payload = method === refundOrder ? { ...wish, idempotencyKey, reason } : wish;
      expect((await backend.call(method, payload as never, { as: stranger })).status).toBe(404);
    }
    expect((await backend.call(orderDetail, { id: sale.orderId }, { as: stranger })).status).toBe(404);
    expect(await orderRow(sale.orderId)).toMatchObject({ refunded: 0 });
  });

  it("a ticket of another order cannot be slipped in", async () => {
    const [one, other] = [await sell(backend, grounds), await sell(backend, grounds)];
    const ticketIds = [other.tickets[0]?.id ?? 0];
    const press = { orderId: one.orderId, ticketIds, idempotencyKey: key(), reason: "x" };
    expect((await backend.call(refundOrder, press)).status).toBe(409);
  });
});

describe("refunds that wait for a second person", () => {
  async function waiting(quantity = 6) {
    const sale = await sell(backend, grounds, { lines: [{ quantity }] });
    const requester = await backend.createUser({
      grants: ["offlineOrderList", "offlineOrderList/order:refund", "refundList", "refundList/refund:decide"],
    });
    const press = { orderId: sale.orderId, idempotencyKey: key(), reason: "团队取消" };
    const answer = await backend.call(refundOrder, press, { as: requester.token });
    return { sale, requester, answer };
  }

  it("above the limit the tickets are locked, the money is claimed, nothing is given back yet", async () => {
    const { sale, answer } = await waiting();
    expect(answer.data).toMatchObject({ state: "waiting", amount: 60_000 });
    expect(await orderRow(sale.orderId)).toEqual({ state: "paid", paid: 60_000, refunding: 60_000, refunded: 0 });
    expect(await ticketStates(sale.orderId)).toEqual(["refunding"]);
    const view = await backend.call(orderDetail, { id: sale.orderId });
    expect(view.data.payments).toContainEqual(
      expect.objectContaining({ kind: "refund", state: "underWay", amount: -60_000 }),
    );
    expect(view.data.payments).toContainEqual(
      expect.objectContaining({ kind: "payment", state: "done", amount: 60_000 }),
    );
  });

  it("nobody decides their own request", async () => {
    const { requester, answer } = await waiting();
    const decided = await backend.call(
      decideRefund,
      { refundId: answer.data.refundId, decision: "approve" },
      { as: requester.token },
    );
    expect(decided).toMatchObject({ status: 409, message: "不能审批自己提交的申请" });
  });

  it("approved: money, tickets, lines and order as if it had been done at once; a second decision is refused", async () => {
    const { sale, answer } = await waiting();
    const { token } = await approver();
    const { refundId } = answer.data;
    const listed = await backend.call(
      refund.methods.list,
      { filters: { state: "waiting", orderNo: sale.orderNo } },
      { as: token },
    );
    expect(listed.data.records).toMatchObject([{ id: refundId, orderNo: sale.orderNo, state: "waiting" }]);
    const decided = await backend.call(decideRefund, { refundId, decision: "approve" }, { as: token });
    expect(decided.data).toMatchObject({ refundId, state: "done", amount: listed.data.records[0]?.amount });
    expect(await orderRow(sale.orderId)).toEqual({ state: "refunded", paid: 60_000, refunding: 0, refunded: 60_000 });
    expect(await backend.call(decideRefund, { refundId, decision: "reject" }, { as: token })).toMatchObject({
      status: 409,
      message: expect.stringContaining("同意"),
    });
  });

  it("two approvers at once: one decides", async () => {
    const { answer } = await waiting();
    const people = await Promise.all([approver(), approver()]);
    const answers = await race(backend, 2, (person) =>
      backend.call(
        decideRefund,
        { refundId: answer.data.refundId, decision: person === 0 ? "approve" : "reject" },
        { as: people[person]?.token ?? "" },
      ),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
  });

  it("rejected: everything is as before, and may be asked for again", async () => {
    const { sale, answer } = await waiting();
    const { token } = await approver();
    const { refundId } = answer.data;
    await backend.call(decideRefund, { refundId, decision: "reject", remark: "不符合规定" }, { as: token });
    expect(await orderRow(sale.orderId)).toEqual({ state: "paid", paid: 60_000, refunding: 0, refunded: 0 });
    expect(await ticketStates(sale.orderId)).toEqual(["issued"]);
    expect(await backend.sql("select refunding, refunded from sub_order where order_id = $1", [sale.orderId])).toEqual([
      { refunding: 0, refunded: 0 },
    ]);
    const again = await backend.call(refundOrder, { orderId: sale.orderId, idempotencyKey: key(), reason: "再次" });
    expect(again.data.state).toBe("waiting");
  });

  it("2.3d those who may decide are told, then who asked; a decided matter is unread by nobody", async () => {
    const [one, two] = [await approver(), await approver()];
    const { requester, answer } = await waiting();
    const unread = async (as: string) =>
      (await backend.call(messageList, { state: "unread" }, { as })).data.records.map(({ title }) => title);
    const told = `退票 ${answer.data.refundNo} 待审批`;
    expect(await unread(one.token)).toEqual([told]);
    expect(await unread(two.token)).toEqual([told]);
    expect(await unread(requester.token)).toEqual([]);
    await backend.call(decideRefund, { refundId: answer.data.refundId, decision: "approve" }, { as: one.token });
    expect(await unread(two.token)).toEqual([]);
    expect(await unread(requester.token)).toEqual([`退票 ${answer.data.refundNo} 已通过`]);
  });

  it("an order is not given back past the limit in small parts: what went without approval counts", async () => {
    const sale = await sell(backend, grounds, { lines: [{ quantity: 6 }] });
    const part = (tickets: number) => ({
      ...{ orderId: sale.orderId, reason: "少来几位", idempotencyKey: key() },
      items: [{ lineId: sale.lineIds[0] ?? 0, quantity: tickets }],
    });
    expect((await backend.call(refundOrder, part(3))).data).toMatchObject({ state: "done", amount: 30_000 });
    expect((await backend.call(refundOrder, part(2))).data).toMatchObject({ state: "done", amount: 20_000 });
    const { data } = await backend.call(quoteRefund, { orderId: sale.orderId });
    expect(data).toMatchObject({ needsApproval: true, amount: 10_000 });
    expect(data.approvalWhy).toBe("该订单未经审批已退 500.00 元，连同本次超过 500.00 元的限额");
    expect((await backend.call(refundOrder, part(1))).data.state).toBe("waiting");
  });

  it("the rule of the ticket asks for approval whatever the amount; the limit is a parameter", async () => {
    const careful = await sell(backend, grounds, { lines: [{ quantity: 1, refundRule: "approval" }] });
    const quoted = await backend.call(quoteRefund, { orderId: careful.orderId });
    expect(quoted.data).toMatchObject({ needsApproval: true, amount: 10_000 });
    await backend.sql(`insert into sys_param (corp_code, param_code, param_option) values ('0001', 'refundApprovalLimit', '9999')
      on conflict (corp_code, param_code) do update set param_option = '9999'`);
    const plain = await sell(backend, grounds, { lines: [{ quantity: 1 }] });
    expect((await backend.call(quoteRefund, { orderId: plain.orderId })).data.needsApproval).toBe(true);
    await backend.sql("update sys_param set param_option = '50000' where param_code = 'refundApprovalLimit'");
  });
});

describe("the database has the last word", () => {
  it("control: without the condition and the constraint, two stale readers give back more than was paid", async () => {
    const sale = await sell(backend, grounds, { lines: [{ quantity: 1 }] });
    await backend.sql("alter table orders drop constraint orders_never_over_refunded");
    for (const _ of [1, 2]) {
      await backend.sql("update orders set refunded = refunded + 10000 where id = $1", [sale.orderId]);
    }
    expect(await orderRow(sale.orderId)).toMatchObject({ paid: 10_000, refunded: 20_000 });
    await backend.sql("update orders set refunded = 0 where id = $1", [sale.orderId]);
    const guarded =
      "update orders set refunded = refunded + 10000 where id = $1 and refunded + refunding + 10000 <= paid returning id";
    const tries = await Promise.all([1, 2].map(() => backend.sql(guarded, [sale.orderId])));
    expect(tries.map((rows) => rows.length).sort()).toEqual([0, 1]);
    await backend.sql("update orders set refunded = 0 where id = $1", [sale.orderId]);
    await backend.sql(
      "alter table orders add constraint orders_never_over_refunded check (refunding + refunded <= paid)",
    );
  });
});
