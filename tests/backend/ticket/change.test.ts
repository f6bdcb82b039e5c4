import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { refundOrder } from "~/contract/order/order";
import { parkCapacity } from "~/contract/ticket/capacity";
import { checkTicket } from "~/contract/ticket/check";
import { restrictedVisitor } from "~/contract/ticket/restricted-visitor";
import { openTestBackend, type TestBackend } from "~tests/support/backend";
import { changed, digests } from "~tests/support/digests";
import { checkInvariants } from "~tests/support/invariants";
import { orderFaults } from "../order/sold";
import {
  type ChangePark,
  changeOf,
  createChangePark,
  fresh,
  goodTickets,
  later,
  orderOf,
  otherSlot,
  quotationOf,
  sellToChange,
  slot,
  today,
  tomorrow,
  toTomorrow,
} from "./changing";

let backend: TestBackend;
let park: ChangePark;

beforeEach(async () => {
  backend = await openTestBackend();
  park = await createChangePark(backend);
});
afterEach(async () => {
  expect(await orderFaults(backend)).toEqual([]);
  await checkInvariants(backend);
  await backend.close();
});

const visitor = (identity: string, name = "王芳") => ({ name, document: "resident" as const, country: "", identity });
const [one, two, three] = ["110101199003074450", "110101199003070281", "11010119900307109X"];

const quotaOn = async (poolId: number, day: string, at = "") =>
  (
    await backend.sql<{ sold: number }>("select sold from quota_day where pool_id = $1 and day = $2 and slot = $3", [
      poolId,
      day,
      at,
    ])
  )[0]?.sold ?? 0;

/** Tables that differ; numbers that a refused call has drawn stay a gap. */
const touched = async (before: Awaited<ReturnType<typeof digests>>) =>
  changed(before, await digests(backend)).filter((table) => table !== "counter");

describe("a change to another day", () => {
  it("quotes the difference and the fee, takes it, and issues the tickets anew; the third stays", async () => {
    await park.priceOn(park.typeId, tomorrow, 12_000);
    const pool = await park.limit(park.typeId, 10);
    const sold = await sellToChange(backend, park.typeId, { paymentType: "wechat" });
    const wish = toTomorrow(sold);
    const quoted = await quotationOf(backend, { orderId: sold.orderId, ticketIds: wish.ticketIds, toDay: tomorrow });
    expect(quoted.data).toMatchObject({
      price: 20_000,
      fee: 400,
      newPrice: 24_000,
      due: 4400,
      back: 0,
      whyNot: "",
      left: 10,
    });
    expect(quoted.data.tickets.map(({ rule }) => rule)[0]).toBe(
      "可改日期、场次、持票人，不限次数，过期前都可以，每张收手续费 2.00 元",
    );
    const done = await changeOf(backend, { ...wish, expectedDue: 4400, paymentType: "cash", given: 5000 });
    expect(done.data).toMatchObject({ due: 4400, back: 0 });
    expect(done.data.changeNo).toMatch(/^CH20261120\d{6}$/);

    const order = await orderOf(backend, sold.orderId);
    expect(order).toMatchObject({
      state: "paid",
      quantity: 3,
      total: 54_000,
      payable: 54_000,
      paid: 34_400,
      refunded: 0,
    });
    expect(order.lines.map(({ quantity, unitPrice, changed: gone }) => [quantity, unitPrice, gone])).toEqual([
      [3, 10_000, 2],
      [2, 12_000, 0],
    ]);
    const rows = await backend.sql(
      "select state, visit_day, price::float8, changes from ticket where order_id = $1 order by id",
      [sold.orderId],
    );
    expect(rows).toEqual([
      { state: "changed", visit_day: today, price: 10_000, changes: 0 },
      { state: "changed", visit_day: today, price: 10_000, changes: 0 },
      { state: "issued", visit_day: today, price: 10_000, changes: 0 },
      { state: "issued", visit_day: tomorrow, price: 12_000, changes: 1 },
      { state: "issued", visit_day: tomorrow, price: 12_000, changes: 1 },
    ]);
    expect([await quotaOn(pool, today), await quotaOn(pool, tomorrow)]).toEqual([1, 2]);
    const money = await backend.sql(
      "select kind, payment_type, amount::float8, received::float8 from payment order by id",
    );
    expect(money).toEqual([
      { kind: "payment", payment_type: "wechat", amount: 30_000, received: null },
      { kind: "payment", payment_type: "cash", amount: 4400, received: 5000 },
    ]);
    expect(order.log.changes.flatMap(({ event }) => (event ? [event.title] : []))).toEqual(
      expect.arrayContaining([
        expect.stringMatching(/改签 2 张：2026-11-20 → 2026-11-21，手续费 4.00 元，补差价 44.00 元$/),
        expect.stringMatching(/售出 3 张，应收 300.00 元$/),
      ]),
    );
  });

  it("gives a difference back the way it came, and what is left goes back in a refund", async () => {
    await park.priceOn(park.typeId, tomorrow, 7000);
    const sold = await sellToChange(backend, park.typeId, { paymentType: "wechat" });
    const done = await changeOf(backend, toTomorrow(sold, { expectedDue: -5600 }));
    expect(done.data).toMatchObject({ due: 0, back: 5600 });
    expect(await backend.sql("select payment_type, amount::float8 from payment where kind = 'refund'")).toEqual([
      { payment_type: "wechat", amount: -5600 },
    ]);
    const refunded = await backend.call(refundOrder, {
      ...{ orderId: sold.orderId, idempotencyKey: fresh("refund-key"), reason: "不来了" },
    });
    expect(refunded.data.amount).toBe(10_000 + 14_000);
    expect(await orderOf(backend, sold.orderId)).toMatchObject({ state: "refunded", paid: 30_000, refunded: 29_600 });
  });

  it("keeps the discount that was given, to the fen, and its terms as sold", async () => {
    await park.priceOn(park.typeId, tomorrow, 12_000);
    const sold = await sellToChange(backend, park.typeId, { discount: 1000, discountReason: "regular" });
    await backend.sql("update ticket_type set change_fee = 9999, refund_rule = 'never' where id = $1", [park.typeId]);
    const done = await changeOf(backend, toTomorrow(sold));
    expect(done.data.due).toBe(4400);
    const order = await orderOf(backend, sold.orderId);
    expect(order).toMatchObject({ total: 54_000, discount: 1667, payable: 52_333, paid: 33_400 });
    expect(order.lines[1]).toMatchObject({ refundRule: "free" });
  });

  it("pressed twice it is done once; moved prices are refused; nothing refused writes anything", async () => {
    const sold = await sellToChange(backend, park.typeId);
    const before = await digests(backend);
    const wrong = await changeOf(backend, toTomorrow(sold, { expectedDue: 100 }));
    expect([wrong.status, wrong.message]).toEqual([
      409,
      "差价已变：现在应补 4.00 元，页面上是应补 1.00 元，请确认后重新提交",
    ]);
    const short = await changeOf(backend, toTomorrow(sold, { given: 100 }));
    expect([short.status, Object.keys(short.errors ?? {})]).toEqual([422, ["given"]]);
    const unpaid = await changeOf(backend, toTomorrow(sold, { paymentType: "bread" }));
    expect([unpaid.status, Object.keys(unpaid.errors ?? {})]).toEqual([422, ["paymentType"]]);
    expect(await touched(before)).toEqual([]);
    const payload = toTomorrow(sold);
    const [first, again] = [await changeOf(backend, payload), await changeOf(backend, payload)];
    expect(again.data).toEqual(first.data);
    expect(await goodTickets(backend, sold.orderId)).toHaveLength(3);
  });

  it("the old code is refused at the gate, the new one is good on its day", async () => {
    const sold = await sellToChange(backend, park.typeId);
    const done = await changeOf(backend, toTomorrow(sold));
    const codeOf = async (id: number) =>
      (await backend.sql<{ code: string }>("select ticket_no as code from ticket where id = $1", [id]))[0]?.code ?? "";
    const check = async (id: number) =>
      (
        await backend.call(checkTicket, {
          ...{ gateId: park.gateId, code: await codeOf(id), idempotencyKey: fresh("pass-key"), people: 1 },
        } as never)
      ).data as { admitted: boolean; reason: string };
    expect(await check(sold.ticketIds[0] ?? 0)).toMatchObject({ admitted: false });
    expect(await check(done.data.ticketIds[0] ?? 0)).toMatchObject({ admitted: false, reason: "wrongDay" });
    backend.setNow(new Date("2026-11-21T10:00:00+08:00"));
    expect(await check(done.data.ticketIds[0] ?? 0)).toMatchObject({ admitted: true });
    const again = await changeOf(backend, toTomorrow({ ...sold, ticketIds: done.data.ticketIds }, { toDay: later }));
    expect(again.message).toMatch(/已使用 1\/1 次，不能改签/);
  });

  it("a slot changes on its day, its places with it, also where the day's pool is full", async () => {
    const bySlot = await park.limit(park.slottedId, 3, true);
    const byDay = await park.limit(park.slottedId, 3);
    const line = { ticketTypeId: park.slottedId, quantity: 3, slot };
    const sold = await sellToChange(backend, park.slottedId, { lines: [line] });
    const quoted = await quotationOf(backend, {
      orderId: sold.orderId,
      ticketIds: sold.ticketIds.slice(0, 2),
      toSlot: otherSlot,
    });
    expect(quoted.data.slots.map(({ slot: name, left }) => [name, left])).toEqual([
      [slot, 2],
      [otherSlot, 2],
    ]);
    const done = await changeOf(backend, toTomorrow(sold, { toDay: undefined, toSlot: otherSlot }));
    expect([done.message, done.data]).toMatchObject(["", { due: 400 }]);
    expect([await quotaOn(bySlot, today, slot), await quotaOn(bySlot, today, otherSlot)]).toEqual([1, 2]);
    expect(await quotaOn(byDay, today)).toBe(3);
  });

  it("a ticket that goes back may be changed again; the order follows its tickets to the new day", async () => {
    const sold = await sellToChange(backend, park.typeId);
    const first = await changeOf(backend, toTomorrow(sold, { ticketIds: sold.ticketIds }));
    expect(await orderOf(backend, sold.orderId)).toMatchObject({ visitDay: tomorrow });
    const back = await changeOf(backend, toTomorrow({ ...sold, ticketIds: first.data.ticketIds }, { toDay: today }));
    expect(back.message).toBe("");
    expect(await goodTickets(backend, sold.orderId)).toHaveLength(3);
  });
});

describe("another holder", () => {
  const named = (identities: string[], fields = {}) =>
    sellToChange(backend, park.realNameId, {
      lines: [{ ticketTypeId: park.realNameId, quantity: identities.length }],
      visitors: identities.map((identity) => visitor(identity)),
      ...fields,
    });

  it("of one of two tickets: the fee alone is due, the other ticket stays as it is", async () => {
    const pool = await park.limit(park.realNameId, 2);
    const sold = await named([one, two]);
    const [first = 0] = sold.ticketIds;
    const holders = [{ ticketId: first, ...visitor(three, "赵六") }];
    const done = await changeOf(backend, toTomorrow(sold, { toDay: undefined, holders }));
    expect([done.message, done.data]).toMatchObject(["", { due: 200, back: 0 }]);
    expect(await quotaOn(pool, today)).toBe(2);
    const rows = await backend.sql("select holder_name, holder_identity, state from ticket order by id");
    expect(rows).toEqual([
      { holder_name: "王芳", holder_identity: one, state: "changed" },
      { holder_name: "王芳", holder_identity: two, state: "issued" },
      { holder_name: "赵六", holder_identity: three, state: "issued" },
    ]);
  });

  it("over their limit, restricted, or with a document that is not taken: each at its field", async () => {
    const sold = await named([one]);
    await named([two]);
    await backend.call(restrictedVisitor.methods.save, {
      ...{ name: "赵六", document: "resident", country: null, identity: three, reason: "逃票", untilDay: "2027-01-01" },
    } as never);
    await backend.sql("update ticket_type set documents = '{resident}' where id = $1", [park.realNameId]);
    const [ticketId = 0] = sold.ticketIds;
    const attempt = async (holder: object) =>
      changeOf(backend, toTomorrow(sold, { toDay: undefined, holders: [{ ticketId, ...visitor(one), ...holder }] }));
    const before = await digests(backend);
    expect((await attempt(visitor(two))).errors).toEqual({
      "holders.0.identity": [expect.stringContaining("每个证件每天限购 1 张")],
    });
    expect((await attempt(visitor(three))).errors).toEqual({ "holders.0.identity": [expect.stringContaining("逃票")] });
    expect((await attempt({ document: "passport", country: "US", identity: "E12345678" })).errors).toEqual({
      "holders.0.document": [expect.stringContaining("不收")],
    });
    expect(await touched(before)).toEqual([]);
    // The same person on the same ticket is nobody else's limit: their own ticket goes back.
    expect((await changeOf(backend, toTomorrow(sold, { ticketIds: sold.ticketIds }))).message).toBe("");
  });
});

describe("refused with its sentence, before and after pressing", () => {
  async function refused(sold: { orderId: number; ticketIds: number[] }, fields: object, sentence: RegExp) {
    const payload = toTomorrow(sold as never, fields);
    const { orderId, ticketIds, toDay, toSlot, holders } = payload;
    const wish = { orderId, ticketIds, holders, ...(toDay && { toDay }), ...(toSlot && { toSlot }) };
    const quoted = await quotationOf(backend, wish);
    expect(quoted.data.whyNot).toMatch(sentence);
    const before = await digests(backend);
    const reply = await changeOf(backend, payload);
    expect([409, 422]).toContain(reply.status);
    expect(Object.values(reply.errors ?? {}).flat()[0] ?? reply.message).toMatch(sentence);
    expect(await touched(before)).toEqual([]);
  }

  it.each([
    ["no rule", { changes: [] }, {}, /售出时的规则是不能改签/],
    ["no other day", { changes: ["slot"] }, {}, /不允许改日期/],
    ["too late", { changeHours: 24 }, {}, /须在 2026-11-20 00:00 前 24 小时之前改签/],
    ["nothing different", {}, { toDay: today }, /都没有变/],
    ["a day that is over", {}, { toDay: "2026-11-19" }, /已经过去/],
  ])("%s", async (_, terms, fields, sentence) => {
    const typeId = await park.addType({ ...{ name: "规则票", listPrice: 10_000 }, ...(await rule(terms)) });
    const sold = await sellToChange(backend, typeId);
    await refused(sold, fields, sentence);
  });
  const rule = async (terms: object) => ({ changes: ["day", "slot", "holder"], ...terms });

  it("too often", async () => {
    const typeId = await park.addType({ listPrice: 10_000, ...(await rule({ changeTimes: 1 })) });
    const sold = await sellToChange(backend, typeId);
    const { data } = await changeOf(backend, toTomorrow(sold));
    await refused({ ...sold, ticketIds: data.ticketIds }, { toDay: later }, /已改签 1 次，规则最多 1 次/);
    await refused(sold, { toDay: later }, /已改签过，请改它换出的新票/);
  });

  it("a full day, a full park, a slot that nobody chose", async () => {
    const sold = await sellToChange(backend, park.typeId);
    await park.limit(park.typeId, 1);
    await refused(sold, {}, /只剩 1 张，不够 2 张/);
    const slotted = await sellToChange(backend, park.slottedId, {
      lines: [{ ticketTypeId: park.slottedId, quantity: 2, slot }],
    });
    await refused(slotted, { toSlot: "08:00-09:00" }, /请选择 2026-11-21 的场次/);
    await backend.call(parkCapacity.methods.save, {
      ...{ parkId: park.parkId, dayMax: 1, momentMax: 10, warnAt: 80, stops: true },
    } as never);
    await refused(slotted, { toSlot: slot }, /2026-11-21/);
  });

  it("parts of a combo, refunds above the limit, and tickets that went back", async () => {
    await park.priceOn(park.typeId, tomorrow, 0);
    const sold = await sellToChange(backend, park.typeId);
    const { data } = await quotationOf(backend, { orderId: sold.orderId, ticketIds: sold.ticketIds, toDay: tomorrow });
    expect(data.back).toBe(29_400);
    await backend.sql("update ticket set combo_set = 1 where id = $1", [sold.ticketIds[0]]);
    await refused(sold, { toDay: later }, /是组合票的一部分/);
    await backend.sql("update ticket set combo_set = null where id = $1", [sold.ticketIds[0]]);
    const [ticketId = 0] = sold.ticketIds;
    await backend.call(refundOrder, {
      ...{ orderId: sold.orderId, ticketIds: [ticketId], idempotencyKey: fresh("refund-key"), reason: "退" },
    });
    await refused(sold, { toDay: later }, /已退款，不能改签|正在退款，不能改签/);
  });

  it("more than a mobile may have of the new day", async () => {
    const typeId = await park.addType({ name: "限购票", listPrice: 10_000, perMobileDay: 3, ...(await rule({})) });
    const sold = await sellToChange(backend, typeId, { contactMobile: "13800138000" });
    const lines = [{ ticketTypeId: typeId, quantity: 2 }];
    await sellToChange(backend, typeId, { contactMobile: "13800138000", visitDay: tomorrow, lines });
    await refused(sold, {}, /每个手机每天限购 3 张/);
    expect((await changeOf(backend, toTomorrow(sold, { ticketIds: sold.ticketIds.slice(0, 1) }))).message).toBe("");
  });

  it("a difference of tickets that are not refundable stays", async () => {
    const typeId = await park.addType({ listPrice: 10_000, refundRule: "never", ...(await rule({})) });
    await park.priceOn(typeId, tomorrow, 7000);
    const sold = await sellToChange(backend, typeId);
    const done = await changeOf(backend, toTomorrow(sold, { expectedDue: 0 }));
    expect([done.message, done.data]).toMatchObject(["", { due: 0, back: 0 }]);
  });

  it("who may not, who is of another corp, and whose order it is not", async () => {
    const sold = await sellToChange(backend, park.typeId);
    const { token: keeper } = await backend.createUser({ grants: ["offlineOrderList"] });
    expect((await changeOf(backend, toTomorrow(sold), keeper)).status).toBe(403);
    const stranger = await backend.createCorp("0002");
    expect((await changeOf(backend, toTomorrow(sold), stranger)).status).toBe(404);
    const { token: other } = await backend.createUser({ grants: ["buyTktLog", "buyTktLog/order:change"] });
    expect((await changeOf(backend, toTomorrow(sold), other)).status).toBe(404);
    expect(await goodTickets(backend, sold.orderId)).toEqual(sold.ticketIds);
  });
});
