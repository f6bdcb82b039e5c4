/** A payment keyed by the wrong type is put right: what changes by it, what never does, and what is refused. */
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { cashUp } from "~/contract/order/cash-up";
import { decideRefund, orderDetail, refundOrder } from "~/contract/order/order";
import { payAccount } from "~/contract/order/pay-account";
import { correctPayType, payTypeCorrection, payTypePayments, payTypeQuote } from "~/contract/order/pay-type";
import { closeShift, openShift, shiftReport } from "~/contract/order/shift";
import { invoicesOf, settings } from "~tests/backend/invoice/support";
import { openTestBackend, type TestBackend } from "~tests/support/backend";
import { changed, digests } from "~tests/support/digests";
import { checkInvariants } from "~tests/support/invariants";
import { createPark, fresh, friday, type TestPark, today } from "~tests/support/park";
import { alipayFields } from "~tests/support/pay-companies";

let backend: TestBackend;
let park: TestPark;
let clerk: string;
let seller: string;
const sellerGrants = ["shift", "shift/shift:work", "buyTktList", "buyTktList/sale:sell", "buyTktLog"];
beforeEach(async () => {
  backend = await openTestBackend();
  park = await createPark(backend);
  ({ token: clerk } = await backend.createUser({ grants: ["payTypeModify", "payTypeModify/payType:correct"] }));
  ({ token: seller } = await backend.createUser({ grants: sellerGrants }));
});
afterEach(async () => {
  await checkInvariants(backend);
  await backend.close();
});

const tomorrow = () => backend.setNow(new Date(friday.getTime() + 86_400_000));
const find = async (orderNo: string, as = clerk) =>
  (await backend.call(payTypePayments, { orderNo }, { as })).data.payments;
const quote = async (paymentId: number, as = clerk) => (await backend.call(payTypeQuote, { paymentId }, { as })).data;
const paymentOf = async (orderNo: string) => (await find(orderNo))[0]?.id ?? 0;
const correct = async (
  paymentId: number,
  toType: string,
  fields: { version?: string; reason?: string; idempotencyKey?: string } = {},
  as = clerk,
) => {
  const version = fields.version ?? (await quote(paymentId)).version;
  const payload = { paymentId, toType, reason: "收银按错键", idempotencyKey: fresh("correct"), ...fields, version };
  return backend.call(correctPayType, payload, { as });
};
const ledger = (orderId: number) =>
  backend.sql("select kind, payment_type as type, amount::int from payment where order_id = $1 order by id", [orderId]);
const paid = (orderId: number) => backend.sql("select paid::int, refunded::int from orders where id = $1", [orderId]);
const sheet = async (day: string) =>
  (await backend.call(cashUp, { from: day, to: day })).data.rows.map(
    ({ name, paymentType, taken, corrected, due }) => ({
      ...{ name, paymentType, taken, corrected, due },
    }),
  );
const open = async (as: string) =>
  (await backend.call(openShift, { idempotencyKey: fresh("shift"), posId: park.posId, opening: 10_000 }, { as })).data
    .id;
const close = (shiftId: number, fen: number, as: string) =>
  backend.call(
    closeShift,
    { idempotencyKey: fresh("shift"), shiftId, pieces: [{ fen: 10, pieces: fen / 10 }], left: 0 },
    { as },
  );

describe("a correction", () => {
  it("of the same day is two rows with the seller that are zero together; the order's paid amount stays", async () => {
    const { orderId, orderNo } = await park.sell({ paymentType: "cash" }, seller);
    const id = await paymentOf(orderNo);
    const before = await backend.sql("select * from payment where id = $1", [id]);
    const quoted = await quote(id);
    expect(quoted).toMatchObject({ whyNot: "", booking: { how: "day", day: today, paidOn: today } });
    expect(quoted.types.map(({ value }) => value)).toEqual(["wechat", "alipay", "card", "unionpay"]);
    const done = await correct(id, "wechat");
    expect([done.message, done.data]).toEqual(["", { id: expect.any(Number), orderNo, amount: 16_000 }]);
    expect(await ledger(orderId)).toEqual([
      { kind: "payment", type: "cash", amount: 16_000 },
      { kind: "correction", type: "cash", amount: -16_000 },
      { kind: "correction", type: "wechat", amount: 16_000 },
    ]);
    expect(await backend.sql("select * from payment where id = $1", [id])).toEqual(before);
    expect(await paid(orderId)).toEqual([{ paid: 16_000, refunded: 0 }]);
    const accounts = await backend.sql("select distinct account_id from payment where order_id = $1", [orderId]);
    expect(accounts).toHaveLength(1);
    expect(await sheet(today)).toMatchObject([
      { paymentType: "cash", taken: 16_000, corrected: -16_000, due: 0 },
      { paymentType: "wechat", taken: 0, corrected: 16_000, due: 16_000 },
    ]);
  });

  it("is told: in the list, on the order's time line, among its payments, and in the audit log with from and to", async () => {
    const { orderId, orderNo } = await park.sell({ paymentType: "cash" });
    await correct(await paymentOf(orderNo), "wechat");
    const { records } = (await backend.call(payTypeCorrection.methods.list, {}, { as: clerk })).data;
    expect(records).toMatchObject([
      { orderNo, fromType: "cash", toType: "wechat", amount: 16_000, reason: "收银按错键", at: "2026-11-20 10:00:00" },
    ]);
    const none = { filters: { at: "2026-11-21~2026-11-30" } };
    expect((await backend.call(payTypeCorrection.methods.list, none, { as: clerk })).data.records).toEqual([]);
    const order = (await backend.call(orderDetail, { id: orderId, logPage: 1 })).data;
    expect(order.payments.map(({ kind }) => kind)).toEqual(["payment", "correction", "correction"]);
    const told = JSON.stringify(order.log);
    expect(told).toContain("把支付方式由现金更正为微信，¥160.00");
    // Once: the entry of the audit log is the same thing.
    expect(told).not.toContain("correctionId");
    const [entry] = await backend.sql<{ before: object; after: object }>(
      "select before, after from audit_log where method = 'correctPayType'",
    );
    expect(entry).toMatchObject({
      before: { paymentType: "cash" },
      after: { paymentType: "wechat", amount: 16_000, reason: "收银按错键" },
    });
  });

  it("may be corrected again, the new row and not the old one", async () => {
    const { orderId, orderNo } = await park.sell({ paymentType: "cash" });
    const first = await paymentOf(orderNo);
    await correct(first, "wechat");
    expect((await quote(first)).whyNot).toBe("这笔收款已更正为微信；要再改，请更正新的那一笔。");
    expect((await correct(first, "alipay")).status).toBe(409);
    const [second, ...others] = await find(orderNo);
    expect([second?.corrected, second?.paymentType, others]).toEqual([true, "wechat", []]);
    // The row that took it back is no payment.
    expect((await backend.call(payTypeQuote, { paymentId: first + 1 }, { as: clerk })).status).toBe(404);
    expect((await correct(second?.id ?? 0, "cash")).message).toBe("");
    expect((await find(orderNo)).map(({ paymentType }) => paymentType)).toEqual(["cash"]);
    const sums = await backend.sql(
      "select payment_type as type, sum(amount)::int as sum from payment where order_id = $1 group by 1 order by 1",
      [orderId],
    );
    expect(sums).toEqual([
      { type: "cash", sum: 16_000 },
      { type: "wechat", sum: 0 },
    ]);
  });

  it("of one of two payments leaves the other alone, to the fen", async () => {
    const payments = [
      { paymentType: "cash", amount: 3_333 },
      { paymentType: "card", amount: 12_667 },
    ];
    const { orderId, orderNo } = await park.sell({ payments });
    const card = (await find(orderNo)).find(({ paymentType }) => paymentType === "card");
    await correct(card?.id ?? 0, "wechat");
    const { data } = await backend.call(refundOrder, { orderId, idempotencyKey: fresh("back"), reason: "改期" });
    expect(data.amount).toBe(16_000);
    expect((await ledger(orderId)).slice(-2)).toEqual([
      { kind: "refund", type: "wechat", amount: -12_667 },
      { kind: "refund", type: "cash", amount: -3_333 },
    ]);
  });

  it("sends later refunds back by the corrected type", async () => {
    const { orderId, orderNo } = await park.sell({ paymentType: "cash" });
    await correct(await paymentOf(orderNo), "wechat");
    await backend.call(refundOrder, { orderId, idempotencyKey: fresh("back"), reason: "改期" });
    expect((await ledger(orderId)).at(-1)).toEqual({ kind: "refund", type: "wechat", amount: -16_000 });
    expect(await paid(orderId)).toEqual([{ paid: 16_000, refunded: 16_000 }]);
  });

  it("is pressed twice with the same key and made once", async () => {
    const { orderId, orderNo } = await park.sell({ paymentType: "cash" });
    const id = await paymentOf(orderNo);
    const fields = { version: (await quote(id)).version, idempotencyKey: fresh("twice") };
    const [first, second] = [await correct(id, "wechat", fields), await correct(id, "wechat", fields)];
    expect([second.status, second.data]).toEqual([200, first.data]);
    expect(await ledger(orderId)).toHaveLength(3);
  });
});

describe("what is closed stays", () => {
  it("in a shift that is open it is that shift's: its drawer is expected to hold what it holds", async () => {
    const shiftId = await open(seller);
    const { orderNo } = await park.sell({ paymentType: "cash", posId: park.posId }, seller);
    const id = await paymentOf(orderNo);
    // A shift over midnight: the day before is over, and its drawer is not counted yet.
    tomorrow();
    const before = await sheet(today);
    expect((await quote(id)).booking).toMatchObject({ how: "shift", day: "2026-11-21", paidOn: today });
    expect((await correct(id, "wechat")).message).toBe("");
    expect(await sheet(today)).toEqual(before);
    await close(shiftId, 10_000, seller);
    const { closed } = (await backend.call(shiftReport, { id: shiftId }, { as: seller })).data;
    expect(closed).toMatchObject({
      ...{ expected: 10_000, difference: 0, orders: 1 },
      rows: [
        { paymentType: "cash", taken: 16_000, corrected: -16_000, due: 0 },
        { paymentType: "wechat", taken: 0, corrected: 16_000, due: 16_000 },
      ],
    });
  });

  it("a shift that is handed over keeps its report to the byte; the rows are the corrector's, in no shift", async () => {
    const shiftId = await open(seller);
    const { orderId, orderNo } = await park.sell({ paymentType: "cash", posId: park.posId }, seller);
    await close(shiftId, 10_000, seller);
    const report = async () => JSON.stringify((await backend.call(shiftReport, { id: shiftId }, { as: seller })).data);
    const before = await report();
    const rows = await backend.sql("select * from shift where id = $1", [shiftId]);
    const id = await paymentOf(orderNo);
    const quoted = await quote(id);
    expect(quoted.booking.how).toBe("handedOver");
    // The corrector has a shift of their own: no money went into its drawer.
    const chief = await backend.createUser({
      grants: [...sellerGrants, "payTypeModify", "payTypeModify/payType:correct"],
    });
    const own = await open(chief.token);
    expect((await correct(id, "wechat", {}, chief.token)).message).toBe("");
    expect(await report()).toBe(before);
    expect(await backend.sql("select * from shift where id = $1", [shiftId])).toEqual(rows);
    expect(
      await backend.sql(
        "select account_id::int as by, shift_id from payment where order_id = $1 and kind = 'correction'",
        [orderId],
      ),
    ).toEqual([
      { by: chief.id, shift_id: null },
      { by: chief.id, shift_id: null },
    ]);
    await close(own, 10_000, chief.token);
    expect((await backend.call(shiftReport, { id: own }, { as: chief.token })).data.closed).toMatchObject({
      ...{ expected: 10_000, difference: 0, rows: [] },
    });
  });

  it("a day that is over keeps its sheet to the byte: the rows are booked today with who corrects", async () => {
    const { orderNo } = await park.sell({ paymentType: "cash" }, seller);
    tomorrow();
    const before = JSON.stringify((await backend.call(cashUp, { from: today, to: today })).data);
    const id = await paymentOf(orderNo);
    expect((await quote(id)).booking).toMatchObject({ how: "dayOver", day: "2026-11-21", paidOn: today });
    await correct(id, "wechat");
    expect(JSON.stringify((await backend.call(cashUp, { from: today, to: today })).data)).toBe(before);
    expect(await sheet("2026-11-21")).toMatchObject([
      { paymentType: "cash", taken: 0, corrected: -16_000, due: -16_000 },
      { paymentType: "wechat", taken: 0, corrected: 16_000, due: 16_000 },
    ]);
    // Over both days each type is what came by it.
    const { rows } = (await backend.call(cashUp, { from: today, to: "2026-11-21" })).data;
    const due = (type: string) =>
      rows.filter(({ paymentType }) => paymentType === type).reduce((sum, row) => sum + row.due, 0);
    expect([due("cash"), due("wechat")]).toEqual([0, 16_000]);
  });
});

describe("refused, it writes nothing", () => {
  /** With the sentence. */
  async function refuses(paymentId: number, toType: string, words: string | RegExp, status = 409): Promise<void> {
    const { version } = await quote(paymentId);
    const before = await digests(backend);
    const reply = await correct(paymentId, toType, { version });
    expect(reply.status).toBe(status);
    const said = [reply.message, ...Object.values(reply.errors ?? {}).flat()].filter(Boolean).join(" ");
    expect(said).toMatch(words);
    expect(changed(before, await digests(backend))).toEqual([]);
  }

  it("where money went back or is on its way", async () => {
    const lines = [{ ticketTypeId: park.adultId, quantity: 2 }];
    const part = await park.sell({ paymentType: "cash", lines });
    const { lines: sold } = (await backend.call(orderDetail, { id: part.orderId })).data;
    const items = [{ lineId: sold[0]?.id ?? 0, quantity: 1 }];
    const id = await paymentOf(part.orderNo);
    await backend.call(refundOrder, { orderId: part.orderId, items, idempotencyKey: fresh("back"), reason: "改期" });
    await refuses(id, "wechat", "现金已退款，只剩 80.00 元，少于这笔收款的 160.00 元");
    const waiting = await park.sell({ paymentType: "cash" });
    await backend.sql("update sys_param set param_option = '100' where param_code = 'refundApprovalLimit'");
    const asked = await backend.call(refundOrder, {
      ...{ orderId: waiting.orderId, idempotencyKey: fresh("back"), reason: "改期" },
    });
    expect(asked.data.state).toBe("waiting");
    await refuses(await paymentOf(waiting.orderNo), "wechat", "有退款正在处理");
    const { token: chief } = await backend.createUser({ grants: ["refundList", "refundList/refund:decide"] });
    await backend.call(decideRefund, { refundId: asked.data.refundId, decision: "reject" }, { as: chief });
    expect((await correct(await paymentOf(waiting.orderNo), "wechat")).message).toBe("");
  });

  it("of what accounts pay and companies take, and into these", async () => {
    const { orderId, orderNo } = await park.sell({ paymentType: "cash" });
    const id = await paymentOf(orderNo);
    for (const type of ["storedCard", "onAccount", "shells"]) await refuses(id, type, "没有这种可由人工录入", 422);
    await refuses(id, "cash", "与原支付方式相同", 422);
    const as = (type: string) => backend.sql("update payment set payment_type = $2 where id = $1", [id, type]);
    for (const [type, words] of [
      ["storedCard", "储值卡由账户扣款"],
      ["onAccount", "挂账由账户扣款"],
    ] as const) {
      await as(type);
      await refuses(id, "wechat", words);
    }
    await as("cash");
    const accountId = await backend.saved(payAccount.methods.save, alipayFields);
    await refuses(id, "alipay", "没有这种可由人工录入", 422);
    await backend.sql(
      `insert into pay_attempt (corp_code, order_id, account_id, out_trade_no, payment_type, amount, payments, how, state,
         seller_id, seller_name, started_at, expires_at)
       values ('0001', $1, $2, 'T1', 'cash', 16000, '[]', 'take', 'paid', 1, '', now(), now())`,
      [orderId, accountId],
    );
    await refuses(id, "wechat", "现金由支付机构收款");
    await backend.sql("delete from pay_attempt");
    await backend.sql("update orders set channel = 'network' where id = $1", [orderId]);
    await refuses(id, "wechat", "不是窗口人员录入的");
    await backend.sql("update orders set channel = 'window' where id = $1", [orderId]);
  });

  it("of what is invoiced by its type, and of a free order", async () => {
    await settings(backend);
    const { orderId, orderNo } = await park.sell({ paymentType: "cash" });
    const made = await invoicesOf(backend).issued([orderId]);
    await refuses(await paymentOf(orderNo), "wechat", `已开发票 ${made.serial}，更正支付方式前须先冲红 ¥160.00`);
    const free = await park.addType({ name: "赠票", facePrice: 0, listPrice: 0 });
    const gift = await park.sell({ paymentType: "cash", lines: [{ ticketTypeId: free, quantity: 1 }] });
    await refuses(await paymentOf(gift.orderNo), "wechat", "金额为零");
  });

  it("of what has changed since it was looked at", async () => {
    const shiftId = await open(seller);
    const { orderNo } = await park.sell({ paymentType: "cash", posId: park.posId }, seller);
    const id = await paymentOf(orderNo);
    const { version } = await quote(id);
    await close(shiftId, 26_000, seller);
    const before = await digests(backend);
    const reply = await correct(id, "wechat", { version });
    expect([reply.status, reply.message]).toEqual([409, expect.stringContaining("请重新核对后再确认")]);
    expect(changed(before, await digests(backend))).toEqual([]);
  });

  it("without a reason, the right, or the payment in one's corp and park", async () => {
    const { orderNo } = await park.sell({ paymentType: "cash" });
    const id = await paymentOf(orderNo);
    const { version } = await quote(id);
    const looker = (await backend.createUser({ grants: ["payTypeModify"] })).token;
    const stranger = await backend.createCorp("0002");
    const other = await createPark(backend);
    const grants = ["payTypeModify", "payTypeModify/payType:correct"];
    const elsewhere = (await backend.createUser({ grants, parks: [other.parkId] })).token;
    const before = await digests(backend);
    expect((await correct(id, "wechat", { version, reason: " " })).errors).toEqual({ reason: ["请填写更正原因。"] });
    expect((await correct(id, "wechat", { version }, looker)).status).toBe(403);
    expect((await correct(id, "wechat", { version }, seller)).status).toBe(403);
    for (const as of [stranger, elsewhere]) {
      expect((await correct(id, "wechat", { version }, as)).status).toBe(404);
      expect((await backend.call(payTypeQuote, { paymentId: id }, { as })).status).toBe(404);
      expect(await find(orderNo, as)).toEqual([]);
    }
    expect((await backend.call(payTypePayments, { orderNo }, { as: seller })).status).toBe(403);
    expect(changed(before, await digests(backend))).toEqual([]);
    expect((await quote(id, looker)).payment.orderNo).toBe(orderNo);
  });
});

it("payments are found by day, seller and type, as they stand after what was corrected", async () => {
  const one = await park.sell({ paymentType: "cash" }, seller);
  const two = await park.sell({ paymentType: "wechat" });
  await correct(await paymentOf(two.orderNo), "card");
  const found = async (filters: object) =>
    (await backend.call(payTypePayments, filters as never, { as: clerk })).data.payments.map(({ orderNo }) => orderNo);
  expect(await found({ day: today })).toEqual([two.orderNo, one.orderNo]);
  expect(await found({ day: today, paymentType: "card" })).toEqual([two.orderNo]);
  expect(await found({ day: today, paymentType: "wechat" })).toEqual([]);
  const [{ name = "" } = {}] = await backend.sql<{ name: string }>(
    "select account_name as name from payment where order_id = $1",
    [one.orderId],
  );
  expect(await found({ day: today, seller: name })).toContain(one.orderNo);
  expect(await found({ day: "2026-11-19" })).toEqual([]);
  expect(await found({})).toEqual([]);
});
