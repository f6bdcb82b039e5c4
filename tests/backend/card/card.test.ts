/** Cards: their states, what is paid for them and goes back, and who may touch them. */
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { seasonCard } from "~/contract/card/card";
import { cardLedger } from "~/contract/card/card-ledger";
import { cardCounter, sellCard } from "~/contract/card/counter";
import { seasonCardLog } from "~/contract/card/log";
import { cardType, cardTypeSays } from "~/contract/card/type";
import { decideRefund, refundOrder } from "~/contract/order/order";
import { openTestBackend, type TestBackend } from "~tests/support/backend";
import { changed, digests } from "~tests/support/digests";
import { checkInvariants } from "~tests/support/invariants";
import { createPark, fresh, friday } from "~tests/support/park";
import { race, raceIsReal, raceToInsert } from "~tests/support/race";
import { openShop, person, type Shop } from "./support";

let backend: TestBackend;
let shop: Shop;
let typeId = 0;
beforeAll(async () => {
  backend = await openTestBackend();
  shop = await openShop(backend);
});
beforeEach(async () => {
  backend.setNow(friday);
  typeId = await shop.addType();
});
afterAll(async () => {
  await checkInvariants(backend);
  await backend.close();
});

const { methods } = seasonCard;
const days = (n: number) => backend.setNow(new Date(friday.getTime() + n * 86_400_000));
const sold = async (payload: Parameters<Shop["sell"]>[1] = {}, type = typeId) => {
  const reply = await shop.sell(type, payload);
  if (!reply.success) throw new Error(`${reply.status} ${reply.message} ${JSON.stringify(reply.errors)}`);
  return reply.data;
};
const active = async (payload: Parameters<Shop["sell"]>[1] = {}, type = typeId) => {
  const card = await sold(payload, type);
  expect((await backend.call(methods.activate, { id: card.cardId })).message).toBe("");
  return card;
};
const row = async (id: number) => {
  const [found] = await backend.sql(
    "select status, valid_from::text, valid_to::text, deposit::int, frozen_for from season_card where id = $1",
    [id],
  );
  return found;
};
const steps = (id: number) =>
  backend.sql("select step, amount::int from season_card_log where card_id = $1 order by id", [id]);
const payments = (orderId: number) =>
  backend.sql("select payment_type, amount::int from payment where order_id = $1 order by id", [orderId]);

describe("a sale", () => {
  test("takes price and fee through an order and the deposit through its ledger; the second press sells nothing", async () => {
    const payload = {
      idempotencyKey: fresh("sell-card-key"),
      holders: [person()],
      expectedPayable: 31_000,
      expectedDeposit: 2_000,
    };
    const card = await sold(payload);
    expect(await sold(payload)).toEqual(card);
    expect(await row(card.cardId)).toEqual({
      ...{ status: "sold", valid_from: "2026-11-20", valid_to: "2027-11-19", deposit: 2_000, frozen_for: null },
    });
    expect(await payments(card.orderId)).toEqual([{ payment_type: "wechat", amount: 31_000 }]);
    expect(await steps(card.cardId)).toEqual([{ step: "sell", amount: 31_000 }]);
    const { data } = await backend.call(cardLedger.rows.methods.list, { filters: { cardId: String(card.cardId) } });
    expect(data.records.map(({ kind, heldChange }) => [kind, heldChange])).toEqual([["take", 2_000]]);
    await checkInvariants(backend);
  });

  test("takes a card out of stock once, and refuses a number that is not there", async () => {
    const number = fresh("A");
    await backend.saved(methods.save, { number, cardTypeId: typeId });
    expect((await sold({ number })).number).toBe(number);
    const before = await digests(backend);
    expect((await shop.sell(typeId, { number })).message).toBe(`库存中没有卡号 ${number} 的“青云山年卡”`);
    expect((await shop.sell(typeId, { number: "none" })).status).toBe(409);
    expect(changed(before, await digests(backend))).toEqual([]);
  });

  test("what the type asks for, a price that moved, and a payment type that is none are refused and write nothing", async () => {
    const asking = await shop.addType({ asksMobile: true });
    const before = await digests(backend);
    const wrong = async (payload: object, type = typeId) => Object.keys((await shop.sell(type, payload)).errors ?? {});
    expect(await wrong({ holders: [{ name: "王", identity: "" }] })).toEqual(["holders.0.identity"]);
    expect(await wrong({ holders: [{ name: "王", identity: "110101199001011230" }] })).toEqual(["holders.0.identity"]);
    expect(await wrong({ holders: [person(), person()] })).toEqual(["holders"]);
    expect(await wrong({}, asking)).toEqual(["mobile"]);
    expect(await wrong({ paymentType: "shells" })).toEqual(["paymentType"]);
    expect(await wrong({}, 99_999_999)).toEqual(["cardTypeId"]);
    expect((await shop.sell(typeId, { expectedPayable: 30_000 })).message).toContain("310.00");
    const deposit = await shop.sell(typeId, { expectedPayable: 31_000, expectedDeposit: 1_000 });
    expect(deposit.message).toBe("押金有变：现在应收 20.00 元，页面上是 10.00 元，请确认后重新提交");
    expect(changed(before, await digests(backend))).toEqual([]);
  });

  test("one person holds one card of a type: a second is refused until the first is over", async () => {
    const holders = [person("李明")];
    const first = await active({ holders });
    expect((await shop.sell(typeId, { holders })).message).toBe(`李明 已有一张“青云山年卡”（${first.number}）`);
    expect((await shop.sell(await shop.addType({ name: "季卡" }), { holders })).success).toBe(true);
    days(366);
    expect((await shop.sell(typeId, { holders })).success).toBe(true);
    expect(await row(first.cardId)).toMatchObject({ status: "expired" });
  });

  test("two tills sell the same person the same type: one sells", async () => {
    const holders = [person()];
    const all = await raceToInsert(backend, "season_card_holder", 2, () => shop.sell(typeId, { holders }));
    expect(all.map(({ status }) => status).sort()).toEqual([200, 409]);
    expect(all.find(({ status }) => status === 409)?.message).toContain("已有一张");
  });

  test.runIf(raceIsReal)("control: without the index both sell, and the invariant says so", async () => {
    const [usual, usualShop, usualType] = [backend, shop, typeId];
    backend = await openTestBackend();
    shop = await openShop(backend);
    typeId = await shop.addType();
    await backend.sql("drop index season_card_holder_one");
    const holders = [person()];
    const all = await raceToInsert(backend, "season_card_holder", 2, () => shop.sell(typeId, { holders }));
    expect(all.map(({ status }) => status)).toEqual([200, 200]);
    await expect(checkInvariants(backend)).rejects.toThrow("one person holds one card");
    await backend.close();
    [backend, shop, typeId] = [usual, usualShop, usualType];
  });
});

describe("steps", () => {
  test("loss and finding: frozen and active again; each from its own state alone", async () => {
    const { cardId: id } = await active();
    expect((await backend.call(methods.found, { id })).status).toBe(409);
    expect((await backend.call(methods.reportLoss, { id, reason: null })).success).toBe(true);
    expect(await row(id)).toMatchObject({ status: "frozen", frozen_for: "loss" });
    expect((await backend.call(methods.renew, { id, paymentType: "cash", expected: null })).status).toBe(409);
    expect((await backend.call(methods.found, { id })).success).toBe(true);
    expect(await row(id)).toMatchObject({ status: "active", frozen_for: null });
  });

  test("a replacement takes everything over for its fee, and the old number is void", async () => {
    const { cardId: id, orderId } = await active();
    await backend.call(methods.reportLoss, { id, reason: null });
    const reply = await backend.call(methods.replace, { id, number: null, paymentType: "cash", expected: 1_500 });
    const next = Number(reply.data.answer?.cardId);
    expect([await row(id), await row(next)]).toMatchObject([
      { status: "replaced", deposit: 0 },
      { status: "active", deposit: 2_000, valid_to: "2027-11-19" },
    ]);
    expect(
      (await backend.call(methods.replace, { id, number: null, paymentType: "cash", expected: null })).status,
    ).toBe(409);
    await backend.call(methods.cancel, { id: next, reason: "不用了", expected: 17_000 });
    expect(await payments(orderId)).toEqual([
      { payment_type: "wechat", amount: 31_000 },
      { payment_type: "wechat", amount: -15_000 },
    ]);
    await checkInvariants(backend);
  });

  test("a renewal goes on without a gap before the end, begins anew after it, and never outside its days", async () => {
    const { cardId: id } = await active();
    const renew = (expected: number | null = null) =>
      backend.call(methods.renew, { id, paymentType: "cash", expected });
    expect((await renew()).message).toBe("2027-10-20 起可以续卡");
    days(340);
    expect(Object.keys((await renew(1)).errors ?? {})).toEqual(["expected"]);
    expect((await renew(30_000)).success).toBe(true);
    expect(await row(id)).toMatchObject({ status: "active", valid_from: "2026-11-20", valid_to: "2028-11-19" });
    days(731 + 20);
    expect((await renew()).success).toBe(true);
    expect(await row(id)).toMatchObject({ status: "active", valid_to: "2029-12-09" });
    days(3_000);
    expect((await renew()).message).toContain("已过续卡期限");
  });

  test("an upgrade costs the difference and goes to where the type says alone", async () => {
    const dear = await shop.addType({ name: "通游年卡", price: 50_000 });
    const cheap = await shop.addType({ name: "青云山年卡", upgrades: [{ toTypeId: dear }] });
    const { cardId: id } = await active({}, cheap);
    const upgrade = (toTypeId: number, expected: number | null = null) =>
      backend.call(methods.upgrade, { id, toTypeId, paymentType: "alipay", expected });
    expect((await upgrade(typeId)).message).toBe("“青云山年卡”不能升级为“青云山年卡”");
    expect((await upgrade(dear, 20_000)).message).toBe("");
    expect((await steps(id)).at(-1)).toEqual({ step: "upgrade", amount: 20_000 });
    // Half of both payments goes back, each by its own order and way.
    const { data } = await backend.call(methods.cancel, { id, reason: "搬家", expected: 27_000 });
    expect(data.answer).toEqual({ amount: 25_000, deposit: 2_000 });
    expect(await row(id)).toMatchObject({ status: "cancelled", deposit: 0 });
  });

  test("photographs that the type asks for come before activation; activation begins the term where it does", async () => {
    const type = await shop.addType({ asksPhoto: true, validity: "activation", months: 3 });
    const { cardId: id } = await sold({}, type);
    expect(await row(id)).toMatchObject({ status: "sold", valid_to: null });
    expect((await backend.call(methods.activate, { id })).message).toBe("请先上传 1 位持卡人的照片");
    await backend.sql("update season_card set photos = '/f/1.jpg' where id = $1", [id]);
    days(10);
    expect((await backend.call(methods.activate, { id })).success).toBe(true);
    expect(await row(id)).toMatchObject({ status: "active", valid_from: "2026-11-30", valid_to: "2027-02-27" });
  });
});

describe("cancelling", () => {
  test("gives back by the scale, once, with the whole deposit; fees stay", async () => {
    const { cardId: id, orderId } = await active();
    days(100);
    expect(Object.keys((await backend.call(methods.cancel, { id, reason: "搬家", expected: 1 })).errors ?? {})).toEqual(
      ["expected"],
    );
    const key = { id, reason: "搬家", expected: 17_000, idempotencyKey: fresh("cancel-card-key") };
    const twice = [await backend.call(methods.cancel, key), await backend.call(methods.cancel, key)];
    expect(twice.map(({ data }) => data.answer)).toEqual([
      { amount: 15_000, deposit: 2_000 },
      { amount: 15_000, deposit: 2_000 },
    ]);
    expect((await backend.call(methods.cancel, { id, reason: "搬家", expected: null })).status).toBe(409);
    expect((await payments(orderId)).map(({ amount }) => amount)).toEqual([31_000, -15_000]);
    expect((await steps(id)).at(-1)).toEqual({ step: "cancel", amount: -15_000 });
  });

  test("late in the term nothing but the deposit goes back", async () => {
    const { cardId: id, orderId } = await active();
    days(300);
    expect((await backend.call(methods.cancel, { id, reason: "搬家", expected: 2_000 })).success).toBe(true);
    expect(await payments(orderId)).toHaveLength(1);
    expect(await row(id)).toMatchObject({ status: "cancelled", deposit: 0 });
  });

  test("two tills cancel and replace one card: one of them does", async () => {
    const { cardId: id } = await active();
    await backend.call(methods.reportLoss, { id, reason: null });
    const all = await race(backend, 4, (n) =>
      n % 2 === 0
        ? backend.call(methods.cancel, { id, reason: "搬家", expected: null })
        : backend.call(methods.replace, { id, number: null, paymentType: "cash", expected: null }),
    );
    expect(all.map(({ status }) => status).sort()).toEqual([200, 409, 409, 409]);
    await checkInvariants(backend);
  });

  test("above the limit a second person decides: frozen until then, restored when rejected, cancelled when approved", async () => {
    const type = await shop.addType({ price: 200_000 });
    const { cardId: id, orderId } = await active({}, type);
    const ask = () => backend.call(methods.cancel, { id, reason: "搬家", expected: null });
    const decider = await backend.createUser({ grants: ["refundList", "refundList/refund:decide"] });
    const decide = async (decision: "approve" | "reject") => {
      const [last] = await backend.sql<{ id: number }>("select max(id)::int as id from refund where order_id = $1", [
        orderId,
      ]);
      return backend.call(decideRefund, { refundId: last?.id ?? 0, decision, remark: "看过" }, { as: decider.token });
    };
    expect((await ask()).data.notice).toContain("待审批");
    expect(await row(id)).toMatchObject({ status: "frozen", frozen_for: "refund", deposit: 2_000 });
    expect((await backend.call(methods.found, { id })).message).toBe("退卡的退款尚未办结（待审批或待发票冲红）");
    expect((await decide("reject")).message).toBe("");
    expect(await row(id)).toMatchObject({ status: "active", frozen_for: null });
    await ask();
    expect((await decide("approve")).message).toBe("");
    expect(await row(id)).toMatchObject({ status: "cancelled", deposit: 0 });
    await checkInvariants(backend);
  });

  test("a refund at the order's own page cancels the card as well", async () => {
    const { cardId: id, orderId } = await active();
    const reply = await backend.call(refundOrder, {
      orderId,
      idempotencyKey: fresh("refund-order-key"),
      reason: "搬家",
    } as never);
    expect(reply.message).toBe("");
    expect(await row(id)).toMatchObject({ status: "cancelled", deposit: 0 });
    await checkInvariants(backend);
  });
});

describe("who", () => {
  test("another tenant finds nothing and moves nothing", async () => {
    const { cardId: id } = await active();
    const as = await backend.createCorp(fresh("T").replaceAll("-", ""));
    await createPark(backend, as);
    expect((await backend.call(methods.reportLoss, { id, reason: null }, { as })).status).toBe(404);
    expect((await backend.call(cardCounter, { cardId: id }, { as })).status).toBe(404);
    expect((await backend.call(cardTypeSays, { id: typeId }, { as })).status).toBe(404);
    expect(Object.keys((await shop.sell(typeId, {}, as)).errors ?? {})).toEqual(["cardTypeId"]);
    expect((await backend.call(seasonCardLog.methods.list, {}, { as })).data.records).toEqual([]);
    expect(await row(id)).toMatchObject({ status: "active" });
  });

  test("a role without the right sells nothing, and one bound to another park neither", async () => {
    const { token } = await backend.createUser({ grants: ["seasonCardList"] });
    expect((await shop.sell(typeId, {}, token)).status).toBe(403);
    const far = await createPark(backend);
    const bound = await backend.createUser({
      grants: ["seasonCardList", "seasonCardList/seasonCard:sell"],
      parks: [far.parkId],
    });
    expect((await shop.sell(typeId, {}, bound.token)).success).toBe(false);
  });

  test("the counter finds cards by number, identity, mobile and name, and says what each step costs", async () => {
    const holder = person(`赵${fresh("大")}`);
    const card = await active({ holders: [holder], mobile: "13912345678" });
    for (const find of [card.number, holder.identity, "13912345678", holder.name]) {
      const { data } = await backend.call(cardCounter, { find });
      expect(data.found.map(({ id }) => id)).toContain(card.cardId);
    }
    const { data } = await backend.call(cardCounter, { cardId: card.cardId });
    expect(data.card).toMatchObject({ state: "active", back: { amount: 15_000, deposit: 2_000 } });
    expect(data.card?.steps.map(({ step }) => step)).toEqual(["reportLoss", "renew", "upgrade", "cancel"]);
    expect(data.types.find(({ id }) => id === typeId)?.sale).toMatchObject({ payable: 31_000, deposit: 2_000 });
  });
});

test("a type says its rules back, and a change says how many cards are in people's hands", async () => {
  await active();
  const { data } = await backend.call(cardTypeSays, { id: typeId });
  expect(data.sentences.join("")).toContain(
    "自售出之日起 12 个月内有效。可进入：青云山景区。每位持卡人每日 1 次，总次数不限。",
  );
  const { data: got } = await backend.call(cardType.methods.get, { id: typeId });
  expect(JSON.stringify(got)).toContain("现有 1 张在用的卡");
});

test("an idempotency key of a sale is needed", async () => {
  const reply = await backend.call(sellCard, { cardTypeId: typeId } as never);
  expect(reply.status).toBe(422);
});
