/** The planner's picture of the embedded database's tables is kept true, since nothing else on it does so. */
import { afterAll, beforeAll, expect, test } from "vitest";
import { type Database, openDatabase } from "~server/backend/db/database";
import { analyzeChanged, vacuumFilled } from "~server/backend/db/maintenance";

let database: Database;
beforeAll(async () => {
  database = await openDatabase({ memory: true });
  await database.pool.query("create table grown (n int primary key)");
});
afterAll(() => database.close());

const rowsKnown = async (table = "grown") => {
  const { rows } = await database.pool.query("select reltuples::int as known from pg_class where relname = $1", [
    table,
  ]);
  return rows[0].known;
};

test("a table that grew from nothing is known after the next round, and again after it has doubled", async () => {
  await analyzeChanged(database.pool);
  expect(await rowsKnown()).toBe(-1);
  await database.pool.query("insert into grown select generate_series(1, 1000)");
  await analyzeChanged(database.pool);
  expect(await rowsKnown()).toBe(1000);
  await database.pool.query("insert into grown select generate_series(1001, 1020)");
  await analyzeChanged(database.pool);
  expect(await rowsKnown()).toBe(1000);
  await database.pool.query("insert into grown select generate_series(1021, 2000)");
  await analyzeChanged(database.pool);
  expect(await rowsKnown()).toBe(2000);
});

test("what is empty stays unknown, so that plans made for it hold once it grows", async () => {
  const { pool } = database;
  await pool.query("create table empty (n int primary key)");
  await pool.query("create table filled (n int primary key)");
  await pool.query("insert into filled select generate_series(1, 500)");
  await vacuumFilled(pool);
  expect([await rowsKnown("empty"), await rowsKnown("filled")]).toEqual([-1, 500]);
  await pool.query("prepare find as select n from empty where n = $1");
  await pool.query("set plan_cache_mode = force_generic_plan");
  const planned = async () => (await pool.query("explain execute find(1)")).rows.map((row) => row["QUERY PLAN"]).join();
  expect(await planned()).not.toContain("Seq Scan");
  // The other way: once known to be empty.
  await pool.query("analyze empty");
  expect(await planned()).toContain("Seq Scan");
});

test("where people wait without a pause, a small table is looked at all the same, and a large one later", async () => {
  const { pool } = database;
  await pool.query("create table small (n int primary key)");
  await pool.query("insert into small select generate_series(1, 400)");
  await pool.query("create table large (n int primary key, text char(900) not null default '')");
  await pool.query("insert into large select generate_series(1, 10000)");
  const held = await pool.connect();
  const people = Array.from({ length: 60 }, () => pool.query("select 1"));
  const looked = analyzeChanged(pool);
  held.release();
  // Whoever is served stands in line again until the look is over.
  let over = false;
  const done = looked.finally(() => {
    over = true;
  });
  await Promise.all(
    people.map(async (first) => {
      await first;
      while (!over) await pool.query("select 1");
    }),
  );
  await done;
  expect([await rowsKnown("small"), await rowsKnown("large")]).toEqual([400, -1]);
  await analyzeChanged(pool);
  expect(await rowsKnown("large")).toBe(10_000);
});

test("what writes for somebody finds rows by their keys, planned while the table had a page; what reads chooses", async () => {
  await database.pool.query("create table page (n int primary key, word text)");
  await database.pool.query("insert into page select n, 'word' from generate_series(1, 20) n");
  await database.pool.query("analyze page");
  const plan = (readOnly: boolean) =>
    database.system(
      async (tx) => {
        const { rows } = await tx.execute<{ "QUERY PLAN": string }>("explain select word from page where n = 7");
        return rows.map((row) => row["QUERY PLAN"]).join();
      },
      { readOnly },
    );
  expect(await plan(true)).toContain("Seq Scan");
  expect(await plan(false)).toContain("Index Scan");
});
