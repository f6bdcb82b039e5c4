/** A top-up is quoted before it is paid: principal, gift and its tier, balances afterwards; what is booked is what was quoted. */
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { cardType } from "~/contract/card/type";
import { smartCard } from "~/contract/stored/card";
import { storedCounter } from "~/contract/stored/counter";
import { storedRule } from "~/contract/stored/rule";
import { storedSlip } from "~/contract/stored/slip";
import { openTestBackend, type TestBackend } from "~tests/support/backend";
import { changed, digests } from "~tests/support/digests";
import { checkInvariants } from "~tests/support/invariants";
import { friday } from "~tests/support/park";
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
const quote = async (cardId: number, topUp: number, named?: boolean) =>
  (await backend.call(storedCounter, { cardId, topUp, ...(named !== undefined && { named }) })).data.card?.topUp;
const press = (id: number, amount: number, expectedGift: number | null) =>
  backend.call(methods.topUp, { id, amount, expectedGift, paymentType: "cash" } as never);
const held = async (id: number) =>
  (await backend.sql("select principal::int, gift::int from stored_card where id = $1", [id]))[0];
/** Somebody changes what a top-up of 100.00 brings. */
async function nowBrings(gift: number): Promise<void> {
  const { data } = await backend.call(cardType.methods.get, { id: typeId });
  const { status: _, ...record } = (data as unknown as { record: Record<string, unknown> }).record;
  const reply = await backend.call(cardType.methods.save, {
    ...record,
    giftTiers: [{ fromAmount: 10_000, gift }],
  } as never);
  if (!reply.success) throw new Error(`${reply.message} ${JSON.stringify(reply.errors)}`);
}

test("the quotation says principal, gift, tier and balances, and asking moves nothing", async () => {
  const { id } = await shop.sold(typeId, { amount: 5_000 });
  const before = await digests(backend);
  expect(await quote(id, 9_999)).toEqual({
    ...{ amount: 9_999, gift: 0, tierFrom: null, principalAfter: 14_999, giftAfter: 0, whyNot: "" },
  });
  expect(await quote(id, 60_000)).toEqual({
    ...{ amount: 60_000, gift: 8_000, tierFrom: 50_000, principalAfter: 65_000, giftAfter: 8_000, whyNot: "" },
  });
  expect((await quote(id, 500_000))?.whyNot).toContain("记名卡本金最多 5000.00 元");
  expect(changed(before, await digests(backend))).toEqual([]);
});

test("of a card that is not sold yet it is asked for whom: an unnamed one holds less", async () => {
  const { id } = await shop.stock(typeId);
  expect(await quote(id, 100_000, false)).toMatchObject({ principalAfter: 100_000, giftAfter: 8_000, whyNot: "" });
  expect((await quote(id, 100_001, false))?.whyNot).toContain("不记名卡本金最多");
  expect((await quote(id, 100_001, true))?.whyNot).toBe("");
});

test("what is booked is what was quoted, to the fen; its slip says the tier", async () => {
  const { id } = await shop.sold(typeId, { amount: 0 });
  const said = await quote(id, 12_345);
  const reply = await press(id, 12_345, said?.gift ?? null);
  expect(reply.message).toBe("");
  expect(await held(id)).toEqual({ principal: said?.principalAfter, gift: said?.giftAfter });
  const slip = await backend.call(storedSlip, { id, slipNo: String(reply.data.answer?.slipNo) });
  expect(slip.data).toMatchObject({ amount: 12_345, gift: 1_000, tierFrom: 10_000, giftAfter: 1_000 });
});

test("a gift that changed between is refused with the new one and nothing is written; asked anew it is taken", async () => {
  const { id } = await shop.sold(typeId, { amount: 0 });
  const said = await quote(id, 10_000);
  await nowBrings(500);
  const before = await digests(backend);
  const refused = await press(id, 10_000, said?.gift ?? null);
  expect([refused.status, refused.message]).toEqual([
    409,
    "赠送规则有变，现赠送 5.00 元（原告知 10.00 元），请重新确认",
  ]);
  expect(changed(before, await digests(backend))).toEqual([]);
  expect((await press(id, 10_000, (await quote(id, 10_000))?.gift ?? null)).message).toBe("");
  expect(await held(id)).toEqual({ principal: 10_000, gift: 500 });
});

test("so is a sale with a first top-up", async () => {
  const { id } = await shop.stock(typeId);
  const said = await quote(id, 10_000, true);
  await nowBrings(2_000);
  const sale = { holderName: "王秀英", identity: identityOf(), mobile: null, amount: 10_000, paymentType: "cash" };
  const sell = (expectedGift: number | null) => backend.call(methods.sell, { id, ...sale, expectedGift } as never);
  const before = await digests(backend);
  expect((await sell(said?.gift ?? null)).message).toContain("现赠送 20.00 元（原告知 10.00 元）");
  expect(changed(before, await digests(backend))).toEqual([]);
  expect((await sell(2_000)).message).toBe("");
  expect(await held(id)).toEqual({ principal: 10_000, gift: 2_000 });
});

test("so is a purchase that a rule makes another amount of: refused with both, and taken as it was quoted anew", async () => {
  const { id } = await shop.sold(typeId, { amount: 10_000 });
  const asked = async () =>
    (await backend.call(storedCounter, { cardId: id, amount: 5_000 })).data.card?.quote?.payable;
  const spend = (expected: number | null) =>
    backend.call(methods.spend, { id, amount: 5_000, what: null, expected } as never);
  const told = await asked();
  expect(told).toBe(5_000);
  await backend.saved(storedRule.methods.save, {
    ...{ name: "九折", cardTypeId: typeId, places: [{ parkId: shop.park.parkId, posId: null }], percent: 90 },
    ...{ dailyMost: null, freeDaily: 0, remark: null },
  } as never);
  const before = await digests(backend);
  const refused = await spend(told ?? null);
  expect([refused.status, refused.message]).toEqual([
    409,
    "应扣金额有变，现扣 45.00 元（原告知 50.00 元），请重新确认",
  ]);
  expect(changed(before, await digests(backend))).toEqual([]);
  expect((await spend((await asked()) ?? null)).data.answer).toMatchObject({ payable: 4_500 });
  expect(await held(id)).toEqual({ principal: 5_500, gift: 1_000 });
});
