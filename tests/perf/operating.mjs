// What an operator asks: how long sales wait beside a backup, and how much disk orders take with all that hangs on them.
import { spawn } from "node:child_process";
import { randomUUID } from "node:crypto";
import { rm } from "node:fs/promises";
import path from "node:path";
import { PGlite } from "@electric-sql/pglite";
import { startConsole } from "../support/running.mjs";
import { dispatchClient } from "./clients.mjs";
import { load } from "./load.mjs";
import { percentile, print } from "./machine.mjs";
import { freeType } from "./selling.mjs";

const alone = 100;

/** One till that sells without a pause, first alone, then while an archive is made through the running console. */
export async function measureBackup({ dataDir }, password) {
  const { client, sale } = await till(dataDir, password);
  const sell = async () => (await load({ url: client.url, requests: [sale(1)] })).p50;
  const before = [];
  while (before.length < alone) before.push(await sell());
  const file = path.join(dataDir, "beside.archive");
  const started = performance.now();
  let made = null;
  const making = tool(dataDir, "--backup", file).then((said) => {
    made = (performance.now() - started) / 1000;
    return said;
  });
  const beside = [];
  while (made === null) beside.push(await sell());
  print("backup beside sales", `${made.toFixed(1)} s`, (await making).trim().split("\n").at(-1));
  printTimes({ alone: before, "beside the backup": beside });
  await rm(file);
}

/** Every rule of the nightly audit over a million orders, and a till that sells without a pause meanwhile. */
export async function measureAudit({ dataDir }, password) {
  const { client, sale } = await till(dataDir, password);
  const sell = async () => (await load({ url: client.url, requests: [sale(1)] })).p50;
  const before = [];
  while (before.length < alone) before.push(await sell());
  const started = performance.now();
  await client.call("platform", "selfAuditRun", { rules: [] });
  const beside = [];
  let standing = { running: true, rules: [] };
  let looked = started;
  while (standing.running) {
    beside.push(await sell());
    if (performance.now() - looked < 1_000) continue;
    standing = await client.call("platform", "selfAuditRules", {});
    looked = performance.now();
  }
  const { rules } = standing;
  const slowest = rules.toSorted((one, other) => other.ms - one.ms).slice(0, 6);
  print(
    `audit of ${rules.length} rules`,
    `${((performance.now() - started) / 1000).toFixed(1)} s`,
    `its statements ${(rules.reduce((sum, { ms }) => sum + ms, 0) / 1000).toFixed(1)} s; slowest ${slowest.map(({ ms, says }) => `${ms} ms ${says}`).join("; ")}`,
  );
  printTimes({ alone: before, "beside the audit": beside });
}

function printTimes(all) {
  for (const [name, times] of Object.entries(all)) {
    times.sort((a, b) => a - b);
    const said = [percentile(times, 0.5), percentile(times, 0.99), times.at(-1)].map((ms) => ms.toFixed(0)).join(" / ");
    const mean = times.reduce((sum, ms) => sum + ms, 0) / times.length;
    print(`a sale ${name}: p50 / p99 / slowest of ${times.length}`, `${said} ms`, `in the mean ${mean.toFixed(1)} ms`);
  }
}

/** What so many orders of two tickets each add to the tables of a demonstration, reckoned up to a million. */
export async function measureDisk(dataDir, password, orders = 5_000) {
  const start = () => startConsole({ dataDir, demo: true, environment: { ADMIN_PASSWORD: password } });
  const first = await start();
  await first.stop();
  const before = await sizes(dataDir);
  const running = await start();
  const { client, sale } = await till(dataDir, password);
  const requests = Array.from({ length: orders }, () => sale(2));
  const { statuses } = await load({ url: client.url, requests, connections: 4, seconds: 600 });
  await running.stop();
  const after = await sizes(dataDir);
  const grown = [...after].map(([name, bytes]) => [name, bytes - (before.get(name) ?? 0)]);
  // Bytes an order are megabytes a million of them.
  const mega = (bytes) => `${Math.round(bytes / orders)} MB`;
  print(
    `a million orders of two tickets, from ${orders}`,
    mega(grown.reduce((sum, [, bytes]) => sum + bytes, 0)),
    JSON.stringify(statuses),
  );
  for (const [name, bytes] of grown.sort((one, other) => other[1] - one[1]).slice(0, 8))
    print(`  of it ${name}`, mega(bytes));
}

async function till(dataDir, password) {
  const client = await dispatchClient(dataDir, "admin", password);
  const { today, offers, posId } = await client.call("ticket", "getCounter", {});
  const like = offers.find(({ whyNot, realName, slots }) => whyNot === "" && realName === "none" && slots.length === 0);
  const type = await freeType(client, like.ticketTypeId);
  const sale = (quantity) =>
    client.asked("ticket", "sellTickets", {
      ...{ visitDay: today, lines: [{ ticketTypeId: type, quantity }], paymentType: "cash" },
      ...{ idempotencyKey: randomUUID(), ...(posId && { posId }) },
    });
  return { client, sale };
}

/** Bytes of each table with its indexes. */
async function sizes(dataDir) {
  const database = await PGlite.create(path.join(dataDir, "pg"));
  const { rows } = await database.query(
    "select relname, pg_total_relation_size(oid)::float8 as bytes from pg_class where relkind = 'r' and relnamespace = 'public'::regnamespace",
  );
  await database.close();
  return new Map(rows.map(({ relname, bytes }) => [relname, bytes]));
}

function tool(dataDir, ...args) {
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, ["server/start.mjs", ...args], {
      env: { ...process.env, DATA_DIR: dataDir },
    });
    let said = "";
    for (const stream of [child.stdout, child.stderr])
      stream.on("data", (chunk) => {
        said += chunk;
      });
    child.on("close", (code) => (code === 0 ? resolve(said) : reject(new Error(said))));
  });
}
