/** Lists over the rows of another resource, and over a query: some of the rows, columns and filters of their own. */
import { sql } from "drizzle-orm";
import { afterAll, beforeAll, expect, test } from "vitest";
import { buttons } from "~/contract/function-tree";
import { lockerBox, lockerOverdue } from "~/contract/locker/box";
import { countBound, methodsOf } from "~/contract/resource";
import { view } from "~/contract/resource-view";
import { park } from "~/contract/ticket/park";
import { pagesOf } from "~/resource/find-resource.server";
import { park as table } from "~server/backend/business/ticket/schema";
import { serveList } from "~server/backend/kernel/serve-list";
import { allServed } from "~server/backend/served";
import { openTestBackend, type TestBackend } from "~tests/support/backend";

const suspendedPark = view(park, {
  noun: "suspendedPark",
  title: park.title,
  path: "/manage/suspendedPark",
  fun: "ticketList",
  where: { status: "F" },
  columns: ["capacity", "name"],
  filters: ["name", "capacity"],
  defaultSort: { field: "capacity", order: "desc" },
});
const largePark = view(park, { noun: "largePark", title: park.title, path: "/manage/largePark", fun: "ticketList" });

const served = [
  ...serveList(suspendedPark, { table }),
  ...serveList(largePark, {
    query: {
      from: "park p",
      joins: sql`left join park above on above.corp_code = p.corp_code and above.id = p.parent_id`,
      columns: { name: sql`p.name || coalesce(' < ' || above.name, '')` },
    },
    rows: () => sql`p.capacity >= 100`,
  }),
];

let backend: TestBackend;
beforeAll(async () => {
  backend = await openTestBackend({ served: [...allServed, ...served] });
  await backend.sql(`
    insert into park (corp_code, code, name, capacity, status)
    select case when n % 5 = 0 then '0002' else '0001' end, 'V' || n, 'view' || n, n * 20,
           case when n % 2 = 0 then 'F' else 'T' end
    from generate_series(1, 10) n`);
  await backend.sql(`
    update park set parent_id = (select id from park where code = 'V1') where code = 'V8'`);
});
afterAll(() => backend.close());

const { list, export: file } = suspendedPark.methods;

test("a view has the rows of its condition, in its own order, with its own columns", async () => {
  const { data } = await backend.call(list, {});
  expect(data.records.map(({ name, capacity }) => [name, capacity])).toEqual([
    ["view8", 160],
    ["view6", 120],
    ["view4", 80],
    ["view2", 40],
  ]);
  expect(Object.keys(data.records[0] ?? {}).sort()).toEqual(["capacity", "id", "name", "status"]);
  expect(Object.entries(suspendedPark.fields).flatMap(([name, field]) => (field.list ? [name] : []))).toEqual([
    "capacity",
    "name",
  ]);
  expect(suspendedPark.pages?.detail).toBe("/manage/parkList/{id}");
});

test("its filters narrow the condition and never widen it; what is none of its filters is refused", async () => {
  const found = async (filters: Record<string, string>) => {
    const reply = await backend.call(list, { filters });
    return reply.status === 200 ? reply.data.records.map(({ name }) => name) : reply.errors;
  };
  expect(await found({ name: "view4" })).toEqual(["view4"]);
  expect(await found({ capacity: "50~130" })).toEqual(["view6", "view4"]);
  expect(await found({ name: "view3" })).toEqual([]);
  expect(Object.keys((await found({ status: "T" })) ?? {})).toEqual(["filters.status"]);
});

test("its function opens it, and not that of the resource; it writes nothing", async () => {
  const theirs = await backend.createUser({ grants: ["parkList"] });
  expect((await backend.call(list, {}, { as: theirs.token })).status).toBe(403);
  const own = await backend.createUser({ grants: ["ticketList"] });
  expect((await backend.call(list, {}, { as: own.token })).data.count).toBe(4);
  expect(methodsOf(suspendedPark)).toEqual([list, file]);
});

test("a list over a query shows what is joined, sorts and filters by its own table, and keeps to the caller's part", async () => {
  const { list: large } = largePark.methods;
  const page = await backend.call(large, { filters: { capacity: "100~" }, sort: "capacity", order: "desc" });
  expect(page.data.records.map(({ name }) => name)).toEqual(["view9", "view8 < view1", "view7", "view6"]);
  const narrowed = await backend.call(large, {}, { as: await boundTo("V7") });
  expect(narrowed.data.records.map(({ name }) => name)).toEqual(["view7"]);
});

test("a list that is long for one caller is counted for another who sees a part of it", async () => {
  const { list: large } = largePark.methods;
  await backend.sql(`
    insert into park (corp_code, code, name, capacity)
    select '0001', 'L' || n, 'many' || n, 1000 from generate_series(1, ${countBound + 1}) n`);
  const all = await backend.call(large, {});
  expect(all.data).toMatchObject({ count: countBound, otherData: { capped: true } });
  const bound = await boundTo("V9");
  const part = await backend.call(large, {}, { as: bound });
  expect(part.data).toMatchObject({ count: 1, otherData: { capped: false } });
});

/** The token of an account that works in one park. */
async function boundTo(code: string): Promise<string> {
  const { id, token } = await backend.createUser({ grants: ["ticketList"] });
  await backend.sql(
    "insert into account_park (corp_code, account_id, park_id) select corp_code, $1, id from park where code = $2",
    [id, code],
  );
  return token;
}

test("a view has the commands of its base that it names, with their method and their right", () => {
  expect(methodsOf(lockerOverdue)).toContain(lockerBox.methods.clearMany);
  // The right is granted with the base: its method asks for that function.
  expect(buttons.get("lockerOverdue")).toBeUndefined();
  expect(buttons.get("lockerBoxList")?.map(({ code }) => code)).toContain("lockerBox:clear");
  const asking = { noun: "freeBox", title: lockerBox.title, path: "/locker/free", fun: "lockerOverdue" } as const;
  // What asks for something is asked on the base's page, and where that is none of the engine's, nowhere.
  expect(pagesOf(view(lockerBox, { ...asking, commands: ["occupy"] })).command(7, "occupy")).toBe(
    `${lockerBox.path}/7/occupy?on=row`,
  );
  const handMade = { ...asking, pages: { detail: "/locker/{id}" }, commands: ["occupy"] } as const;
  expect(() => view(lockerBox, handMade)).toThrow("it has no page in a view");
});
