/** The planner's picture of the embedded database's tables is kept true, since nothing else on it does so. */
import { afterAll, beforeAll, expect, test } from "vitest";
import { type Database, openDatabase } from "~server/backend/db/database";
import { analyzeChanged } from "~server/backend/db/maintenance";

let database: Database;
beforeAll(async () => {
  database = await openDatabase({ memory: true });
  await database.pool.query("create table grown (n int primary key)");
});
afterAll(() => database.close());

const rowsKnown = async () => {
  const { rows } = await database.pool.query("select reltuples::int as known from pg_class where relname = 'grown'");
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
