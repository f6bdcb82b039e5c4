/** The slip of a top-up: what came and what was on the card then, whoever tops it up again afterwards; with the code for its invoice. */
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from "vitest";
import { smartCard } from "~/contract/stored/card";
import { storedStatement } from "~/contract/stored/counter";
import { storedSlip } from "~/contract/stored/slip";
import { openTestBackend, type TestBackend } from "~tests/support/backend";
import { changed, digests } from "~tests/support/digests";
import { checkInvariants } from "~tests/support/invariants";
import { fresh, friday } from "~tests/support/park";
import { settings } from "../invoice/support";
import { openStoredShop, type StoredShop } from "./support";

let backend: TestBackend;
let shop: StoredShop;
let typeId: number;
beforeAll(async () => {
  backend = await openTestBackend();
  shop = await openStoredShop(backend);
  typeId = await shop.addType();
});
beforeEach(() => backend.setNow(friday));
afterEach(() => checkInvariants(backend));
afterAll(() => backend.close());

const topUp = (id: number, amount: number, idempotencyKey = fresh("top-key")) =>
  backend.call(smartCard.methods.topUp, { id, amount, paymentType: "wechat", idempotencyKey } as never);
const slipOf = (id: number, slipNo: string, as = backend.admin) => backend.call(storedSlip, { id, slipNo }, { as });

test("says what came, its gift, what was on the card then, who and when; a later top-up changes none of it", async () => {
  const card = await shop.sold(typeId);
  const first = (await topUp(card.id, 10_000)).data as unknown as { answer: { slipNo: string } };
  const { slipNo } = first.answer;
  backend.setNow(new Date(friday.getTime() + 3_600_000));
  await topUp(card.id, 5_000);
  const { data } = await slipOf(card.id, slipNo);
  expect(data).toMatchObject({
    ...{ slipNo, amount: 10_000, gift: 1_000, principal: 10_000, giftAfter: 1_000, paymentType: "wechat" },
    ...{ number: `*${card.number.slice(-4)}`, at: "2026-11-20 10:00:00", links: [] },
  });
  expect(data.by).not.toBe("");
  expect(data.number).not.toContain(card.number);
});

test("the second press of one page tops up once and has the same slip; reading a slip writes nothing", async () => {
  const card = await shop.sold(typeId);
  const key = fresh("top-key");
  const [one, two] = [await topUp(card.id, 10_000, key), await topUp(card.id, 10_000, key)];
  expect(two.data).toEqual(one.data);
  const { slipNo } = (one.data as unknown as { answer: { slipNo: string } }).answer;
  const before = await digests(backend);
  expect((await slipOf(card.id, slipNo)).data.principal).toBe(10_000);
  expect(changed(before, await digests(backend))).toEqual([]);
  const { rows } = (await backend.call(storedStatement, { id: card.id })).data;
  expect(rows.filter(({ slip }) => slip).map(({ source, change }) => [source, change])).toEqual([[slipNo, 10_000]]);
});

test("a slip of another card, of no top-up or of another tenant is not found; who has not the page reads none", async () => {
  const [card, other] = [await shop.sold(typeId, { amount: 10_000 }), await shop.sold(typeId)];
  const { rows } = (await backend.call(storedStatement, { id: card.id })).data;
  const slipNo = rows.find(({ slip }) => slip)?.source ?? "";
  expect((await slipOf(card.id, slipNo)).status).toBe(200);
  expect((await slipOf(other.id, slipNo)).status).toBe(404);
  expect((await slipOf(card.id, "SV20260101000001")).status).toBe(404);
  expect((await slipOf(card.id, "")).status).toBe(422);
  expect((await slipOf(card.id, slipNo, await backend.createCorp("7741"))).status).toBe(404);
  expect((await slipOf(card.id, slipNo, (await backend.createUser({ grants: ["shift"] })).token)).status).toBe(403);
});

test("where an issuer is in use it has the code by which its customer asks for the invoice", async () => {
  await settings(backend);
  const card = await shop.sold(typeId, { amount: 10_000 });
  const { rows } = (await backend.call(storedStatement, { id: card.id })).data;
  const { links } = (await slipOf(card.id, rows.find(({ slip }) => slip)?.source ?? "")).data;
  expect(links).toMatchObject([{ label: "扫码开票" }]);
  expect(links[0]?.path).toMatch(/^\/apply\/invoice\?corpCode=0001&code=t\./);
});
