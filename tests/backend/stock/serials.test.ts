/** Numbers: received, sent, issued, written off and taken back; a number is in one place, and ranges never overlap. */
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { stockIn, stockOut } from "~/contract/stock/bill";
import { stockCount } from "~/contract/stock/count";
import { spansOf } from "~/contract/stock/serial";
import { stockLedger } from "~/contract/stock/stock-ledger";
import { stockItem } from "~/contract/stock/store";
import { stockSerials } from "~/contract/stock/where";
import { openTestBackend, type TestBackend } from "~tests/support/backend";
import { changed, digests } from "~tests/support/digests";
import { checkInvariants } from "~tests/support/invariants";
import { createPark, fresh, friday } from "~tests/support/park";
import { meeting, race, raceIsReal } from "~tests/support/race";
import { approver, bills, type Line, stockOf } from "./bill-fixture";

let backend: TestBackend;
let stock: ReturnType<typeof stockOf>;
let second = "";
let parkId = 0;
let [a, b, item] = [0, 0, 0];
let prefix = "";
let made = 0;

beforeAll(async () => {
  backend = await openTestBackend();
  ({ parkId } = await createPark(backend));
  second = await approver(backend, ["listBillCounts", "listBillCounts/stockCount:review"]);
  stock = stockOf(backend, second);
});
beforeEach(async () => {
  backend.setNow(friday);
  made += 1;
  prefix = `T${String(made).padStart(3, "0")}X`;
  [a, b] = [await stock.store(parkId), await stock.store(parkId)];
  item = await stock.item({ kind: "blankTicket", unit: "张", serialDigits: 6, serialPrefix: prefix });
});
afterAll(async () => {
  await checkInvariants(backend);
  await backend.close();
});

const span = (first: number, last: number) =>
  `${prefix}${String(first).padStart(6, "0")}-${prefix}${String(last).padStart(6, "0")}`;
const one = (number: number) => `${prefix}${String(number).padStart(6, "0")}`;
const line = (first: number, last: number, amount?: number): Line[] => [
  { itemId: item, quantity: last - first + 1, serials: span(first, last), ...(amount !== undefined && { amount }) },
];
const whereIs = async (number: number, as = backend.admin) =>
  (await backend.call(stockSerials, { serial: one(number) }, { as })).data;
const stateOf = async (number: number) => (await whereIs(number)).found?.state ?? null;
const ranges = async () =>
  (await backend.call(stockSerials, { itemId: item })).data.ranges.map(({ first, last, state }) => [
    Number(first.slice(-6)),
    Number(last.slice(-6)),
    state,
  ]);

test("numbers are read as people write them", () => {
  const kind = { prefix: "A", digits: 4 };
  expect(spansOf(kind, "a0001-A0010，A0012", 11)).toEqual([
    { first: 1, last: 10 },
    { first: 12, last: 12 },
  ]);
  expect(spansOf(kind, "A0001", 5)).toEqual([{ first: 1, last: 5 }]);
  expect(spansOf(kind, "A0003 A0001-A0002")).toEqual([{ first: 1, last: 3 }]);
  for (const wrong of ["A001", "B0001", "A0002-A0001", "A0001-A0002-A0003", "A0001 A0001", "A9999"])
    expect("wrong" in spansOf(kind, wrong, 2)).toBe(true);
});

test("a receipt names its numbers, and a range is split by what leaves the warehouse", async () => {
  await stock.posted("in", a, line(1, 100, 1_000));
  expect(await ranges()).toEqual([[1, 100, "stock"]]);
  await stock.posted("out", a, line(11, 20));
  await stock.posted("out", a, line(21, 30), { kind: "sale" });
  await stock.posted("writeOff", a, line(100, 100));
  expect(await ranges()).toEqual([
    [1, 10, "stock"],
    [11, 20, "issued"],
    [21, 30, "sold"],
    [31, 99, "stock"],
    [100, 100, "writtenOff"],
  ]);
  expect(await stock.has(a, item)).toMatchObject({ quantity: 79, amount: 790 });
  const { found, history } = await whereIs(15);
  expect(found).toMatchObject({ state: "issued", pieces: 10 });
  expect(history.map(({ kind }) => kind)).toEqual(["out", "in"]);
  await checkInvariants(backend);
});

test("a row of the ledger says which numbers moved, also of those that arrive and are taken back", async () => {
  await stock.posted("in", a, line(1, 20, 200));
  const plain = await stock.item();
  await stock.posted("in", a, [{ itemId: plain, quantity: 3, amount: 3 }]);
  const sent = await stock.posted("out", a, line(5, 8), { kind: "transfer", toStoreId: b });
  await backend.call(stockOut.methods.receive, { id: sent });
  await backend.call(stockOut.methods.reverse, { id: sent, reason: "错发" } as never);
  const { records } = (await backend.call(stockLedger.rows.methods.list, { filters: { itemId: String(item) } })).data;
  expect(records.map(({ kind, serials }) => [kind, serials]).reverse()).toEqual([
    ["in", span(1, 20)],
    ["ship", span(5, 8)],
    ["arrive", span(5, 8)],
    ["receive", span(5, 8)],
    ["receiveBack", span(5, 8)],
    ["arriveBack", span(5, 8)],
    ["shipBack", span(5, 8)],
  ]);
  const others = (await backend.call(stockLedger.rows.methods.list, { filters: { itemId: String(plain) } })).data;
  expect(others.records.map(({ serials }) => serials)).toEqual([""]);
  const { record } = (await backend.call(stockLedger.rows.methods.get, { id: Number(records.at(-1)?.id) })).data;
  expect(record?.serials).toBe(span(1, 20));
});

test("the first number alone stands for as many as the quantity says, and is kept in full", async () => {
  const id = await stock.save("in", a, [{ itemId: item, quantity: 50, serials: one(1), amount: 0 }]);
  const lines = await backend.sql("select serials from stock_in_line where stock_in_id = $1", [id]);
  expect(lines).toEqual([{ serials: span(1, 50) }]);
});

test.each([
  ["of another count", { quantity: 9, serials: "1-10" }],
  ["of another prefix", { quantity: 1, serials: "ZZ000001" }],
  ["missing", { quantity: 1, serials: "" }],
])("numbers that are %s are refused at their line", async (_, wrong) => {
  const serials = wrong.serials === "1-10" ? span(1, 10) : wrong.serials;
  const goods = [{ itemId: item, quantity: wrong.quantity, serials, amount: 0 }];
  const reply = await backend.call(stockIn.methods.save, { kind: "purchase", storeId: a, goods } as never);
  expect([reply.status, Object.keys(reply.errors ?? {})]).toEqual([422, ["goods.0.serials"]]);
});

test("an item without numbers takes none, and how an item is kept is settled before its first piece", async () => {
  const plain = await stock.item();
  const goods = [{ itemId: plain, quantity: 1, serials: "A1", amount: 0 }];
  const reply = await backend.call(stockIn.methods.save, { kind: "purchase", storeId: a, goods } as never);
  expect(reply.status).toBe(422);
  await stock.posted("in", a, [{ itemId: plain, quantity: 1, amount: 1 }]);
  const change = (id: number, fields: object) => {
    const all = { id, code: fresh("IT"), name: fresh("物品"), kind: "goods", unit: "张", serialPrefix: prefix };
    return backend.call(stockItem.methods.save, { ...all, ...fields } as never);
  };
  expect(Object.keys((await change(plain, { serialDigits: 4 })).errors ?? {})).toEqual(["serialDigits"]);
  await stock.posted("in", a, line(1, 2, 2));
  expect(Object.keys((await change(item, { serialDigits: 7 })).errors ?? {})).toEqual(["serialDigits"]);
  const twin = { code: fresh("IT"), name: fresh("物品"), kind: "goods", unit: "张", serialDigits: 6 };
  const reply2 = await backend.call(stockItem.methods.save, { ...twin, serialPrefix: prefix.toLowerCase() } as never);
  expect(Object.keys(reply2.errors ?? {})).toEqual(["serialPrefix"]);
});

test("a number that is known is not received again, wherever it is, and nothing is written", async () => {
  await stock.posted("in", a, line(1, 10, 10));
  await stock.posted("out", a, line(1, 1));
  const id = await stock.ready("in", b, line(1, 3, 3));
  const before = await digests(backend, { except: ["session"] });
  const reply = await stock.post("in", id);
  expect([reply.status, reply.message]).toEqual([409, expect.stringContaining(`号码 ${one(1)} 已有记录`)]);
  expect(changed(before, await digests(backend, { except: ["session"] }))).toEqual([]);
});

test("what is not in that warehouse does not leave it", async () => {
  await stock.posted("in", a, line(1, 10, 10));
  await stock.posted("in", b, line(11, 20, 10));
  const id = await stock.ready("out", a, line(8, 12));
  const reply = await stock.post("out", id);
  expect([reply.status, reply.message]).toEqual([409, expect.stringContaining(`号码 ${one(11)} 不在此处`)]);
  expect(await ranges()).toEqual([
    [1, 10, "stock"],
    [11, 20, "stock"],
  ]);
});

test("a transfer takes its numbers along, and each bill is taken back number by number", async () => {
  const received = await stock.posted("in", a, line(1, 10, 100));
  const sent = await stock.posted("out", a, line(4, 6), { kind: "transfer", toStoreId: b });
  expect(await stateOf(5)).toBe("transit");
  await checkInvariants(backend);
  await backend.call(stockOut.methods.receive, { id: sent });
  expect((await whereIs(5)).found?.state).toBe("stock");
  const off = await stock.posted("writeOff", b, line(5, 5));
  const back = (of: keyof typeof bills, id: number) =>
    backend.call(bills[of].methods.reverse, { id, reason: "试验" } as never);
  expect((await back("out", sent)).status).toBe(409);
  expect((await back("writeOff", off)).success).toBe(true);
  expect((await back("out", sent)).success).toBe(true);
  expect(await ranges()).toEqual([[1, 10, "stock"]]);
  expect((await back("in", received)).success).toBe(true);
  expect(await ranges()).toEqual([]);
  // What was received by mistake may be received right.
  await stock.posted("in", b, line(1, 10, 100));
  expect((await whereIs(5)).history.map(({ kind }) => kind)).toEqual([
    ...["in", "inBack", "shipBack", "receiveBack", "writeOffBack", "writeOff", "receive", "ship", "in"],
  ]);
});

test("a reversal is refused where a number has gone on, though there are pieces enough", async () => {
  const received = await stock.posted("in", a, line(1, 10, 100));
  await stock.posted("in", a, line(11, 20, 100));
  await stock.posted("out", a, line(5, 5));
  const reply = await backend.call(stockIn.methods.reverse, { id: received, reason: "错" });
  expect([reply.status, reply.message]).toEqual([409, expect.stringContaining(`号码 ${one(5)} 不在此处`)]);
});

test("a count names the numbers that are missing, and those that turn up again", async () => {
  await stock.posted("in", a, line(1, 10, 100));
  const count = async (counted: number, serials: string) => {
    const id = await backend.saved(stockCount.methods.save, { storeId: a, blind: false } as never);
    await backend.call(stockCount.methods.start, { id });
    const goods = [{ itemId: item, counted, reason: "差异", serials }];
    await backend.call(stockCount.methods.save, { id, goods } as never);
    await backend.call(stockCount.methods.finish, { id });
    const reviewed = await backend.call(stockCount.methods.review, { id }, { as: second });
    return reviewed.success ? backend.call(stockCount.methods.post, { id }) : reviewed;
  };
  expect((await count(8, one(3))).status).toBe(409);
  expect((await count(8, `${one(3)}, ${one(7)}`)).success).toBe(true);
  expect([await stateOf(3), await stateOf(4)]).toEqual(["writtenOff", "stock"]);
  expect((await count(9, one(7))).success).toBe(true);
  expect(await stateOf(7)).toBe("stock");
  await checkInvariants(backend);
});

test("of two receipts of the same numbers at once, into two warehouses, one is posted", async () => {
  const ids = [await stock.ready("in", a, line(1, 10, 1)), await stock.ready("in", b, line(10, 20, 1))];
  const all = await race(backend, 2, (person) => stock.post("in", ids[person] ?? 0));
  expect(all.map(({ status }) => status).sort()).toEqual([200, 409]);
});

test.runIf(raceIsReal)("control: without the exclusion two who look first both lay down the same number", async () => {
  const constraint = "stock_range_overlap";
  await backend.sql(`alter table stock_range drop constraint ${constraint}`);
  const met = meeting(2);
  const lay = async (store: number) => {
    const known = await backend.sql(
      "select id from stock_range where item_id = $1 and first_no <= 5 and last_no >= 5",
      [item],
    );
    await met();
    if (known.length === 0)
      await backend.sql(
        `insert into stock_range (corp_code, item_id, store_id, state, first_no, last_no, moved_at)
         values ('0001', $1, $2, 'stock', 5, 5, now())`,
        [item, store],
      );
    return known.length;
  };
  const all = await race(backend, 2, (person) => lay(person === 0 ? a : b));
  expect(all).toEqual([0, 0]);
  expect(await backend.sql("select id from stock_range where item_id = $1", [item])).toHaveLength(2);
  await backend.sql("delete from stock_range where item_id = $1", [item]);
  await backend.sql(`alter table stock_range add constraint ${constraint} exclude using gist (
    text_range(corp_code, corp_code, '[]') with &&, int8range(item_id, item_id, '[]') with &&,
    int8range(first_no, last_no, '[]') with &&)`);
});

test("the log of numbers is never changed; another tenant and another park find none of them", async () => {
  await stock.posted("in", a, line(1, 10, 10));
  await expect(backend.sql("update stock_serial_log set note = 'x' where item_id = $1", [item])).rejects.toThrow();
  const tenant = await backend.createCorp(fresh("T").replaceAll("-", ""));
  const far = await createPark(backend);
  const bound = await backend.createUser({ grants: ["storeSerials"], parks: [far.parkId] });
  for (const as of [tenant, bound.token]) {
    const { found, history } = await whereIs(5, as);
    expect([found, history]).toEqual([null, []]);
  }
  const without = await backend.createUser({ grants: ["storelist"] });
  expect((await backend.call(stockSerials, { serial: one(1) }, { as: without.token })).status).toBe(403);
});
