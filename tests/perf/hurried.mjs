// A user in a hurry on a slow line: clicks the next thing as soon as it is seen, while scripts may still be on their way.
// Prints a line a step: milliseconds from the click until what one came for is visible, with scripts and without. Scripts
// must not make anybody wait.
import { chromium } from "playwright";

const lines = [
  { name: "400 kbit/s, 400 ms", kbps: 400, rtt: 400 },
  { name: "64 kbit/s, 800 ms", kbps: 64, rtt: 800 },
];
const limit = 180_000;

export async function measureHurried({ browser: executablePath, url, account, password }) {
  const browser = await chromium.launch({ executablePath, args: ["--no-sandbox", "--disable-gpu"] });
  for (const line of lines) {
    for (const javaScriptEnabled of [true, false])
      await walk(browser, line, javaScriptEnabled, { url, account, password });
  }
  await browser.close();
}

async function walk(browser, { name, kbps, rtt }, javaScriptEnabled, { url, account, password }) {
  const context = await browser.newContext({
    javaScriptEnabled,
    locale: "zh-CN",
    viewport: { width: 1440, height: 900 },
  });
  const page = await context.newPage();
  page.setDefaultTimeout(limit);
  const session = await context.newCDPSession(page);
  await session.send("Network.enable");
  const throughput = kbps * 125;
  const conditions = { offline: false, latency: rtt, downloadThroughput: throughput, uploadThroughput: throughput };
  await session.send("Network.emulateNetworkConditions", conditions);

  const mode = javaScriptEnabled ? "with scripts" : "without";
  const step = async (label, act, seen) => {
    const started = performance.now();
    await act();
    await page.waitForSelector(seen, { state: "visible" });
    const ms = `${Math.round(performance.now() - started)} ms`;
    console.log(`  ${name.padEnd(20)} ${mode.padEnd(13)} hurried: ${label.padEnd(10)} ${ms.padStart(8)}`);
  };
  const go = (path) => () => page.goto(url + path, { waitUntil: "commit" });
  const click = (selector, address) => async () => {
    await page.click(selector, { noWaitAfter: true });
    await page.waitForURL(address, { waitUntil: "commit" });
  };
  await go("/login")();
  await page.fill("input[name=accName]", account);
  await page.fill("input[name=password]", password);
  await step("home", click("form[method=post] button[type=submit].button-primary", /index/), "nav");
  await step(
    "counter",
    click('a[href="/inside/buyTktList"] >> visible=true', /buyTktList/),
    'input[name^="quantity."]',
  );
  await step("orders", go("/order/offlineOrderList"), "table tbody tr");
  await step("page 2", click('a[href*="pageNo=2"] >> visible=true', /pageNo=2/), "table tbody tr");
  await step("an order", click('a[href*="offlineOrderDetail"] >> nth=0', /Detail/), "h1");
  await context.close();
}
