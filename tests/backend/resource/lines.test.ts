/** A document with lines: one save, one transaction, each line known by its id or its key. */
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { lines, secret, text } from "~/contract/field-kinds";
import { park } from "~server/backend/business/ticket/schema";
import { linesTable } from "~server/backend/kernel/lines-table";
import { serveResource } from "~server/backend/kernel/resource";
import { openTestBackend, type TestBackend } from "~tests/support/backend";
import { race, raceIsReal } from "~tests/support/race";
import { bind } from "~tests/support/two-parks";
import { bill, callBill, createBills } from "./stock-bill";

let backend: TestBackend;
beforeAll(async () => {
  backend = await openTestBackend();
  await createBills(backend);
});
afterAll(() => backend.close());
beforeEach(async () => {
  await backend.sql("delete from probe_bill");
});

const good = (n: number, quantity: number, amount: number, more: object = {}) => ({
  ...{ goodsId: 9000 + n, unit: null, quantity, amount },
  ...more,
});
const call = (method: string, payload: Record<string, unknown>, token?: string) =>
  callBill(backend, method, payload, token);
const save = (payload: object, token?: string) =>
  call("Save", { name: "R1", parkId: 9001, total: 300, ...payload }, token);
const read = async (id: number) => (await call("Get", { id })).data.record;
/** What of each line says whether it was written: which transaction left it. */
const written = () =>
  backend.sql("select id, position, goods_id, quantity, xmin::text as by from probe_bill_line order by position");

async function created(): Promise<number> {
  const answer = await save({ goods: [good(1, 1, 100), good(2, 2, 100), good(3, 3, 100)] });
  expect(answer.message).toBe("");
  return answer.data.id;
}

describe("saving", () => {
  test("header and lines are there together, in the order in which they were given, with the names they refer to", async () => {
    const answer = await save({ goods: [good(3, 1, 100), good(1, 2, 200, { unit: "T" })] });
    const { record, options } = (await call("Get", { id: answer.data.id })).data;
    expect(record.goods).toEqual([
      { id: expect.any(Number), ...good(3, 1, 100) },
      { id: expect.any(Number), ...good(1, 2, 200, { unit: "T" }) },
    ]);
    expect(options["goods.goodsId"]).toEqual([
      { value: "9001", label: "商品9001" },
      { value: "9003", label: "商品9003" },
    ]);
  });

  test("a line changed, one taken out, one new, two that change places: nothing else is written, and ids stay", async () => {
    const id = await created();
    const [first, second, third] = (await read(id)).goods;
    const before = await written();
    await save({ id, goods: [{ ...first, quantity: 9 }, third, good(4, 1, 100)] });
    const after = await written();
    expect(after.map(({ id: line, goods_id, quantity }) => [line, goods_id, quantity])).toEqual([
      [first.id, 9001, 9],
      [third.id, 9003, 3],
      [expect.any(Number), 9004, 1],
    ]);
    expect(before.map(({ id: line }) => line)).toContain(second.id);
    const { goods } = await read(id);
    await save({ id, goods: [goods[0], goods[2], goods[1]] });
    const moved = await written();
    expect(moved.map(({ goods_id }) => goods_id)).toEqual([9001, 9004, 9003]);
    expect(moved[0]?.by).toBe(after[0]?.by);
    expect(moved[1]?.by).not.toBe(after[2]?.by);
  });

  test("what changes nothing writes nothing: no line, no version, no entry in the log", async () => {
    const id = await created();
    const [before, row] = [await written(), await read(id)];
    expect((await save({ id, goods: row.goods })).status).toBe(200);
    expect((await save({ id, goods: row.goods.map(({ id: _, ...line }: { id: number }) => line) })).status).toBe(200);
    expect(await written()).toEqual(before);
    expect((await read(id)).rowVersion).toBe(0);
    expect((await call("Changes", { id })).data.changes).toHaveLength(1);
  });

  test("a change of lines alone is a new version, and the log has them before and after", async () => {
    const id = await created();
    const { goods } = await read(id);
    await save({ id, rowVersion: 0, goods: [...goods.slice(0, 2), { ...goods[2], quantity: 7 }] });
    expect((await read(id)).rowVersion).toBe(1);
    const [change] = (await call("Changes", { id, since: 0 })).data.changes;
    expect(change.fields).toEqual([
      { field: "goods", before: goods, after: [...goods.slice(0, 2), { ...goods[2], quantity: 7 }] },
    ]);
  });

  test("lines that are not spoken of stay; a cell of the header leaves them as they are", async () => {
    const id = await created();
    const before = await written();
    expect((await save({ id, name: "R2" })).status).toBe(200);
    await call("SaveCells", { rows: [{ id, rowVersion: 1, values: { name: "R3" } }] });
    expect(await written()).toEqual(before);
    expect((await read(id)).name).toBe("R3");
  });

  test("a line that comes without its id is known by its key", async () => {
    const id = await created();
    const ids = (await written()).map(({ id: line }) => line);
    await save({ id, goods: [good(2, 8, 200), good(1, 1, 100)] });
    expect((await written()).map(({ id: line, quantity }) => [line, quantity])).toEqual([
      [ids[1], 8],
      [ids[0], 1],
    ]);
  });

  test("a copy of a document has lines of its own", async () => {
    const { goods } = await read(await created());
    const copy = await save({ name: "R2", goods });
    const ids = (await read(copy.data.id)).goods.map(({ id: line }: { id: number }) => line);
    expect(ids).toHaveLength(3);
    expect(ids).not.toContain(goods[0].id);
    expect(await written()).toHaveLength(6);
  });

  test("they go with their header", async () => {
    const id = await created();
    expect((await call("Remove", { id })).status).toBe(200);
    expect(await written()).toEqual([]);
  });
});

describe("what is refused writes nothing", () => {
  const cases: [string, string, object][] = [
    ["two alike", "goods.1.goodsId", { goods: [good(1, 1, 100), good(1, 2, 200)] }],
    ["a sum that is not the header's", "goods", { goods: [good(1, 1, 100)] }],
    ["a header that is no longer the sum", "goods", { total: 299 }],
    ["no line at all", "goods", { goods: [], total: 0 }],
    ["goods that are not there", "goods.1.goodsId", { goods: [good(1, 1, 100), good(99, 1, 200)] }],
    ["a unit that is not there", "goods.0.unit", { goods: [good(1, 1, 300, { unit: "x" })] }],
    ["a quantity of none", "goods.0.quantity", { goods: [good(1, 0, 300)] }],
    ["a text where lines should be", "goods", { goods: "9001: 1" }],
    ["a line of another document", "goods.0", { goods: [good(1, 1, 300, { id: 999_999 })] }],
  ];
  test.each(cases)("%s: said at %s", async (_, at, wrong) => {
    const id = await created();
    const before = [await written(), await read(id)];
    const answer = await save({ id, name: "R9", ...wrong });
    expect([answer.status, Object.keys(answer.errors ?? {})]).toEqual([422, [at]]);
    expect([await written(), await read(id)]).toEqual(before);
  });

  test("one id twice", async () => {
    const id = await created();
    const [first] = (await read(id)).goods;
    const twice = [first, { ...good(5, 1, 200), id: first.id }];
    expect((await save({ id, goods: twice })).errors).toEqual({ "goods.1": ["这一行已不存在"] });
  });

  test("another tenant neither reads nor changes them", async () => {
    const id = await created();
    const stranger = await backend.createCorp("0007");
    const lineIds = (await written()).map(({ id: line }) => line);
    expect((await call("Get", { id }, stranger)).status).toBe(404);
    expect((await save({ id, goods: [good(1, 1, 300)] }, stranger)).status).toBe(404);
    const own = await backend.createUser({ grants: ["parkList"] });
    expect((await save({ id, goods: [good(1, 1, 300)] }, own.token)).status).toBe(403);
    expect((await written()).map(({ id: line }) => line)).toEqual(lineIds);
  });
});

describe("an account of one park", () => {
  const grants = ["parkList", "parkList/probeBill:add", "parkList/probeBill:edit"];
  const inPark = async () => {
    const user = await backend.createUser({ grants });
    await bind(backend, user.id, [9001]);
    return user.token;
  };

  test("has the lines of its documents, and neither reads nor changes those of another park's", async () => {
    const token = await inPark();
    const own = await save({ goods: [good(1, 1, 300)] }, token);
    expect(own.message).toBe("");
    expect((await call("Get", { id: own.data.id }, token)).data.record.goods).toHaveLength(1);
    const there = await save({ parkId: 9002, goods: [good(1, 1, 300)] });
    const before = await written();
    expect((await call("Get", { id: there.data.id }, token)).status).toBe(404);
    expect((await save({ id: there.data.id, parkId: 9001, goods: [good(1, 9, 300)] }, token)).status).toBe(404);
    expect(await written()).toEqual(before);
  });

  test("by the database itself: lines are seen by who sees their header", async () => {
    const policies = await backend.sql(
      "select cmd from pg_policies where tablename = 'probe_bill_line' and policyname like 'scope\\_%'",
    );
    expect(policies).toHaveLength(4);
  });
});

describe("many lines", () => {
  test("fifty goods are looked for in one statement, and written in one", async () => {
    const goods = Array.from({ length: 50 }, (_, n) => good(n + 1, 1, 100));
    const asked: string[] = [];
    const { Client } = (await import("pg")).default;
    const query = Client.prototype.query;
    Client.prototype.query = function (this: unknown, ...given: unknown[]) {
      const [first] = given;
      asked.push(typeof first === "object" && first && "text" in first ? String(first.text) : String(first));
      return Reflect.apply(query, this, given);
    } as typeof query;
    try {
      expect((await save({ total: 5_000, goods })).message).toBe("");
    } finally {
      Client.prototype.query = query;
    }
    // Written, and read back with their ids.
    expect(asked.filter((text) => text.includes("probe_bill_line"))).toHaveLength(2);
    // The park of the bill, and all goods together.
    const looked = asked.filter((text) => /^select "id" from "park" where "park"\."id"/.test(text));
    expect(looked, asked.join("\n")).toHaveLength(2);
  });
});

describe("two at once", () => {
  const add = (id: number, n: number) => save({ id, goods: [good(1, n + 1, 100), good(2, 2, 100), good(3, 3, 100)] });

  test("who comes second sees the lines that the first has left: none is there twice", async () => {
    const id = (await save({ goods: [good(9, 1, 300)] })).data.id;
    const answers = await race(backend, 8, (person) => add(id, person));
    expect(answers.map(({ status }) => status)).toEqual(Array.from({ length: 8 }, () => 200));
    expect((await written()).map(({ goods_id }) => goods_id)).toEqual([9001, 9002, 9003]);
  });

  test("with the version in hand one saves, and the others are told by whom", async () => {
    const id = await created();
    const answers = await race(backend, 6, (person) => {
      const goods = [good(1, person + 10, 300)];
      return save({ id, rowVersion: 0, goods });
    });
    expect(answers.map(({ status }) => status).sort()).toEqual([200, ...Array.from({ length: 5 }, () => 409)]);
    expect(await written()).toHaveLength(1);
  });

  test.runIf(raceIsReal)(
    "control: lines read in the statement that waits for the row are those of before",
    async () => {
      const id = await created();
      const [one, other] = [await backend.database.pool.connect(), await backend.database.pool.connect()];
      const asked = `
      select h.row_version, (select count(*)::int from probe_bill_line l where l.probe_bill_id = h.id) as lines
      from probe_bill h where h.id = ${id} for update of h`;
      try {
        await one.query(`begin; select from probe_bill where id = ${id} for update`);
        const waiting = other.query(asked);
        await one.query(`update probe_bill set row_version = 5 where id = ${id}`);
        await one.query(`delete from probe_bill_line where probe_bill_id = ${id}`);
        await new Promise((resolve) => setTimeout(resolve, 200));
        await one.query("commit");
        expect((await waiting).rows).toEqual([{ row_version: 5, lines: 3 }]);
      } finally {
        one.release();
        other.release();
      }
    },
  );
});

describe("a declaration that cannot be", () => {
  test("is refused at the start: unfit fields, lines without a table, a table without lines", () => {
    const label = () => "字段";
    expect(() => lines({ pin: secret({ label }) }, { label, key: ["pin"] })).toThrow("kind secret");
    expect(() => lines({ who: text({ label, mask: true }) }, { label, key: ["who"] })).toThrow("masked");
    expect(() => serveResource(bill, { table: park })).toThrow("its lines goods have no table");
    const table = linesTable("none", bill.fields.goods, park);
    expect(() => serveResource(bill, { table: park, lines: { goods: table, others: table } })).toThrow(
      "no lines others",
    );
  });
});
