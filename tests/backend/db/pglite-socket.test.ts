/** The driver over the embedded database: statements, errors, big answers, transactions one after the other. */
import { sql } from "drizzle-orm";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type Database, openDatabase, sqlState } from "~server/backend/db/database";

let database: Database;
beforeAll(async () => {
  database = await openDatabase({ memory: true });
  await database.pool.query("create table thing (id int primary key, name text)");
}, 60_000);
afterAll(() => database.close());

test("named statements with values, nulls and texts of any script come back as they went", async () => {
  for (const value of ["景区票", "", "o'clock\\", "🎫".repeat(100), null]) {
    const { rows } = await database.pool.query({ name: "echo", text: "select $1::text as value", values: [value] });
    expect(rows).toEqual([{ value }]);
  }
});

test("an answer of many megabytes arrives whole", async () => {
  const { rows } = await database.pool.query("select repeat('x', 1000) as text from generate_series(1, 5000)");
  expect(rows).toHaveLength(5_000);
  expect(rows.every(({ text }: { text: string }) => text.length === 1_000)).toBe(true);
});

test("a statement that fails leaves the session good, prepared or not, also in the middle of a transaction", async () => {
  await expect(database.pool.query("select nothing")).rejects.toMatchObject({ code: "42703" });
  await expect(database.pool.query("select $1::int", ["x"])).rejects.toMatchObject({ code: "22P02" });
  const doubled = database.system(async (tx) => {
    await tx.execute(sql`insert into thing values (1, 'a')`);
    await tx.execute(sql`insert into thing values (1, 'b')`);
  });
  expect(sqlState(await doubled.catch((error: unknown) => error))).toBe("23505");
  expect((await database.pool.query("select count(*)::int as n from thing")).rows).toEqual([{ n: 0 }]);
});

test("a client that is given up leaves its named statements behind, and the next one gives the names anew", async () => {
  const named = () => database.pool.query({ name: "again", text: "select 7 as n" });
  await named();
  // The pool closes the client of a statement that failed.
  await expect(database.pool.query("select nothing")).rejects.toThrow();
  expect((await named()).rows).toEqual([{ n: 7 }]);
});

test("transactions asked for at once run one after the other, never into each other", async () => {
  await database.pool.query("insert into thing values (2, '')");
  await Promise.all(
    Array.from({ length: 40 }, (_, n) =>
      database.system(async (tx) => {
        const { rows } = await tx.execute<{ name: string }>(sql`select name from thing where id = 2`);
        // Another turn of the loop between reading and writing: one that came in between would be overwritten.
        await new Promise((resolve) => setImmediate(resolve));
        await tx.execute(sql`update thing set name = ${`${rows[0]?.name ?? ""}${n},`} where id = 2`);
      }),
    ),
  );
  const { rows } = await database.pool.query("select name from thing where id = 2");
  const seen = String(rows[0]?.name).split(",").filter(Boolean).map(Number);
  expect(seen.sort((a, b) => a - b)).toEqual(Array.from({ length: 40 }, (_, n) => n));
});
