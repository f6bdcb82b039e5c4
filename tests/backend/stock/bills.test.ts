/** Bills and the ledgers that they move: what is posted, received, taken back, and by whom. */
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { stockIn, stockOut, stockWriteOff } from "~/contract/stock/bill";
import { stockMonth } from "~/contract/stock/month";
import { stockLedger } from "~/contract/stock/stock-ledger";
import { stockItem, stockStore } from "~/contract/stock/store";
import { openTestBackend, type TestBackend } from "~tests/support/backend";
import { changed, digests } from "~tests/support/digests";
import { checkInvariants } from "~tests/support/invariants";
import { killedWhile } from "~tests/support/killed-while";
import { createPark, fresh, friday } from "~tests/support/park";
import { meeting, race, raceIsReal } from "~tests/support/race";
import { stockOf } from "./bill-fixture";

let backend: TestBackend;
let stock: ReturnType<typeof stockOf>;
let second = "";
let parkId = 0;
let [a, b, box] = [0, 0, 0];

const approver = ["listInBillsRecord/stockIn:approve", "listOutBillsRecord/stockOut:approve"];
const grants = [
  "listInBillsRecord",
  "listOutBillsRecord",
  "pageStoInvaldMes",
  ...approver,
  "pageStoInvaldMes/stockWriteOff:approve",
];

beforeAll(async () => {
  backend = await openTestBackend();
  ({ parkId } = await createPark(backend));
  ({ token: second } = await backend.createUser({ grants }));
  stock = stockOf(backend, second);
});
beforeEach(async () => {
  backend.setNow(friday);
  [a, b, box] = [await stock.store(parkId), await stock.store(parkId), await stock.item()];
});
afterAll(async () => {
  await checkInvariants(backend);
  await backend.close();
});

const numberOf = async (table: string, id: number) =>
  (await backend.sql(`select number from ${table} where id = $1`, [id]))[0]?.number as string;

describe("posting", () => {
  test("moves pieces and their value at the moving average; the last pieces take what is left", async () => {
    await stock.posted("in", a, [{ itemId: box, quantity: 10, amount: 1_000 }]);
    await stock.posted("in", a, [{ itemId: box, quantity: 5, amount: 1_001 }]);
    expect(await stock.has(a, box)).toMatchObject({ quantity: 15, amount: 2_001 });
    await stock.posted("out", a, [{ itemId: box, quantity: 4 }]);
    // 2001 × 4 / 15 = 533.6
    expect(await stock.has(a, box)).toMatchObject({ quantity: 11, amount: 1_467 });
    await stock.posted("writeOff", a, [{ itemId: box, quantity: 11 }]);
    expect(await stock.has(a, box)).toMatchObject({ quantity: 0, amount: 0 });
  });

  test("numbers what is posted without a gap, also when a posting was refused between", async () => {
    const first = await stock.posted("in", a, [{ itemId: box, quantity: 1, amount: 5 }]);
    const short = await stock.ready("out", a, [{ itemId: box, quantity: 2 }]);
    expect((await stock.post("out", short)).message).toMatch(/库存不足：现有 1，需要 2$/);
    const out = await stock.posted("out", a, [{ itemId: box, quantity: 1 }]);
    const next = await stock.posted("in", a, [{ itemId: box, quantity: 1, amount: 5 }]);
    const [one, two] = [await numberOf("stock_in", first), await numberOf("stock_in", next)];
    expect(Number(two.slice(2)) - Number(one.slice(2))).toBe(1);
    expect(await numberOf("stock_out", out)).toMatch(/^CK20261120\d{6}$/);
  });

  test("is refused whole where one of its lines is short, and writes nothing", async () => {
    const other = await stock.item();
    await stock.posted("in", a, [{ itemId: box, quantity: 5, amount: 50 }]);
    const id = await stock.ready("out", a, [
      { itemId: box, quantity: 5 },
      { itemId: other, quantity: 1 },
    ]);
    const before = await digests(backend);
    expect((await stock.post("out", id)).status).toBe(409);
    expect(changed(before, await digests(backend))).toEqual([]);
  });

  test("pressed twice with a key is once, without one the state refuses", async () => {
    const id = await stock.ready("in", a, [{ itemId: box, quantity: 3, amount: 30 }]);
    const payload = { id, idempotencyKey: fresh("post-key-0001") };
    const twice = [
      await backend.call(stockIn.methods.post, payload),
      await backend.call(stockIn.methods.post, payload),
    ];
    expect(twice.map(({ success }) => success)).toEqual([true, true]);
    expect((await stock.post("in", id)).status).toBe(409);
    expect(await stock.has(a, box)).toMatchObject({ quantity: 3 });
  });

  test("of the same last box by two bills at once is one", async () => {
    await stock.posted("in", a, [{ itemId: box, quantity: 1, amount: 900 }]);
    const ids = [0, 1, 2, 3].map(() => stock.ready("out", a, [{ itemId: box, quantity: 1 }]));
    const ready = await Promise.all(ids);
    const all = await race(backend, 4, (person) => stock.post("out", ready[person] ?? 0));
    expect(all.map(({ status }) => status).sort()).toEqual([200, 409, 409, 409]);
    expect(await stock.has(a, box)).toMatchObject({ quantity: 0, amount: 0 });
  });

  test.runIf(raceIsReal)(
    "control: without the condition who looks first and takes then, takes the same box twice",
    async () => {
      await stock.posted("in", a, [{ itemId: box, quantity: 1, amount: 900 }]);
      const floor = "stock_account_quantity_floor";
      await backend.sql(`alter table stock_account drop constraint ${floor}`);
      const where = `where store_id = ${a} and item_id = ${box}`;
      const met = meeting(2);
      const taken = await race(backend, 2, async () => {
        const [row] = await backend.sql(`select quantity::int as n from stock_account ${where}`);
        await met();
        if (row?.n === 1)
          await backend.sql(`update stock_account set quantity = quantity - 1, moved_at = now() ${where}`);
        return row?.n;
      });
      expect(taken).toEqual([1, 1]);
      expect(await stock.has(a, box)).toMatchObject({ quantity: -1 });
      await backend.sql(`update stock_account set quantity = 1, moved_at = now() ${where}`);
      await backend.sql(`alter table stock_account add constraint ${floor} check (quantity >= 0)`);
    },
  );
});

describe("a transfer", () => {
  const goods = () => [{ itemId: box, quantity: 4 }];
  const transfer = () => stock.posted("out", a, goods(), { kind: "transfer", toStoreId: b });
  beforeEach(() => stock.posted("in", a, [{ itemId: box, quantity: 10, amount: 1_003 }]));

  test("leaves one warehouse, is in transit, and arrives in the other for what it was worth", async () => {
    const id = await transfer();
    expect(await stock.has(a, box)).toEqual({ quantity: 6, amount: 602, transit: 4, transitAmount: 401 });
    await checkInvariants(backend);
    expect((await backend.call(stockOut.methods.receive, { id })).success).toBe(true);
    expect(await stock.has(a, box)).toEqual({ quantity: 6, amount: 602, transit: 0, transitAmount: 0 });
    expect(await stock.has(b, box)).toMatchObject({ quantity: 4, amount: 401 });
    await checkInvariants(backend);
  });

  test("that fails at its second leg has not moved at its first", async () => {
    const id = await transfer();
    await backend.sql(`create function broken_leg() returns trigger language plpgsql as $$
      begin if new.kind = 'receive' then raise exception 'the line broke'; end if; return new; end $$`);
    await backend.sql("create trigger broken before insert on stock_ledger for each row execute function broken_leg()");
    const before = await digests(backend);
    expect((await backend.call(stockOut.methods.receive, { id })).status).toBe(500);
    expect(changed(before, await digests(backend))).toEqual([]);
    await backend.sql("drop trigger broken on stock_ledger");
    await backend.sql("drop function broken_leg()");
    expect((await backend.call(stockOut.methods.receive, { id })).success).toBe(true);
  });

  test.runIf(raceIsReal)(
    "whose connection is killed between its legs has moved neither; the same press again receives it once",
    async () => {
      const id = await transfer();
      const key = fresh("receive-key-0001");
      const press = () => backend.call(stockOut.methods.receive, { id, idempotencyKey: key });
      const before = await digests(backend);
      expect((await killedWhile(backend, { table: "stock_ledger", when: "new.kind = 'receive'" }, press)).success).toBe(
        false,
      );
      expect(changed(before, await digests(backend))).toEqual([]);
      await checkInvariants(backend);
      expect([await press(), await press()].map(({ success }) => success)).toEqual([true, true]);
      expect(await stock.has(a, box)).toEqual({ quantity: 6, amount: 602, transit: 0, transitAmount: 0 });
      expect(await stock.has(b, box)).toMatchObject({ quantity: 4, amount: 401 });
    },
  );

  test("goes to another warehouse, and is taken back whether it has arrived or not", async () => {
    const same = { kind: "transfer", storeId: a, toStoreId: a, goods: goods() };
    const refused = await backend.call(stockOut.methods.save, same as never);
    expect(Object.keys(refused.errors ?? {})).toEqual(["toStoreId"]);
    const under = await transfer();
    await backend.call(stockOut.methods.reverse, { id: under, reason: "车辆故障" });
    const there = await transfer();
    await backend.call(stockOut.methods.receive, { id: there });
    expect((await backend.call(stockOut.methods.reverse, { id: there, reason: "送错" })).success).toBe(true);
    expect(await stock.has(a, box)).toEqual({ quantity: 10, amount: 1_003, transit: 0, transitAmount: 0 });
    expect(await stock.has(b, box)).toMatchObject({ quantity: 0, amount: 0 });
  });
});

describe("a reversal", () => {
  test("is a twin that takes back exactly what was moved, and is not reversed itself, nor is the bill once more", async () => {
    await stock.posted("in", a, [{ itemId: box, quantity: 10, amount: 1_000 }]);
    const out = await stock.posted("out", a, [{ itemId: box, quantity: 3 }]);
    await stock.posted("in", a, [{ itemId: box, quantity: 1, amount: 900 }]);
    expect((await backend.call(stockOut.methods.reverse, { id: out, reason: "开错" })).success).toBe(true);
    expect(await stock.has(a, box)).toMatchObject({ quantity: 11, amount: 1_900 });
    const number = await numberOf("stock_out", out);
    const [twin] = await backend.sql(
      "select id::int as id, status, amount::int as amount from stock_out where reverses = $1",
      [number],
    );
    expect(twin).toMatchObject({ status: "posted", amount: 300 });
    const again = await backend.call(stockOut.methods.reverse, { id: Number(twin?.id), reason: "再来" });
    expect([again.status, again.message]).toEqual([409, "冲销单不能再冲销"]);
    expect((await backend.call(stockOut.methods.reverse, { id: out, reason: "再来" })).status).toBe(409);
    expect((await backend.call(stockOut.methods.get, { id: Number(twin?.id) })).data.record?.goods).toHaveLength(1);
  });

  test("of a receipt whose boxes are gone, or whose price the average has mixed, is refused", async () => {
    const first = await stock.posted("in", a, [{ itemId: box, quantity: 10, amount: 1_000 }]);
    await stock.posted("in", a, [{ itemId: box, quantity: 10, amount: 2_000 }]);
    await stock.posted("out", a, [{ itemId: box, quantity: 10 }]);
    const mixed = await backend.call(stockIn.methods.reverse, { id: first, reason: "退货" });
    expect(mixed.message).toMatch(/单价已变动/);
    await stock.posted("out", a, [{ itemId: box, quantity: 1 }]);
    expect((await backend.call(stockIn.methods.reverse, { id: first, reason: "退货" })).message).toMatch(/库存不足/);
  });
});

describe("who", () => {
  test("nobody approves a bill of their own", async () => {
    const id = await stock.save("in", a, [{ itemId: box, quantity: 1, amount: 500 }]);
    await backend.call(stockIn.methods.submit, { id });
    expect((await backend.call(stockIn.methods.approve, { id })).message).toBe("不能审批自己的单据，请由他人审批");
    await backend
      .sql("update system_param set param_value = '500' where param_code = 'stockOwnApproval'")
      .catch(() => null);
    expect((await backend.call(stockIn.methods.approve, { id }, { as: second })).success).toBe(true);
  });

  test("what was submitted is neither changed nor deleted; what was rejected is put right and submitted again", async () => {
    const goods = [{ itemId: box, quantity: 1, amount: 500 }];
    const id = await stock.save("in", a, goods);
    await backend.call(stockIn.methods.submit, { id });
    const change = { id, storeId: a, kind: "purchase", goods } as never;
    expect((await backend.call(stockIn.methods.save, change)).status).toBe(409);
    expect((await backend.call(stockIn.methods.remove, { id })).message).toBe("已提交过的单据不能删除");
    await backend.call(stockIn.methods.reject, { id, reason: "单价不对" });
    expect((await backend.call(stockIn.methods.save, change)).success).toBe(true);
    expect((await backend.call(stockIn.methods.submit, { id })).success).toBe(true);
  });

  test("another tenant, and an account of another park, find and move nothing", async () => {
    const id = await stock.ready("in", a, [{ itemId: box, quantity: 1, amount: 5 }]);
    const tenant = await backend.createCorp(fresh("T").replaceAll("-", ""));
    const far = await createPark(backend);
    const all = [...grants, "listInBillsRecord/stockIn:post", "storelist", "storeLedger"];
    const bound = await backend.createUser({ grants: all, parks: [far.parkId] });
    for (const as of [tenant, bound.token]) {
      expect((await backend.call(stockIn.methods.post, { id }, { as })).status).toBe(404);
      for (const { list } of [stockIn.methods, stockStore.methods, stockLedger.rows.methods])
        expect((await backend.call(list, {}, { as })).data.records).toEqual([]);
      expect((await backend.call(stockMonth, {}, { as })).data.rows).toEqual([]);
    }
  });

  test("a warehouse with stock, and an item in a bill, stay; a closed warehouse posts nothing", async () => {
    await stock.posted("in", a, [{ itemId: box, quantity: 1, amount: 5 }]);
    expect((await backend.call(stockStore.methods.remove, { id: a })).message).toContain("库存账户 1 个");
    expect((await backend.call(stockItem.methods.remove, { id: box })).message).toContain("单据明细 1 行");
    const id = await stock.ready("writeOff", a, [{ itemId: box, quantity: 1 }]);
    await backend.call(stockStore.methods.suspend, { id: a });
    expect((await backend.call(stockWriteOff.methods.post, { id })).message).toMatch(/已停用$/);
  });
});

test("a month: opening + in − out = closing, in pieces and in fen", async () => {
  backend.setNow(new Date("2026-10-15T10:00:00+08:00"));
  await stock.posted("in", a, [{ itemId: box, quantity: 10, amount: 1_000 }]);
  backend.setNow(friday);
  const wrong = await stock.posted("in", a, [{ itemId: box, quantity: 7, amount: 700 }]);
  await stock.posted("out", a, [{ itemId: box, quantity: 3 }]);
  await backend.call(stockIn.methods.reverse, { id: wrong, reason: "重复入库" });
  const { data } = await backend.call(stockMonth, { month: "2026-11", storeId: a });
  expect(data.rows).toMatchObject([
    {
      opening: { quantity: 10, amount: 1_000 },
      in: { quantity: 0, amount: 0 },
      out: { quantity: 3, amount: 300 },
      closing: { quantity: 7, amount: 700 },
    },
  ]);
  const before = await backend.call(stockMonth, { month: "2026-10", storeId: a });
  expect(before.data.rows[0]).toMatchObject({ opening: { quantity: 0 }, closing: { quantity: 10, amount: 1_000 } });
});

test("a scanner finds an item by its whole code or bar code alone, another tenant's never", async () => {
  const code = fresh("SC");
  const barcode = `69${String(Date.now())}`;
  const [short, long] = [await stock.item({ code }), await stock.item({ code: `${code}0`, barcode })];
  const found = async (q: string, exact: boolean, as = backend.admin) => {
    const { data } = await backend.call(stockIn.methods.options, { field: "goods.itemId", q, exact }, { as });
    return data.options.map(({ value }) => Number(value));
  };
  expect(await found(code.toLowerCase(), true)).toEqual([short]);
  expect((await found(code, false)).sort()).toEqual([short, long].sort());
  expect([await found(barcode, true), await found(barcode.slice(0, 9), true)]).toEqual([[long], []]);
  const tenant = await backend.createCorp(fresh("T").replaceAll("-", ""));
  expect(await found(code, true, tenant)).toEqual([]);
});
