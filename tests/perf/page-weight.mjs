// What the first pages cost on a slow line, in a real Chromium: bytes on the wire (encoded, with headers), requests, and
// milliseconds until one can work. All steps of a line share one browser profile, so later ones profit from the cache.
import { chromium } from "playwright";

const lines = [
  { name: "400 kbit/s, 400 ms", kbps: 400, rtt: 400 },
  { name: "64 kbit/s, 800 ms", kbps: 64, rtt: 800 },
];
const modes = [
  { name: "with scripts", lite: false },
  { name: "lite", lite: true },
];
const limit = 120_000;

export async function measurePages({ browser: executablePath, url, password, list }) {
  const args = ["--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-background-networking"];
  const browser = await chromium.launch({
    executablePath,
    args: [...args, "--disable-component-update", "--disable-sync"],
  });
  console.log(`  ${"line".padEnd(20)} ${"mode".padEnd(13)} ${"page".padEnd(16)}   usable  settled    bytes requests`);
  for (const line of lines) for (const mode of modes) await walk(browser, line, mode, { url, password, list });
  await browser.close();
}

async function walk(browser, line, mode, { url, password, list }) {
  const context = await browser.newContext({ locale: "zh-CN" });
  if (mode.lite) await context.addCookies([{ name: "console-lite", value: "on", url }]);
  const page = await context.newPage();
  page.setDefaultTimeout(limit);
  const measure = await meter(page, line);
  const row = "table tbody tr";
  const told = async (name, work, until) => {
    const { usable, settled, bytes, requests } = await measure(work, until);
    const numbers = [`${usable} ms`, `${settled} ms`, bytes, requests].map((value) => String(value).padStart(8));
    console.log(`  ${line.name.padEnd(20)} ${mode.name.padEnd(13)} ${name.padEnd(16)} ${numbers.join(" ")}`);
  };
  const submit = "form button[type=submit].button-primary";
  await told("sign-in", () => page.goto(`${url}/login`, { waitUntil: "commit" }), submit);
  await page.fill("[name=accName]", "admin");
  await page.fill("[name=password]", password);
  await told("home", () => page.click(submit, { noWaitAfter: true }), ".shell main h1");
  // By address, as a bookmark opens it: the menu's groups may be folded.
  await told("first list", () => page.goto(url + list, { waitUntil: "commit" }), row);
  await told("list seen again", () => page.goto(`${url}${list}?pageNo=2`, { waitUntil: "commit" }), row);
  await context.close();
}

/** Throttles the page's line; answers a function that measures one step. */
async function meter(page, { kbps, rtt }) {
  const session = await page.context().newCDPSession(page);
  await session.send("Network.enable");
  const throughput = (kbps * 1000) / 8;
  const conditions = { offline: false, latency: rtt, downloadThroughput: throughput, uploadThroughput: throughput };
  await session.send("Network.emulateNetworkConditions", conditions);
  let bytes = 0;
  let requests = 0;
  session.on("Network.requestWillBeSent", () => {
    requests += 1;
  });
  session.on("Network.loadingFinished", ({ encodedDataLength }) => {
    bytes += encodedDataLength;
  });
  return async (work, until) => {
    bytes = 0;
    requests = 0;
    const started = performance.now();
    await work();
    await seen(page, until);
    const usable = Math.round(performance.now() - started);
    await page.waitForLoadState("networkidle");
    return { usable, settled: Math.round(performance.now() - started), bytes, requests };
  };
}

/** At the very frame that shows it: Playwright's own wait looks every half second, which no user does. */
async function seen(page, selector) {
  await page.waitForFunction(
    (wanted) => document.querySelector(wanted)?.checkVisibility({ visibilityProperty: true }),
    selector,
    { polling: "raf", timeout: limit },
  );
}
