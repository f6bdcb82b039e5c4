/** What a running console tells whoever watches it: each figure moves by what was done here, on both engines. */
import { randomUUID } from "node:crypto";
import { mkdirSync, mkdtempSync, readdirSync, rmSync, statfsSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import pg from "pg";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { dispatchClient } from "~tests/perf/clients.mjs";
import { control } from "~tests/support/empty-database";
import { startConsole } from "~tests/support/running.mjs";
import { isSold, openCounter } from "./counter";
import { until } from "./nodes";

const server = process.env.TEST_DATABASE_URL ?? "";
let folder: string;
const undo: (() => unknown)[] = [];
beforeAll(() => {
  folder = mkdtempSync(path.join(tmpdir(), "console-metrics-"));
});
afterEach(async () => {
  for (const one of undo.splice(0).reverse()) await one();
});
afterAll(() => rmSync(folder, { recursive: true }));

/** A running demonstration with backups by schedule, its figures by name and labels, and its people. */
async function watched(databaseUrl: string) {
  const place = path.join(folder, randomUUID());
  const [dataDir, backups] = [path.join(place, "data"), path.join(place, "backups")];
  mkdirSync(backups, { recursive: true });
  const running = await startConsole({
    ...{ dataDir, demo: true },
    environment: { DATABASE_URL: databaseUrl, BACKUP_DIR: backups },
  });
  undo.push(() => running.stop());
  const figures = async () =>
    new Map(
      (await (await fetch(`${running.url}/metrics`)).text())
        .split("\n")
        .filter((line) => line !== "" && !line.startsWith("#"))
        .map((line) => [line.slice(0, line.lastIndexOf(" ")), Number(line.slice(line.lastIndexOf(" ") + 1))]),
    );
  const of = async (name: string) => (await figures()).get(name) ?? Number.NaN;
  /** Figures of the database are looked up once in five seconds. */
  const becomes = async (name: string, fits: (value: number) => boolean) => {
    let last = Number.NaN;
    await until(
      async () => {
        last = await of(name);
        return fits(last);
      },
      () => `${name} is ${last}`,
      20_000,
    );
  };
  const admin = await dispatchClient(dataDir, "admin", "Demo#2026");
  return { running, dataDir, backups, of, becomes, admin };
}

const sales = 'console_dispatch_calls_total{method="sellTickets",outcome="ok"}';

/** What anybody can cause without touching the database. */
async function movesByWork({ running, dataDir, backups, of, becomes, admin }: Awaited<ReturnType<typeof watched>>) {
  const refused = await of("console_sign_ins_refused");
  for (let round = 0; round < 3; round += 1) {
    const body = new URLSearchParams({ accName: "gate", password: `wrong-${round}` });
    await fetch(`${running.url}/login`, { method: "POST", body, redirect: "manual" });
  }
  await becomes("console_sign_ins_refused", (value) => value === refused + 3);

  const counter = await openCounter(running.url, "seller", "Demo#2026");
  const requests = await of('console_requests_total{status="2xx"}');
  const sold = (await of(sales)) || 0;
  for (let sale = 0; sale < 2; sale += 1) expect(isSold(await counter.sell())).toBe(true);
  await becomes(sales, (value) => value === sold + 2);
  expect(await of('console_requests_total{status="2xx"}')).toBeGreaterThanOrEqual(requests + 2);

  expect(await of('console_last_backup_timestamp_seconds{place="directory"}')).toBe(0);
  const { records } = await admin.call("platform", "scheduleList", { pageSize: 100 });
  const task = records.find(({ kind }: { kind: string }) => kind === "backup");
  const began = Math.floor(Date.now() / 1_000);
  await admin.call("platform", "scheduleRun", { id: task.id, rowVersion: task.rowVersion });
  await until(
    async () => (await of('console_last_backup_timestamp_seconds{place="directory"}')) >= began,
    () => "the backup",
    200_000,
  );
  const [archive = ""] = readdirSync(backups);
  expect(await of('console_last_backup_bytes{place="directory"}')).toBe(statSync(path.join(backups, archive)).size);

  for (const [place, directory] of [
    ["data", dataDir],
    ["backups", backups],
  ] as const) {
    const { bavail, bsize } = statfsSync(directory);
    // Others write to the disk of a test too.
    expect(Math.abs((await of(`console_disk_free_bytes{directory="${place}"}`)) - bavail * bsize)).toBeLessThan(1e9);
  }
}

test("on the embedded database: sign-ins, sales, backups, disks, and its log of writes", async () => {
  const console = await watched("");
  expect(await console.of("console_database_up")).toBe(1);
  await movesByWork(console);
  const log = path.join(console.dataDir, "pg/pg_wal");
  const size = () => readdirSync(log).reduce((sum, name) => sum + statSync(path.join(log, name)).size, 0);
  await console.becomes("console_database_log_bytes", (value) => value === size());
}, 400_000);

describe("on PostgreSQL", () => {
  const leftOut = server === "" ? " (left out: TEST_DATABASE_URL is not set)" : "";
  test.skipIf(leftOut !== "")(
    `the same, and jobs with their age, gates that are away, the pool and the server's log${leftOut}`,
    async () => {
      const name = `console_metrics_${randomUUID().replaceAll("-", "")}`;
      await control(server, `create database ${name}`);
      undo.push(() => control(server, `drop database if exists ${name} with (force)`));
      const url = Object.assign(new URL(server), { pathname: `/${name}` }).toString();
      const console = await watched(url);
      const { of, becomes } = console;
      const written = await of("console_database_log_written_bytes_total");
      await movesByWork(console);
      await becomes("console_database_log_written_bytes_total", (value) => value > written);

      const client = new pg.Client({ connectionString: url });
      await client.connect();
      undo.push(() => client.end());
      const waiting = await of('console_jobs{state="waiting"}');
      // Of a kind that nobody does: it waits, and has been due for an hour.
      await client.query(
        "insert into job (corp_code, kind, run_at) values ('0001', 'of-another-version', now() - interval '1 hour')",
      );
      await becomes('console_jobs{state="waiting"}', (value) => value === waiting + 1);
      expect(await of("console_job_oldest_waiting_seconds")).toBeGreaterThanOrEqual(3_600);

      const away = await of('console_gates{state="offline"}');
      await client.query(
        `insert into gate_device (corp_code, gate_id, park_id, state, token_hash, salt, last_seen)
         select corp_code, id, park_id, 'paired', 'a-hash', 'a-salt', now() - interval '11 minutes' from gate
         where status = 'T' order by id limit 1`,
      );
      await becomes('console_gates{state="offline"}', (value) => value === away + 1);

      // Somebody holds a table that calls read: they hold their connections meanwhile, and let them go afterwards.
      const open = () => of('console_database_connections{state="open"}');
      const idle = () => of('console_database_connections{state="idle"}');
      await client.query("begin; lock table park in access exclusive mode");
      const held = Array.from({ length: 3 }, () => console.admin.call("ticket", "parkList", {}).catch(() => null));
      await until(
        async () => (await open()) - (await idle()) >= 3,
        () => "connections in use",
      );
      await client.query("rollback");
      await Promise.all(held);
    },
    400_000,
  );
});
