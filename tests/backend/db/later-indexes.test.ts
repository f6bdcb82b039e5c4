/** Indexes on large tables wait until after the start; whatever a later migration does to them, the end is the same. */
import { describe, expect, test } from "vitest";
import type { Database } from "~server/backend/db/database";
import { type LaterIndex, partIndexes, waitingIndexes } from "~server/backend/db/later-indexes";
import { applyMigrations, readMigrations } from "~server/backend/db/migrate";
import { makeLargeIndexes } from "~server/backend/kernel/make-list-indexes";
import { emptyDatabase } from "~tests/support/empty-database";
import { migrateUntil } from "~tests/support/migrate-until";

const large = new Set(["orders"]);
const parted = (statements: string, waiting = new Map<string, LaterIndex>()) => partIndexes(statements, large, waiting);

describe("a migration", () => {
  test("leaves indexes of large tables for later, and does all else", () => {
    const { now, later } = parted(
      "create index a on orders (x)\n  where x > 0;\ncreate index b on park (x);\ncreate unique index c on orders (y);\n",
    );
    expect(later).toEqual([{ name: "a", table: "orders", statement: "create index a on orders (x)\n  where x > 0" }]);
    expect(now.trim()).toBe("create index b on park (x);\ncreate unique index c on orders (y);");
  });

  test("that drops what was never made takes it off the list, and drops the rest", () => {
    const waiting = new Map([["a", { name: "a", table: "orders", statement: "create index a on orders (x)" }]]);
    expect(parted("drop index a, b;", waiting)).toEqual({ now: "drop index b;", later: [] });
    expect(waiting.size).toBe(0);
    const again = parted("create index a on orders (x);\ndrop index a;\ncreate index a on orders (y);");
    expect(again.later.map(({ statement }) => statement)).toEqual(["create index a on orders (y)"]);
    expect(again.now.trim()).toBe("");
  });
});

/** The first migration after those of the version that was given out last. */
const firstOfNext = "0167";

const indexesOf = async ({ pool }: Database) => {
  const { rows } = await pool.query<{ definition: string }>(
    "select indexdef as definition from pg_indexes where schemaname = current_schema() order by 1",
  );
  return rows.map(({ definition }) => definition);
};

const brought = async (later: "all" | "none", then: (database: Database) => Promise<void>) => {
  const empty = await emptyDatabase();
  try {
    const database = await empty.open();
    await migrateUntil(database, firstOfNext);
    const { rows } = await database.pool.query<{ name: string }>(
      "select tablename as name from pg_tables where schemaname = current_schema()",
    );
    const tables = new Set(later === "all" ? rows.map(({ name }) => name) : []);
    await database.system((tx) => applyMigrations(tx, readMigrations(), tables), { patience: "none" });
    await then(database);
  } finally {
    await empty.close();
  }
};

test("every migration since the last version ends in the same indexes, whether those of tables that were there wait or not", async () => {
  let usual: string[] = [];
  await brought("none", async (database) => {
    expect(await database.system(waitingIndexes)).toEqual([]);
    usual = await indexesOf(database);
  });
  await brought("all", async (database) => {
    const waiting = await database.system(waitingIndexes);
    expect(waiting.map(({ name }) => name)).toContain("orders_created");
    expect((await indexesOf(database)).length).toBe(usual.length - waiting.length);
    if (database.engine === "postgres") {
      await makeLargeIndexes(database, []).done;
      // What a later version drops is not made again.
      await database.pool.query("drop index orders_created");
      await makeLargeIndexes(database, []).done;
      expect((await indexesOf(database)).length).toBe(usual.length - 1);
      await database.pool.query(waiting.find(({ name }) => name === "orders_created")?.statement ?? "");
    } else {
      for (const { statement } of waiting) await database.pool.query(statement);
    }
    expect(await indexesOf(database)).toEqual(usual);
  });
}, 300_000);
