/** docs/operations.md, "PostgreSQL with its own tools": back to a moment between two sales, by its write-ahead log. */
import { spawnSync } from "node:child_process";
import {
  appendFileSync,
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import pg from "pg";
import { afterAll, expect, test } from "vitest";
import { startConsole } from "~tests/support/running.mjs";
import { isSold, openCounter } from "./counter";
import { freePort } from "./nodes";

const versions = existsSync("/usr/lib/postgresql") ? readdirSync("/usr/lib/postgresql").sort() : [];
const tools = `/usr/lib/postgresql/${versions.at(-1)}/bin`;
const isRoot = process.getuid?.() === 0;
const hasAccount = spawnSync("id", ["postgres"]).status === 0;
const leftOut =
  existsSync(path.join(tools, "initdb")) && (!isRoot || hasAccount) ? "" : " (left out: no PostgreSQL is installed)";

const folder = mkdtempSync(path.join(tmpdir(), "console-archiving-"));
const running: string[] = [];
afterAll(() => {
  for (const directory of running) run("pg_ctl", ["-D", directory, "-m", "immediate", "stop"]);
  rmSync(folder, { recursive: true, force: true });
});

/** A tool of PostgreSQL, which does not run as root. */
function run(name: string, args: string[]): string {
  const [file, ...first] = isRoot
    ? ["runuser", "-u", "postgres", "--", path.join(tools, name)]
    : [path.join(tools, name)];
  const { status, stdout, stderr } = spawnSync(file ?? "", [...first, ...args], {
    encoding: "utf8",
    cwd: folder,
    // What goes on in the background must not keep the pipe open.
    stdio: name === "pg_ctl" ? ["ignore", "ignore", "ignore"] : ["ignore", "pipe", "pipe"],
  });
  if (status !== 0) throw new Error(`${name} ${args.join(" ")}: ${stderr ?? status}`);
  return stdout ?? "";
}
async function ask<R>(url: string, text: string): Promise<R[]> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  const { rows } = await client.query(text);
  await client.end();
  return rows as R[];
}

test.skipIf(leftOut !== "")(
  `a base backup and the log bring back the moment before a mistake${leftOut}`,
  async () => {
    // Of the account that PostgreSQL runs as.
    chmodSync(folder, 0o755);
    const [log, first, second] = ["log", "first", "second"].map((name) => path.join(folder, name)) as [
      string,
      string,
      string,
    ];
    mkdirSync(log);
    if (isRoot) for (const one of [folder, log]) spawnSync("chown", ["postgres", one]);
    const port = freePort();
    run("initdb", ["-D", first, "-U", "postgres", "-A", "trust"]);
    appendFileSync(
      path.join(first, "postgresql.conf"),
      `port = ${port}\nunix_socket_directories = ''\nlisten_addresses = '127.0.0.1'\nfsync = off\narchive_mode = on\narchive_command = 'test ! -f ${log}/%f && cp %p ${log}/%f'\n`,
    );
    run("pg_ctl", ["-D", first, "-w", "-l", path.join(first, "server.log"), "start"]);
    running.push(first);
    const url = (at: number) => `postgres://postgres@127.0.0.1:${at}/console`;
    await ask(url(port).replace("/console", "/postgres"), "create database console");

    const selling = await startConsole({
      dataDir: path.join(folder, "data"),
      demo: true,
      environment: { DATABASE_URL: url(port) },
    });
    const counter = await openCounter(selling.url, "seller", "Demo#2026");
    run("pg_basebackup", ["-D", second, "-h", "127.0.0.1", "-p", String(port), "-U", "postgres", "-c", "fast"]);
    for (let sale = 0; sale < 3; sale += 1) expect(isSold(await counter.sell())).toBe(true);
    const count = "select count(*)::int as n from orders";
    const [good] = await ask<{ n: number }>(url(port), count);
    const [moment] = await ask<{ at: string }>(url(port), "select now()::text as at");
    await new Promise((resolve) => setTimeout(resolve, 1_100));
    // After it somebody sells on, and then somebody makes a mistake in the database.
    expect(isSold(await counter.sell())).toBe(true);
    await selling.stop();
    await ask(url(port), "drop table print_log cascade");
    await ask(url(port), "select pg_switch_wal()");
    run("pg_ctl", ["-D", first, "-m", "fast", "-w", "stop"]);
    running.pop();

    const later = freePort();
    writeFileSync(path.join(second, "recovery.signal"), "");
    appendFileSync(
      path.join(second, "postgresql.conf"),
      `port = ${later}\narchive_mode = off\nrestore_command = 'cp ${log}/%f %p'\nrecovery_target_time = '${moment?.at}'\nrecovery_target_action = 'promote'\n`,
    );
    if (isRoot) spawnSync("chown", ["postgres", path.join(second, "recovery.signal")]);
    run("pg_ctl", ["-D", second, "-w", "-l", path.join(second, "server.log"), "start"]);
    running.push(second);
    expect(await ask(url(later), count)).toEqual([good]);
    const back = await startConsole({ dataDir: path.join(folder, "data"), environment: { DATABASE_URL: url(later) } });
    expect(isSold(await (await openCounter(back.url, "seller", "Demo#2026")).sell())).toBe(true);
    await back.stop();
  },
  400_000,
);
