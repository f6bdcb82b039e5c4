/** The database that the next test gets is the one that the last test had, put back: nothing of it may be left. */
import { PGlite } from "@electric-sql/pglite";
import { beforeAll, expect, test } from "vitest";
import { reusable, type Taken } from "~tests/support/embedded-image";

const made = ["create table kept (id serial, name text)", "insert into kept (name) values ('one')", "checkpoint"];

let take: () => Promise<Taken>;
beforeAll(async () => {
  const first = await PGlite.create();
  for (const part of made) await first.exec(part);
  const loadDataDir = await first.dumpDataDir("none");
  await first.close();
  take = reusable(() => PGlite.create({ loadDataDir }));
});

const rows = async (pglite: PGlite, statement: string) => (await pglite.query(statement)).rows;

test.each([
  ["rows", "insert into kept (name) select 'more' from generate_series(1, 100000)"],
  ["a table and a column", "create table other (id int); alter table kept add extra text"],
  ["what is gone", "drop table kept cascade"],
  ["a setting and a role", "create role someone; set role someone; set search_path = nowhere"],
  ["an open transaction", "begin; delete from kept"],
  ["a file that was written anew", "vacuum full; checkpoint"],
])("%s", async (_, statement) => {
  const one = await take();
  for (const part of statement.split("; ")) await one.pglite.exec(part);
  one.giveBack();
  const next = await take();
  expect(next.pglite).toBe(one.pglite);
  expect(await rows(next.pglite, "select * from kept")).toEqual([{ id: 1, name: "one" }]);
  expect(await rows(next.pglite, "select to_regclass('other') as other, current_user as role")).toEqual([
    { other: null, role: "postgres" },
  ]);
  // Its log of changes too: else this could not be written.
  expect(await rows(next.pglite, "insert into kept (name) values ('two') returning id")).toEqual([{ id: 2 }]);
  await next.pglite.exec("checkpoint");
  next.giveBack();
});

test("two at once are two, and one that loaded a library is not used again", async () => {
  const [one, other] = [await take(), await take()];
  expect(one.pglite).not.toBe(other.pglite);
  await rows(one.pglite, "select convert('x', 'UTF8', 'GBK')");
  one.giveBack();
  const next = await take();
  expect(one.pglite.closed).toBe(true);
  expect(await rows(next.pglite, "select name from kept")).toEqual([{ name: "one" }]);
  await Promise.all([other, next].map(({ pglite }) => pglite.close()));
});
