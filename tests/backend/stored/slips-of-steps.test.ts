/** Slips of every step that moves money of a stored-value card, and refunds that were quoted before they are made. */
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { smartCard } from "~/contract/stored/card";
import { storedCounter, storedStatement } from "~/contract/stored/counter";
import { storedSlip } from "~/contract/stored/slip";
import { openTestBackend, type TestBackend } from "~tests/support/backend";
import { changed, digests } from "~tests/support/digests";
import { checkInvariants } from "~tests/support/invariants";
import { friday } from "~tests/support/park";
import { openStoredShop, type StoredShop } from "./support";

let backend: TestBackend;
let shop: StoredShop;
let typeId = 0;
beforeAll(async () => {
  backend = await openTestBackend();
  shop = await openStoredShop(backend);
  // Deposit 20.00, issue 10.00, replacement 15.00; 100.00 brings 10.00.
  typeId = await shop.addType({ cardFeeId: shop.feeId });
});
beforeEach(() => backend.setNow(friday));
afterAll(async () => {
  await checkInvariants(backend);
  await backend.close();
});

/** What each step asks for, unless said otherwise. */
const usual = {
  topUp: { paymentType: "cash" },
  spend: { what: null },
  refund: { reason: "搬家" },
  cancel: { reason: "搬家" },
  reportLoss: { reason: null },
  replace: { number: null, paymentType: "cash" },
};
const press = async (step: keyof typeof usual, id: number, fields: Record<string, unknown> = {}) => {
  const reply = await backend.call(smartCard.methods[step], { id, ...usual[step], ...fields } as never);
  return { ...reply, answer: (reply.data?.answer ?? {}) as unknown as { slipNo: string; cardId: number } };
};
const slipOf = async (id: number, slipNo: string) => (await backend.call(storedSlip, { id, slipNo })).data;

test("a sale with a deposit alone, a purchase, a partial refund and a cancelled card each have their slip", async () => {
  const card = await shop.sold(typeId);
  const { rows } = (await backend.call(storedStatement, { id: card.id })).data;
  expect(await slipOf(card.id, rows[0]?.source ?? "")).toMatchObject({
    ...{ kind: "deposit", amount: 0, gift: 0, deposit: 2_000, principal: 0, depositAfter: 2_000, paymentType: "cash" },
    ways: [{ paymentType: "cash", amount: 2_000 }],
  });
  await press("topUp", card.id, { amount: 10_000, paymentType: "wechat" });
  const spent = await press("spend", card.id, { amount: 2_500 });
  expect(spent.message).toBe("");
  expect(await slipOf(card.id, spent.answer.slipNo)).toMatchObject({
    ...{ kind: "spend", amount: 2_500, gift: 0, ways: [], paymentType: "", principal: 7_500, giftAfter: 1_000 },
  });
  const back = await press("refund", card.id, { amount: 3_000 });
  expect(back.message).toBe("");
  expect(await slipOf(card.id, back.answer.slipNo)).toMatchObject({
    ...{ kind: "refund", amount: 3_000, gift: 400, deposit: 0, principal: 4_500, giftAfter: 600, depositAfter: 2_000 },
    ways: [{ paymentType: "wechat", amount: 3_000 }],
  });
  const ended = await press("cancel", card.id);
  expect(ended.message).toBe("");
  const last = await slipOf(card.id, ended.answer.slipNo);
  expect(last).toMatchObject({
    ...{ kind: "cancel", amount: 4_500, gift: 600, deposit: 2_000, principal: 0, giftAfter: 0, depositAfter: 0 },
  });
  expect(last.ways.reduce((sum, { amount }) => sum + amount, 0)).toBe(6_500);
  // Each step leads to its slip once, and none of them says the whole number.
  const told = (await backend.call(storedStatement, { id: card.id })).data.rows.filter(({ slip }) => slip);
  expect(told.map(({ source }) => source)).toEqual([...new Set(told.map(({ source }) => source))]);
  expect(told).toHaveLength(5);
  for (const { source } of told) expect((await slipOf(card.id, source)).number).toBe(`*${card.number.slice(-4)}`);
});

test("what comes back of a purchase, and what a replacement takes over, have theirs", async () => {
  const card = await shop.sold(typeId, { amount: 10_000 });
  await press("reportLoss", card.id);
  const replaced = await press("replace", card.id);
  expect(replaced.message).toBe("");
  expect(await slipOf(replaced.answer.cardId, replaced.answer.slipNo)).toMatchObject({
    ...{ kind: "handOver", amount: 10_000, gift: 1_000, deposit: 2_000, principal: 10_000, depositAfter: 2_000 },
  });
});

test("a refund is quoted with the forfeited gift, the ways it goes back and the balance afterwards; quoting writes nothing", async () => {
  const card = await shop.sold(typeId, { amount: 10_000, paymentType: "wechat" });
  await press("topUp", card.id, { amount: 5_000 });
  const before = await digests(backend);
  const quoted = (await backend.call(storedCounter, { cardId: card.id, refund: 7_501 })).data.card?.refund;
  expect(quoted).toMatchObject({
    ...{ amount: 7_501, forfeit: 501, principal: 15_000, principalAfter: 7_499, giftAfter: 499, whyNot: "" },
  });
  expect(quoted?.ways.reduce((sum, { amount }) => sum + amount, 0)).toBe(7_501);
  const tooMuch = (await backend.call(storedCounter, { cardId: card.id, refund: 15_001 })).data.card?.refund;
  expect(tooMuch).toMatchObject({ ways: [], forfeit: 0, principalAfter: 15_000 });
  expect(tooMuch?.whyNot).not.toBe("");
  expect(changed(before, await digests(backend))).toEqual([]);
  const { principal: expectedPrincipal, forfeit: expectedForfeit } = quoted ?? { principal: 0, forfeit: 0 };
  const made = await press("refund", card.id, { amount: 7_501, expectedPrincipal, expectedForfeit });
  expect(made.message).toBe("");
  const slip = await slipOf(card.id, made.answer.slipNo);
  expect([slip.principal, slip.giftAfter, slip.ways]).toEqual([7_499, 499, quoted?.ways]);
});

test("what was spent or topped up since the quotation refuses the refund with a sentence, and writes nothing", async () => {
  const card = await shop.sold(typeId, { amount: 10_000 });
  const seen = { expectedPrincipal: 10_000, expectedForfeit: 500 };
  await press("spend", card.id, { amount: 100 });
  const before = await digests(backend);
  for (const step of ["refund", "cancel"] as const) {
    const late = await press(
      step,
      card.id,
      step === "refund" ? { amount: 5_000, ...seen } : { ...seen, expectedForfeit: 1_000 },
    );
    expect([late.status, late.message]).toEqual([
      409,
      expect.stringMatching(
        /^卡内余额已变：现有本金 99\.00 元、赠送金 10\.00 元，退款将作废赠送金 \d+\.\d\d 元。请重新试算后再退$/,
      ),
    ]);
  }
  expect(changed(before, await digests(backend))).toEqual([]);
  // Whoever quoted nothing goes by what the card holds, as before.
  expect((await press("refund", card.id, { amount: 5_000 })).message).toBe("");
  const again = { expectedPrincipal: 4_900, expectedForfeit: 494 };
  expect((await press("cancel", card.id, again)).message).toBe("");
});
