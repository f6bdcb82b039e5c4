/**
 * A hall of 10,000 seats in a real Chromium at 400 kbit/s and 400 ms: what comes over the wire, when the map is drawn, and the
 * frames while it is scrolled and zoomed: `npx tsx tests/perf/hall-map.ts`. The session's page is opened three times: scripts
 * and styles come once. "Drawn" is the first frame in which the canvas has the colours of free seats, of sold ones and of held
 * ones; "at work" is when the page's program has it, and clicks and keys do something.
 */
import { chromium, type Page } from "playwright";
import { hold, openTheatre, sell, seller } from "~tests/backend/theatre/support";
import { adminPassword, openBackendIn } from "~tests/support/backend";
import { createPark } from "~tests/support/park";
import { findBrowser } from "../run/browser.mjs";
import { startConsole } from "../support/running.mjs";
import { freshDemo } from "./data.mjs";

const rows = Array.from(
  { length: 100 },
  (_, at) => `${at + 1} ${"o".repeat(50)}_${"o".repeat(50)} ${at < 40 ? "A" : "B"}`,
);
const line = { offline: false, downloadThroughput: 400_000 / 8, uploadThroughput: 400_000 / 8, latency: 400 };

const dataDir = await freshDemo("hall-map");
const settings = { dataDir, environment: { SIGN_IN_RATE: "1000", ADMIN_PASSWORD: adminPassword } };
const first = await startConsole({ ...settings, demo: true });
await first.stop();
const backend = await openBackendIn(dataDir);
const { parkId } = await createPark(backend);
const house = await openTheatre(backend, parkId, rows.join("\n"));
const day = new Date(Date.now() + 86_400_000 + 8 * 3_600_000).toISOString().slice(0, 10);
const sessionId = await house.addSession({ day });
const ids = (await backend.sql<{ id: number }>("select id::int as id from theatre_seat order by id")).map(
  ({ id }) => id,
);
const till = await seller(backend);
// A hold is seen until its time is over.
backend.setNow(new Date());
const done = async (reply: Promise<{ success: boolean; message: string }>) => {
  const { success, message } = await reply;
  if (!success) throw new Error(message);
};
for (const from of [1_010, 3_300, 6_040]) {
  await done(hold(backend, sessionId, ids.slice(from, from + 30), till));
  await done(sell(backend, sessionId, till));
}
await done(hold(backend, sessionId, ids.slice(5_020, 5_080), till));
await backend.close();

const running = await startConsole(settings);
const executablePath = await findBrowser();
const browser = await chromium.launch({ executablePath, args: ["--no-sandbox", "--disable-gpu"] });
const context = await browser.newContext({ baseURL: running.url, locale: "zh-CN" });
await context.request.post("/login", { form: { accName: "admin", password: adminPassword }, maxRedirects: 0 });
const page = await context.newPage();
// What runs this file gives functions their names by this, also those that go to the page.
await page.addInitScript("globalThis.__name = (named) => named");
const wire = await context.newCDPSession(page);
await wire.send("Network.enable");
await wire.send("Network.emulateNetworkConditions", line);
let bytes = 0;
wire.on("Network.loadingFinished", ({ encodedDataLength }) => {
  bytes += encodedDataLength;
});

let began = 0;
const sinceBegun = () => (performance.now() - began).toFixed(0);
// With WATCH=1: when each thing was asked for, and when it had come.
if (process.env.WATCH) {
  const nameOf = (url: string) => url.split("/").pop()?.slice(0, 60);
  page.on("request", (asked) => console.log(`    ${sinceBegun()} asked ${nameOf(asked.url())}`));
  page.on("requestfinished", (asked) => console.log(`    ${sinceBegun()} came  ${nameOf(asked.url())}`));
}
// The first page that the server makes of a hall is not what is measured; this asks for it beside the browser's cache.
await context.request.get(`/theatre/seatSale?session=${sessionId}`, { headers: { "sec-fetch-dest": "document" } });
for (const visit of ["first visit", "once more, scripts kept", "a third time"]) {
  await page.goto("about:blank");
  bytes = 0;
  began = performance.now();
  await page.goto(`/theatre/seatSale?session=${sessionId}`, { waitUntil: "commit" });
  const answered = performance.now() - began;
  await page.waitForFunction(
    () => {
      const canvas = document.querySelector<HTMLCanvasElement>(".seat-map-box canvas");
      const drawing = canvas?.checkVisibility() && canvas.width > 0 ? canvas.getContext("2d") : null;
      if (!canvas || !drawing) return false;
      const { data } = drawing.getImageData(0, 0, canvas.width, canvas.height);
      const style = getComputedStyle(canvas);
      const dot = new OffscreenCanvas(1, 1).getContext("2d");
      const seen = ["--link", "--line-strong", "--warn"].filter((name) => {
        if (!dot) return false;
        dot.fillStyle = style.getPropertyValue(name).trim();
        dot.fillRect(0, 0, 1, 1);
        const wanted = dot.getImageData(0, 0, 1, 1).data;
        let pixels = 0;
        for (let at = 0; at < data.length; at += 4) {
          const off = [0, 1, 2].map((part) => Math.abs((data[at + part] ?? 0) - (wanted[part] ?? 0)));
          if ((data[at + 3] ?? 0) > 80 && Math.max(...off) < 12) pixels += 1;
        }
        return pixels >= 40;
      });
      return seen.length === 3;
    },
    null,
    { polling: "raf" },
  );
  const drawn = performance.now() - began;
  // All that the drawing needs is in the page itself.
  const pageBytes = await page.evaluate(() => {
    const [one] = performance.getEntriesByType("navigation") as PerformanceNavigationTiming[];
    return one?.transferSize ?? 0;
  });
  await page.getByText("正在读取座位图…").waitFor({ state: "detached" });
  const atWork = performance.now() - began;
  await page.waitForLoadState("networkidle");
  console.log(
    `${visit}: answered after ${answered.toFixed(0)} ms, drawn after ${drawn.toFixed(0)} ms by a page of ${(pageBytes / 1000).toFixed(1)} KB, at work after ${atWork.toFixed(0)} ms, ${(bytes / 1000).toFixed(1)} KB in all`,
  );
}

const map = page.getByRole("application").first();
const box = await map.boundingBox();
if (!box) throw new Error("no map");
await page.mouse.move(box.x + box.width / 2, box.y + box.height / 2);
const ways: Record<string, (at: number) => Promise<void>> = {
  scrolled: (at) => page.mouse.wheel(0, at < 60 ? 40 : -40),
  "zoomed in and out": (at) => (at % 6 === 0 ? page.keyboard.press(at % 12 === 0 ? "+" : "-") : Promise.resolve()),
};
await map.focus();
for (const [name, step] of Object.entries(ways)) {
  const frames = await framesWhile(page, async () => {
    for (let at = 0; at < 120; at += 1) {
      await step(at);
      await page.waitForTimeout(16);
    }
  });
  const sorted = [...frames].sort((a, b) => a - b);
  const at = (share: number) => sorted[Math.floor(sorted.length * share)]?.toFixed(1);
  const mean = frames.reduce((all, one) => all + one, 0) / frames.length;
  console.log(
    `${name}: ${frames.length} frames, ${(1000 / mean).toFixed(0)} a second, p50 ${at(0.5)} ms, p95 ${at(0.95)} ms, longest ${sorted.at(-1)?.toFixed(1)} ms`,
  );
}
await browser.close();
await running.stop();
process.exit(0);

/** Milliseconds from frame to frame, as a script of the page sees them. */
async function framesWhile(at: Page, work: () => Promise<void>): Promise<number[]> {
  await at.evaluate(() => {
    const seen: number[] = [];
    Object.assign(window, { seen, going: true });
    let before = performance.now();
    const next = (now: number) => {
      seen.push(now - before);
      before = now;
      if ((window as unknown as { going: boolean }).going) requestAnimationFrame(next);
    };
    requestAnimationFrame(next);
  });
  await work();
  return at.evaluate(() => {
    const told = window as unknown as { seen: number[]; going: boolean };
    told.going = false;
    return told.seen.slice(1);
  });
}
