/** A stored-value card pays tickets at the counter: by its rules, never overdrawn, and what goes back goes back onto it. */

import { sql } from "drizzle-orm";
import { afterEach, beforeEach, describe, expect, it, test } from "vitest";
import type { PayloadOf } from "~/contract/method";
import { cashUp } from "~/contract/order/cash-up";
import { refundOrder } from "~/contract/order/order";
import { smartCard } from "~/contract/stored/card";
import { storedRule } from "~/contract/stored/rule";
import { changeTickets } from "~/contract/ticket/change";
import { getCounter, quoteSale, sellTickets } from "~/contract/ticket/sale";
import { paysFrom } from "~server/backend/business/order/payment/by-account";
import { readCard } from "~server/backend/business/stored/read-card";
import { cardPayer, readLocked } from "~server/backend/business/stored/spending";
import { openTestBackend, type TestBackend } from "~tests/support/backend";
import { changed, digests } from "~tests/support/digests";
import { checkInvariants } from "~tests/support/invariants";
import { fresh, saleOf, today } from "~tests/support/park";
import { meeting, race, raceIsReal } from "~tests/support/race";
import { freely } from "../ticket/changing";
import { openStoredShop, type StoredShop } from "./support";

let backend: TestBackend;
let shop: StoredShop;
let typeId = 0;
beforeEach(async () => {
  backend = await openTestBackend();
  shop = await openStoredShop(backend);
  typeId = await shop.addType();
});
afterEach(() => backend.close());

type Sale = Partial<PayloadOf<typeof sellTickets>>;
const sell = (payload: Sale, as?: string) =>
  backend.call(sellTickets, saleOf(shop.park.adultId, payload), as === undefined ? {} : { as });
/** Two adults, 160 yuan, with the card alone. */
const byCard = (accountNo: string, more: Sale = {}): Sale => ({ paymentType: "storedCard", accountNo, ...more });
const held = async (id: number) =>
  (
    await backend.sql<{ principal: number; gift: number }>(
      "select principal::int, gift::int from stored_card where id = $1",
      [id],
    )
  )[0];
const paid = (orderId: number) =>
  backend.sql("select payment_type, amount::int from payment where order_id = $1 order by id", [orderId]);
const rule = (fields: Record<string, unknown>) =>
  backend.saved(storedRule.methods.save, {
    ...{ name: fresh("规则"), cardTypeId: typeId, percent: 100, dailyMost: null, freeDaily: null, places: [] },
    ...{ remark: null, ...fields },
  });

describe("pays the whole", () => {
  it("the counter offers it once somebody has a card, the quotation says who pays, and the sale takes it", async () => {
    expect((await backend.call(getCounter, {})).data.accountTypes).toEqual([]);
    const card = await shop.sold(typeId, { amount: 50_000 });
    const counter = (await backend.call(getCounter, {})).data;
    expect(counter.accountTypes).toEqual(["storedCard"]);
    expect(counter.paymentTypes.map(({ value }) => value)).toContain("storedCard");
    const lines = [{ ticketTypeId: shop.park.adultId, quantity: 2 }];
    const quoted = await backend.call(quoteSale, { visitDay: today, lines, ...byCard(card.number) } as never);
    expect(quoted.data).toMatchObject({ payable: 16_000, whyNot: "" });
    expect(quoted.data.payer).toContain(card.number);
    expect(await held(card.id)).toEqual({ principal: 50_000, gift: 8_000 });
    const sold = await sell(byCard(card.number, { expectedPayable: 16_000 }));
    expect(sold.status).toBe(200);
    expect(await held(card.id)).toEqual({ principal: 34_000, gift: 8_000 });
    expect(await paid(sold.data.orderId)).toEqual([{ payment_type: "storedCard", amount: 16_000 }]);
    const { data } = await backend.call(cashUp, { from: today, to: today });
    expect(data.rows.find(({ paymentType }) => paymentType === "storedCard")).toMatchObject({ taken: 16_000, due: 0 });
    await checkInvariants(backend);
  });

  it("principal and gift by the type's rule, and back in the same proportion, ticket by ticket", async () => {
    const giftFirst = await shop.addType({ giftOrder: "first" });
    const card = await shop.sold(giftFirst, { amount: 50_000 });
    const sold = await sell(byCard(card.number));
    expect(await held(card.id)).toEqual({ principal: 42_000, gift: 0 });
    const [first] = await backend.sql<{ id: number }>("select id::float8 as id from ticket order by id");
    const back = (more: object) =>
      backend.call(refundOrder, {
        ...{ orderId: sold.data.orderId, idempotencyKey: fresh("refund"), reason: "不去了" },
        ...more,
      } as never);
    expect((await back({ ticketIds: [first?.id ?? 0] })).data).toMatchObject({ amount: 8_000, state: "done" });
    expect(await held(card.id)).toEqual({ principal: 46_000, gift: 4_000 });
    await checkInvariants(backend);
    expect((await back({})).data).toMatchObject({ amount: 8_000 });
    expect(await held(card.id)).toEqual({ principal: 50_000, gift: 8_000 });
    await checkInvariants(backend);
  });

  it("the rule of the place: its discount and the free part of the day make the order cheaper, once a day", async () => {
    await rule({ percent: 90, freeDaily: 1_000 });
    const card = await shop.sold(typeId, { amount: 50_000 });
    const lines = [{ ticketTypeId: shop.park.adultId, quantity: 2 }];
    const quote = () => backend.call(quoteSale, { visitDay: today, lines, ...byCard(card.number) } as never);
    // 160.00: 10.00 for nothing, ten per cent off the other 150.00.
    expect((await quote()).data).toMatchObject({ total: 16_000, discount: 2_500, payable: 13_500 });
    const first = await sell(byCard(card.number, { expectedPayable: 13_500 }));
    expect(first.status).toBe(200);
    expect(await held(card.id)).toEqual({ principal: 36_500, gift: 8_000 });
    expect((await quote()).data).toMatchObject({ payable: 14_400 });
    const again = await sell(byCard(card.number, { expectedPayable: 13_500 }));
    expect(again.status).toBe(409);
    const prices = await backend.sql<{ price: number }>("select price::int from ticket");
    expect(prices.reduce((sum, { price }) => sum + price, 0)).toBe(13_500);
    await backend.call(refundOrder, {
      ...{ orderId: first.data.orderId, idempotencyKey: fresh("refund"), reason: "不去了" },
    });
    expect(await held(card.id)).toEqual({ principal: 50_000, gift: 8_000 });
    expect((await quote()).data).toMatchObject({ payable: 13_500 });
    await checkInvariants(backend);
  });

  it("an order that is free by the rule counts in the card's day", async () => {
    await rule({ freeDaily: 16_000 });
    const card = await shop.sold(typeId, { amount: 50_000 });
    expect((await sell(byCard(card.number, { expectedPayable: 0 }))).status).toBe(200);
    expect(await held(card.id)).toEqual({ principal: 50_000, gift: 8_000 });
    expect((await sell(byCard(card.number, { expectedPayable: 16_000 }))).status).toBe(200);
    await checkInvariants(backend);
  });
});

describe("pays a part", () => {
  it("beside cash, at the full price; both go back the way they came", async () => {
    await rule({ percent: 50 });
    const card = await shop.sold(typeId, { amount: 10_000 });
    const payments = [
      { paymentType: "storedCard", amount: 6_000 },
      { paymentType: "cash", amount: 10_000 },
    ];
    const sold = await sell({ payments, paymentType: undefined, accountNo: card.number, expectedPayable: 16_000 });
    expect(sold.status).toBe(200);
    expect(await held(card.id)).toEqual({ principal: 4_000, gift: 1_000 });
    expect(await paid(sold.data.orderId)).toEqual([
      { payment_type: "storedCard", amount: 6_000 },
      { payment_type: "cash", amount: 10_000 },
    ]);
    await backend.call(refundOrder, {
      ...{ orderId: sold.data.orderId, idempotencyKey: fresh("refund"), reason: "不去了" },
    });
    expect(await held(card.id)).toEqual({ principal: 10_000, gift: 1_000 });
    expect(
      await backend.sql("select payment_type, sum(amount)::int as left from payment group by 1 order by 1"),
    ).toEqual([
      { payment_type: "cash", left: 0 },
      { payment_type: "storedCard", left: 0 },
    ]);
    await checkInvariants(backend);
  });
});

describe("is refused, and nothing is written", () => {
  async function refusedWith(payload: Sale, as?: string) {
    const before = await digests(backend);
    const reply = await sell(payload, as);
    expect(changed(before, await digests(backend))).toEqual([]);
    return reply;
  }

  it("without a number, with one that nothing is paid with, and one that there is not", async () => {
    const card = await shop.sold(typeId, { amount: 50_000 });
    expect((await refusedWith(byCard(""))).errors).toEqual({ accountNo: ["请刷卡或输入储值卡号"] });
    expect((await refusedWith({ paymentType: "cash", accountNo: card.number })).status).toBe(422);
    expect((await refusedWith(byCard("nobody"))).errors?.accountNo).toBeDefined();
    const stranger = await backend.createCorp("0002");
    expect((await refusedWith(byCard(card.number), stranger)).status).toBe(422);
  });

  it("lost, cancelled, too little on it, above its day, or not at this place", async () => {
    const card = await shop.sold(typeId, { amount: 50_000 });
    const poor = await shop.sold(typeId, { amount: 10_000 });
    expect((await refusedWith(byCard(poor.number))).errors?.accountNo?.[0]).toContain("余额不足");
    await backend.call(smartCard.methods.reportLoss, { id: card.id, reason: null } as never);
    const lost = await refusedWith(byCard(card.number));
    expect([lost.status, lost.errors?.accountNo?.[0]]).toEqual([422, expect.stringContaining("挂失")]);
    const other = await shop.sold(typeId, { amount: 50_000 });
    await rule({ dailyMost: 20_000, places: [{ parkId: shop.park.parkId, posId: null }] });
    expect((await sell(byCard(other.number))).status).toBe(200);
    expect((await refusedWith(byCard(other.number))).errors?.accountNo).toBeDefined();
    expect((await backend.sql("select 1 from orders where state = 'paid'")).length).toBeGreaterThan(0);
    const { token } = await backend.createUser({ grants: ["buyTktList"] });
    expect((await refusedWith(byCard(other.number), token)).status).toBe(403);
    await checkInvariants(backend);
  });
});

it("pressed twice it takes once", async () => {
  const card = await shop.sold(typeId, { amount: 50_000 });
  const payload = saleOf(shop.park.adultId, byCard(card.number));
  const [one, other] = [await backend.call(sellTickets, payload), await backend.call(sellTickets, payload)];
  expect(other.data).toEqual(one.data);
  expect(await held(card.id)).toEqual({ principal: 34_000, gift: 8_000 });
});

it("a difference that a change gives back goes onto the card", async () => {
  const card = await shop.sold(typeId, { amount: 50_000 });
  const dear = await shop.park.addType({
    ...{ name: "可改票", listPrice: 10_000, facePrice: 10_000 },
    ...freely,
    changeFee: 0,
  });
  const sold = await sell(byCard(card.number, { lines: [{ ticketTypeId: dear, quantity: 1 }] }));
  expect(sold.status).toBe(200);
  expect(await held(card.id)).toEqual({ principal: 40_000, gift: 8_000 });
  const { pricePolicySave } = await import("~/contract/ticket/price");
  await backend.call(pricePolicySave, {
    ...{
      name: "明日特价",
      ticketTypeId: dear,
      channel: "any",
      customerGroup: "any",
      weekdays: "TTTTTTT",
      holidays: "any",
    },
    ...{ startDay: "2026-11-21", endDay: "2026-11-21", slot: "", price: 7_000, priority: 5 },
  } as never);
  const [ticket] = await backend.sql<{ id: number }>("select id::float8 as id from ticket");
  const change = await backend.call(changeTickets, {
    ...{ orderId: sold.data.orderId, ticketIds: [ticket?.id ?? 0], toDay: "2026-11-21", reason: "改期" },
    ...{ idempotencyKey: fresh("change"), paymentType: "cash" },
  } as never);
  expect(change.status).toBe(200);
  expect(await held(card.id)).toEqual({ principal: 43_000, gift: 8_000 });
  await checkInvariants(backend);
});

describe("two tills at once", () => {
  async function manyTills() {
    const card = await shop.sold(typeId, { amount: 40_000 });
    const all = await race(backend, 6, () => sell(byCard(card.number)));
    return { card, sold: all.filter(({ status }) => status === 200).length };
  }

  test("never overdraw it: 400 yuan and 40 of gift pay two orders of 160, not six", async () => {
    const { card, sold } = await manyTills();
    expect(sold).toBe(2);
    expect(await held(card.id)).toMatchObject({ principal: 8_000 });
    await checkInvariants(backend);
  });

  /** Four orders at once of a card with a free part of ten yuan a day. */
  async function freeGiven() {
    await rule({ freeDaily: 1_000 });
    const card = await shop.sold(typeId, { amount: 100_000 });
    const all = await race(backend, 4, () => sell(byCard(card.number)));
    expect(all.filter(({ status }) => status === 200).length).toBeGreaterThan(0);
    return (await backend.sql<{ free: number }>("select sum(free)::int as free from stored_spend"))[0]?.free;
  }

  test("the free part of the day is given once", async () => {
    expect(await freeGiven()).toBe(1_000);
    await checkInvariants(backend);
  });

  test.runIf(raceIsReal)("control: read without the lock, each finds the free part for itself", async () => {
    const together = meeting(4);
    paysFrom(
      cardPayer(async (call, number) => {
        const card = await readCard(call, sql`c.number_key = ${number.toLowerCase()}`);
        // Everybody has looked before anybody takes.
        await together();
        return card;
      }),
    );
    try {
      expect(await freeGiven()).toBeGreaterThan(1_000);
    } finally {
      paysFrom(cardPayer(readLocked));
    }
  });
});
