/** Cards from rolls: a sale takes the next number of the seller's roll, misprints are spoiled, a shift tells of all of them. */
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from "vitest";
import { cardCounter, sellCard } from "~/contract/card/counter";
import { cardType } from "~/contract/card/type";
import { closeShift, openShift, shiftReport } from "~/contract/order/shift";
import { stockRoll } from "~/contract/stock/roll";
import { stockItem } from "~/contract/stock/store";
import { stockSerials } from "~/contract/stock/where";
import { smartCard } from "~/contract/stored/card";
import { keepsCardBlanks } from "~server/backend/business/card/blanks";
import { cardKeeper } from "~server/backend/business/stock/card-blanks";
import { moveSerials } from "~server/backend/business/stock/serials";
import { openTestBackend, type TestBackend } from "~tests/support/backend";
import { changed, digests } from "~tests/support/digests";
import { checkInvariants } from "~tests/support/invariants";
import { fresh, friday } from "~tests/support/park";
import { meeting, race, raceIsReal } from "~tests/support/race";
import { openShop, person, type Shop } from "../card/support";
import { stockOf } from "./bill-fixture";
import { carelessly } from "./careless-rolls";

let backend: TestBackend;
let shop: Shop;
let stock: ReturnType<typeof stockOf>;
let seller: { token: string; id: number };
let [store, item, annual, stored] = [0, 0, 0, 0];
let prefix = "";
let made = 0;
const { methods } = stockRoll;

beforeAll(async () => {
  backend = await openTestBackend();
  shop = await openShop(backend);
  const { token } = await backend.createUser({ grants: ["listInBillsRecord", "listInBillsRecord/stockIn:approve"] });
  stock = stockOf(backend, token);
});
beforeEach(async () => {
  backend.setNow(friday);
  made += 1;
  prefix = `K${String(made).padStart(3, "0")}X`;
  store = await stock.store(shop.park.parkId);
  annual = await shop.addType({ asksIdentity: false, holdersMost: 1 });
  stored = await shop.addType({
    ...{ kind: "stored", price: 0, places: [], asksIdentity: false, renewable: false, months: null },
    ...{ giftOrder: "last", refundRule: "anytime", giftTiers: [] },
  });
  item = await stock.item({
    ...{ kind: "blankCard", unit: "张", serialDigits: 6, serialPrefix: prefix },
    cardTypes: [{ cardTypeId: annual }, { cardTypeId: stored }],
  });
  await stock.posted("in", store, [{ itemId: item, quantity: 100, serials: one(1), amount: 1_000 }]);
  seller = await backend.createUser({
    grants: [
      ...["seasonCardList", "seasonCardList/seasonCard:sell", "smartCardList", "smartCardList/smartCard:sell"],
      ...["storeRolls", "storeRolls/stockRoll:use", "shift", "shift/shift:work", "buyTktList", "buyTktList/sale:sell"],
    ],
  });
});
afterEach(() => checkInvariants(backend));
afterAll(() => backend.close());

const one = (number: number) => `${prefix}${String(number).padStart(6, "0")}`;
const hand = (first: number, quantity: number) =>
  backend.saved(methods.save, {
    ...{ storeId: store, itemId: item, sellerId: seller.id, firstSerial: one(first), quantity },
  } as never);
const sell = (number = "", as = seller.token) =>
  shop.sell(annual, { number, holders: [person()], paymentType: "wechat" }, as);
const sellNext = () =>
  backend.call(
    sellCard,
    {
      ...{ idempotencyKey: fresh("k"), cardTypeId: annual, number: "" },
      ...{ holders: [person()], paymentType: "wechat" },
    } as never,
    { as: seller.token },
  );
const stateOf = async (number: number) =>
  (await backend.call(stockSerials, { serial: one(number) })).data.found?.state ?? null;
const press = (name: "spoil" | "handBack", id: number, fields: object) =>
  backend.call(stockRoll.commands[name].method, { id, ...fields } as never, { as: seller.token });

test("a card is sold on the next number of the seller's roll, or on one of it that is typed; the shift tells of all", async () => {
  const opened = await backend.call(
    openShift,
    { idempotencyKey: fresh("shift-key"), posId: shop.park.posId, opening: 0 },
    { as: seller.token },
  );
  const shiftId = opened.data.id;
  const roll = await hand(1, 10);
  expect((await sell()).data.number).toBe(one(1));
  expect((await sell(one(5))).data.number).toBe(one(5));
  expect((await sell()).data.number).toBe(one(2));
  expect((await press("spoil", roll, { serials: one(3), reason: "印偏" })).message).toBe("");
  expect((await sell()).data.number).toBe(one(4));
  expect([await stateOf(1), await stateOf(3), await stateOf(6), await stateOf(11)]).toEqual([
    "sold",
    "spoiled",
    "seller",
    "stock",
  ]);
  const { data: counter } = await backend.call(cardCounter, {}, { as: seller.token });
  expect(counter.types.find(({ id }) => id === annual)?.stock).toEqual({ left: 5, next: one(6) });
  const close = () =>
    backend.call(
      closeShift,
      { idempotencyKey: fresh("shift-key"), shiftId, pieces: [], left: 0, remark: "" },
      { as: seller.token },
    );
  expect((await close()).message).toMatch(/JL\d/);
  expect((await press("handBack", roll, { rest: one(7) })).message).toBe("");
  const { data: report } = await backend.call(shiftReport, { id: shiftId }, { as: seller.token });
  expect(report.rolls).toMatchObject([{ first: one(1), last: one(10), sold: 4, spoiled: 1, missing: 1 }]);
  expect([await stateOf(6), await stateOf(7)]).toEqual(["missing", "stock"]);
});

test("without a roll, or with a number that is not on it, nothing is sold and nothing written", async () => {
  const before = await digests(backend);
  expect((await sell()).status).toBe(409);
  expect(changed(before, await digests(backend))).toEqual([]);
  await hand(1, 2);
  const held = await digests(backend);
  const refused = await sell(one(3));
  expect([refused.status, refused.message]).toEqual([409, expect.stringContaining(one(3))]);
  expect((await sell("X9")).status).toBe(422);
  expect(changed(held, await digests(backend))).toEqual([]);
});

test("the number of a card in somebody's hands is not spoiled before the card is replaced", async () => {
  const roll = await hand(1, 5);
  await sell();
  const refused = await press("spoil", roll, { serials: one(1), reason: "印错" });
  expect([refused.status, refused.message]).toEqual([409, expect.stringContaining(one(1))]);
});

test("a stored-value card is sold where its number is on the seller's roll, and replaced by the next", async () => {
  await hand(1, 5);
  const register = (number: string) =>
    backend.saved(smartCard.methods.save, { number, cardTypeId: stored, remark: null });
  const sellStored = (id: number) =>
    backend.call(
      smartCard.commands.sell.method,
      { id, holderName: "王秀英", identity: null, mobile: null, amount: 1_000, paymentType: "wechat" } as never,
      { as: seller.token },
    );
  const foreign = await register(one(9));
  expect((await sellStored(foreign)).message).toContain(one(9));
  expect((await sellStored(await register(one(2)))).message).toBe("");
  expect([await stateOf(2), await stateOf(9)]).toEqual(["sold", "stock"]);
});

test("a type is issued from rolls or from batches, and is of one item", async () => {
  const batched = await shop.addType({ fromStock: true });
  const save = (cardTypeId: number) =>
    backend.call(stockItem.methods.save, {
      ...{ code: fresh("I"), name: "空白卡二", kind: "blankCard", unit: "张", serialDigits: 7, serialPrefix: prefix },
      cardTypes: [{ cardTypeId }],
    } as never);
  expect((await save(batched)).errors).toMatchObject({ "cardTypes.0.cardTypeId": [expect.stringContaining("批次")] });
  expect((await save(annual)).errors).toMatchObject({ "cardTypes.0.cardTypeId": [expect.stringContaining("已用")] });
  const { data } = await backend.call(cardType.methods.get, { id: annual } as never);
  const row = (data as unknown as { record: Record<string, unknown> }).record;
  expect(
    (await backend.call(cardType.methods.save, { ...row, status: undefined, id: annual, fromStock: true } as never))
      .errors,
  ).toMatchObject({
    fromStock: [expect.stringContaining("票卷")],
  });
});

const twoAtOnce = () => race(backend, 2, () => sellNext());

test("two sales of one seller at once take two numbers", async () => {
  await hand(1, 5);
  const both = await twoAtOnce();
  expect(both.map(({ data }) => data?.number).sort()).toEqual([one(1), one(2)]);
});

test.runIf(raceIsReal)(
  "control: where nobody holds the roll, both sales find the same number on top, and one customer is sent away from a full roll",
  async () => {
    await hand(1, 5);
    const found: string[] = [];
    const met = meeting(2);
    const ways = carelessly({ met });
    const unheld: typeof ways.hold = async (call, itemId) => {
      found.push((await cardKeeper().next(call, itemId)).next);
      await met();
      return ways.hold(call, itemId);
    };
    keepsCardBlanks(cardKeeper({ hold: unheld, move: moveSerials }));
    const both = await twoAtOnce().finally(() => keepsCardBlanks(cardKeeper()));
    expect(found).toEqual([one(1), one(1)]);
    expect(both.map(({ status }) => status).sort()).toEqual([200, 409]);
    expect(await Promise.all([1, 2, 5].map(stateOf))).toEqual(["sold", "seller", "seller"]);
  },
);

test.runIf(raceIsReal)(
  "where nobody holds the roll nor looks at the number, the ranges themselves refuse the second buyer",
  async () => {
    await hand(1, 5);
    keepsCardBlanks(cardKeeper(carelessly({ met: meeting(2) })));
    const both = await twoAtOnce().finally(() => keepsCardBlanks(cardKeeper()));
    expect(both.map(({ success }) => success).sort()).toEqual([false, true]);
    const cards = await backend.sql("select number from season_card where number like $1", [`${prefix}%`]);
    expect(cards).toEqual([{ number: one(1) }]);
  },
);
