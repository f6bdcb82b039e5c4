/** The stock of cards: batches by number range, each number once, and cards that are taken out of it one by one. */
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { cardBatch, numbersOf } from "~/contract/card/batch";
import { seasonCard } from "~/contract/card/card";
import { cardCounter } from "~/contract/card/counter";
import { bindWristbands } from "~/contract/ticket/wristband";
import { openTestBackend, type TestBackend } from "~tests/support/backend";
import { changed, digests } from "~tests/support/digests";
import { checkInvariants } from "~tests/support/invariants";
import { createPark, fresh, friday } from "~tests/support/park";
import { race, raceIsReal, raceToInsert, whileItWrites, withoutLock } from "~tests/support/race";
import { openShop, type Shop } from "./support";

let backend: TestBackend;
let shop: Shop;
let typeId = 0;
beforeAll(async () => {
  backend = await openTestBackend();
  shop = await openShop(backend);
});
beforeEach(async () => {
  backend.setNow(friday);
  typeId = await shop.addType({ fromStock: true, stockWarn: 1 });
});
afterAll(async () => {
  await checkInvariants(backend);
  await backend.close();
});

const receive = (firstNumber: string, lastNumber: string, fields: object = {}, as = backend.admin) =>
  backend.call(
    cardBatch.methods.save,
    { cardTypeId: typeId, firstNumber, lastNumber, receivedOn: "2026-11-20", ...fields } as never,
    { as },
  );
const range = () => {
  const prefix = `${fresh("P")}-`;
  return (place: number) => prefix + String(place).padStart(4, "0");
};
const batchOf = async (id: number) =>
  (await backend.call(cardBatch.methods.list, { filters: { cardTypeId: String(typeId) } })).data.records.find(
    (one) => one.id === id,
  );

test("a range is of one prefix and one length, forwards, and of no more than a batch", () => {
  expect(numbersOf("A0008", "A0011")).toEqual(["A0008", "A0009", "A0010", "A0011"]);
  expect(numbersOf("7001", "7001")).toEqual(["7001"]);
  const none: [string, string][] = [
    ["A2", "A1"],
    ["A1", "B2"],
    ["A9", "A10"],
    ["A", "B"],
    ["A00000", "A10000"],
  ];
  for (const [first, last] of none) expect(numbersOf(first, last), `${first} ${last}`).toBeNull();
});

test("a batch makes its cards; a number that was received is told and nothing of the batch is there", async () => {
  const no = range();
  const { data } = await receive(no(1), no(20));
  expect(await batchOf(data.id)).toMatchObject({ total: 20, left: 20, spoiled: 0 });
  const before = await digests(backend);
  expect((await receive(no(19), no(30))).errors?.firstNumber).toEqual([`卡号 ${no(19)} 已入过库（共 2 个重复）`]);
  expect(Object.keys((await receive(no(30), no(21))).errors ?? {})).toEqual(["lastNumber"]);
  expect(changed(before, await digests(backend))).toEqual([]);
  const as = await backend.createCorp(fresh("T").replaceAll("-", ""));
  await createPark(backend, as);
  expect((await receive(no(40), no(41), {}, as)).status).toBe(422);
  expect((await backend.call(cardBatch.methods.list, {}, { as })).data.records).toEqual([]);
});

test("two receive the same range at once: one does", async () => {
  const no = range();
  const all = await raceToInsert(backend, "card_batch", 2, () => receive(no(1), no(5)));
  expect(all.map(({ status }) => status).sort()).toEqual([200, 422]);
});

describe("a number that a wristband has in use", () => {
  const ticketToWear = async () => {
    const park = await createPark(backend);
    const { orderId } = await park.sell({ lines: [{ ticketTypeId: park.adultId, quantity: 1 }] });
    const [ticket] = await backend.sql("select id::int from ticket where order_id = $1", [orderId]);
    return Number(ticket?.id);
  };
  const bind = (ticketId: number, code: string) =>
    backend.call(bindWristbands, { codes: [{ ticketId, code }], idempotencyKey: fresh("bind-key-0001") });
  const both = (ticketId: number, no: (place: number) => string) =>
    whileItWrites(
      backend,
      "wristband",
      () => bind(ticketId, no(3)),
      () => receive(no(1), no(5)),
    );

  test("is no card's, and nothing of its batch is received", async () => {
    const no = range();
    await bind(await ticketToWear(), no(3).toLowerCase());
    const before = await digests(backend);
    const refused = await receive(no(1), no(5));
    expect([refused.status, refused.errors?.firstNumber]).toEqual([
      422,
      [`${no(3)} 是正在使用的手环号，请先收回手环或改用其他卡号`],
    ]);
    expect(changed(before, await digests(backend)).filter((table) => table !== "audit_log")).toEqual([]);
    expect((await receive(no(4), no(5))).status).toBe(200);
  });

  test.runIf(raceIsReal)("even where the wristband is handed out while the batch is received", async () => {
    const [bound, received] = await both(await ticketToWear(), range());
    expect([bound.status, received.status]).toEqual([200, 422]);
  });

  test.runIf(raceIsReal)("control: without their turns both have the number", async () => {
    const ticketId = await ticketToWear();
    const unlocked = { mark: "numbers of wristbands", lock: "pg_advisory", instead: "pg_try_advisory", people: 1 };
    const all = await withoutLock(unlocked, () => both(ticketId, range()));
    expect(all.map(({ status }) => status)).toEqual([200, 200]);
  });
});

test("a sale takes the number that is typed or the next one, and no other; a replacement too", async () => {
  const no = range();
  const { data } = await receive(no(1), no(4));
  expect((await shop.sell(typeId, { number: no(3) })).data.number).toBe(no(3));
  const { types } = (await backend.call(cardCounter, {})).data;
  expect(types.find(({ id }) => id === typeId)?.stock).toEqual({ left: 3, next: no(1) });
  const first = (await shop.sell(typeId)).data;
  expect(first.number).toBe(no(1));
  const loose = fresh("L");
  await backend.saved(seasonCard.methods.save, { number: loose, cardTypeId: typeId });
  const before = await digests(backend);
  expect((await shop.sell(typeId, { number: loose })).message).toBe(
    `卡号 ${loose} 不在“青云山年卡”的入库批次中，或已发出、作废`,
  );
  expect((await shop.sell(typeId, { number: no(3) })).status).toBe(409);
  expect(changed(before, await digests(backend))).toEqual([]);
  await backend.call(seasonCard.methods.activate, { id: first.cardId });
  await backend.call(seasonCard.methods.reportLoss, { id: first.cardId, reason: null });
  const replaced = await backend.call(seasonCard.methods.replace, {
    ...{ id: first.cardId, number: null, paymentType: "cash", expected: null, idempotencyKey: fresh("replace-key") },
  } as never);
  expect(replaced.message).toBe("");
  expect(await batchOf(data.id)).toMatchObject({ total: 4, left: 1 });
});

test("two tills take the next card at once: each another, and of the last one there is one", async () => {
  const no = range();
  await receive(no(1), no(3));
  const all = await race(backend, 4, () => shop.sell(typeId));
  const sold = all.filter(({ success }) => success).map(({ data }) => data.number);
  expect(new Set(sold).size).toBe(sold.length);
  expect(sold.length).toBeLessThanOrEqual(3);
  for (;;) {
    const next = await shop.sell(typeId);
    if (!next.success) {
      expect(next.message).toBe("“青云山年卡”没有库存卡，请先入库");
      break;
    }
    sold.push(next.data.number);
  }
  expect(sold.sort()).toEqual([no(1), no(2), no(3)]);
});

test.runIf(raceIsReal)(
  "control: without the unique number, and ranges that are held apart, both receive the same range",
  async () => {
    const other = await openTestBackend();
    const usual = backend;
    backend = other;
    shop = await openShop(other);
    typeId = await shop.addType({ fromStock: true });
    await other.sql("drop index season_card_number; alter table card_batch drop constraint card_batch_apart");
    const no = range();
    const all = await raceToInsert(other, "season_card", 2, () => receive(no(1), no(2)));
    expect(all.map(({ status }) => status)).toEqual([200, 200]);
    await other.close();
    backend = usual;
    shop = await openShop(usual);
  },
);

test("a spoiled card is out of the stock for good; low stock is told when it falls to the limit, and at the last card", async () => {
  const no = range();
  const { data } = await receive(no(1), no(4));
  const [card] = await backend.sql("select id::int from season_card where number = $1", [no(1)]);
  const id = Number(card?.id);
  expect((await backend.call(seasonCard.methods.spoil, { id, reason: "" } as never)).status).toBe(422);
  expect((await backend.call(seasonCard.methods.spoil, { id, reason: "印刷错误" } as never)).message).toBe("");
  expect((await backend.call(seasonCard.methods.activate, { id })).status).toBe(409);
  expect(await batchOf(data.id)).toMatchObject({ left: 3, spoiled: 1 });
  const told = () =>
    backend.sql("select title from message where matter = $1 and account_id = 1 order by id", [`card-stock-${typeId}`]);
  expect((await shop.sell(typeId)).data.number).toBe(no(2));
  expect(await told()).toEqual([]);
  await shop.sell(typeId);
  expect(await told()).toEqual([{ title: "“青云山年卡”库存卡剩 1 张" }]);
  await backend.sql("update message set read_at = now() where matter = $1", [`card-stock-${typeId}`]);
  await shop.sell(typeId);
  expect(await told()).toHaveLength(2);
});
