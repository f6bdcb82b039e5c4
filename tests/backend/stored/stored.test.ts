/** Stored-value cards: what is put onto them, spent, given back and moved, and who may do it. */
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { seasonCard } from "~/contract/card/card";
import { sellCard } from "~/contract/card/counter";
import { cashUp } from "~/contract/order/cash-up";
import { refundOrder } from "~/contract/order/order";
import { smartCard } from "~/contract/stored/card";
import { storedCounter, storedOwed, storedStatement } from "~/contract/stored/counter";
import { storedRule, storedRuleSays } from "~/contract/stored/rule";
import { openTestBackend, type TestBackend } from "~tests/support/backend";
import { changed, digests } from "~tests/support/digests";
import { checkInvariants } from "~tests/support/invariants";
import { createPark, fresh, friday } from "~tests/support/park";
import { race, raceIsReal } from "~tests/support/race";
import { identityOf, openStoredShop, type StoredShop } from "./support";

let backend: TestBackend;
let shop: StoredShop;
let typeId = 0;
beforeAll(async () => {
  backend = await openTestBackend();
  shop = await openStoredShop(backend);
});
beforeEach(async () => {
  backend.setNow(friday);
  typeId = await shop.addType();
});
afterAll(async () => {
  await checkInvariants(backend);
  await backend.close();
});

const { methods } = smartCard;
const days = (n: number) => backend.setNow(new Date(friday.getTime() + n * 86_400_000));
const held = async (id: number) => {
  const [row] = await backend.sql<{ status: string; principal: number; gift: number; deposit: number }>(
    "select status, principal::int, gift::int, deposit::int from stored_card where id = $1",
    [id],
  );
  return row;
};
const topUp = (id: number, amount: number, more: object = {}) =>
  backend.call(methods.topUp, { id, amount, paymentType: "cash", ...more } as never);
const spend = (id: number, amount: number, as = backend.admin) =>
  backend.call(methods.spend, { id, amount, what: null } as never, { as });
const refund = (id: number, amount: number) => backend.call(methods.refund, { id, amount, reason: "不用了" } as never);
const ways = (id: number) =>
  backend.sql("select payment_type, paid::int from stored_way where card_id = $1 order by id", [id]);
const orderOf = async (answer: Record<string, unknown> | undefined) => Number(answer?.orderId);

describe("a sale and a top-up", () => {
  test("fees are an order, deposit and balance are money held, and the tier that is reached brings its gift", async () => {
    const type = await shop.addType({ cardFeeId: shop.feeId });
    const card = await shop.stock(type);
    const reply = await backend.call(methods.sell, {
      ...{
        id: card.id,
        holderName: "李明",
        identity: identityOf(),
        mobile: null,
        amount: 50_000,
        paymentType: "wechat",
      },
    } as never);
    expect(reply.message).toBe("");
    expect(await held(card.id)).toEqual({ status: "active", principal: 50_000, gift: 8_000, deposit: 2_000 });
    expect(await ways(card.id)).toEqual([{ payment_type: "wechat", paid: 52_000 }]);
    const [order] = await backend.sql("select payable::int, paid::int from orders where order_no = $1", [
      reply.data.answer?.orderNo,
    ]);
    expect(order).toEqual({ payable: 1_000, paid: 1_000 });
    expect((await topUp(card.id, 9_999)).data.answer).toMatchObject({ gift: 0 });
    expect(await held(card.id)).toMatchObject({ principal: 59_999, gift: 8_000 });
  });

  test("the second press of a top-up tops up nothing", async () => {
    const { id } = await shop.sold(typeId);
    const idempotencyKey = fresh("top-up-key");
    const [first, second] = [await topUp(id, 10_000, { idempotencyKey }), await topUp(id, 10_000, { idempotencyKey })];
    expect(second.data).toEqual(first.data);
    expect(await held(id)).toMatchObject({ principal: 10_000, gift: 1_000 });
  });

  test("pressed at four tills at once by one key it is one top-up; control: by keys of their own it is four", async () => {
    const atOnce = async (keyOf: (n: number) => string) => {
      const { id } = await shop.sold(typeId);
      const replies = await race(backend, 4, (n) => topUp(id, 10_000, { idempotencyKey: keyOf(n) }));
      expect(replies.some(({ success }) => success)).toBe(true);
      return (await held(id))?.principal;
    };
    const key = fresh("one-top-up-key");
    expect(await atOnce(() => key)).toBe(10_000);
    expect(await atOnce((n) => fresh(`own-top-up-key-${n}`))).toBe(40_000);
  });

  test("an unnamed card holds 1,000 yuan and a named one 5,000; what is refused writes nothing", async () => {
    const unnamed = await shop.sold(typeId, { holderName: null, identity: null });
    const named = await shop.sold(typeId);
    expect((await topUp(unnamed.id, 100_000)).success).toBe(true);
    expect((await topUp(named.id, 500_000)).success).toBe(true);
    const before = await digests(backend);
    expect((await topUp(unnamed.id, 1)).errors?.amount?.[0]).toContain("不记名卡本金最多 1000.00 元");
    expect((await topUp(named.id, 1)).errors?.amount?.[0]).toContain("记名卡本金最多 5000.00 元");
    expect((await topUp(named.id, 0)).status).toBe(422);
    expect((await topUp(named.id, 1, { paymentType: "storedCard" })).errors?.paymentType).toBeDefined();
    expect((await topUp(named.id, 1, { paymentType: "shells" })).errors?.paymentType).toBeDefined();
    expect((await spend(named.id, 999_999)).message).toContain("余额不足");
    expect((await refund(named.id, 500_001)).errors?.amount?.[0]).toBe("最多可退本金 5000.00 元");
    expect((await backend.call(methods.reportLoss, { id: unnamed.id, reason: null })).message).toBe("不记名卡不挂失");
    expect(changed(before, await digests(backend))).toEqual([]);
  });

  test("a type of stored value is no season card, and the other way round", async () => {
    const wrong = await backend.call(seasonCard.methods.save, { number: fresh("X"), cardTypeId: typeId } as never);
    expect(Object.keys(wrong.errors ?? {})).toEqual(["cardTypeId"]);
    const payload = { idempotencyKey: fresh("sell-card-key"), cardTypeId: typeId, number: "", paymentType: "cash" };
    const sale = await backend.call(sellCard, {
      ...payload,
      holders: [{ name: "王", identity: identityOf() }],
    } as never);
    expect(sale.message).toContain("储值卡窗口");
  });
});

describe("spending", () => {
  test("is an order that the card paid: principal first or gift first by the type, and no money at the till twice", async () => {
    const { id } = await shop.sold(typeId, { amount: 10_000 });
    expect((await spend(id, 10_500)).message).toBe("");
    expect(await held(id)).toMatchObject({ principal: 0, gift: 500 });
    const first = await shop.sold(await shop.addType({ giftOrder: "first" }), { amount: 10_000 });
    const reply = await spend(first.id, 1_500);
    expect(await held(first.id)).toMatchObject({ principal: 9_500, gift: 0 });
    const orderId = await orderOf(reply.data.answer);
    expect(await backend.sql("select payment_type, amount::int from payment where order_id = $1", [orderId])).toEqual([
      { payment_type: "storedCard", amount: 1_500 },
    ]);
    const { data } = await backend.call(cashUp, { from: "2026-11-20", to: "2026-11-20" });
    const own = data.rows.find(({ paymentType }) => paymentType === "storedCard");
    expect(own).toMatchObject({ taken: 12_000, due: 0 });
  });

  test("a refund of the order goes back to the card in the proportion that was taken", async () => {
    const { id } = await shop.sold(await shop.addType({ giftOrder: "first" }), { amount: 10_000 });
    const reply = await spend(id, 4_000);
    expect(await held(id)).toMatchObject({ principal: 7_000, gift: 0 });
    const idempotencyKey = fresh("refund-key");
    const payload = { orderId: await orderOf(reply.data.answer), reason: "退餐", idempotencyKey };
    const [charge] = await backend.sql<{ id: number; line_id: number }>(
      "select id::int, line_id::int from stored_charge where order_id = $1",
      [payload.orderId],
    );
    const pieces = [{ id: charge?.id, lineId: charge?.line_id }];
    const back = await backend.call(refundOrder, { ...payload, pieces } as never);
    expect(back.message).toBe("");
    expect(await held(id)).toMatchObject({ principal: 10_000, gift: 1_000 });
    await checkInvariants(backend);
  });

  test("by the rule of its place: free part, discount, most of a day; nowhere else; said back in sentences", async () => {
    const { parkId } = shop.park;
    const ruleId = await backend.saved(storedRule.methods.save, {
      ...{ name: "园内九折", cardTypeId: typeId, places: [{ parkId, posId: null }], percent: 90 },
      ...{ dailyMost: 9_000, freeDaily: 1_000, remark: null },
    });
    const { data } = await backend.call(storedRuleSays, { id: ruleId });
    expect(data.sentences.slice(1)).toEqual([
      "每卡每日前 10.00 元免费。",
      "按 90% 扣款。",
      "每卡每日最多消费 90.00 元。",
    ]);
    const clerk = await backend.createUser({
      grants: ["smartCardList", "smartCardList/smartCard:spend"],
      parks: [parkId],
    });
    const { id } = await shop.sold(typeId, { amount: 50_000 });
    const asked = await backend.call(storedCounter, { cardId: id, amount: 6_000 }, { as: clerk.token });
    expect(asked.data.card?.quote).toMatchObject({
      free: 1_000,
      off: 500,
      payable: 4_500,
      fromPrincipal: 4_500,
      whyNot: "",
    });
    expect((await spend(id, 6_000, clerk.token)).message).toBe("");
    expect((await spend(id, 5_000, clerk.token)).message).toBe("");
    const over = await spend(id, 1, clerk.token);
    expect([over.status, over.message]).toEqual([409, "今日已消费 90.00 元，每日最多 90.00 元"]);
    const other = await createPark(backend);
    const elsewhere = await backend.createUser({
      grants: ["smartCardList", "smartCardList/smartCard:spend"],
      parks: [other.parkId],
    });
    expect((await spend(id, 100, elsewhere.token)).message).toBe("“青云储值卡”不能在此消费");
    days(1);
    expect((await spend(id, 1_000, clerk.token)).data.answer).toMatchObject({ payable: 0 });
  });

  test("two tills spend the same balance: one does, and nothing is below zero", async () => {
    const { id } = await shop.sold(typeId, { amount: 10_000 });
    const all = await race(backend, 2, () => spend(id, 8_000));
    expect(all.map(({ status }) => status).sort()).toEqual([200, 409]);
    expect(await held(id)).toMatchObject({ principal: 2_000, gift: 1_000 });
  });

  test.runIf(raceIsReal)("control: by what each till has read alone, the card is spent twice", async () => {
    const [usual, usualShop] = [backend, shop];
    backend = await openTestBackend();
    shop = await openStoredShop(backend);
    const { id } = await shop.sold(await shop.addType(), { amount: 10_000 });
    const left = await Promise.all([1, 2].map(async () => (await held(id))?.principal ?? 0));
    await backend.sql("alter table stored_card drop constraint stored_card_principal_floor");
    await backend.sql("drop trigger ledger_agrees on stored_card");
    for (const principal of left)
      if (principal >= 8_000)
        await backend.sql("update stored_card set principal = principal - 8000 where id = $1", [id]);
    expect(await held(id)).toMatchObject({ principal: -6_000 });
    await expect(checkInvariants(backend)).rejects.toThrow();
    await backend.close();
    [backend, shop] = [usual, usualShop];
  });
});

describe("money goes back", () => {
  test("principal the ways it came with cash last, its gift forfeited, never more than is there", async () => {
    const { id } = await shop.sold(typeId, { amount: 10_000 });
    await topUp(id, 10_000, { paymentType: "wechat" });
    expect((await refund(id, 5_000)).data.notice).toBe(
      (await smart(id)).concat(" 退还本金 50.00 元，赠送金作废 5.00 元"),
    );
    expect(await held(id)).toMatchObject({ principal: 15_000, gift: 1_500 });
    expect(await ways(id)).toEqual([
      { payment_type: "cash", paid: 10_000 },
      { payment_type: "wechat", paid: 5_000 },
    ]);
    expect((await backend.call(methods.cancel, { id, reason: "搬家" } as never)).message).toBe("");
    expect(await held(id)).toEqual({ status: "cancelled", principal: 0, gift: 0, deposit: 0 });
    expect(await ways(id)).toMatchObject([{ paid: 0 }, { paid: 0 }]);
  });

  test("within seven days alone where the type says so", async () => {
    const { id } = await shop.sold(await shop.addType({ refundRule: "sevenDays" }), { amount: 20_000 });
    days(5);
    await topUp(id, 5_000);
    days(9);
    expect((await refund(id, 5_001)).errors?.amount?.[0]).toBe("仅充值七日内的未用本金可退，现可退 50.00 元");
    expect((await backend.call(methods.cancel, { id, reason: "搬家" } as never)).message).toContain("200.00 元本金");
    expect((await refund(id, 5_000)).success).toBe(true);
    days(20);
    expect((await refund(id, 1)).status).toBe(422);
  });

  test("above the limit a second person decides", async () => {
    const { id } = await shop.sold(typeId, { amount: 60_000 });
    const reply = await refund(id, 50_001);
    expect([reply.status, reply.data.waiting]).toEqual([200, true]);
    expect(await held(id)).toMatchObject({ principal: 60_000 });
  });
});

const smart = async (id: number) =>
  (await backend.sql<{ number: string }>("select number from stored_card where id = $1", [id]))[0]?.number ?? "";

describe("loss, replacement and time", () => {
  test("a lost card is spent nowhere; its replacement has everything, and what is refunded later goes there", async () => {
    const type = await shop.addType({ cardFeeId: shop.feeId, giftOrder: "first" });
    const { id } = await shop.sold(type, { amount: 10_000 });
    const bought = await spend(id, 3_000);
    expect((await backend.call(methods.reportLoss, { id, reason: null })).success).toBe(true);
    expect((await spend(id, 1)).status).toBe(409);
    expect((await topUp(id, 1)).status).toBe(409);
    const reply = await backend.call(methods.replace, { id, number: null, paymentType: "cash" } as never);
    expect(reply.message).toBe("");
    const next = Number(reply.data.answer?.cardId);
    expect([await held(id), await held(next)]).toEqual([
      { status: "replaced", principal: 0, gift: 0, deposit: 0 },
      { status: "active", principal: 8_000, gift: 0, deposit: 2_000 },
    ]);
    const [piece] = await backend.sql<{ id: number; lineId: number }>(
      `select id::int, line_id::int as "lineId" from stored_charge where order_id = $1`,
      [await orderOf(bought.data.answer)],
    );
    const orderId = await orderOf(bought.data.answer);
    const idempotencyKey = fresh("refund-key");
    await backend.call(refundOrder, { orderId, reason: "退", idempotencyKey, pieces: [piece] } as never);
    expect(await held(next)).toMatchObject({ principal: 10_000, gift: 1_000 });
    await checkInvariants(backend);
  });

  test("a balance outlives the card's term: spending waits until it is extended, a refund does not", async () => {
    const { id } = await shop.sold(await shop.addType({ months: 1 }), { amount: 10_000 });
    expect((await backend.call(methods.prolong, { id })).status).toBe(409);
    days(40);
    expect((await spend(id, 100)).message).toContain("已于 2026-12-19 到期");
    expect((await refund(id, 1_000)).success).toBe(true);
    expect((await backend.call(methods.prolong, { id })).message).toBe("");
    expect((await spend(id, 100)).success).toBe(true);
  });
});

describe("what is owed", () => {
  test("is the ledger's as of any day, by type; a card's statement begins and ends with it", async () => {
    const { id, number } = await shop.sold(typeId, { amount: 10_000 });
    days(1);
    await spend(id, 4_000);
    const on = async (day: string) => {
      const { data } = await backend.call(storedOwed, { day });
      return data.rows.find(({ cardTypeId }) => cardTypeId === typeId);
    };
    expect(await on("2026-11-19")).toBeUndefined();
    expect(await on("2026-11-20")).toMatchObject({ cards: 1, principal: 10_000, gift: 1_000 });
    expect(await on("2026-11-21")).toMatchObject({ cards: 1, principal: 6_000, gift: 1_000 });
    const { data } = await backend.call(storedStatement, { id, from: "2026-11-21", to: "2026-11-21" });
    expect(data).toMatchObject({ number, opening: { principal: 10_000 }, closing: { principal: 6_000, gift: 1_000 } });
    expect(data.rows.map(({ kind, change }) => [kind, change])).toEqual([["消费（本金）", -4_000]]);
  });
});

describe("who may", () => {
  test("another tenant finds nothing; without the right nothing moves", async () => {
    const { id } = await shop.sold(typeId, { amount: 10_000 });
    const as = await backend.createCorp(fresh("T").replaceAll("-", ""));
    await createPark(backend, as);
    expect((await backend.call(storedCounter, { cardId: id }, { as })).status).toBe(404);
    expect((await backend.call(storedStatement, { id }, { as })).status).toBe(404);
    expect((await spend(id, 100, as)).status).toBe(404);
    expect((await backend.call(storedOwed, {}, { as })).data.rows).toEqual([]);
    const reader = await backend.createUser({ grants: ["smartCardList"] });
    expect((await spend(id, 100, reader.token)).status).toBe(403);
    expect((await backend.call(storedOwed, {}, { as: reader.token })).status).toBe(403);
    expect(await held(id)).toMatchObject({ principal: 10_000 });
  });
});
