import { sql } from "drizzle-orm";
import { afterAll, beforeAll, expect, test } from "vitest";
import { markScoped, prepared } from "~server/backend/kernel/prepared";
import { openTestBackend, type TestBackend } from "~tests/support/backend";

let backend: TestBackend;
beforeAll(async () => {
  backend = await openTestBackend();
});
afterAll(() => backend.close());

/** What the one connection of a transaction has prepared of a text that begins so. */
async function kept(work: (run: (count: number) => Promise<void>) => Promise<void>, mark: string): Promise<number> {
  return backend.database.system(async (tx) => {
    await work(async (count) => {
      for (let at = 0; at < count; at += 1)
        await tx.execute(sql`select ${at}::int as n, ${sql.raw(`'${mark}'`)} as mark`);
    });
    const { rows } = await tx.execute(
      sql`select count(*)::int as n from pg_prepared_statements where statement like ${`select $1::int as n, '${mark}'%`}`,
    );
    return Number(rows[0]?.n);
  });
}

test("a text that came twice has no name, and one when it comes again", async () => {
  expect(await kept((run) => run(2), "twice")).toBe(0);
  expect(await kept((run) => run(3), "again")).toBe(1);
});

test("a fixed text has a name at once, and another in a scope", async () => {
  const names = await backend.database.system(async (tx) => {
    const text = "select $1::text as fixed";
    expect(await prepared(tx, text, ["a"])).toEqual([{ fixed: "a" }]);
    markScoped(tx, true);
    expect(await prepared(tx, text, ["b"])).toEqual([{ fixed: "b" }]);
    const { rows } = await tx.execute(sql`select name from pg_prepared_statements where statement = ${text}`);
    return rows.map(({ name }) => String(name));
  });
  expect(names).toHaveLength(2);
  expect(new Set(names.map((name) => name.replace(/s$/, ""))).size).toBe(1);
});

test("a statement that fails may be run again under its name", async () => {
  const divide = (by: number) => backend.database.system((tx) => tx.execute(sql`select 12 / ${by}::int as share`));
  for (const by of [1, 2, 3, 4]) expect((await divide(by)).rows).toEqual([{ share: 12 / by }]);
  await expect(divide(0)).rejects.toThrow();
  expect((await divide(6)).rows).toEqual([{ share: 2 }]);
});
