/** The drill's last process: PostgreSQL itself, killed with all that it is made of, under sales, a backup and an upgrade. */
import { chmodSync, existsSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import pg from "pg";
import { afterAll, beforeAll, expect, test } from "vitest";
import { readMigrations } from "~server/backend/db/migrate";
import { adminPassword } from "~tests/support/prepared-database";
import { sellBeside, sold } from "./beside-sales";
import { openCounter } from "./counter";
import { node, until } from "./nodes";
import { ask, handOver, newServer, noPostgres, type OwnServer } from "./own-postgres";
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

let folder: string;
let server: OwnServer;
const undo: (() => unknown)[] = [];
beforeAll(() => {
  folder = mkdtempSync(path.join(tmpdir(), "console-drill-database-"));
  if (noPostgres) return;
  chmodSync(folder, 0o755);
  handOver(folder);
  server = newServer(path.join(folder, "server"));
  server.start();
  undo.push(() => server.stop("immediate"));
}, 120_000);
afterAll(async () => {
  for (const one of undo.splice(0).reverse()) await one();
  rmSync(folder, { recursive: true, force: true });
});

async function placeOf(name: string): Promise<DataPlace & { url: string }> {
  await ask(server.url("postgres"), `create database ${name}`);
  const url = server.url(name);
  return { url, dataDir: path.join(folder, name), environment: { DATABASE_URL: url } };
}
const pause = (milliseconds: number) => new Promise((resolve) => setTimeout(resolve, milliseconds));
/** Once a session of the database does what the condition says; false where `over` came first. */
async function seen(url: string, condition: string, over: () => boolean): Promise<boolean> {
  while (!over()) {
    const rows = await ask(
      url,
      `select 1 from pg_stat_activity a where a.datname = current_database() and a.pid <> pg_backend_pid() and ${condition}`,
    );
    if (rows.length > 0) return true;
    await pause(5);
  }
  return false;
}
function watched<T>(work: Promise<T>): { work: Promise<T>; isOver: () => boolean } {
  let over = false;
  const end = () => {
    over = true;
  };
  work.then(end, end);
  return { work, isOver: () => over };
}

test.skipIf(noPostgres !== "")(
  `PostgreSQL killed under sales and during a backup: what was sold is there once, an archive is whole or is none${noPostgres}`,
  async () => {
    const place = await placeOf("selling");
    await done(place, "--restore", path.join(archives, "2026.11.1.archive"));
    const own = node({ folder, undo }, place.url, false);
    await own.start();
    const people = () =>
      Promise.all(Array.from({ length: 3 }, () => openCounter(`http://127.0.0.1:${own.port}`, "admin", adminPassword)));
    const { refused } = await sellBeside(
      { people, ask: (text, values) => ask(place.url, text, values) },
      async (selling) => {
        for (let round = 0; round < 2; round += 1) {
          await server.kill();
          await pause(500);
          server.start();
          await sold(selling, selling.answers.size + 4);
        }
        const file = path.join(folder, "killed.archive");
        const { work, isOver } = watched(tool(place, ["--backup", file]));
        await seen(place.url, "a.query ~* '(copy|fetch|declare)'", isOver);
        await server.kill();
        server.start();
        const { code, said } = await work;
        expect(existsSync(file), said).toBe(code === 0);
        if (code !== 0) expect(said.trim().split("\n").length, said).toBeLessThanOrEqual(3);
        const whole = await done(place, "--backup", path.join(folder, "whole.archive"));
        expect(ordersTold(whole)).toBeGreaterThan(ordersInArchive);
      },
    );
    expect(refused, "the kills were felt").toBeGreaterThan(0);
    await own.end("SIGTERM");
  },
  330_000,
);

test.skipIf(noPostgres !== "")(
  `PostgreSQL killed during an upgrade's migrations: all of them or none, and the next start brings it up to date${noPostgres}`,
  async () => {
    const place = await placeOf("upgraded");
    await leftBy("0.1.0", place);
    const before = await migrationsAt(place);
    // Whoever reads orders keeps the first migration that changes their table waiting: the kill meets it on every machine.
    const reader = new pg.Client({ connectionString: place.url });
    // It goes with the server.
    reader.on("error", () => {});
    await reader.connect();
    await reader.query("begin");
    await reader.query("lock table orders in access share mode");
    const { work, isOver } = watched(tool(place, [], 120_000));
    const isAmid = await seen(
      place.url,
      `a.backend_xid is not null and exists (select from pg_locks l where l.pid = a.pid and l.locktype = 'advisory')
       and exists (select from pg_locks l where l.pid = a.pid and not l.granted)`,
      isOver,
    );
    expect(isAmid).toBe(true);
    await server.kill();
    await reader.end().catch(() => {});
    server.start();
    expect(await migrationsAt(place)).toBe(before);
    const { code, said } = await work;
    expect(code, said).toBe(1);
    expect(said.trim().split("\n").at(-1)).toMatch(
      /^The data could not be brought to version \S+: \S+ failed \(.+\)\. Nothing was changed\./,
    );
    const again = node({ folder, undo }, place.url, false);
    await again.start();
    await again.end("SIGTERM");
    await until(
      async () => (await migrationsAt(place)) === readMigrations().length,
      () => "every migration",
    );
    expect(await ordersAt(place)).toBe(ordersInArchive);
  },
  330_000,
);
