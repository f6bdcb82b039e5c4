/** docs/operations.md, "PostgreSQL with its own tools": back to a moment between two sales, by its write-ahead log. */
import { appendFileSync, chmodSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, expect, test } from "vitest";
import { startConsole } from "~tests/support/running.mjs";
import { isSold, openCounter } from "./counter";
import { freePort } from "./nodes";
import { ask, handOver, newServer, noPostgres, run, startServer, urlAt } from "./own-postgres";

const folder = mkdtempSync(path.join(tmpdir(), "console-archiving-"));
const running: string[] = [];
afterAll(() => {
  for (const directory of running) run("pg_ctl", ["-D", directory, "-m", "immediate", "stop"]);
  rmSync(folder, { recursive: true, force: true });
});

test.skipIf(noPostgres !== "")(
  `a base backup and the log bring back the moment before a mistake${noPostgres}`,
  async () => {
    // Of the account that PostgreSQL runs as.
    chmodSync(folder, 0o755);
    const [log, first, second] = ["log", "first", "second"].map((name) => path.join(folder, name)) as [
      string,
      string,
      string,
    ];
    mkdirSync(log);
    handOver(folder, log);
    const server = newServer(first, [
      ...["fsync = off", "archive_mode = on"],
      `archive_command = 'test ! -f ${log}/%f && cp %p ${log}/%f'`,
    ]);
    server.start();
    running.push(first);
    await ask(server.url("postgres"), "create database console");
    const url = server.url("console");

    const selling = await startConsole({
      dataDir: path.join(folder, "data"),
      demo: true,
      environment: { DATABASE_URL: url },
    });
    const counter = await openCounter(selling.url, "seller", "Demo#2026");
    run("pg_basebackup", ["-D", second, "-h", "127.0.0.1", "-p", new URL(url).port, "-U", "postgres", "-c", "fast"]);
    for (let sale = 0; sale < 3; sale += 1) expect(isSold(await counter.sell())).toBe(true);
    const count = "select count(*)::int as n from orders";
    const [good] = await ask<{ n: number }>(url, count);
    const [moment] = await ask<{ at: string }>(url, "select now()::text as at");
    await new Promise((resolve) => setTimeout(resolve, 1_100));
    // After it somebody sells on, and then somebody makes a mistake in the database.
    expect(isSold(await counter.sell())).toBe(true);
    await selling.stop();
    await ask(url, "drop table print_log cascade");
    await ask(url, "select pg_switch_wal()");
    server.stop("fast");
    running.pop();

    const later = freePort();
    writeFileSync(path.join(second, "recovery.signal"), "");
    appendFileSync(
      path.join(second, "postgresql.conf"),
      `port = ${later}\narchive_mode = off\nrestore_command = 'cp ${log}/%f %p'\nrecovery_target_time = '${moment?.at}'\nrecovery_target_action = 'promote'\n`,
    );
    handOver(path.join(second, "recovery.signal"));
    startServer(second);
    running.push(second);
    expect(await ask(urlAt(later, "console"), count)).toEqual([good]);
    const back = await startConsole({
      dataDir: path.join(folder, "data"),
      environment: { DATABASE_URL: urlAt(later, "console") },
    });
    expect(isSold(await (await openCounter(back.url, "seller", "Demo#2026")).sell())).toBe(true);
    await back.stop();
  },
  400_000,
);
