/** Rolls: a print takes the next number of the seller's roll, what is spoiled says why, and a shift ends with its rolls counted. */
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { closeShift, getShift, openShift, shiftReport } from "~/contract/order/shift";
import { stockRoll } from "~/contract/stock/roll";
import { stockItem } from "~/contract/stock/store";
import { stockSerials } from "~/contract/stock/where";
import { nextSerial, printTickets } from "~/contract/ticket/issued";
import { printTemplate } from "~/contract/ticket/print-template";
import { holdRolls, type RollWays, rollKeeper, rollKeeperWith } from "~server/backend/business/stock/roll-prints";
import { moveSerials } from "~server/backend/business/stock/serials";
import { keepsBlanks } from "~server/backend/business/ticket/blanks";
import { openTestBackend, type TestBackend } from "~tests/support/backend";
import { changed, digests } from "~tests/support/digests";
import { checkInvariants } from "~tests/support/invariants";
import { createPark, fresh, friday, type TestPark } from "~tests/support/park";
import { meeting, race, raceIsReal } from "~tests/support/race";
import { stockOf } from "./bill-fixture";
import { carelessly } from "./careless-rolls";

let backend: TestBackend;
let park: TestPark;
let stock: ReturnType<typeof stockOf>;
let seller: { token: string; id: number };
let [store, item, typeId, shiftId] = [0, 0, 0, 0];
let prefix = "";
let made = 0;
const { methods } = stockRoll;

beforeAll(async () => {
  backend = await openTestBackend();
  park = await createPark(backend);
  const { token } = await backend.createUser({
    grants: ["listInBillsRecord", "listInBillsRecord/stockIn:approve"],
  });
  stock = stockOf(backend, token);
});
beforeEach(async () => {
  backend.setNow(friday);
  made += 1;
  prefix = `R${String(made).padStart(3, "0")}X`;
  store = await stock.store(park.parkId);
  const element = { kind: "field", field: "serial", x: 5, y: 5, width: 60, height: 8, size: 14, bold: false };
  const templateId = await backend.saved(printTemplate.methods.save, {
    ...{ name: fresh("模板"), paper: "roll80", width: null, height: 120, serials: false, pictures: null },
    elements: [{ ...element, text: null, picture: null, align: "left" }],
  } as never);
  item = await stock.item({
    ...{ kind: "blankTicket", unit: "张", serialDigits: 6, serialPrefix: prefix },
    templates: [{ printTemplateId: templateId }],
  });
  typeId = await park.addType({ name: fresh("卷票"), printTemplateId: templateId });
  await stock.posted("in", store, [{ itemId: item, quantity: 100, serials: one(1), amount: 1_000 }]);
  const rights = ["sale:sell", "sale:print", "sale:reprint"].map((right) => `buyTktList/${right}`);
  seller = await backend.createUser({
    grants: ["buyTktList", ...rights, "storeRolls", "storeRolls/stockRoll:use", "shift", "shift/shift:work"],
  });
  const posId = park.posId;
  const opened = await backend.call(
    openShift,
    { idempotencyKey: fresh("shift-key"), posId, opening: 0 },
    { as: seller.token },
  );
  shiftId = opened.data.id;
});
afterAll(async () => {
  await checkInvariants(backend);
  await backend.close();
});

const one = (number: number) => `${prefix}${String(number).padStart(6, "0")}`;
const handOut = (first: number, quantity: number) => ({
  ...{ storeId: store, itemId: item, sellerId: seller.id, firstSerial: one(first), quantity },
});
const hand = (first: number, quantity: number) => backend.saved(methods.save, handOut(first, quantity) as never);
const sell = async (quantity: number) =>
  (await park.sell({ lines: [{ ticketTypeId: typeId, slot: "", quantity }], paymentType: "cash" }, seller.token))
    .orderId;
const print = (orderId: number, as = seller.token) => backend.call(printTickets, { orderId }, { as });
const printed = async (orderId: number) => (await print(orderId)).data.tickets.map(({ serial }) => serial);
/** Printed at once by one seller. */
function twoPrints(orders: readonly number[], ways: RollWays) {
  keepsBlanks(rollKeeperWith(ways));
  return race(backend, 2, (person) => print(orders[person] ?? 0)).finally(() => keepsBlanks(rollKeeper));
}
/** How often a number is sold. */
const soldAs = async (number: number) =>
  (
    await backend.sql(
      "select id from stock_range where item_id = $1 and state = 'sold' and first_no <= $2 and last_no >= $2",
      [item, number],
    )
  ).length;
const stateOf = async (number: number) =>
  (await backend.call(stockSerials, { serial: one(number) })).data.found?.state ?? null;
const close = () =>
  backend.call(
    closeShift,
    { idempotencyKey: fresh("shift-key"), shiftId, pieces: [], left: 0, remark: "" },
    { as: seller.token },
  );
const report = async () => (await backend.call(shiftReport, { id: shiftId }, { as: seller.token })).data.rolls;
const endShift = () =>
  backend.sql(
    "update shift set status = 'closed', closed_at = now(), expected = 0, counted = 0, difference = 0, left_in_drawer = 0 where id = $1",
    [shiftId],
  );

test("a roll leaves the warehouse with its worth, and each print takes its next number", async () => {
  await hand(1, 10);
  expect(await stock.has(store, item)).toMatchObject({ quantity: 90, amount: 900 });
  const orderId = await sell(2);
  const { data } = await backend.call(nextSerial, { orderId }, { as: seller.token });
  expect(data).toMatchObject({ count: 0, rolls: [{ next: one(1), left: 10, count: 2 }] });
  expect(await printed(orderId)).toEqual([one(1), one(2)]);
  expect(await printed(await sell(1))).toEqual([one(3)]);
  expect([await stateOf(3), await stateOf(4), await stateOf(11)]).toEqual(["sold", "seller", "stock"]);
  await checkInvariants(backend);
  await endShift();
});

test("without a roll, or with too little of it, nothing is printed; two rolls go on from one to the other", async () => {
  const orderId = await sell(3);
  expect((await print(orderId)).message).toMatch(/请先领卷$/);
  await hand(1, 2);
  const before = await digests(backend, { except: ["session"] });
  expect((await print(orderId)).message).toMatch(/只剩 2 张，本次需要 3 张/);
  expect(changed(before, await digests(backend, { except: ["session"] }))).toEqual([]);
  await hand(51, 5);
  expect(await printed(orderId)).toEqual([one(1), one(2), one(51)]);
  await endShift();
});

test("a reprint takes a new number and spoils the one before; so is a misprint, with its reason", async () => {
  const roll = await hand(1, 10);
  const orderId = await sell(1);
  expect(await printed(orderId)).toEqual([one(1)]);
  expect(await printed(orderId)).toEqual([one(2)]);
  expect([await stateOf(1), await stateOf(2)]).toEqual(["spoiled", "sold"]);
  const spoil = (serials: string, reason = "卡纸") =>
    backend.call(methods.spoil, { id: roll, serials, reason } as never, { as: seller.token });
  expect((await spoil(`${one(2)}-${one(4)}`)).success).toBe(true);
  expect(Object.keys((await spoil(one(3))).errors ?? {})).toEqual(["serials"]);
  expect(Object.keys((await spoil(one(11))).errors ?? {})).toEqual(["serials"]);
  expect((await spoil(one(5), "")).status).toBe(422);
  expect(await printed(orderId)).toEqual([one(5)]);
  const { history } = (await backend.call(stockSerials, { serial: one(3) })).data;
  expect(history[0]).toMatchObject({ kind: "spoiled", note: "卡纸" });
  await checkInvariants(backend);
  await endShift();
});

test("a shift does not end with a roll in use; handed back, its report says first, last, sold, spoiled and missing", async () => {
  const roll = await hand(1, 10);
  await print(await sell(3));
  await backend.call(methods.spoil, { id: roll, serials: one(4), reason: "撕坏" } as never, { as: seller.token });
  const refused = await close();
  // Said before the drawer is counted: to the seller, and to whoever closes it for them.
  const whyNot = async (payload: object, options: object) =>
    (await backend.call(getShift, payload, options)).data.closeWhyNot;
  expect(await whyNot({}, { as: seller.token })).toBe(refused.message);
  expect(await whyNot({ closing: shiftId }, {})).toBe(refused.message);
  expect(await whyNot({}, {})).toBe("");
  expect([refused.status, refused.message]).toEqual([409, expect.stringContaining("还有票卷未交回或结转")]);
  const back = (rest: string) => backend.call(methods.handBack, { id: roll, rest } as never, { as: seller.token });
  for (const wrong of [one(3), one(11), "X1"])
    expect(Object.keys((await back(wrong)).errors ?? {}), wrong).toEqual(["rest"]);
  // 5 and 6 were neither printed nor spoiled, and are not on the roll.
  expect((await back(one(7))).data.notice).toBe("交回 4 张，缺号 2 张");
  expect(await report()).toMatchObject([
    { first: one(1), last: one(10), quantity: 10, sold: 3, spoiled: 1, missing: 2, left: 4, status: "returned" },
  ]);
  expect([await stateOf(5), await stateOf(7)]).toEqual(["missing", "stock"]);
  expect(await stock.has(store, item)).toMatchObject({ quantity: 94, amount: 940 });
  expect((await back(one(7))).status).toBe(409);
  await checkInvariants(backend);
  expect(await whyNot({}, { as: seller.token })).toBe("");
  const closed = await close();
  expect([closed.success, closed.message]).toEqual([true, ""]);
});

test("what is carried over is a roll of the next shift, and the sums of this one stay", async () => {
  const roll = await hand(1, 10);
  const orderId = await sell(2);
  await print(orderId);
  const carried = await backend.call(methods.carry, { id: roll, rest: one(4) } as never, { as: seller.token });
  expect(carried.data.notice).toMatch(/^已结转为 JL/);
  const sums = await report();
  expect(sums).toMatchObject([{ sold: 2, spoiled: 0, missing: 1, left: 7, status: "carried" }]);
  await endShift();
  const next = await backend.call(
    openShift,
    { idempotencyKey: fresh("shift-key"), posId: park.posId, opening: 0 },
    { as: seller.token },
  );
  // Printed again in the next shift: on a new blank, and what the first one told stays as it was.
  expect(await printed(orderId)).toEqual([one(4), one(5)]);
  expect(await report()).toEqual(sums);
  shiftId = next.data.id;
  expect(await report()).toMatchObject([{ first: one(4), last: one(10), sold: 2, left: 5, status: "open" }]);
  await checkInvariants(backend);
  await endShift();
});

test("two prints of one seller at once never take the same number", async () => {
  await hand(1, 40);
  const orders = [await sell(2), await sell(2), await sell(2), await sell(2)];
  const all = await race(backend, 4, (person) => print(orders[person] ?? 0));
  expect(all.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
  const serials = all.flatMap(({ data }) => data.tickets.map(({ serial }) => serial)).sort();
  expect(serials).toEqual(Array.from({ length: 8 }, (_, place) => one(place + 1)));
  await endShift();
});

test.runIf(raceIsReal)(
  "the lock of the roll alone, or the look at the number alone, keeps a blank from being sold twice",
  async () => {
    const [lock, look] = [
      { hold: holdRolls, move: carelessly({ met: async () => [null] }).move },
      carelessly({ met: meeting(2) }),
    ];
    await hand(1, 4);
    const orders = [await sell(1), await sell(1), await sell(1), await sell(1)];
    expect((await twoPrints(orders, lock)).map(({ data }) => data?.tickets[0]?.serial).sort()).toEqual([
      one(1),
      one(2),
    ]);
    const met = meeting(2);
    const looked: RollWays = {
      hold: look.hold,
      move: async (...told) => {
        await met();
        return moveSerials(...told);
      },
    };
    expect((await twoPrints(orders.slice(2), looked)).map(({ status }) => status).sort()).toEqual([200, 409]);
    expect(await soldAs(3)).toBe(1);
    await checkInvariants(backend);
    await endShift();
  },
);

test.runIf(raceIsReal)(
  "control: without lock, look and constraints one blank is sold twice, and the books of the roll disagree",
  async () => {
    const [overlap, printed] = ["stock_range_overlap", "print_log_serial"];
    const [kept] = await backend.sql<{ text: string }>(
      "select pg_get_constraintdef(oid) as text from pg_constraint where conname = $1",
      [overlap],
    );
    const [index] = await backend.sql<{ text: string }>("select pg_get_indexdef($1::regclass) as text", [printed]);
    await hand(1, 40);
    const orders = [await sell(1), await sell(1)];
    await backend.sql(`alter table stock_range drop constraint ${overlap}`);
    await backend.sql(`drop index ${printed}`);
    const both = await twoPrints(orders, carelessly({ met: meeting(2) }));
    expect(both.map(({ data }) => data?.tickets[0]?.serial)).toEqual([one(1), one(1)]);
    expect(await soldAs(1)).toBe(2);
    await expect(checkInvariants(backend)).rejects.toThrow(/roll/);
    await backend.sql("delete from stock_range where id = (select max(id) from stock_range where item_id = $1)", [
      item,
    ]);
    await backend.sql("update stock_roll set sold = 1 where item_id = $1", [item]);
    await backend.sql("alter table print_log disable trigger user");
    await backend.sql("update print_log set serial = '' where id = (select max(id) from print_log where serial = $1)", [
      one(1),
    ]);
    await backend.sql("alter table print_log enable trigger user");
    await backend.sql(`alter table stock_range add constraint ${overlap} ${kept?.text}`);
    await backend.sql(index?.text ?? "");
    await checkInvariants(backend);
    await endShift();
  },
);

test("whose roll it is, and who hands them out: nobody else gives it back, and no record goes", async () => {
  const roll = await hand(1, 10);
  const other = await backend.createUser({ grants: ["storeRolls", "storeRolls/stockRoll:use"] });
  const back = (as: string) => backend.call(methods.handBack, { id: roll, rest: one(1) } as never, { as });
  expect((await back(other.token)).message).toMatch(/只有领卷人本人/);
  const tenant = await backend.createCorp(fresh("T").replaceAll("-", ""));
  const far = await createPark(backend);
  const bound = await backend.createUser({
    grants: ["storeRolls", "storeRolls/stockRoll:use", "storeRolls/stockRoll:add"],
    parks: [far.parkId],
  });
  for (const as of [tenant, bound.token]) expect((await back(as)).status).toBe(404);
  expect((await backend.call(methods.save, handOut(1, 1) as never)).status).toBe(409);
  expect((await backend.call(methods.save, handOut(95, 10) as never)).status).toBe(409);
  const plain = await stock.item();
  expect((await backend.call(methods.save, { ...handOut(20, 1), itemId: plain } as never)).status).toBe(422);
  expect((await backend.call(methods.remove, { id: roll } as never)).status).toBe(404);
  expect((await back(seller.token)).success).toBe(true);
  expect(await stock.has(store, item)).toMatchObject({ quantity: 100, amount: 1_000 });
  await endShift();
});

test("a template prints on one kind of blank", async () => {
  const [template] = await backend.sql<{ id: number }>(
    "select print_template_id::int as id from stock_item_template where stock_item_id = $1",
    [item],
  );
  const twin = { code: fresh("IT"), name: fresh("物品"), kind: "blankTicket", unit: "张", serialDigits: 9 };
  const reply = await backend.call(stockItem.methods.save, {
    ...twin,
    templates: [{ printTemplateId: template?.id }],
  } as never);
  expect(Object.keys(reply.errors ?? {})).toEqual(["templates.0.printTemplateId"]);
  await endShift();
});
