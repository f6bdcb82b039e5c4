/** Opening stock from another system's file: seen before it is written, then a draft of a receipt that goes its way. */
import { afterAll, beforeAll, expect, test } from "vitest";
import { stockIn } from "~/contract/stock/bill";
import { stockOpening } from "~/contract/stock/opening";
import { openTestBackend, type TestBackend } from "~tests/support/backend";
import { checkInvariants } from "~tests/support/invariants";
import { createPark, fresh } from "~tests/support/park";
import { csv, importing, xlsx } from "../imports/importing";
import { approver, stockOf } from "./bill-fixture";

let backend: TestBackend;
let stock: ReturnType<typeof stockOf>;
let second = "";
let parkId = 0;
beforeAll(async () => {
  backend = await openTestBackend();
  ({ parkId } = await createPark(backend));
  second = await approver(backend);
  stock = stockOf(backend, second);
});
afterAll(async () => {
  await checkInvariants(backend);
  await backend.close();
});

const hand = () => importing(backend, stockOpening.imports);
const heading = ["仓库", "物品", "数量", "金额", "号段"];
const codeOf = async (table: string, id: number) =>
  (await backend.sql<{ code: string }>(`select code from ${table} where id = $1`, [id]))[0]?.code ?? "";

async function things() {
  const store = await stock.store(parkId);
  const prefix = `O${String(store).padStart(4, "0")}X`;
  const [paper, tickets] = [
    await stock.item(),
    await stock.item({ unit: "张", serialDigits: 6, serialPrefix: prefix }),
  ];
  const codes = [
    await codeOf("stock_store", store),
    await codeOf("stock_item", paper),
    await codeOf("stock_item", tickets),
  ];
  return { store, prefix, paper, tickets, codes: codes as [string, string, string] };
}
const billsOf = (store: number) =>
  backend.sql<{ id: number; code: string; amount: number; lines: number; status: string }>(
    `select b.id::int as id, b.code, b.amount::int as amount, b.status, count(l.id)::int as lines
     from stock_in b left join stock_in_line l on l.corp_code = b.corp_code and l.stock_in_id = b.id
     where b.store_id = $1 group by b.corp_code, b.id order by b.id`,
    [store],
  );

test("a file is told row by row what is wrong with it, and writes nothing before somebody says so", async () => {
  const { store, codes, prefix } = await things();
  const [place, paper, tickets] = codes;
  const bytes = await xlsx([
    heading,
    [place, paper, 20, 35.5, ""],
    [place, tickets, 100, 50, `${prefix}000001`],
    [place, paper, 5, 1, ""],
    ["没有的仓库", paper, 5, 1, ""],
    [place, tickets, 3, 1, "A1-A3"],
  ]);
  const view = await hand().checked(bytes);
  expect(view.problem).toBe("");
  expect(view).toMatchObject({ good: 2, bad: 3 });
  expect(view.page.records.map(({ errors }) => errors.length > 0)).toEqual([false, false, true, true, true]);
  expect(await billsOf(store)).toEqual([]);
  await hand().run(view.id, "good");
  await hand().work();
  const [bill] = await billsOf(store);
  expect(bill).toMatchObject({ amount: 8_550, lines: 2, status: "draft" });
  const { methods } = stockIn;
  const id = bill?.id ?? 0;
  await backend.call(methods.submit, { id });
  await backend.call(methods.approve, { id }, { as: second });
  expect((await backend.call(methods.post, { id })).success).toBe(true);
  expect(
    await backend.sql("select serials from stock_in_line where stock_in_id = $1 and serials is not null", [id]),
  ).toEqual([{ serials: `${prefix}000001-${prefix}000100` }]);
  // Once is enough: neither the file again, nor a change of what was posted, nor taking it back.
  const again = await hand().checked(bytes);
  expect(again).toMatchObject({ good: 0 });
  const [row] = await backend.sql<{ id: number }>("select id::int as id from stock_opening where store_id = $1", [
    store,
  ]);
  const gone = await backend.call(stockOpening.methods.remove, { id: row?.id } as never);
  expect([gone.status, gone.message]).toEqual([409, expect.stringContaining("已提交")]);
});

test("what is taken back before it was submitted leaves no line, and a draft that goes leaves no row", async () => {
  const { store, codes } = await things();
  const [place, paper, tickets] = codes;
  const other = await stock.item();
  const bytes = csv([heading.slice(0, 4), [place, paper, 7, 3], [place, await codeOf("stock_item", other), 1, 2]]);
  const view = await hand().checked(bytes, "期初.csv");
  await hand().run(view.id, "all");
  await hand().work();
  expect(await billsOf(store)).toMatchObject([{ amount: 500, lines: 2 }]);
  const rows = await backend.sql<{ id: number }>(
    "select id::int as id from stock_opening where store_id = $1 order by id",
    [store],
  );
  expect((await backend.call(stockOpening.methods.remove, { id: rows[0]?.id } as never)).success).toBe(true);
  const [bill] = await billsOf(store);
  expect(bill).toMatchObject({ amount: 200, lines: 1 });
  expect((await backend.call(stockIn.methods.remove, { id: bill?.id } as never)).success).toBe(true);
  expect(await backend.sql("select id from stock_opening where store_id = $1", [store])).toEqual([]);
  expect(tickets).not.toBe("");
});

test("a file of thousands becomes receipts of two hundred lines; another park's warehouse is not found", async () => {
  const { store, codes } = await things();
  const items: string[] = [];
  for (let n = 0; n < 205; n += 1) items.push(fresh("OP"));
  await backend.sql(
    "insert into stock_item (corp_code, code, name, unit) select '0001', code, code, '个' from unnest($1::text[]) code",
    [items],
  );
  const bytes = csv([heading.slice(0, 4), ...items.map((code) => [codes[0], code, 1, 1])]);
  const far = await createPark(backend);
  const bound = await backend.createUser({
    grants: ["storeOpening", "storeOpening/stockOpening:add", "storeOpening/stockOpening:import"],
    parks: [far.parkId],
  });
  expect(await hand().checked(bytes, "期初.csv", bound.token)).toMatchObject({ good: 0, bad: 205 });
  const view = await hand().checked(bytes, "期初.csv");
  await hand().run(view.id, "all");
  await hand().work();
  expect((await billsOf(store)).map(({ lines }) => lines)).toEqual([200, 5]);
});
