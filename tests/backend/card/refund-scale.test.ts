/** What was paid for a card goes back by the scale that was in force when it was paid, whatever the scale is afterwards. */
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { seasonCard } from "~/contract/card/card";
import { cardCounter } from "~/contract/card/counter";
import { cardFee } from "~/contract/card/fee";
import { quoteRefund, refundOrder } from "~/contract/order/order";
import { openTestBackend, type TestBackend } from "~tests/support/backend";
import { checkInvariants } from "~tests/support/invariants";
import { fresh, friday } from "~tests/support/park";
import { openShop, type Shop } from "./support";

let backend: TestBackend;
let shop: Shop;
beforeAll(async () => {
  backend = await openTestBackend();
  shop = await openShop(backend);
});
beforeEach(() => backend.setNow(friday));
afterAll(async () => {
  await checkInvariants(backend);
  await backend.close();
});

const { methods } = seasonCard;
type Steps = { until: number; percent: number }[];
const fees = { issue: 0, deposit: 0, replacement: 0, renewal: 0 };
/** A year within which the whole goes back at first, and nothing at last. */
const whole: Steps = [{ until: 100, percent: 100 }];
const feeOf = (refundScale: Steps, scaleBasis = "share") =>
  backend.saved(cardFee.methods.save, {
    code: fresh("CF"),
    name: "退卡比例",
    ...fees,
    scaleBasis,
    refundScale,
  } as never);
async function change(feeId: number, refundScale: Steps, scaleBasis = "share") {
  const { data } = await backend.call(cardFee.methods.get, { id: feeId });
  const { status: _, ...record } = data.record as Record<string, unknown>;
  const saved = await backend.call(cardFee.methods.save, { ...record, scaleBasis, refundScale } as never);
  expect(saved.message).toBe("");
}
const cardOf = async (cardTypeId: number) => (await shop.sell(cardTypeId)).data;
const seen = async (cardId: number) => (await backend.call(cardCounter, { cardId })).data.card;
const cancel = async (id: number) =>
  (await backend.call(methods.cancel, { id, reason: "搬家", expected: null })).data.answer;

test("a scale that is worsened later does not reach a sold card; one that is sold afterwards goes by it", async () => {
  const feeId = await feeOf(whole);
  const typeId = await shop.addType({ cardFeeId: feeId });
  const { cardId } = await cardOf(typeId);
  await change(feeId, [{ until: 100, percent: 10 }]);
  expect((await seen(cardId))?.back?.amount).toBe(30_000);
  expect((await seen(cardId))?.sentences).toContain("退卡：有效期已过不超过 100% 退 100%，之后不退。");
  expect(await cancel(cardId)).toMatchObject({ amount: 30_000 });
  const later = await cardOf(typeId);
  expect(await cancel(later.cardId)).toMatchObject({ amount: 3_000 });
});

test("so it is for the whole order at its own page, for other fees of the type, another basis, and a bettered scale", async () => {
  const feeId = await feeOf([{ until: 100, percent: 40 }]);
  const typeId = await shop.addType({ cardFeeId: feeId });
  const { orderId, cardId } = await cardOf(typeId);
  const other = await cardOf(typeId);
  await change(feeId, [{ until: 3_660, percent: 100 }], "days");
  await backend.sql("update card_type set card_fee_id = $2 where id = $1", [typeId, await feeOf(whole)]);
  const { data } = await backend.call(quoteRefund, { orderId } as never);
  expect(data).toMatchObject({ amount: 12_000 });
  const asked = { orderId, reason: "退", idempotencyKey: fresh("refund-key") };
  expect((await backend.call(refundOrder, asked as never)).message).toBe("");
  const [paid] = await backend.sql<{ back: number }>(
    "select -sum(amount)::int as back from payment where order_id = $1 and kind = 'refund'",
    [orderId],
  );
  expect([cardId > 0, paid?.back]).toEqual([true, 12_000]);
  expect(await cancel(other.cardId)).toMatchObject({ amount: 12_000 });
});

test("renewal and upgrade go back by their own scales, and the counter says which amount goes back by which", async () => {
  const feeId = await feeOf(whole);
  const dearFee = await feeOf([{ until: 100, percent: 50 }]);
  const dear = await shop.addType({ name: "通游年卡", price: 50_000, cardFeeId: dearFee });
  const typeId = await shop.addType({
    ...{ cardFeeId: feeId, renewBefore: 3_660, renewalPrice: 20_000, upgrades: [{ toTypeId: dear }] },
  });
  const renewed = (await cardOf(typeId)).cardId;
  await backend.call(methods.activate, { id: renewed });
  await change(feeId, [{ until: 100, percent: 20 }]);
  const paid = { paymentType: "wechat", expected: null };
  expect((await backend.call(methods.renew, { id: renewed, ...paid })).message).toBe("");
  const said = (await seen(renewed))?.sentences.filter((sentence) => sentence.includes("已付"));
  expect(said).toEqual([
    "已付 ¥300.00 部分，退卡：有效期已过不超过 100% 退 100%，之后不退。",
    "已付 ¥200.00 部分，退卡：有效期已过不超过 100% 退 20%，之后不退。",
  ]);
  expect(await cancel(renewed)).toMatchObject({ amount: 30_000 + 4_000 });

  const upgraded = (await cardOf(typeId)).cardId;
  expect((await backend.call(methods.upgrade, { id: upgraded, toTypeId: dear, ...paid })).message).toBe("");
  await change(feeId, []);
  await change(dearFee, []);
  // Of 300.00 a fifth, as it was sold; of the difference of 200.00 a half.
  expect(await cancel(upgraded)).toMatchObject({ amount: 6_000 + 10_000 });
});

test("a replacement takes the scale over; a charge of before, without one, goes by the scale of the type", async () => {
  const feeId = await feeOf(whole);
  const typeId = await shop.addType({ cardFeeId: feeId });
  const { cardId } = await cardOf(typeId);
  await backend.call(methods.activate, { id: cardId });
  await backend.call(methods.reportLoss, { id: cardId, reason: null });
  const paid = { paymentType: "wechat", expected: null };
  const replaced = await backend.call(methods.replace, { id: cardId, number: null, ...paid });
  const before = (await cardOf(typeId)).cardId;
  await backend.sql("update season_card_charge set scale = null where card_id = $1", [before]);
  await change(feeId, [{ until: 100, percent: 10 }]);
  expect(await cancel(Number(replaced.data.answer?.cardId))).toMatchObject({ amount: 30_000 });
  expect(await cancel(before)).toMatchObject({ amount: 3_000 });
});

test("the form of the fees says what a change reaches and what not", async () => {
  const feeId = await feeOf(whole);
  await cardOf(await shop.addType({ cardFeeId: feeId }));
  const { data } = await backend.call(cardFee.methods.get, { id: feeId });
  expect(data.impact).toContain("退卡比例只用于此后付的款，已付的仍按付款时的比例退");
});
