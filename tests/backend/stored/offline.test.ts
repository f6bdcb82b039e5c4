/** Purchases at tills without a line: each once, judged by its own moment, never below what the card holds. */
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { refundOrder } from "~/contract/order/order";
import { smartCard } from "~/contract/stored/card";
import { storedOffline, storedOfflineTerms, storedOfflineUpload } from "~/contract/stored/offline";
import { storedRule } from "~/contract/stored/rule";
import { openTestBackend, type TestBackend } from "~tests/support/backend";
import { changed, digests } from "~tests/support/digests";
import { checkInvariants } from "~tests/support/invariants";
import { fresh, friday } from "~tests/support/park";
import { race, raceIsReal } from "~tests/support/race";
import { openStoredShop, type StoredShop } from "./support";

let backend: TestBackend;
let shop: StoredShop;
let typeId = 0;
let posId = 0;
beforeAll(async () => {
  backend = await openTestBackend();
  shop = await openStoredShop(backend);
  const [till] = await backend.sql<{ id: number }>("select id::int from pos order by id limit 1");
  posId = till?.id ?? 0;
});
beforeEach(async () => {
  backend.setNow(new Date(friday.getTime() - 3_600_000));
  typeId = await shop.addType({ giftTiers: [] });
});
afterAll(async () => {
  await checkInvariants(backend);
  await backend.close();
});

const { methods } = smartCard;
const minutes = (n: number) => new Date(friday.getTime() + n * 60_000);
const cardWith = async (amount: number, type = typeId) => shop.sold(type, { amount });
interface Bought {
  number: string;
  amount: number;
  at?: Date;
  key?: string;
}
const bought = ({ number, amount, at = friday, key = fresh("offline-key") }: Bought) => ({
  ...{ entryKey: key, number, amount, at: at.toISOString(), what: "矿泉水" },
});
const upload = (...all: Bought[]) => backend.call(storedOfflineUpload, { posId, entries: all.map(bought) });
const left = async (id: number) =>
  (await backend.sql<{ principal: number }>("select principal::int from stored_card where id = $1", [id]))[0]
    ?.principal;
const online = () => backend.setNow(minutes(120));
const rowOf = async (key: string) =>
  (
    await backend.sql<{ id: number; state: string; order_no: string | null; message: string | null }>(
      "select id::int, state, order_no, message from stored_offline where entry_key = $1",
      [key],
    )
  )[0];

test("what was spent without a line is charged when it is brought, as an order of its till; brought again it is told, not charged", async () => {
  const card = await cardWith(10_000);
  online();
  const one = bought({ ...card, amount: 2_800 });
  const entries = [one, bought({ ...card, amount: 1_200, at: minutes(-10) })];
  const first = await backend.call(storedOfflineUpload, { posId, entries });
  expect([first.message, first.data]).toEqual(["", { booked: 2, repeated: 0, open: [] }]);
  const again = await backend.call(storedOfflineUpload, { posId, entries });
  expect(again.data).toEqual({ booked: 0, repeated: 2, open: [] });
  expect(await left(card.id)).toBe(6_000);
  const row = await rowOf(one.entryKey);
  const [order] = await backend.sql<{ id: number; pos: number; paid: number }>(
    "select o.id::int, o.pos_id::int as pos, o.paid::int from orders o where o.order_no = $1",
    [row?.order_no],
  );
  expect(order).toMatchObject({ pos: posId, paid: 2_800 });
  // It goes back as every purchase does.
  await backend.call(refundOrder, { orderId: order?.id ?? 0, reason: "退", idempotencyKey: fresh("refund-key") });
  expect(await left(card.id)).toBe(8_800);
  await checkInvariants(backend);
});

test("a key that says another amount is refused, and nothing of the batch is kept", async () => {
  const card = await cardWith(10_000);
  online();
  const key = fresh("offline-key");
  await upload({ ...card, amount: 100, key });
  const before = await digests(backend);
  expect((await upload({ ...card, amount: 300 }, { ...card, amount: 200, key })).status).toBe(409);
  expect(changed(before, await digests(backend))).toEqual([]);
});

test("never below the balance: what it does not bear waits for somebody, in the order in which it was spent", async () => {
  const card = await cardWith(4_000);
  online();
  const key = fresh("offline-key");
  const { data } = await upload(
    { ...card, amount: 1_500, at: minutes(3), key },
    { ...card, amount: 1_500, at: minutes(1) },
    { ...card, amount: 1_500, at: minutes(2) },
  );
  expect(data.booked).toBe(2);
  expect(data.open).toEqual([{ entryKey: key, number: card.number, message: expect.stringContaining("余额") }]);
  expect(await left(card.id)).toBe(1_000);
  // Its answer may have been lost: what is open is told again, and is no second row.
  const again = await upload({ ...card, amount: 1_500, at: minutes(3), key });
  expect(again.data).toEqual({ booked: 0, repeated: 1, open: data.open });
  const id = (await rowOf(key))?.id ?? 0;
  const { book, drop } = { book: storedOffline.methods.book, drop: storedOffline.methods.drop };
  // Too little still: it stays open.
  expect((await backend.call(book, { id, note: "补扣" })).status).toBe(409);
  expect((await rowOf(key))?.state).toBe("open");
  await backend.call(methods.topUp, { id: card.id, amount: 2_000, expectedGift: null, paymentType: "cash" });
  expect((await backend.call(book, { id, note: "充值后补扣" })).message).toBe("");
  expect([await left(card.id), (await rowOf(key))?.state]).toEqual([1_500, "settled"]);
  expect((await backend.call(drop, { id, note: "再点" })).status).toBe(409);
  await checkInvariants(backend);
});

test("limits: a card a day by its rule or the parameter, across batches; a batch as a whole", async () => {
  const card = await cardWith(50_000);
  online();
  expect((await upload({ ...card, amount: 3_000 })).data.booked).toBe(1);
  const { data } = await upload({ ...card, amount: 2_001 });
  expect(data.open[0]?.message).toBe("超过断网时每卡每日上限 ¥50.00（当日合计 ¥50.01）");
  expect((await upload({ ...card, amount: 2_000 })).data.booked).toBe(1);
  // Another day is another day.
  expect((await upload({ ...card, amount: 4_000, at: minutes(-24 * 60) })).data.open[0]?.message).toContain("尚未");
  const none = await shop.addType({ giftTiers: [] });
  await backend.saved(storedRule.methods.save, {
    ...{
      name: fresh("规则"),
      cardTypeId: none,
      places: [],
      percent: 100,
      dailyMost: null,
      freeDaily: null,
      offlineMost: 0,
    },
  });
  const other = await cardWith(10_000, none);
  expect((await upload({ ...other, amount: 100, at: minutes(90) })).data.open[0]?.message).toContain("上限 ¥0.00");
  await backend.sql(
    "update sys_param set param_option = '1000' where corp_code = '0001' and param_code = 'storedOfflineBatch'",
  );
  const [a, b] = [await cardWith(10_000), await cardWith(10_000)];
  const batch = await upload({ ...a, amount: 600, at: minutes(125) }, { ...b, amount: 600, at: minutes(124) });
  expect([batch.data.booked, batch.data.open.map(({ message }) => message)]).toEqual([1, ["超过每批断网消费上限"]]);
  await backend.sql(
    "update sys_param set param_option = '200000' where corp_code = '0001' and param_code = 'storedOfflineBatch'",
  );
});

test("each is judged by its own moment: a loss that was reported later does not reach back, an earlier one does", async () => {
  const card = await cardWith(10_000);
  backend.setNow(minutes(30));
  expect((await backend.call(methods.reportLoss, { id: card.id, reason: null })).success).toBe(true);
  online();
  const { data } = await upload({ ...card, amount: 500, at: minutes(20) }, { ...card, amount: 500, at: minutes(40) });
  expect([data.booked, data.open.map(({ message }) => message)]).toEqual([1, [`卡 ${card.number} 已挂失`]]);
  expect(await left(card.id)).toBe(9_500);
  const { data: strange } = await upload(
    { number: "NO-SUCH", amount: 100 },
    { ...card, amount: 100, at: minutes(600) },
    { ...card, amount: 100, at: minutes(-60 * 24 * 8) },
  );
  expect(strange.open.map(({ message }) => message).sort()).toEqual(
    [
      "没有卡号 NO-SUCH 的储值卡",
      "消费时间不对：晚于现在，或早于七天前",
      "消费时间不对：晚于现在，或早于七天前",
    ].sort(),
  );
});

test("who may, and where: the right to spend, a till that one sees, a note for what the house bears", async () => {
  const card = await cardWith(1_000);
  online();
  const blind = await backend.createUser({ grants: ["storedOffline"] });
  const entries = [bought({ ...card, amount: 2_000 })];
  expect((await backend.call(storedOfflineUpload, { posId, entries }, { as: blind.token })).status).toBe(403);
  expect((await backend.call(storedOfflineUpload, { posId: 99_999_999, entries })).errors).toHaveProperty("posId");
  const terms = await backend.call(storedOfflineTerms, {});
  expect(terms.data.tills.map(({ value }) => value)).toContain(String(posId));
  await backend.call(storedOfflineUpload, { posId, entries });
  const id = (await rowOf(entries[0]?.entryKey ?? ""))?.id ?? 0;
  expect((await backend.call(storedOffline.methods.drop, { id, note: "" })).status).toBe(422);
  expect((await backend.call(storedOffline.methods.drop, { id, note: "景区承担" })).message).toBe("");
  expect(await left(card.id)).toBe(1_000);
  const strangers = await backend.createCorp("0009");
  expect((await backend.call(storedOffline.methods.list, {}, { as: strangers })).data.records).toEqual([]);
});

const sameBatchAtOnce = async () => {
  const card = await cardWith(10_000);
  online();
  const entries = [bought({ ...card, amount: 1_000 }), bought({ ...card, amount: 1_500 })];
  const all = await race(backend, 4, (person) =>
    backend.call(storedOfflineUpload, { posId, entries: person % 2 ? [...entries].reverse() : entries }),
  );
  return { all, left: await left(card.id) };
};

test("the same batch from four hands at once is charged once", async () => {
  const { all, left: now } = await sameBatchAtOnce();
  expect(all.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
  expect(all.reduce((sum, { data }) => sum + data.booked, 0)).toBe(2);
  expect(now).toBe(7_500);
});

test.runIf(raceIsReal)("control: without the unique key it is charged by each", async () => {
  const [usual, usualShop, usualType, usualPos] = [backend, shop, typeId, posId];
  backend = await openTestBackend();
  shop = await openStoredShop(backend);
  backend.setNow(new Date(friday.getTime() - 3_600_000));
  typeId = await shop.addType({ giftTiers: [] });
  posId = (await backend.sql<{ id: number }>("select id::int from pos order by id limit 1"))[0]?.id ?? 0;
  await backend.sql("drop index stored_offline_key");
  const { left: now } = await sameBatchAtOnce();
  expect(now).toBeLessThan(7_500);
  await backend.close();
  [backend, shop, typeId, posId] = [usual, usualShop, usualType, usualPos];
});
