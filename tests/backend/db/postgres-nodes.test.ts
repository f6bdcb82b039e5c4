/** On PostgreSQL: nodes that start at once, statements that take too long, connections that are lost, indexes beside the work. */
import { randomUUID } from "node:crypto";
import { sql } from "drizzle-orm";
import pg from "pg";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { type Database, isUnreachable, openDatabase, sqlState, usualTimeouts } from "~server/backend/db/database";
import { migrate } from "~server/backend/db/migrate";
import { seedFirstStart } from "~server/backend/first-start";
import { refused } from "~server/backend/kernel/answers";
import { makeLargeIndexes, makeSmallIndexes } from "~server/backend/kernel/make-list-indexes";
import { listsServed } from "~server/backend/served";

const server = process.env.TEST_DATABASE_URL;

describe.runIf(server)("two nodes on one PostgreSQL", () => {
  const name = `console_test_${randomUUID().replaceAll("-", "")}`;
  const limits = { ...usualTimeouts, statement: { call: 300, work: 2_000 }, lock: 200 };
  let nodes: [Database, Database];
  const control = async (statement: string) => {
    const client = new pg.Client({ connectionString: server });
    await client.connect();
    await client.query(statement).finally(() => client.end());
  };
  beforeAll(async () => {
    await control(`create database ${name}`);
    const url = Object.assign(new URL(server ?? ""), { pathname: `/${name}` }).toString();
    const node = () => openDatabase({ url, poolSize: 2, timeouts: limits });
    nodes = [await node(), await node()];
  }, 240_000);
  afterAll(async () => {
    await Promise.all(nodes.map((node) => node.close()));
    await control(`drop database ${name} with (force)`);
  }, 240_000);

  test("migrate and seed an empty database at the same moment, once", async () => {
    const started = await Promise.all(
      nodes.map(async (node) => {
        await migrate(node);
        await makeSmallIndexes(node, listsServed);
        return seedFirstStart(node);
      }),
    );
    expect(started.filter(({ firstPassword }) => firstPassword !== null)).toHaveLength(1);
    const { rows } = await nodes[0].pool.query("select count(*) as count from account where id = 1");
    expect(rows).toEqual([{ count: 1 }]);
  }, 240_000);

  test("end a statement that takes too long with 503 and a sentence; background work has longer", async () => {
    const slow = (patience: "call" | "work" | "none") =>
      nodes[0].system((tx) => tx.execute(sql`select pg_sleep(0.6)`), { patience });
    const said = vi.spyOn(console, "error").mockImplementation(() => {});
    const error = await slow("call").catch((caught: unknown) => caught);
    expect(sqlState(error)).toBe("57014");
    expect(refused(error, "r")).toMatchObject({
      status: 503,
      body: { message: expect.stringContaining("操作耗时过长") },
    });
    said.mockRestore();
    await expect(slow("work")).resolves.toBeDefined();
    await expect(slow("none")).resolves.toBeDefined();
  }, 60_000);

  test("wait for a lock no longer than granted", async () => {
    const lock = sql`select pg_advisory_xact_lock(42)`;
    await nodes[0].system(async (tx) => {
      await tx.execute(lock);
      const error = await nodes[1].system((other) => other.execute(lock)).catch((caught: unknown) => caught);
      expect(sqlState(error)).toBe("55P03");
    });
  }, 60_000);

  test("answer 503 where the connection is lost in the midst of a call, and the next call works", async () => {
    const said = vi.spyOn(console, "error").mockImplementation(() => {});
    const error = await nodes[0]
      .system((tx) => tx.execute(sql`select pg_terminate_backend(pg_backend_pid())`))
      .catch((caught: unknown) => caught);
    expect(isUnreachable(error)).toBe(true);
    expect(refused(error, "r").status).toBe(503);
    said.mockRestore();
    await expect(nodes[0].system((tx) => tx.execute(sql`select 1`))).resolves.toBeDefined();
  }, 60_000);

  test("make missing and invalid indexes of large tables beside the work, one node at a time", async () => {
    const { pool } = nodes[0];
    const { rows } = await pool.query<{ name: string; table: string }>(
      "select indexname as name, tablename as table from pg_indexes where indexname like 'list\\_%' and tablename = 'park' order by 1",
    );
    const [gone, invalid] = rows;
    await pool.query(`drop index "${gone?.name}"`);
    await pool.query("update pg_index set indisvalid = false where indexrelid = $1::regclass", [invalid?.name]);
    const making = nodes.map((node) => makeLargeIndexes(node, listsServed));
    await Promise.all(making.map(({ done }) => done));
    const { rows: after } = await pool.query(
      "select indisvalid from pg_index where indexrelid in ($1::regclass, $2::regclass)",
      [gone?.name, invalid?.name],
    );
    expect(after).toEqual([{ indisvalid: true }, { indisvalid: true }]);
  }, 120_000);
});
