/** Tickets that nobody used in time: nothing goes back, or for some days on request or by itself; once, and by its rule at sale. */
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { decideRefund, orderDetail, quoteRefund, refundOrder } from "~/contract/order/order";
import { payAccount } from "~/contract/order/pay-account";
import { askPayment } from "~/contract/order/pay-attempt";
import { checkTicket } from "~/contract/ticket/check";
import { sellTickets } from "~/contract/ticket/sale";
import { ticketTypeToday } from "~/contract/ticket/thing-today";
import type { JobRun } from "~server/backend/jobs/kind";
import { createWorker } from "~server/backend/jobs/worker";
import { allKinds } from "~server/backend/served";
import { agencyInUse } from "~tests/backend/travel/sales-support";
import { openTestBackend, secretsOfTests, type TestBackend } from "~tests/support/backend";
import { changed, digests } from "~tests/support/digests";
import { checkInvariants } from "~tests/support/invariants";
import { killedWhile } from "~tests/support/killed";
import { createPark, fresh, friday, type TestPark, today } from "~tests/support/park";
import { alipayFields, PayCompanies } from "~tests/support/pay-companies";
import { race, raceIsReal, withoutLock } from "~tests/support/race";

let backend: TestBackend;
let park: TestPark;
let agency: { id: number; code: string };
beforeAll(async () => {
  backend = await openTestBackend();
  park = await createPark(backend);
  const id = await agencyInUse(backend, { settlement: "credit", creditLimit: 5_000_000 });
  const [row] = await backend.sql<{ code: string }>("select code from travel_agency where id = $1", [id]);
  agency = { id, code: row?.code ?? "" };
});
beforeEach(async () => {
  at("2026-11-20T10:00");
  // What a test before has left is none of this one's.
  await backend.sql("update sub_order set terms = terms - 'expired'");
});
afterEach(() => checkInvariants(backend));
afterAll(() => backend.close());

let now = friday;
function at(time: string) {
  now = new Date(`${time}:00+08:00`);
  backend.setNow(now);
}
const kinds = allKinds.filter(({ kind }) => ["expireTickets", "refundExpired", "askCompanies"].includes(kind));
const kindOf = (name: string) => {
  const kind = kinds.find((one) => one.kind === name);
  if (!kind) throw new Error(name);
  return kind;
};
/** A run by itself, so that several can be under way at once. */
const runOf = (): JobRun => ({
  ...{ jobId: 1, corpCode: "0001", accountId: 0, accountName: "", locale: "zh-CN", attempt: 1, store: null },
  ...{ secrets: secretsOfTests, texts: null, webhooksToPrivate: false, archives: null, ownArchives: null },
  now: () => now,
  signal: new AbortController().signal,
  read: (work) => backend.database.tenant("0001", work),
  write: (work) => backend.database.tenant("0001", work),
  writeAsOwner: () => Promise.reject(new Error("not asked for")),
  progress: () => Promise.resolve(),
  complete: () => Promise.resolve(),
});
const runs = async (name: string) => kindOf(name).run(runOf(), {});
/** The night of a day: what is over expires, then what goes back by itself does. */
async function night(day: string) {
  at(`${day}T05:00`);
  await runs("expireTickets");
  return runs("refundExpired");
}
const nothing = { rows: 0, waiting: 0, byHand: 0, refused: 0 };

const typeWith = (fields: object) => park.addType({ expiredRefund: "auto", expiredDays: 3, ...fields });
/** 80 yuan each. */
async function sale(typeId: number, quantity = 2, fields: object = { paymentType: "onAccount", agency: agency.code }) {
  const reply = await backend.call(sellTickets, {
    ...{ visitDay: today, posId: park.posId, lines: [{ ticketTypeId: typeId, quantity }] },
    ...{ idempotencyKey: fresh("sale-key"), ...fields },
  } as never);
  expect([reply.message, reply.errors]).toEqual(["", undefined]);
  return Number(reply.data.orderId);
}
const inCash = { paymentType: "cash" };
const quoted = async (orderId: number) => (await backend.call(quoteRefund, { orderId })).data;
const pressRefund = (orderId: number) =>
  backend.call(refundOrder, { orderId, reason: "没去成", idempotencyKey: fresh("refund-key") });
const moneyOf = async (orderId: number) => {
  const [row] = await backend.sql(
    `select state, paid::int, refunded::int, refunding::int,
            coalesce((select json_agg(p.amount order by p.id) from payment p where p.order_id = o.id and p.kind = 'refund'), '[]') as ledger
     from orders o where id = $1`,
    [orderId],
  );
  return row;
};
/** By the agency, which pays for its tickets later. */
const owed = async () => {
  const [row] = await backend.sql<{ used: number }>("select sum(used)::int as used from agency_account");
  return row?.used ?? 0;
};
const statesOf = async (orderId: number) =>
  (await backend.sql<{ state: string }>("select state from ticket where order_id = $1 order by id", [orderId])).map(
    ({ state }) => state,
  );

describe("on request", () => {
  it("nothing goes back of a type that says nothing, as it always was", async () => {
    const orderId = await sale(park.adultId, 1, inCash);
    expect(await night("2026-11-22")).toEqual(nothing);
    const { tickets, whyNot } = await quoted(orderId);
    expect([tickets[0]?.whyNot, whyNot]).toEqual([expect.stringContaining("已过期，不可退票"), tickets[0]?.whyNot]);
    const before = await digests(backend);
    expect((await pressRefund(orderId)).status).toBe(409);
    expect(changed(before, await digests(backend))).toEqual([]);
  });

  it("for its days at its fee, by the rule at sale, which the quotation says; then it is refused by a sentence", async () => {
    const id = await typeWith({ expiredRefund: "request", expiredDays: 2, expiredFee: 15 });
    const [one, other] = [await sale(id, 1, inCash), await sale(id, 1, inCash)];
    await backend.sql("update ticket_type set expired_refund = null where id = $1", [id]);
    expect(await night("2026-11-21")).toEqual(nothing);
    const { tickets, amount, fee } = await quoted(one);
    expect([amount, fee, tickets[0]?.says]).toEqual([
      ...[6800, 1200, "过期未用的，过期后 2 天内可申请退票，收 15% 手续费；最晚 2026-11-22"],
    ]);
    expect((await pressRefund(one)).data).toMatchObject({ state: "done", amount: 6800 });
    expect(await moneyOf(one)).toEqual({
      state: "refunded",
      paid: 8000,
      refunded: 6800,
      refunding: 0,
      ledger: [-6800],
    });
    at("2026-11-22T23:59");
    expect((await quoted(other)).amount).toBe(6800);
    at("2026-11-23T00:00");
    const late = await pressRefund(other);
    expect([late.status, late.message]).toEqual([
      ...[409, expect.stringContaining("已过期：过期后 2 天内可退，已于 2026-11-22 截止")],
    ]);
  });

  it("its page says the rule, and a rule that lacks its days is refused", async () => {
    const says = async (id: number) => (await backend.call(ticketTypeToday, { id })).data.says.refund;
    expect(await says(await typeWith({ expiredRefund: "request", expiredFee: 10 }))).toContain(
      "过期未用的，过期后 3 天内可申请退票，收 10% 手续费",
    );
    expect((await says(await typeWith({}))).join()).toContain("过期后 3 天内自动原路退款，不收手续费");
    expect((await says(park.adultId)).join()).not.toContain("过期");
    await expect(park.addType({ expiredRefund: "auto" })).rejects.toThrow("expiredDays");
  });
});

describe("by itself", () => {
  it("in the second night, by the account that paid, once, with its rows; used tickets stay", async () => {
    const id = await typeWith({ expiredFee: 10 });
    const orderId = await sale(id, 3);
    const [used] = await backend.sql<{ ticket_no: string }>("select ticket_no from ticket where order_id = $1", [
      orderId,
    ]);
    const code = used?.ticket_no ?? "";
    await backend.call(checkTicket, { gateId: park.gateId, code, idempotencyKey: fresh("check-key") });
    expect(await night("2026-11-21")).toEqual(nothing);
    const before = await owed();
    expect(await night("2026-11-22")).toEqual({ ...nothing, rows: 1 });
    const money = await moneyOf(orderId);
    expect(money).toMatchObject({ state: "partlyRefunded", paid: 24_000, refunded: 14_400, ledger: [-14_400] });
    expect((await statesOf(orderId)).sort()).toEqual(["refunded", "refunded", "used"]);
    const detail = (await backend.call(orderDetail, { id: orderId })).data;
    expect(detail.refunds).toMatchObject([
      { state: "done", amount: 14_400, fee: 1600, reason: "门票过期未用，按售出时的规则自动退款", requestedBy: "" },
    ]);
    expect(await owed()).toBe(before - 14_400);
    expect(await night("2026-11-22")).toEqual(nothing);
    expect(await night("2026-11-23")).toEqual(nothing);
    expect(await moneyOf(orderId)).toEqual(money);
    const log = await backend.sql(
      "select method from audit_log where thing = 'order' and thing_id = $1 and account_id = 0",
      [orderId],
    );
    expect(log).toEqual([{ method: "refundOrder" }]);
  });

  it("of one day it does so in the first night; once its days are over it does not", async () => {
    const [short, long] = [await typeWith({ expiredDays: 1 }), await typeWith({ expiredDays: 2 })];
    const [one, other] = [await sale(short, 1), await sale(long, 1)];
    expect(await night("2026-11-21")).toEqual({ ...nothing, rows: 1 });
    expect(await moneyOf(one)).toMatchObject({ refunded: 8000 });
    expect(await night("2026-11-23")).toEqual(nothing);
    expect(await moneyOf(other)).toMatchObject({ refunded: 0 });
  });

  it("what was paid in cash is left to the counter, and may be asked for there", async () => {
    const orderId = await sale(await typeWith({}), 1, inCash);
    expect(await night("2026-11-22")).toEqual({ ...nothing, byHand: 1 });
    expect(await moneyOf(orderId)).toMatchObject({ refunded: 0, ledger: [] });
    expect((await pressRefund(orderId)).data).toMatchObject({ state: "done", amount: 8000 });
  });

  it("what needs approval waits for it; granted it goes back, rejected it has expired again and is not asked anew", async () => {
    const id = await typeWith({ refundRule: "approval" });
    const orders = [await sale(id, 1), await sale(id, 1)];
    expect(await night("2026-11-22")).toEqual({ ...nothing, waiting: 2 });
    expect(await night("2026-11-22")).toEqual(nothing);
    const refunds = await backend.sql<{ id: number; order_id: number }>(
      "select id::int, order_id::int from refund where state = 'waiting' order by id",
    );
    const decide = (orderId: number | undefined, decision: "approve" | "reject") =>
      backend.call(decideRefund, {
        ...{ refundId: refunds.find((one) => one.order_id === orderId)?.id ?? 0, decision, remark: "已核实" },
      } as never);
    expect((await decide(orders[0], "approve")).message).toBe("");
    expect((await decide(orders[1], "reject")).message).toBe("");
    expect(await moneyOf(orders[0] ?? 0)).toMatchObject({ refunded: 8000, refunding: 0 });
    expect(await moneyOf(orders[1] ?? 0)).toMatchObject({ refunded: 0, refunding: 0 });
    expect(await statesOf(orders[1] ?? 0)).toEqual(["expired"]);
    expect(await night("2026-11-23")).toEqual(nothing);
  });

  it("a payment company is sent it back once", async () => {
    const companies = await new PayCompanies().open();
    try {
      await backend.saved(payAccount.methods.save, alipayFields);
      const id = await typeWith({});
      const orderId = await sale(id, 2, { paymentType: "alipay", paymentCode: "280111111111111111" });
      expect((await backend.call(askPayment, { orderId })).data?.state).toBe("paid");
      expect(await night("2026-11-22")).toEqual({ ...nothing, rows: 1 });
      expect(await night("2026-11-22")).toEqual(nothing);
      const { database } = backend;
      await createWorker({ database, kinds, now: () => now, secrets: secretsOfTests }).drain();
      const sent = await backend.sql("select state, amount::int from pay_refund where amount > 0");
      expect(sent).toEqual([{ state: "done", amount: 16_000 }]);
      expect([...companies.refunds.values()]).toHaveLength(1);
    } finally {
      await companies.close();
    }
  });
});

describe("at once", () => {
  const due = async () => {
    const orderId = await sale(await typeWith({ expiredFee: 50 }), 2);
    at("2026-11-22T05:00");
    await runs("expireTickets");
    return orderId;
  };

  it("two runs and a person who presses give it back once", async () => {
    const orderId = await due();
    const all = await race(backend, 3, async (person) => {
      if (person === 2) return { done: Number((await pressRefund(orderId)).success), refused: 0 };
      const ended = await runs("refundExpired");
      return { done: Number(ended?.rows), refused: Number(ended?.refused) };
    });
    expect(all.reduce((sum, { done }) => sum + done, 0)).toBe(1);
    expect(all.map(({ refused }) => refused)).toEqual([0, 0, 0]);
    expect(await moneyOf(orderId)).toMatchObject({ state: "refunded", refunded: 8000, refunding: 0, ledger: [-8000] });
  });

  it.runIf(raceIsReal)(
    "control: without the lock of the order a run goes by what it read before, and is refused",
    async () => {
      const orderId = await due();
      const all = await withoutLock({ mark: "from orders", lock: "for update", people: 2 }, () =>
        race(backend, 2, () => runs("refundExpired")),
      );
      expect(all.map((one) => one?.refused).sort()).toEqual([0, 1]);
      expect(await moneyOf(orderId)).toMatchObject({ refunded: 8000, ledger: [-8000] });
    },
  );

  it.runIf(raceIsReal)(
    "killed in the middle, the orders before are done and the next run does the rest, once",
    async () => {
      const orders = [await due(), 0];
      at("2026-11-20T10:00");
      orders[1] = await due();
      const { killed, success } = await killedWhile(
        backend,
        "payment",
        async () => ({ success: (await runs("refundExpired"))?.rows === 2 }),
        `new.order_id = ${orders[1]}`,
      );
      expect([killed > 0, success]).toEqual([true, false]);
      const refunded = async () =>
        Promise.all(orders.map(async (id) => ((await moneyOf(id)) as { ledger?: number[] } | undefined)?.ledger));
      expect(await refunded()).toEqual([[-8000], []]);
      expect(await statesOf(orders[1])).toEqual(["expired", "expired"]);
      expect(await runs("refundExpired")).toEqual({ ...nothing, rows: 1 });
      expect(await refunded()).toEqual([[-8000], [-8000]]);
    },
  );
});
