/** Sales whose money a company takes: held while it is under way, issued once it is there, and never twice. */
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import type { PayloadOf } from "~/contract/method";
import { refundOrder } from "~/contract/order/order";
import { payAccount } from "~/contract/order/pay-account";
import { askPayment, cancelPayment, payAgain } from "~/contract/order/pay-attempt";
import { repairOrder } from "~/contract/order/repair";
import { parkCapacity } from "~/contract/ticket/capacity";
import { quotaPoolSave } from "~/contract/ticket/quota";
import { getCounter, sellTickets } from "~/contract/ticket/sale";
import { drive } from "~server/backend/business/order/payment/gateway/drive";
import { createWorker } from "~server/backend/jobs/worker";
import { allKinds } from "~server/backend/served";
import { openTestBackend, secretsOfTests, type TestBackend } from "~tests/support/backend";
import { digests } from "~tests/support/digests";
import { checkInvariants } from "~tests/support/invariants";
import { createPark, fresh, friday, saleOf, type TestPark } from "~tests/support/park";
import { alipayFields, PayCompanies, wechatFields } from "~tests/support/pay-companies";
import { race, raceIsReal } from "~tests/support/race";

const fine = "280111111111111111";
const slow = "289911111111111111";
const poor = "280011111111111111";

let companies: PayCompanies;
let backend: TestBackend;
let park: TestPark;
let alipayId: number;
beforeAll(async () => {
  companies = await new PayCompanies().open();
});
afterAll(() => companies.close());
beforeEach(async () => {
  for (const kept of [companies.trades, companies.refunds]) kept.clear();
  companies.asked.length = 0;
  Object.assign(companies, { misbehave: [], refundsPend: false, thinks: 0 });
  now = friday;
  backend = await openTestBackend();
  park = await createPark(backend);
  alipayId = await backend.saved(payAccount.methods.save, alipayFields);
  await backend.saved(payAccount.methods.save, wechatFields);
});
afterEach(async () => {
  await checkInvariants(backend);
  await backend.close();
});

type Sale = Partial<PayloadOf<typeof sellTickets>>;
const sell = (payload: Sale = {}, as = backend.admin) =>
  backend.call(sellTickets, saleOf(park.adultId, { posId: park.posId, paymentType: "alipay", ...payload }), { as });
const sold = async (payload: Sale = {}) => {
  const reply = await sell(payload);
  expect([reply.status, reply.message, reply.errors]).toEqual([200, "", undefined]);
  return reply.data;
};
const ask = async (orderId: number, as = backend.admin) => backend.call(askPayment, { orderId }, { as });
const press = (orderId: number) => backend.call(askPayment, { orderId, pressed: true });
const stateOf = async (orderId: number) => (await ask(orderId)).data?.state;
let now = friday;
const later = (seconds: number) => {
  now = new Date(friday.getTime() + seconds * 1_000);
  backend.setNow(now);
};
const orderOf = async (orderId: number) => {
  const [row] = await backend.sql<{ state: string; paid: number; tickets: number; payments: number }>(
    `select state, paid::int, (select count(*)::int from ticket t where t.order_id = o.id) as tickets,
            (select count(*)::int from payment p where p.order_id = o.id) as payments
     from orders o where id = $1`,
    [orderId],
  );
  return row;
};
const paidInFull = { state: "paid", paid: 16_000, tickets: 2, payments: 1 };
const waits = { state: "pending", paid: 0, tickets: 0, payments: 0 };
const letGo = { state: "cancelled", paid: 0, tickets: 0, payments: 0 };
const abnormal = () => backend.sql("select kind, stated::int, ours::int, state from abnormal_record order by id");
const noticePath = async (provider = "alipay") => {
  const [row] = await backend.sql<{ key: string }>("select notice_key as key from pay_account where provider = $1", [
    provider,
  ]);
  return `/payNotice/${row?.key}`;
};
const post = async (notice: { body: string; headers: Record<string, string> }, provider = "alipay") => {
  const { body, headers } = notice;
  return backend.app.request(await noticePath(provider), { method: "POST", body, headers });
};
const round = async () => {
  // A refund has put one in already.
  await backend.sql(`
    insert into job (corp_code, kind)
    select '0001', 'askCompanies'
    where not exists (select from job where kind = 'askCompanies' and state = 'waiting')
  `);
  const { database } = backend;
  await createWorker({ database, kinds: allKinds, now: () => now, secrets: secretsOfTests }).drain();
};

describe.each(["alipay", "wechat"])("by %s", (paymentType) => {
  it("a payment code that is good issues at once", async () => {
    const { orderId, waiting } = await sold({ paymentType, paymentCode: "28 0111 1111 1111 1111" });
    expect([waiting, await orderOf(orderId)]).toEqual([true, waits]);
    expect(await stateOf(orderId)).toBe("paid");
    expect(await orderOf(orderId)).toEqual(paidInFull);
    later(10);
    expect(await stateOf(orderId)).toBe("paid");
    expect(await orderOf(orderId)).toEqual(paidInFull);
  });

  it("a code is shown, and the page hears of the payment by asking", async () => {
    const { orderId } = await sold({ paymentType });
    const first = (await ask(orderId)).data;
    expect(first).toMatchObject({ state: "started", how: "show", amount: 16_000, code: expect.stringContaining("_") });
    companies.pays(companies.only().outTradeNo);
    later(5);
    expect(await stateOf(orderId)).toBe("paid");
    expect(await orderOf(orderId)).toEqual(paidInFull);
  });

  it("a notice pays it, twice is once, and a wrong signature writes nothing", async () => {
    const { orderId } = await sold({ paymentType });
    await ask(orderId);
    const trade = companies.only();
    const make = paymentType === "alipay" ? companies.alipayNotice : companies.wechatNotice;
    const before = await digests(backend);
    expect((await post(make.call(companies, trade, false), paymentType)).status).toBe(401);
    expect((await post({ body: "x", headers: {} }, paymentType)).status).toBe(401);
    expect(await digests(backend)).toEqual(before);
    const said = await post(make.call(companies, trade), paymentType);
    expect([said.status, (await said.text()).toLowerCase()]).toEqual([200, expect.stringContaining("success")]);
    expect((await post(make.call(companies, trade), paymentType)).status).toBe(200);
    expect(await orderOf(orderId)).toEqual(paidInFull);
  });
});

it("a page that waits does not ask again in the same moment; a person who presses does", async () => {
  const { orderId } = await sold();
  await ask(orderId);
  companies.pays(companies.only().outTradeNo);
  expect(await stateOf(orderId)).toBe("started");
  expect(companies.asked).not.toContain("alipay.trade.query");
  expect((await press(orderId)).data?.state).toBe("paid");
  expect(await orderOf(orderId)).toEqual(paidInFull);
});

it("without an account staff record that money was taken, as ever; a split order waits for the company's part alone", async () => {
  const { orderId, waiting } = await sold({ paymentType: "card" });
  expect([waiting, await orderOf(orderId)]).toEqual([false, paidInFull]);
  expect(companies.asked).toEqual([]);
  const payments = [
    { paymentType: "cash", amount: 6_000 },
    { paymentType: "alipay", amount: 10_000 },
  ];
  const split = await sold({ paymentType: undefined, payments, paymentCode: fine });
  expect(await stateOf(split.orderId)).toBe("paid");
  expect(companies.only().amount).toBe(10_000);
  expect(await orderOf(split.orderId)).toEqual({ ...paidInFull, payments: 2 });
  const both = [
    { paymentType: "wechat", amount: 6_000 },
    { paymentType: "alipay", amount: 10_000 },
  ];
  expect((await sell({ paymentType: undefined, payments: both })).status).toBe(422);
  expect((await backend.call(getCounter, {})).data.connectedTypes.sort()).toEqual(["alipay", "wechat"]);
});

it("what is no payment code is said at its field, and nothing is written", async () => {
  const before = await digests(backend);
  const refused = await sell({ paymentCode: "12345" });
  expect([refused.status, Object.keys(refused.errors ?? {})]).toEqual([422, ["paymentCode"]]);
  expect(await digests(backend)).toEqual(before);
});

it("holds its places while it waits, and cancelling frees them", async () => {
  const pool = { name: fresh("每日"), ticketTypeIds: [park.adultId], dailyTotal: 3 };
  await backend.saved(quotaPoolSave, pool);
  const { orderId } = await sold();
  await ask(orderId);
  expect((await sell({ paymentType: "cash" })).status).toBe(409);
  const cancelled = await backend.call(cancelPayment, { orderId });
  expect(cancelled.data).toMatchObject({ state: "closed", orderState: "cancelled" });
  expect(await orderOf(orderId)).toEqual(letGo);
  expect(companies.only().status).toBe("closed");
  expect((await sell({ paymentType: "cash" })).status).toBe(200);
});

it("timeout after success: unknown, never assumed; asking again finds it paid, once", async () => {
  companies.misbehave = ["silentAfter"];
  const { orderId } = await sold({ paymentCode: fine });
  expect(await stateOf(orderId)).toBe("unknown");
  expect(await orderOf(orderId)).toEqual(waits);
  later(5);
  expect(await stateOf(orderId)).toBe("paid");
  expect(await orderOf(orderId)).toEqual(paidInFull);
  expect(companies.asked.filter((one) => one === "alipay.trade.pay")).toHaveLength(1);
});

it("a process killed after the company took the money: the round finds it by asking", async () => {
  const { orderId } = await sold({ paymentCode: fine });
  const [attempt] = await backend.sql<{ id: number }>("select id::int from pay_attempt");
  // Sent and taken, and nobody was left to write it.
  const asking = { database: backend.database, corpCode: "0001", secrets: secretsOfTests, now: friday };
  expect(await drive(asking, attempt?.id ?? 0)).toMatchObject({ state: "paid" });
  expect(await orderOf(orderId)).toEqual(waits);
  later(60);
  await round();
  expect(await orderOf(orderId)).toEqual(paidInFull);
  expect(companies.asked.filter((one) => one === "alipay.trade.pay")).toHaveLength(1);
});

it("an order is put right by asking for its payment, and not closed while it is under way", async () => {
  companies.misbehave = ["silentAfter"];
  const { orderId } = await sold({ paymentCode: fine });
  expect(await stateOf(orderId)).toBe("unknown");
  const repair = (action: "close" | "askPayment") =>
    backend.call(repairOrder, { orderId, action, reason: "游客来电", idempotencyKey: fresh("repair-key") });
  expect((await repair("close")).status).toBe(409);
  later(5);
  expect((await repair("askPayment")).status).toBe(200);
  expect(await orderOf(orderId)).toEqual(paidInFull);
});

it("a customer without money, then with another code: one order, one payment", async () => {
  const { orderId } = await sold({ paymentCode: poor });
  expect((await ask(orderId)).data).toMatchObject({ state: "failed", why: expect.stringContaining("余额不足") });
  expect((await backend.call(payAgain, { orderId, paymentCode: fine })).status).toBe(200);
  expect((await backend.call(payAgain, { orderId, paymentCode: fine })).status).toBe(409);
  expect(await stateOf(orderId)).toBe("paid");
  expect(await orderOf(orderId)).toEqual(paidInFull);
  const kept = await backend.sql("select id from pay_attempt where kept is not null or payment_code is not null");
  expect(kept).toEqual([]);
});

it("cancelled while the customer pays: the money is there, so the order is paid", async () => {
  const { orderId } = await sold({ paymentCode: slow });
  expect(await stateOf(orderId)).toBe("started");
  companies.pays(companies.only().outTradeNo);
  expect((await backend.call(cancelPayment, { orderId })).data.state).toBe("paid");
  expect(await orderOf(orderId)).toEqual(paidInFull);
});

it("another amount than was asked for is no payment: an abnormal record, once", async () => {
  const { orderId } = await sold();
  await ask(orderId);
  const trade = { ...companies.only(), amount: 15_999 };
  expect((await post(companies.alipayNotice(trade))).status).toBe(200);
  expect((await post(companies.alipayNotice(trade))).status).toBe(200);
  expect(await orderOf(orderId)).toEqual(waits);
  expect(await abnormal()).toEqual([{ kind: "amountDiffers", stated: 15_999, ours: 16_000, state: "open" }]);
});

it("a notice after the order was closed: never a payment, an abnormal record, and the money goes back once", async () => {
  const { orderId } = await sold();
  await ask(orderId);
  const trade = companies.only();
  await backend.call(cancelPayment, { orderId });
  trade.status = "paid";
  expect((await post(companies.alipayNotice(trade))).status).toBe(200);
  expect((await post(companies.alipayNotice(trade))).status).toBe(200);
  expect(await orderOf(orderId)).toEqual(letGo);
  expect(await abnormal()).toEqual([{ kind: "lateNotice", stated: 16_000, ours: 16_000, state: "open" }]);
  await round();
  await round();
  expect([...companies.refunds.values()]).toEqual([expect.objectContaining({ amount: 16_000, asked: 1 })]);
});

it("nobody pays in time: the round closes it at the company and frees what it held", async () => {
  const { orderId } = await sold();
  await ask(orderId);
  later(301);
  await round();
  expect(await orderOf(orderId)).toEqual(letGo);
  expect(companies.only().status).toBe("closed");
});

describe("refunds go back the way the money came", () => {
  const paidOrder = async () => {
    const { orderId } = await sold({ paymentCode: fine });
    await ask(orderId);
    return orderId;
  };
  const refund = (orderId: number, key: string) =>
    backend.call(refundOrder, { orderId, reason: "游客改期", idempotencyKey: key } as never);
  const states = async () =>
    (await backend.sql<{ state: string }>("select state from pay_refund order by id")).map(({ state }) => state);

  it("pressed twice and sent twice it is one refund at the company", async () => {
    const orderId = await paidOrder();
    for (const _ of "ab") expect((await refund(orderId, "refund-key-1")).status).toBe(200);
    companies.misbehave = ["keysRefused", "keysRefused", "silentAfter"];
    for (const _ of "abc") await round();
    expect(await states()).toEqual(["started"]);
    expect(await backend.sql("select title from message")).toEqual([{ title: "收款账户“支付宝收款”被收款机构拒绝" }]);
    await round();
    expect(await states()).toEqual(["done"]);
    expect([...companies.refunds.values()]).toEqual([expect.objectContaining({ amount: 16_000, asked: 2 })]);
  });

  it("pending it is asked for until it is there", async () => {
    companies.refundsPend = true;
    await refund(await paidOrder(), "refund-key-2");
    await round();
    expect(await states()).toEqual(["pending"]);
    await round();
    expect(await states()).toEqual(["pending"]);
    companies.refundsPend = false;
    await round();
    expect(await states()).toEqual(["done"]);
  });

  it("refused by the company it is an abnormal record", async () => {
    const orderId = await paidOrder();
    companies.only().status = "closed";
    await refund(orderId, "refund-key-3");
    await round();
    expect(await states()).toEqual(["failed"]);
    expect(await abnormal()).toEqual([expect.objectContaining({ kind: "missingThere", ours: -16_000 })]);
  });

  it("of what was taken by other means the company is asked for nothing", async () => {
    const { orderId } = await sold({ paymentType: "card" });
    await refund(orderId, "refund-key-4");
    expect(await states()).toEqual([]);
  });
});

it("is nobody's without the right, and not another tenant's; another's account's notice does nothing", async () => {
  const { orderId } = await sold();
  await ask(orderId);
  const trade = companies.only();
  const other = await backend.createUser({ grants: ["buyTktList", "buyTktList/sale:sell"] });
  const reader = await backend.createUser({ grants: ["buyTktList"] });
  const tenant = await backend.createCorp("7703");
  const before = await digests(backend);
  const asked = companies.asked.length;
  expect((await ask(orderId, reader.token)).status).toBe(403);
  expect((await backend.call(cancelPayment, { orderId }, { as: other.token })).status).toBe(404);
  expect((await backend.call(cancelPayment, { orderId }, { as: tenant })).status).toBe(404);
  expect((await backend.call(payAgain, { orderId }, { as: tenant })).status).toBe(404);
  expect(companies.asked).toHaveLength(asked);
  // WeChat's account may not speak of what Alipay was asked for, nor an account that there is not.
  expect((await post(companies.wechatNotice(trade), "wechat")).status).toBe(200);
  const { body, headers } = companies.alipayNotice(trade);
  const nowhere = { method: "POST", body, headers };
  expect((await backend.app.request(`/payNotice/${"A".repeat(32)}`, nowhere)).status).toBe(404);
  expect((await backend.app.request("/payNotice/1", nowhere)).status).toBe(404);
  expect(await digests(backend)).toEqual(before);
  // Suspended, it still hears of what it was asked for.
  await backend.call(payAccount.methods.suspend, { id: alipayId });
  expect((await post(companies.alipayNotice(trade))).status).toBe(200);
  expect(await orderOf(orderId)).toEqual(paidInFull);
});

describe.runIf(raceIsReal)("at once", () => {
  it("two notices and somebody who asks are one payment", async () => {
    const { orderId } = await sold();
    await ask(orderId);
    const trade = companies.only();
    trade.status = "paid";
    later(10);
    await race(
      backend,
      6,
      (person) => (person % 2 ? post(companies.alipayNotice(trade)) : ask(orderId)) as Promise<unknown>,
    );
    expect(await orderOf(orderId)).toEqual(paidInFull);
  });

  it("whoever presses wildly has one call under way, and all hear what it does", async () => {
    const { orderId } = await sold();
    await ask(orderId);
    companies.pays(companies.only().outTradeNo);
    Object.assign(companies, { mostAtOnce: 0, thinks: 100 });
    const said = await race(backend, 6, () => press(orderId));
    expect(said.map(({ data }) => data?.state)).toEqual(Array(6).fill("paid"));
    // Whoever comes to press after an answer may ask anew: on a slow machine some do.
    expect(companies.mostAtOnce).toBe(1);
    expect(companies.asked).toContain("alipay.trade.query");
    expect(await orderOf(orderId)).toEqual(paidInFull);
  });

  it("two who send at once send once", async () => {
    const { orderId } = await sold({ paymentCode: fine });
    await race(backend, 4, () => ask(orderId));
    expect(companies.asked.filter((one) => one === "alipay.trade.pay")).toHaveLength(1);
    later(10);
    await ask(orderId);
    expect(await orderOf(orderId)).toEqual(paidInFull);
  });
});

it("an order that waits for its money counts in the park's limit until it is paid or let go", async () => {
  const bears = { parkId: park.parkId, dayMax: 2, momentMax: 9, warnAt: 80, stops: true };
  await backend.saved(parkCapacity.methods.save, bears as never);
  const counted = () => backend.sql("select people, (select count(*)::int from park_promise) as lines from park_day");
  const { orderId } = await sold();
  expect([await counted(), (await sell({ paymentType: "cash" })).status]).toEqual([[{ people: 2, lines: 1 }], 409]);
  await backend.call(cancelPayment, { orderId });
  expect(await counted()).toEqual([{ people: 0, lines: 0 }]);
  await stateOf((await sold({ paymentCode: fine })).orderId);
  expect(await counted()).toEqual([{ people: 2, lines: 0 }]);
});
