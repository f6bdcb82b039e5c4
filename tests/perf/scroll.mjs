// How a long list scrolls, in a real Chromium without a graphics card: milliseconds from frame to frame, as they reach the
// screen and as a script of the page sees them (requestAnimationFrame), and how many took over 50 ms. The list of a hundred
// rows, and scripts' frames while nothing moves, are the reference.
import { chromium } from "playwright";
import { percentile } from "./machine.mjs";

const list = "/manage/parkList";
/** Pixels a second: rows that are looked through, and a wheel that is spun. */
const speeds = [1_500, 6_000];
const farthest = 12_000;

export async function measureScroll({ browser: executablePath, url, password }) {
  const browser = await chromium.launch({
    executablePath,
    args: ["--no-sandbox", "--disable-gpu", "--disable-background-networking"],
  });
  const context = await browser.newContext({ baseURL: url, locale: "zh-CN", viewport: { width: 1440, height: 900 } });
  await context.request.post("/login", { form: { accName: "admin", password }, maxRedirects: 0 });
  const page = await context.newPage();
  console.log(`  ${"".padEnd(38)} frames    p50    p95    max  over 50 ms`);
  for (const [rows, search] of [
    [100, "?pageSize=100"],
    [1_000, "?pageSize=-1"],
  ]) {
    const opened = await open(page, list + search, rows);
    console.log(`  ${rows} rows: ${opened}`);
    tell(`${rows} rows, nothing moves, scripts`, await frames(page, () => page.waitForTimeout(2_000)));
    for (const speed of speeds) {
      const shown = [];
      const seen = [];
      for (const way of ["down", "up"]) {
        await browser.startTracing(page, { categories: ["cc", "viz", "benchmark"] });
        seen.push(...(await frames(page, () => scroll(context, page, speed, way))));
        shown.push(...shownFrames(await browser.stopTracing()));
      }
      tell(`${rows} rows, ${speed} px/s, on the screen`, shown);
      tell(`${rows} rows, ${speed} px/s, scripts`, seen);
    }
  }
  await browser.close();
}

async function open(page, address, rows) {
  const answer = await page.goto(address, { waitUntil: "commit" });
  await page.waitForFunction((n) => document.querySelectorAll(".table-frame tbody tr").length === n, rows);
  await page.waitForLoadState("networkidle");
  const { shown, nodes, wire } = await page.evaluate(() => {
    const [navigation] = performance.getEntriesByType("navigation");
    return {
      shown: Math.round(performance.getEntriesByName("first-contentful-paint")[0]?.startTime ?? 0),
      nodes: document.querySelectorAll("*").length,
      wire: navigation?.encodedBodySize ?? 0,
    };
  });
  const { length } = await answer.body();
  return `first paint ${shown} ms, ${nodes} elements, ${Math.round(length / 1000)} KB of HTML, ${Math.round(wire / 1000)} KB on the wire`;
}

/** By the wheel over the rows. */
async function scroll(context, page, speed, way) {
  const session = await context.newCDPSession(page);
  const frame = page.locator(".table-frame");
  const { x, y, width, height } = await frame.boundingBox();
  const room = await frame.evaluate((element) => element.scrollHeight - element.clientHeight);
  await session.send("Input.synthesizeScrollGesture", {
    x: Math.round(x + width / 2),
    y: Math.round(y + height / 2),
    yDistance: Math.min(room, farthest) * (way === "down" ? -1 : 1),
    speed,
    gestureSourceType: "mouse",
  });
  await session.detach();
}

/** Milliseconds from frame to frame while something is done. */
async function frames(page, work) {
  await page.evaluate(() => {
    window.frameTimes = [];
    let last = null;
    const note = (now) => {
      if (last !== null) window.frameTimes?.push(now - last);
      last = now;
      if (window.frameTimes) requestAnimationFrame(note);
    };
    requestAnimationFrame(note);
  });
  await work();
  return page.evaluate(() => {
    const times = window.frameTimes;
    window.frameTimes = undefined;
    return times;
  });
}

/** Milliseconds between frames on the screen, from the browser's own trace. */
function shownFrames(trace) {
  const { traceEvents } = JSON.parse(trace.toString());
  const moments = traceEvents
    .filter(({ name }) => name === "Display::FrameDisplayed")
    .map(({ ts }) => ts / 1_000)
    .sort((one, other) => one - other);
  return moments.slice(1).map((moment, place) => moment - moments[place]);
}

function tell(name, times) {
  const sorted = [...times].sort((one, other) => one - other);
  const long = sorted.filter((time) => time > 50).length;
  const numbers = [percentile(sorted, 0.5), percentile(sorted, 0.95), sorted.at(-1) ?? Number.NaN];
  const shown = numbers.map((time) => time.toFixed(1).padStart(6)).join(" ");
  console.log(`  ${name.padEnd(38)} ${String(sorted.length).padStart(6)} ${shown} ${String(long).padStart(11)}`);
}
