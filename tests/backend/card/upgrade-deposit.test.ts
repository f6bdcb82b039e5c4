/** Upgrades to types that hold a higher deposit: asked for, once, and whole again when the card ends. */
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { seasonCard } from "~/contract/card/card";
import { cardCounter } from "~/contract/card/counter";
import { cardFee } from "~/contract/card/fee";
import { openTestBackend, type TestBackend } from "~tests/support/backend";
import { changed, digests } from "~tests/support/digests";
import { checkInvariants } from "~tests/support/invariants";
import { fresh, friday } from "~tests/support/park";
import { race } from "~tests/support/race";
import { openShop, type Shop } from "./support";

let backend: TestBackend;
let shop: Shop;
let from = 0;
let to = 0;
let same = 0;
beforeAll(async () => {
  backend = await openTestBackend();
  shop = await openShop(backend);
  const fee = (deposit: number) =>
    backend.saved(cardFee.methods.save, {
      ...{ code: fresh("CF"), name: "高押金", issue: 0, deposit, replacement: 0, renewal: 0 },
      ...{ scaleBasis: "share", refundScale: [{ until: 0, percent: 100 }] },
    });
  to = await shop.addType({ name: "尊享年卡", price: 50_000, cardFeeId: await fee(5_000) });
  same = await shop.addType({ name: "同价年卡", price: 30_000, cardFeeId: await fee(3_000) });
  const low = await shop.addType({ name: "低押金年卡", price: 40_000, cardFeeId: await fee(500) });
  from = await shop.addType({ upgrades: [to, same, low].map((toTypeId) => ({ toTypeId })) });
});
beforeEach(() => backend.setNow(friday));
afterAll(async () => {
  await checkInvariants(backend);
  await backend.close();
});

const { methods } = seasonCard;
/** With a deposit of 20.00 by wechat. */
const card = async () => (await shop.sell(from)).data.cardId;
const upgrade = (id: number, paymentType: string, expected: number | null = null, toTypeId = to) =>
  backend.call(methods.upgrade, { id, toTypeId, paymentType, expected });
const ledgerOf = (id: number) =>
  backend.sql("select payment_type as way, held_change::int as by from card_ledger where card_id = $1 order by id", [
    id,
  ]);
const heldOf = async (id: number) =>
  (await backend.sql<{ held: number }>("select deposit::int as held from season_card where id = $1", [id]))[0]?.held;
const cancel = async (id: number) =>
  (await backend.call(methods.cancel, { id, reason: "搬家", expected: null })).data.answer;

test("is quoted beside the difference; a sum without it, a way that is none or on account, are refused and write nothing", async () => {
  const id = await card();
  const { data } = await backend.call(cardCounter, { cardId: id });
  expect(data.card?.upgrades.map(({ name, price }) => [name, price.payable, price.deposit])).toEqual(
    expect.arrayContaining([
      ["尊享年卡", 20_000, 3_000],
      ["同价年卡", 0, 1_000],
      ["低押金年卡", 10_000, 0],
    ]),
  );
  const before = await digests(backend);
  expect((await upgrade(id, "wechat", 20_000)).errors?.expected?.[0]).toContain("230.00");
  for (const way of ["shells", "storedCard", "agency"])
    expect([way, (await upgrade(id, way, null, same)).errors?.paymentType !== undefined]).toEqual([way, true]);
  expect(changed(before, await digests(backend))).toEqual([]);
});

test("by the way that the deposit came it grows by the difference, and goes back whole", async () => {
  const id = await card();
  const reply = await upgrade(id, "wechat", 23_000);
  expect([reply.message, reply.data.answer]).toEqual([
    "",
    expect.objectContaining({ payable: 20_000, deposit: 3_000 }),
  ]);
  expect(reply.data.notice).toContain("补押金 ¥30.00");
  expect(await ledgerOf(id)).toEqual([
    { way: "wechat", by: 2_000 },
    { way: "wechat", by: 3_000 },
  ]);
  expect(await heldOf(id)).toBe(5_000);
  await checkInvariants(backend);
  expect(await cancel(id)).toMatchObject({ deposit: 5_000 });
  expect((await ledgerOf(id)).at(-1)).toEqual({ way: "wechat", by: -5_000 });
});

test("by another the old one goes back as it came and the whole is taken, also where the price is the same", async () => {
  const id = await card();
  expect((await upgrade(id, "cash", 1_000, same)).message).toBe("");
  expect(await ledgerOf(id)).toEqual([
    { way: "wechat", by: 2_000 },
    { way: "wechat", by: -2_000 },
    { way: "cash", by: 3_000 },
  ]);
  expect(await heldOf(id)).toBe(3_000);
  await checkInvariants(backend);
  expect(await cancel(id)).toMatchObject({ deposit: 3_000 });
  expect((await ledgerOf(id)).at(-1)).toEqual({ way: "cash", by: -3_000 });
});

test("a lower one leaves what is held; two tills upgrade one card at once and one takes the deposit", async () => {
  const [low] = await backend.sql<{ id: number }>("select id::int from card_type where name = '低押金年卡'");
  const one = await card();
  expect((await upgrade(one, "cash", 10_000, low?.id)).message).toBe("");
  expect(await ledgerOf(one)).toEqual([{ way: "wechat", by: 2_000 }]);
  const id = await card();
  const all = await race(backend, 2, () => upgrade(id, "wechat"));
  expect(all.map(({ status }) => status).sort()).toEqual([200, 409]);
  expect(await heldOf(id)).toBe(5_000);
});
