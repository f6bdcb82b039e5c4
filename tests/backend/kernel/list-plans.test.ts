/** Long lists: every declared sort and filter has its index, and the database uses it. */
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { park } from "~/contract/ticket/park";
import { existingIndexes, listIndexes, makeListIndexes, serves } from "~server/backend/kernel/list-indexes";
import { listsServed } from "~server/backend/served";
import { openTestBackend, type TestBackend } from "~tests/support/backend";
import { plansDuring, rowsRead } from "~tests/support/plans";

const rows = 20_000;
let backend: TestBackend;
beforeAll(async () => {
  backend = await openTestBackend();
  // Nine tenths are another corp's. 云 is in every name, 雾 in one of four hundred, 霞 in one alone.
  await backend.sql(`
    insert into park (corp_code, code, name, capacity, status)
    select case when n % 10 = 0 then '0001' else '0002' end, 'C' || n,
           '云' || case when n % 4000 = 0 then '雾山' else '海' end || case when n = 20000 then '霞' else '' end || n,
           n, case when n % 1000 = 0 then 'F' else 'T' end
    from generate_series(1, ${rows}) n`);
  // Until it is on the disk, what was written counts as seen by nobody yet, and plans read the table.
  await backend.sql("checkpoint");
  await backend.sql("vacuum analyze park");
}, 120_000);
afterAll(() => backend.close());

test("every sort and filter that a resource declares has an index that begins with the corp", async () => {
  const existing = await backend.database.system((tx) => existingIndexes(tx));
  const declared = listsServed.flatMap(({ resource, table }) => listIndexes(resource, table));
  expect(declared.length).toBeGreaterThan(20);
  expect(declared.filter((index) => !existing.some((one) => serves(one, index))).map(({ name }) => name)).toEqual([]);
  expect(declared.filter(({ columns }) => columns && columns[0] !== "corp_code")).toEqual([]);
});

test("one that is gone is made again, those that are there stay", async () => {
  const before = await backend.sql("select indexname from pg_indexes where tablename = 'gate' order by 1");
  const [index] = await backend.sql<{ indexname: string }>(
    "select indexname from pg_indexes where tablename = 'gate' and indexname like 'list%' order by 1",
  );
  await backend.sql(`drop index "${index?.indexname}"`);
  await backend.database.system((tx) => makeListIndexes(tx, listsServed));
  expect(await backend.sql("select indexname from pg_indexes where tablename = 'gate' order by 1")).toEqual(before);
});

/** Of every statement about parks that a list runs. */
async function touched(payload: object): Promise<{ scans: string[]; rows: number }> {
  const { nodes, statements } = await plansDuring(backend, /from "park"/, async () => {
    expect((await backend.call(park.methods.list, payload)).status).toBe(200);
  });
  expect(statements).toBeGreaterThan(1);
  return { scans: nodes.map((node) => node["Node Type"]), rows: rowsRead(nodes, "park") };
}

describe("the plans of a long list", () => {
  // What is counted exactly must be walked once by states, and once for the totals: 2,000 rows are this corp's.
  const own = rows / 10;
  test.each<[string, object, number]>([
    ["page one", {}, 2 * own + 30],
    ["the last page", { pageNo: 200 }, 3 * own + 30],
    ["sorted by name", { sort: "name" }, 2 * own + 30],
    ["sorted by number, backwards", { sort: "capacity", order: "desc" }, 2 * own + 30],
    ["a range of few", { filters: { capacity: "100~200" } }, 80],
    ["a state of few, by name", { sort: "name", filters: { status: "F" } }, own + 200],
    ["a part of one name", { filters: { name: "霞" } }, 30],
    ["two characters of few names", { filters: { name: "雾山" } }, 60],
    ["a part that nobody has", { filters: { name: "没有" } }, 5],
    ["a code in any case", { filters: { code: "c200" } }, 2000],
  ])("%s", async (_, payload, bound) => {
    const { scans, rows: read } = await touched(payload);
    expect(scans).not.toContain("Seq Scan");
    // The filter by the park above reads its choices, at most 500.
    expect(read).toBeLessThanOrEqual(bound + 500);
  });
});

describe("6 parts of texts", () => {
  test("are sought in this corp's rows alone, by the owner's rights or the tenant's", async () => {
    const count = async (name: string) => (await backend.call(park.methods.list, { filters: { name } })).data.count;
    expect(await count("云")).toBe(rows / 10);
    expect(await count("海1")).toBeLessThan(rows / 10);
    const stranger = await backend.createCorp("0003");
    const theirs = await backend.call(park.methods.list, { filters: { name: "云" } }, { as: stranger });
    expect(theirs.data.count).toBe(0);
  });

  test.each([
    ["%", 0],
    ["_", 0],
    ["\\", 0],
    ["霞2", 1],
    ["海", 1995],
    ["海 海", 0],
  ])("%s", async (name, found) => {
    expect((await backend.call(park.methods.list, { filters: { name } })).data.count).toBe(found);
  });

  test("the call goes on as the tenant", async () => {
    await backend.call(park.methods.list, { filters: { name: "霞" } });
    const [row] = await backend.sql<{ role: string }>("select current_setting('role') as role");
    expect(row?.role).toBe("none");
  });
});
