/**
 * The drill of two nodes behind nginx on one PostgreSQL: each process killed, and every connection of the database cut, at
 * the steps that hurt most. Afterwards no sale is lost or there twice, and a backup is whole or is none.
 */
import { randomUUID } from "node:crypto";
import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import pg from "pg";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { checkArchive } from "~server/backend/db/check-archive";
import { readMigrations } from "~server/backend/db/migrate";
import { control } from "~tests/support/empty-database";
import { adminPassword } from "~tests/support/prepared-database";
import { type Selling, sellBeside, sold } from "./beside-sales";
import { openCounter } from "./counter";
import { type Front, has, type Node, nginxBefore, node, until } from "./nodes";
import {
  archives,
  type DataPlace,
  done,
  leftBy,
  migrationsAt,
  ordersAt,
  ordersInArchive,
  ordersTold,
  tool,
} from "./tools";

const server = process.env.TEST_DATABASE_URL ?? "";
const lacking = [
  ...(server === "" ? ["TEST_DATABASE_URL is not set"] : []),
  ...(has("nginx", "-v") ? [] : ["nginx is not installed"]),
].join(" and ");
const leftOut = lacking && ` (left out: ${lacking})`;

/** A park, a seller, five orders. */
const ofBefore = path.join(archives, "2026.11.1.archive");
const pause = (milliseconds: number) => new Promise((resolve) => setTimeout(resolve, milliseconds));

let folder: string;
let backups: string;
let url: string;
let front: Front;
let nodes: Node[];
let sales: pg.Client;
const databases: string[] = [];
const undo: (() => unknown)[] = [];

async function newDatabase(): Promise<string> {
  const name = `console_drill_nodes_${randomUUID().replaceAll("-", "")}`;
  await control(server, `create database ${name}`);
  databases.push(name);
  return Object.assign(new URL(server), { pathname: `/${name}` }).toString();
}

beforeAll(async () => {
  folder = mkdtempSync(path.join(tmpdir(), "console-drill-nodes-"));
  if (lacking) return;
  backups = path.join(folder, "backups");
  mkdirSync(backups);
  url = await newDatabase();
  // Little of everything, so that a backup is verified within seconds beside the sales.
  await done({ dataDir: path.join(folder, "tool"), environment: { DATABASE_URL: url } }, "--restore", ofBefore);
  nodes = [1, 2].map(() => node({ folder, undo }, url, false, { BACKUP_DIR: backups }));
  for (const one of nodes) await one.start();
  front = await nginxBefore({ folder, undo }, nodes);
  sales = await connected(url);
}, 300_000);
afterAll(async () => {
  await sales?.end();
  for (const one of undo.splice(0).reverse()) await one();
  for (const name of databases) await control(server, `drop database if exists ${name} with (force)`);
  rmSync(folder, { recursive: true });
});

/** One that is cut like the others connects anew by itself at the next question. */
async function connected(to: string): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: to, application_name: "drill" });
  await client.connect();
  return client;
}
async function one<R extends pg.QueryResultRow>(text: string, values: unknown[] = []): Promise<R | undefined> {
  return (await sales.query<R>(text, values)).rows[0];
}
/** Every session of the database but the test's own; answers how many there were. */
async function cutAll(of = url): Promise<number> {
  const { rowCount } = await sales.query(
    `select pg_terminate_backend(pid) from pg_stat_activity
     where datname = $1 and application_name <> 'drill' and pid <> pg_backend_pid()`,
    [new URL(of).pathname.slice(1)],
  );
  return rowCount ?? 0;
}

const consistentBeside = (work: (selling: Selling) => Promise<void>) =>
  sellBeside(
    {
      people: () => Promise.all(Array.from({ length: 4 }, () => openCounter(front.url, "admin", adminPassword))),
      ask: async (text, values) => (await sales.query(text, values)).rows,
    },
    work,
  );

/** The backup of the schedule, which a node takes up; answers its job's number. */
async function backupBegun(): Promise<{ id: string; worker: string }> {
  const last = (await one<{ id: string }>("select coalesce(max(id), 0) as id from job"))?.id;
  await sales.query("update job_schedule set next_run_at = now() where corp_code = '0001' and kind = 'backup'");
  let job: { id: string; worker: string } | undefined;
  await until(
    async () => {
      job = await one("select id, worker from job where kind = 'backup' and state = 'running' and id > $1", [last]);
      return job !== undefined;
    },
    () => "a backup under way",
  );
  return job ?? { id: "", worker: "" };
}
const jobAt = (id: string) =>
  one<{ state: string; attempts: number; saved: string }>(
    "select state, attempts, result ->> 'saved' as saved from job where id = $1",
    [id],
  );
async function wholeAfter(id: string): Promise<void> {
  // Whoever died had it for half a minute more.
  await sales.query("update job set lease_until = now() - interval '1 second' where id = $1 and state = 'running'", [
    id,
  ]);
  await until(
    async () => (await jobAt(id))?.state !== "running" && (await jobAt(id))?.state !== "waiting",
    () => "the backup's end",
    240_000,
  );
  const job = await jobAt(id);
  expect(job?.state).toBe("done");
  // It has its name only since the node restored it into nothing; here its sums are asked once more.
  expect((await checkArchive(path.join(backups, job?.saved ?? ""))).counts.orders).toBeGreaterThan(ordersInArchive);
}

describe("two nodes behind nginx", () => {
  const drill = test.skipIf(lacking !== "");

  drill(
    `a node killed while the other one is being restarted: nothing sold is lost or there twice${leftOut}`,
    async () => {
      const [first, second] = nodes;
      const { refused } = await consistentBeside(async () => {
        const restarted = first?.end("SIGTERM");
        await second?.end("SIGKILL");
        await restarted;
        await Promise.all([first?.start(), second?.start()]);
      });
      expect(refused, "both were away for a while").toBeGreaterThan(0);
    },
    330_000,
  );

  drill(
    `nginx killed and started again under load: the same press is answered with the same receipt${leftOut}`,
    async () => {
      const { refused } = await consistentBeside(async (selling) => {
        for (let round = 0; round < 3; round += 1) {
          await front.kill();
          // Long enough that everybody asks meanwhile.
          await pause(500);
          await front.start();
          await sold(selling, selling.answers.size + 4);
        }
      });
      expect(refused, "the kill was felt").toBeGreaterThan(0);
    },
    330_000,
  );

  drill(
    `all connections of PostgreSQL cut under sales and during backups: sales go on, an archive is whole or is none${leftOut}`,
    async () => {
      let cut = 0;
      await consistentBeside(async (selling) => {
        for (let round = 0; round < 3; round += 1) {
          cut += await cutAll();
          await sold(selling, selling.answers.size + 4);
        }
        const { id } = await backupBegun();
        cut += await cutAll();
        await wholeAfter(id);
        // By hand: refused in one line, or whole.
        const file = path.join(folder, "cut.archive");
        const place: DataPlace = { dataDir: path.join(folder, "tool"), environment: { DATABASE_URL: url } };
        const saving = tool(place, ["--backup", file]);
        let isOver = false;
        void saving.then(() => {
          isOver = true;
        });
        while (!isOver) {
          const { rows } = await sales.query(
            "select pid from pg_stat_activity where datname = $1 and query ilike '%copy%' or query ilike '%fetch%'",
            [new URL(url).pathname.slice(1)],
          );
          if (rows.length > 0) {
            cut += await cutAll();
            break;
          }
          await pause(10);
        }
        const { code, said } = await saving;
        expect(existsSync(file), said).toBe(code === 0);
        if (code === 0) expect(ordersTold(said)).toBeGreaterThan(0);
        else expect(said.trim().split("\n").length, said).toBeLessThanOrEqual(3);
      });
      expect(cut).toBeGreaterThan(8);
    },
    330_000,
  );

  drill(
    `all connections cut during an upgrade's migrations: all of them or none, and the next start brings it up to date${leftOut}`,
    async () => {
      const old = await newDatabase();
      const place: DataPlace = { dataDir: path.join(folder, "old"), environment: { DATABASE_URL: old } };
      await leftBy("0.1.0", place);
      const before = await migrationsAt(place);
      // Whoever reads orders keeps the first migration that changes their table waiting: the cut meets it on every machine.
      const reader = await connected(old);
      await reader.query("begin");
      await reader.query("lock table orders in access share mode");
      const starting = tool(place, [], 60_000);
      let cut = 0;
      let isOver = false;
      void starting.then(() => {
        isOver = true;
      });
      while (cut === 0 && !isOver) {
        // Amid the statements of a migration: its transaction has written, and holds its tables.
        const { rows } = await sales.query(
          `select 1 from pg_stat_activity a where a.datname = $1 and a.backend_xid is not null
             and exists (select from pg_locks l where l.pid = a.pid and l.locktype = 'advisory')
             and exists (select from pg_locks l where l.pid = a.pid and not l.granted)`,
          [new URL(old).pathname.slice(1)],
        );
        if (rows.length > 0) cut = await cutAll(old);
        else await pause(5);
      }
      await reader.end();
      expect(cut).toBeGreaterThan(0);
      expect(await migrationsAt(place)).toBe(before);
      const { code, said } = await starting;
      expect(code, said).toBe(1);
      expect(said).toMatch(
        /The data could not be brought to version .* failed \(.*[Cc]onnection.*\)\. Nothing was changed\./,
      );
      const again = node({ folder, undo }, old, false);
      await again.start();
      await again.end("SIGTERM");
      expect(await migrationsAt(place)).toBe(readMigrations().length);
      expect(await ordersAt(place)).toBe(ordersInArchive);
    },
    330_000,
  );

  drill(
    `a node killed during the backup of its own schedule: the other one makes it, and sales go on${leftOut}`,
    async () => {
      await consistentBeside(async () => {
        const { id, worker } = await backupBegun();
        const holder = nodes.find((own) => worker.includes(`-${own.pid()}-`));
        expect(holder, worker).toBeDefined();
        await holder?.end("SIGKILL");
        await wholeAfter(id);
        expect((await jobAt(id))?.attempts).toBe(2);
        await holder?.start();
      });
      // What the dead one had begun has no name of an archive.
      for (const name of readdirSync(backups)) expect(name).toMatch(/\.archive(\.partial)?$/);
    },
    330_000,
  );
});
