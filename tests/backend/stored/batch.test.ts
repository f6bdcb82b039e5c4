/** Stored-value cards in batches by number range: each physical number once, whichever kind of card; issue takes from them. */
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { cardBatch } from "~/contract/card/batch";
import { seasonCard } from "~/contract/card/card";
import { smartCard } from "~/contract/stored/card";
import { storedCounter } from "~/contract/stored/counter";
import { openTestBackend, type TestBackend } from "~tests/support/backend";
import { changed, digests } from "~tests/support/digests";
import { checkInvariants } from "~tests/support/invariants";
import { fresh, friday } from "~tests/support/park";
import { race, raceIsReal, whileItWrites, withoutLock } from "~tests/support/race";
import { openShop } from "../card/support";
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
  const named = { holderName: "王秀英", identity: identityOf(), mobile: null, amount: 0, paymentType: "cash" };
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

test("a card that is registered by hand has no number of a card of the other kind", async () => {
  const annual = await (await openShop(backend)).addType();
  const [own, other] = [fresh("H"), fresh("H")];
  await backend.saved(seasonCard.methods.save, { number: own, cardTypeId: annual });
  const id = await backend.saved(methods.save, { number: other, cardTypeId: typeId });
  const before = await digests(backend);
  const no = `卡号 ${own.toLowerCase()} 已用于另一类卡，每张实体卡的卡号不能相同`;
  const stored = await backend.call(methods.save, { number: own.toLowerCase(), cardTypeId: typeId } as never);
  expect([stored.status, stored.errors?.number]).toEqual([422, [no]]);
  const season = await backend.call(seasonCard.methods.save, { number: other, cardTypeId: annual } as never);
  expect([season.status, season.errors?.number?.[0]]).toEqual([422, expect.stringContaining("已用于另一类卡")]);
  expect(changed(before, await digests(backend))).toEqual([]);
  const [row] = await backend.sql<{ v: number }>("select row_version as v from stored_card where id = $1", [id]);
  const again = { id, rowVersion: row?.v, number: other, cardTypeId: typeId, remark: "补记" };
  expect((await backend.call(methods.save, again as never)).message).toBe("");
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

/** Of one range: the first has made annual cards and not committed when the second, of stored value, comes. */
const bothKinds = async () => {
  const annual = await (await openShop(backend)).addType({ fromStock: true });
  const no = range();
  const both = await whileItWrites(
    backend,
    "season_card",
    () => receive(no(1), no(5), annual),
    () => receive(no(4), no(8)),
  );
  const cards = await backend.sql<{ n: number }>(
    "select count(*)::int as n from numbered_card where number in ($1, $2)",
    [no(4), no(5)],
  );
  return { both, cards: cards[0]?.n, no };
};

test.runIf(raceIsReal)(
  "of two kinds that are received by one range at once, one is: the other is told which number",
  async () => {
    const { both, cards, no } = await bothKinds();
    expect(both.map(({ status }) => status)).toEqual([200, 422]);
    expect(both[1].errors?.firstNumber).toEqual([`卡号 ${no(4)} 已入过库（共 2 个重复）`]);
    expect(cards).toBe(2);
  },
);

test.runIf(raceIsReal)("control: where ranges are not held apart, two cards of two kinds have one number", async () => {
  const [usual, usualShop] = [backend, shop];
  backend = await openTestBackend();
  shop = await openStoredShop(backend);
  typeId = await shop.addType({ fromStock: true });
  await backend.sql("alter table card_batch drop constraint card_batch_apart");
  const { both, cards } = await bothKinds();
  expect(both.map(({ status }) => status)).toEqual([200, 200]);
  expect(cards).toBe(4);
  await backend.close();
  [backend, shop] = [usual, usualShop];
});

test("ranges side by side, of another prefix or length, and of another company are none that overlap", async () => {
  const head = fresh("H").replaceAll("-", "x");
  expect((await receive(`${head}x0001`, `${head}x0100`)).success).toBe(true);
  for (const [first, last] of [
    [`${head}x0101`, `${head}x0200`],
    [`${head}x00a1`, `${head}x00a9`],
    [`${head}x001`, `${head}x099`],
    [`${head}y0001`, `${head}y0100`],
    [`${head}1234567890123456`, `${head}1234567890123459`],
    [`${head}2234567890123456`, `${head}2234567890123459`],
  ])
    expect([first, (await receive(first ?? "", last ?? "")).errors ?? {}]).toEqual([first, {}]);
  // Cards that were taken out of a batch again leave its range where it is.
  await backend.sql("delete from stored_card where number = $1", [`${head}x0150`]);
  const again = await receive(`${head.toUpperCase()}X0150`, `${head.toUpperCase()}X0150`);
  expect(again.errors?.firstNumber).toEqual([`号段与已入库的批次 ${head}x0101 至 ${head}x0200 重叠`]);
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

test.runIf(raceIsReal)("control: without the lock the last card is given to two people", async () => {
  const [usual, usualShop] = [backend, shop];
  backend = await openTestBackend();
  shop = await openStoredShop(backend);
  typeId = await shop.addType({ fromStock: true });
  const ids = [await lostNamed(), await lostNamed()];
  const no = range();
  await receive(no(1), no(1));
  const off = { mark: "batch_id is not null", lock: "for update skip locked", people: 2 };
  const all = await withoutLock(off, () => race(backend, 2, (n) => replaced(ids[n] ?? 0)));
  expect(all.map(({ status, data }) => [status, data?.answer?.number])).toEqual([
    [200, no(1)],
    [200, no(1)],
  ]);
  await backend.close();
  [backend, shop] = [usual, usualShop];
});

test("a misprint is spoiled with its reason: its batch counts it, and it is never sold nor a replacement", async () => {
  const no = range();
  const { data } = await receive(no(1), no(3));
  const spoil = async (number: string, reason: string) =>
    backend.call(methods.spoil, { id: await idOf(number), reason } as never);
  const before = await digests(backend);
  expect((await spoil(no(1), "")).errors?.reason).toBeDefined();
  expect(changed(before, await digests(backend))).toEqual([]);
  expect((await spoil(no(1), "磁条损坏")).data.notice).toBe(`${no(1)} 已作废`);
  expect(await batchOf(data.id)).toMatchObject({ total: 3, left: 2, spoiled: 1 });
  expect((await sell(no(1))).status).toBe(409);
  const asked = await backend.call(storedCounter, { find: no(1) });
  expect(asked.data.card).toMatchObject({ stateName: "作废", steps: [] });
  await sell(no(2));
  const own = await idOf(no(2));
  expect((await backend.call(methods.spoil, { id: own, reason: "印错" } as never)).status).toBe(409);
  expect((await receive(no(1), no(1))).errors?.firstNumber).toBeDefined();
  const reader = await backend.createUser({ grants: ["smartCardList"] });
  const refused = await backend.call(methods.spoil, { id: await idOf(no(3)), reason: "印错" } as never, {
    as: reader.token,
  });
  expect(refused.status).toBe(403);
});

test("a replacement passes over what is spoiled, whether it is the next or asked for", async () => {
  const id = await lostNamed();
  const no = range();
  await receive(no(1), no(2));
  await backend.call(methods.spoil, { id: await idOf(no(1)), reason: "印错" } as never);
  expect((await replaced(id, no(1))).message).toBe(`卡号 ${no(1)} 不在“青云储值卡”的入库批次中，或已发出、作废`);
  expect((await replaced(id)).data.answer).toMatchObject({ number: no(2) });
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
