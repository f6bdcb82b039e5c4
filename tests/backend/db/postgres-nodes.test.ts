/** On PostgreSQL: nodes that start at once, statements that take too long, connections that are lost, indexes beside the work. */
import { randomUUID } from "node:crypto";
import { sql } from "drizzle-orm";
import md5 from "md5";
import pg from "pg";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { z } from "zod";
import { m } from "~/contract/messages";
import { defaultPaths, encodePayload, sessionIdHeader, tokenHeader } from "~/contract/wire";
import { createBackend } from "~server/backend/app";
import { hashPassword } from "~server/backend/business/platform/password";
import { type Database, isUnreachable, openDatabase, sqlState, usualTimeouts } from "~server/backend/db/database";
import { migrate } from "~server/backend/db/migrate";
import { seedFirstStart } from "~server/backend/first-start";
import { jobKind } from "~server/backend/jobs/kind";
import { createWorker } from "~server/backend/jobs/worker";
import { refused } from "~server/backend/kernel/answers";
import { enqueue } from "~server/backend/kernel/enqueue";
import { makeLargeIndexes, makeSmallIndexes } from "~server/backend/kernel/make-list-indexes";
import { SecretBox } from "~server/backend/kernel/secret-box";
import { listsServed } from "~server/backend/served";
import { MemoryStore } from "~tests/support/memory-store";
import { adminPassword } from "~tests/support/prepared-database";
import { sessionHash } from "~tests/support/puzzle";

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

  describe("answer as one", () => {
    const backendOf = (database: Database) =>
      createBackend({
        database,
        now: () => new Date(),
        secrets: new SecretBox(["a-key-of-the-tests"]),
        visitorKey: "a-key-of-the-tests",
        files: { store: new MemoryStore(), secret: "a-secret-of-the-tests" },
        texts: { needsMobile: true, send: async () => {} },
      });
    let apps: [ReturnType<typeof backendOf>, ReturnType<typeof backendOf>];
    beforeAll(async () => {
      apps = [backendOf(nodes[0]), backendOf(nodes[1])];
      const hash = await hashPassword(adminPassword);
      await nodes[0].pool.query(
        "insert into account (corp_code, acc_name, name, acc_type, password_hash) select '0001', 'node' || n, '员工', '1', $1 from generate_series(1, 3) n",
        [hash],
      );
    });
    /** Of a browser session at a node. */
    const ask = async (node: 0 | 1, method: string, fields: Record<string, unknown>, token = "", sessionId = "") => {
      const response = await apps[node].request(defaultPaths.platform, {
        method: "POST",
        body: new URLSearchParams(encodePayload({ method, ...fields })).toString(),
        headers: {
          "content-type": "application/x-www-form-urlencoded",
          [tokenHeader]: token,
          ...(sessionId && { [sessionIdHeader]: sessionId }),
        },
      });
      const { data } = (await response.json()) as { data?: { tokenInfo?: { token: string }; verified?: boolean } };
      return { status: response.status, data };
    };
    const enter = (node: 0 | 1, accName: string, password = adminPassword, sessionId = "") =>
      ask(node, "login", { accName, password: md5(password), corpCode: "0001" }, "", sessionId);

    test("a session made at one holds at the other, and ends on both", async () => {
      const token = (await enter(0, "node1")).data?.tokenInfo?.token ?? "";
      const me = (node: 0 | 1) => ask(node, "selectUserInfoById", {}, token);
      expect([(await me(0)).status, (await me(1)).status]).toEqual([200, 200]);
      expect((await ask(1, "logout", {}, token)).status).toBe(200);
      expect([(await me(0)).status, (await me(1)).status]).toEqual([401, 401]);
    }, 60_000);

    test("failures count together: five at each lock the name on both", async () => {
      const session = () => randomUUID();
      const passes = async () => {
        const one = session();
        await nodes[0].pool.query(
          "insert into captcha (session_hash, x, y, state, expires_at, acc_name) values ($1, 0, 0, 'passed', 'infinity', 'node2')",
          [sessionHash(one)],
        );
        return one;
      };
      for (let round = 0; round < 10; round += 1) {
        const reply = await enter(round % 2 === 0 ? 0 : 1, "node2", "wrong", await passes());
        expect(reply.status).toBe(409);
      }
      for (const node of [0, 1] as const)
        expect((await enter(node, "node2", adminPassword, await passes())).status).toBe(409);
      const { rows } = await nodes[0].pool.query(
        "select outcome from sign_in_log where acc_name = 'node2' order by id desc limit 2",
      );
      expect(rows).toEqual([{ outcome: "locked" }, { outcome: "locked" }]);
    }, 60_000);

    test("a puzzle from one is solved at the other", async () => {
      const one = randomUUID();
      expect((await ask(0, "queryImage", {}, "", one)).status).toBe(200);
      const { rows } = await nodes[0].pool.query<{ x: number }>("select x from captcha where session_hash = $1", [
        sessionHash(one),
      ]);
      const solved = await ask(1, "verifyImage", { x_index: String(rows[0]?.x), accName: "node3" }, "", one);
      expect(solved.data?.verified).toBe(true);
    }, 60_000);

    test("jobs that both look for run once each", async () => {
      let runs = 0;
      const probe = jobKind({
        kind: "probe",
        title: m.jobs_kind_purge,
        payload: z.object({}),
        run: async () => {
          runs += 1;
          return undefined;
        },
      });
      for (let job = 0; job < 6; job += 1)
        await nodes[0].tenant("0001", (tx) => enqueue(tx, { kind: "probe", accountId: 0, accountName: "某人" }));
      const workers = nodes.map((database) => createWorker({ database, kinds: [probe] }));
      await Promise.all(workers.flatMap((worker) => Array.from({ length: 8 }, () => worker.step())));
      for (const worker of workers) while (await worker.step());
      expect(runs).toBe(6);
    }, 60_000);
  });
});
