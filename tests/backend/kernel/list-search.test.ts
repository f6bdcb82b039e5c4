/** Parts of a text in a long table: by the index where they are rare, by the way along the order where they are common. */
import pg from "pg";
import { afterAll, afterEach, beforeAll, expect, test, vi } from "vitest";
import { allRows } from "~/contract/resource";
import { park } from "~/contract/ticket/park";
import { openTestBackend, type TestBackend } from "~tests/support/backend";

let backend: TestBackend;
beforeAll(async () => {
  backend = await openTestBackend();
  await backend.sql(`
    insert into park (corp_code, code, name, status)
    select '0001', 'L' || n, '云' || n, case when n % 400 = 0 then 'F' else 'T' end from generate_series(1, 2000) n`);
  await backend.sql(
    "insert into park (corp_code, code, name) select '0002', 'X' || n, '云他' from generate_series(1, 50) n",
  );
  await backend.sql("analyze park");
  // As if it were long: what is looked at is then a few of its pages, others at every call.
  await backend.sql("update pg_class set reltuples = 100000 where relname = 'park'");
});
afterAll(() => backend.close());
afterEach(() => {
  vi.restoreAllMocks();
});

/** Lists so often, and answers how often the index over parts was asked, and how often a look at the table went before. */
async function listing(times: number, filters: Record<string, string>, expected: string[]) {
  const query = vi.spyOn(pg.Client.prototype, "query");
  for (let time = 0; time < times; time += 1) {
    const { data } = await backend.call(park.methods.list, { pageSize: allRows, sort: "code", filters });
    expect(data.records.map(({ code }) => code)).toEqual(expected);
  }
  const texts = query.mock.calls.map(([asked]) =>
    typeof asked === "string" ? asked : (asked as { text?: string }).text,
  );
  const having = (part: string) => texts.filter((text) => text?.includes(part)).length;
  return { asked: having("list_grams("), looks: having("tablesample") };
}

test("what nearly every row holds is not collected from the index, and the answer is the same", async () => {
  const expected = ["L1200", "L1600", "L2000", "L400", "L800"];
  const { asked, looks } = await listing(60, { name: "云", status: "F" }, expected);
  // Where the look hit no page the index is asked.
  expect(looks).toBeGreaterThanOrEqual(60);
  expect(asked).toBeLessThan(looks);
});

test("what few hold is always found by the index", async () => {
  const expected = ["L199", "L1990", "L1991", "L1992", "L1993", "L1994", "L1995", "L1996", "L1997", "L1998", "L1999"];
  const { asked, looks } = await listing(20, { name: "云199" }, expected);
  expect(asked).toBe(looks);
});
