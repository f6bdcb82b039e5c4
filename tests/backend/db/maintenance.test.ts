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
