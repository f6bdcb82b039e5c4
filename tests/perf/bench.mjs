// npm run bench: the figures of docs/performance.md. Prints numbers, asserts nothing. `npm run bench -- list sales` runs parts.
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import pg from "pg";
import { buildAll } from "../../server/build.mjs";
import { findBrowser } from "../run/browser.mjs";
import { startConsole } from "../support/running.mjs";
import { consoleHeaders, dispatchClient } from "./clients.mjs";
import { copyOf, freshDemo, millionOrders, password, thousandParks } from "./data.mjs";
import { fillForFind, measureFind } from "./find.mjs";
import { measureHurried } from "./hurried.mjs";
import { load } from "./load.mjs";
import { describeLoad, describeMachine, percentile, print, residentMegabytes } from "./machine.mjs";
import { measureAudit, measureBackup, measureDisk } from "./operating.mjs";
import { measurePages } from "./page-weight.mjs";
import { measureScroll } from "./scroll.mjs";
import { measureSelling } from "./selling.mjs";

const list = "/order/offlineOrderList";
const environment = { SIGN_IN_RATE: "1000" };

const parts = {
  start: async () => {
    const dataDir = await freshDemo("first-start");
    print("first start, empty data directory, demonstration", ms(await startTime(dataDir, true)));
    print("next start", ms(await startTime(dataDir, false)));
    print("next start, 1,000,000 orders", ms(await startTime(await millionOrders(), false)));
  },

  list: () =>
    onMillion(async (console) => {
      const headers = await consoleHeaders(console.url, "admin", password);
      await load({ url: console.url, requests: [{ path: list, headers }], count: 200 });
      const ways = [
        ["first page", list],
        ["page 200", `${list}?pageNo=200`],
        ["filtered by state", `${list}?state=partlyRefunded`],
        ["sorted by amount", `${list}?sort=payable&order=desc`],
        ["one order by number", `${list}?orderNo=BN000000500000`],
      ];
      for (const [name, path] of ways) {
        const one = await load({ url: console.url, requests: [{ path, headers }], count: 300, seconds: 20 });
        print(
          `list of 1,000,000 orders, ${name}: p50 / p99`,
          `${one.p50.toFixed(1)} / ${one.p99.toFixed(1)} ms`,
          told(one),
        );
      }
      for (const connections of [2, 8, 32]) {
        const many = await load({
          url: console.url,
          requests: [{ path: list, headers }],
          count: 3_000,
          connections,
          seconds: 20,
        });
        print(
          `pages a second, ${connections} connections`,
          many.perSecond.toFixed(0),
          `p99 ${many.p99.toFixed(0)} ms ${told(many)}`,
        );
      }
    }),

  dispatch: () =>
    onMillion(async (console) => {
      const client = await dispatchClient(console.dataDir, "admin", password);
      const bare = await load({ url: client.url, requests: [{ path: "/readyz" }], count: 2_000 });
      const call = await load({
        url: client.url,
        requests: [client.asked("platform", "getCorpCode", {})],
        count: 2_000,
      });
      print("bare HTTP answer of the backend, p50 (reference)", `${bare.p50.toFixed(2)} ms`, told(bare));
      print(
        "dispatch call that reads one value, p50 / p99",
        `${call.p50.toFixed(2)} / ${call.p99.toFixed(2)} ms`,
        told(call),
      );
      print("ratio to the reference", (call.p50 / bare.p50).toFixed(1));
    }),

  find: async () => {
    let known;
    const fill = async (dataDir) => {
      known = await fillForFind(dataDir);
    };
    await onCopy(await millionOrders(), (console) => measureFind(console, password, known), {}, fill);
  },

  sales: () => onMillion((console) => measureSelling(console, password)),

  postgres: () => onServer((console) => measureSelling(console, password)),

  backup: () => onMillion((console) => measureBackup(console, password)),

  audit: () => onMillion((console) => measureAudit(console, password)),

  disk: async () => measureDisk(await freshDemo("disk"), password),

  memory: async () => {
    const folder = await mkdtemp(path.join(tmpdir(), "console-memory-"));
    const collected = path.join(folder, "collected.json");
    const collect = new URL("./collect.mjs", import.meta.url);
    await onMillion(
      async (console) => {
        const headers = await consoleHeaders(console.url, "admin", password);
        const paths = [list, "/index", "/inside/buyTktList", "/ticket/ticketList"];
        const requests = paths.map((path) => ({ path, headers }));
        const tell = async (pages, note) => {
          const threads = Object.values(await whatIsLeft(console.pid, collected));
          const sum = (key) => Math.round(threads.reduce((all, one) => all + one[key], 0) / 2 ** 20);
          const figures = `${sum("heapUsed")} + ${sum("external")} MB`;
          const label = `after ${pages} pages, ${threads.length} threads: objects + buffers`;
          print(label, figures, `resident ${residentMegabytes(console.pid)} MB ${note}`);
        };
        await tell(0, "");
        for (let pages = 2_500; pages <= 10_000; pages += 2_500) {
          await tell(
            pages,
            told(await load({ url: console.url, requests, count: 2_500, connections: 4, seconds: 120 })),
          );
        }
      },
      { NODE_OPTIONS: `--import ${collect}`, COLLECTED: collected },
    );
    await rm(folder, { recursive: true });
  },

  weight: async () => {
    const browser = await findBrowser();
    await onMillion(async (console) => {
      await measurePages({ browser, url: console.url, password, list });
      await measureHurried({ browser, url: console.url, account: "admin", password });
    });
  },

  scroll: async () => {
    const browser = await findBrowser();
    const dataDir = await thousandParks();
    await onCopy(dataDir, (console) => measureScroll({ browser, url: console.url, password }));
  },
};

/** A console on a copy of the million orders, stopped afterwards. */
async function onMillion(measure, more) {
  await onCopy(await millionOrders(), measure, more);
}

/** The demonstration in a database of its own, on the server that TEST_DATABASE_URL names; dropped afterwards. */
async function onServer(measure) {
  const server = process.env.TEST_DATABASE_URL;
  if (!server) {
    print("on PostgreSQL", "not measured: TEST_DATABASE_URL names no server");
    return;
  }
  const name = `bench_${process.pid}`;
  const client = new pg.Client({ connectionString: server });
  await client.connect();
  await client.query(`create database ${name}`);
  const database = Object.assign(new URL(server), { pathname: `/${name}` }).href;
  const dataDir = await freshDemo("on-server");
  const settings = { ...environment, DATABASE_URL: database, ADMIN_PASSWORD: password };
  const running = await startConsole({ dataDir, demo: true, environment: settings });
  try {
    await measure({ url: running.url, pid: running.pid, dataDir });
  } finally {
    await running.stop();
    await client.query(`drop database ${name} with (force)`);
    await client.end();
  }
}

async function onCopy(original, measure, more = {}, fill = undefined) {
  const dataDir = copyOf(original);
  await fill?.(dataDir);
  const running = await startConsole({ dataDir, environment: { ...environment, ...more } });
  try {
    await measure({ url: running.url, pid: running.pid, dataDir });
  } finally {
    await running.stop();
  }
}

/** Of each thread of a process that has collect.mjs in it, once it has collected its garbage. */
async function whatIsLeft(pid, file) {
  await rm(file, { force: true });
  process.kill(pid, "SIGUSR2");
  for (let tries = 0; tries < 300; tries += 1) {
    await new Promise((resolve) => setTimeout(resolve, 100));
    const text = await readFile(file, "utf8").catch(() => "");
    if (text) return JSON.parse(text);
  }
  throw new Error("The console did not say what is left.");
}

async function startTime(dataDir, demo) {
  const times = [];
  for (let round = 0; round < (demo ? 1 : 3); round += 1) {
    const started = performance.now();
    const running = await startConsole({ dataDir, demo, environment });
    times.push(performance.now() - started);
    await running.stop();
  }
  return percentile(
    times.sort((a, b) => a - b),
    0.5,
  );
}

function ms(value) {
  return `${Math.round(value)} ms`;
}

/** Says so when an answer was not what was measured for. */
function told({ statuses, done }) {
  const odd = Object.entries(statuses).filter(([status]) => status !== "200");
  return odd.length > 0 ? `of ${done}: ${odd.map(([status, n]) => `${n} answered ${status}`).join(", ")}` : "";
}

const wanted = process.argv.slice(2);
await buildAll();
console.log(describeMachine());
for (const [name, measure] of Object.entries(parts)) {
  if (wanted.length > 0 && !wanted.includes(name)) continue;
  console.log(`\n${name} (${describeLoad()})`);
  await measure();
}
