/** Stored-value cards in batches by number range: each physical number once, whichever kind of card; issue takes from them. */
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { cardBatch } from "~/contract/card/batch";
import { smartCard } from "~/contract/stored/card";
import { openTestBackend, type TestBackend } from "~tests/support/backend";
import { changed, digests } from "~tests/support/digests";
import { checkInvariants } from "~tests/support/invariants";
import { fresh, friday } from "~tests/support/park";
import { race, raceIsReal } from "~tests/support/race";
import { openShop } from "../card/support";
import { openStoredShop, type StoredShop } from "./support";

let backend: TestBackend;
let shop: StoredShop;
let typeId = 0;
beforeAll(async () => {
  backend = await openTestBackend();
  shop = await openStoredShop(backend);
});
beforeEach(async () => {
  backend.setNow(friday);
  typeId = await shop.addType({ fromStock: true, stockWarn: 1 });
});
afterAll(async () => {
  await checkInvariants(backend);
  await backend.close();
});

const { methods } = smartCard;
const range = () => {
  const prefix = `${fresh("P")}-`;
  return (place: number) => prefix + String(place).padStart(4, "0");
};
const receive = (firstNumber: string, lastNumber: string, cardTypeId = typeId) =>
  backend.call(cardBatch.methods.save, { cardTypeId, firstNumber, lastNumber, receivedOn: "2026-11-20" } as never);
const batchOf = async (id: number) =>
  (await backend.call(cardBatch.methods.list, { filters: { cardTypeId: String(typeId) } })).data.records.find(
    (one) => one.id === id,
  );
const idOf = async (number: string) =>
  Number((await backend.sql<{ id: number }>("select id::int from stored_card where number = $1", [number]))[0]?.id);
const sell = async (number: string) =>
  backend.call(methods.sell, {
    ...{ id: await idOf(number), holderName: null, identity: null, mobile: null, amount: 0, paymentType: "cash" },
  } as never);
/** Lost and replaced: the new card is the next of the batch. */
const replaced = async (id: number, number: string | null = null) =>
  backend.call(methods.replace, { id, number, paymentType: "cash" } as never);
const lostNamed = async (): Promise<number> => {
  const no = range();
  await receive(no(1), no(1));
  const id = await idOf(no(1));
  const named = { holderName: "王秀英", identity: "11010119900307002X", mobile: null, amount: 0, paymentType: "cash" };
  expect((await backend.call(methods.sell, { id, ...named } as never)).message).toBe("");
  expect((await backend.call(methods.reportLoss, { id, reason: null } as never)).success).toBe(true);
  return id;
};

test("a batch makes its cards in stock, and what is left is counted from them", async () => {
  const no = range();
  const { data } = await receive(no(1), no(20));
  expect(await batchOf(data.id)).toMatchObject({ total: 20, left: 20 });
  expect((await sell(no(3))).message).toBe("");
  expect(await batchOf(data.id)).toMatchObject({ total: 20, left: 19 });
  const { data: list } = await backend.call(methods.list, { filters: { batchId: String(data.id), status: "stock" } });
  expect(list.count).toBe(19);
});

test("a number is received once, be it of an annual card or of stored value; what is refused writes nothing", async () => {
  const season = await openShop(backend);
  const annual = await season.addType({ fromStock: true });
  const no = range();
  expect((await receive(no(1), no(5), annual)).success).toBe(true);
  expect((await receive(no(11), no(15))).success).toBe(true);
  const before = await digests(backend);
  expect((await receive(no(4), no(8))).errors?.firstNumber).toEqual([`卡号 ${no(4)} 已入过库（共 2 个重复）`]);
  expect((await receive(no(14), no(18), annual)).errors?.firstNumber).toEqual([
    `卡号 ${no(14)} 已入过库（共 2 个重复）`,
  ]);
  expect((await receive(no(12), no(12))).errors?.firstNumber).toEqual([`卡号 ${no(12)} 已入过库（共 1 个重复）`]);
  expect(changed(before, await digests(backend))).toEqual([]);
});

test("a type that is issued from batches sells no other card, and a replacement is the next of them", async () => {
  const loose = await shop.stock(typeId);
  expect((await sell(loose.number)).message).toContain(loose.number);
  const id = await lostNamed();
  expect((await replaced(id)).message).toBe("“青云储值卡”没有库存卡，请先入库");
  const no = range();
  await receive(no(1), no(3));
  expect((await replaced(id, loose.number)).status).toBe(409);
  const { data } = await replaced(id);
  expect(data.answer).toMatchObject({ number: no(1) });
  // Two are left: the next sale brings it to the number at which the type warns.
  await sell(no(2));
  expect(
    (await backend.sql<{ link: string }>("select distinct link from message where kind = 'stock'")).map(
      ({ link }) => link,
    ),
  ).toContain(`/seasonCard/cardBatchList?cardTypeId=${typeId}`);
});

test("two tills take the last card of a batch at once: one has it", async () => {
  const ids = [await lostNamed(), await lostNamed()];
  const no = range();
  await receive(no(1), no(1));
  const all = await race(backend, 2, (n) => replaced(ids[n] ?? 0));
  expect(all.map(({ status }) => status).sort()).toEqual([200, 409]);
});

test.runIf(raceIsReal)("control: without the lock both would find it", async () => {
  const no = range();
  await receive(no(1), no(1));
  const look = () =>
    backend.sql("select id from stored_card where card_type_id = $1 and status = 'stock' and batch_id is not null", [
      typeId,
    ]);
  const [one, other] = await race(backend, 2, look);
  expect(one).toEqual(other);
  expect(one).toHaveLength(1);
});

test("a batch with cards stays, and one of another tenant is not there", async () => {
  const no = range();
  const { data } = await receive(no(1), no(2));
  expect((await backend.call(cardBatch.methods.remove, { id: data.id } as never)).status).toBe(409);
  const as = await backend.createCorp(fresh("T").replaceAll("-", ""));
  expect((await backend.call(cardBatch.methods.list, {}, { as })).data.records).toEqual([]);
  const stranger = await backend.createUser({ grants: ["smartCardList"] });
  expect((await backend.call(cardBatch.methods.list, {}, { as: stranger.token })).status).toBe(403);
});
