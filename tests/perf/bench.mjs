// npm run bench: the figures of docs/performance.md. Prints numbers, asserts nothing. `npm run bench -- list sales` runs parts.
import { buildAll } from "../../server/build.mjs";
import { findBrowser } from "../run/browser.mjs";
import { startConsole } from "../support/running.mjs";
import { consoleHeaders, dispatchClient } from "./clients.mjs";
import { copyOf, freshDemo, millionOrders, password, thousandParks } from "./data.mjs";
import { load } from "./load.mjs";
import { describeLoad, describeMachine, percentile, print, residentMegabytes } from "./machine.mjs";
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
        ["page 200", `${list}?page=200`],
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

  sales: () => onMillion((console) => measureSelling(console, password)),

  memory: () =>
    onMillion(async (console) => {
      const headers = await consoleHeaders(console.url, "admin", password);
      const requests = [list, "/index", "/inside/buyTktList", "/ticket/ticketList"].map((path) => ({ path, headers }));
      print("resident memory after start", `${residentMegabytes(console.pid)} MB`);
      for (let pages = 2_500; pages <= 10_000; pages += 2_500) {
        const run = await load({ url: console.url, requests, count: 2_500, connections: 4, seconds: 120 });
        print(`after ${pages} pages`, `${residentMegabytes(console.pid)} MB`, told(run));
      }
    }),

  weight: async () => {
    const browser = await findBrowser();
    await onMillion((console) => measurePages({ browser, url: console.url, password, list }));
  },

  scroll: async () => {
    const browser = await findBrowser();
    const dataDir = await thousandParks();
    await onCopy(dataDir, (console) => measureScroll({ browser, url: console.url, password }));
  },
};

/** A console on a copy of the million orders, stopped afterwards. */
async function onMillion(measure) {
  await onCopy(await millionOrders(), measure);
}

async function onCopy(original, measure) {
  const dataDir = copyOf(original);
  const running = await startConsole({ dataDir, environment });
  try {
    await measure({ url: running.url, pid: running.pid, dataDir });
  } finally {
    await running.stop();
  }
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
