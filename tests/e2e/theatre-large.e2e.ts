/**
 * A hall of ten thousand seats: drawn and moved about in by keys, or row by row without scripts; held and seen by another till;
 * sold out, and gone through by the usher.
 */
import { expect } from "vitest";
import { hold, openTheatre, seatIds, sell, sellAll } from "~tests/backend/theatre/support";
import { openBackendIn, type TestBackend } from "~tests/support/backend";
import { createPark } from "~tests/support/park";
import { expectAccessible } from "./accessible";
import { inBothModes, journeyOf, runConsole } from "./support";

const rows = Array.from(
  { length: 100 },
  (_, at) => `${at + 1} ${"o".repeat(50)}_${"o".repeat(50)} ${at < 40 ? "A" : "B"}`,
);
let sessionId = 0;
let soldOut = 0;

const running = runConsole({}, async (dataDir) => {
  const backend = await openBackendIn(dataDir);
  const { parkId } = await createPark(backend);
  const house = await openTheatre(backend, parkId, rows.join("\n"));
  const tomorrow = new Date(Date.now() + 86_400_000 + 8 * 3_600_000).toISOString().slice(0, 10);
  sessionId = await house.addSession({ day: tomorrow });
  soldOut = await house.addSession({ day: tomorrow, time: "21:30" });
  const { orderId } = (await sellOne(backend, soldOut)).data;
  await sellAll(backend, soldOut, orderId, house.templateId);
  await backend.close();
});

async function sellOne(backend: TestBackend, session: number) {
  backend.setNow(new Date());
  await hold(backend, session, await seatIds(backend, session, "1/1"));
  return sell(backend, session);
}

inBothModes(running, "the usher goes to a row of a hall that is sold out and checks a seat there", async (visitor) => {
  const { page } = visitor;
  await visitor.signIn("admin");
  await visitor.open(`/theatre/sessionList/${soldOut}/check`);
  await page.getByText(/^池座 1–4 排/).waitFor();
  expect(await page.locator(".seat-usher li").count()).toBeLessThanOrEqual(400);
  const html = await page.content();
  expect(html.length).toBeLessThan(400_000);
  const row = page.getByLabel("排号");
  await row.fill("900");
  await page.getByRole("button", { name: "跳到这一排" }).click();
  await page.getByText("900排没有售出的座位").first().waitFor();
  const [name, seat] = visitor.javaScript ? ["42", 7] : ["43", 9];
  await page.getByLabel("排号").fill(String(name));
  await page.getByRole("button", { name: "跳到这一排" }).click();
  const panel = page.locator("section", { has: page.getByRole("heading", { name: `池座 ${name}排` }) });
  const button = panel
    .getByRole("listitem")
    .nth(Number(seat) - 1)
    .getByRole("button");
  await button.click();
  await page
    .getByText(/检票通过/)
    .first()
    .waitFor();
  // The rows that one was in are still shown.
  await panel
    .getByRole("listitem")
    .nth(Number(seat) - 1)
    .getByText("✓")
    .waitFor();
  if (visitor.javaScript) await expectAccessible(page);
});

inBothModes(running, "seats of a hall of ten thousand are chosen and held", async (visitor) => {
  const { page } = visitor;
  await visitor.signIn("admin");
  await visitor.open(`/theatre/seatSale?session=${sessionId}`);
  if (visitor.javaScript) {
    const map = page.getByRole("application", { name: "池座座位图" });
    await page.getByText("正在读取座位图…").waitFor({ state: "detached" });
    await map.focus();
    // From the first seat of the first row: two to the right, one row down.
    for (const key of ["ArrowRight", "ArrowRight", "ArrowRight", "ArrowDown"]) await page.keyboard.press(key);
    await page.getByText("2排3座，普通座，A区，¥80.00，可售").waitFor();
    await page.keyboard.press("Space");
    await page.keyboard.press("ArrowRight");
    await page.keyboard.press("Space");
    await page.getByText("图上已选 2 座").waitFor();
    await page.getByText("2排4座，普通座，A区，¥80.00，可售，已选中").waitFor();
    await expectAccessible(page);
  } else {
    await page.getByRole("link", { name: "97–100 排" }).click();
    await page.getByRole("checkbox", { name: /^98排1座/ }).check({ force: true });
    await page.getByRole("checkbox", { name: /^98排2座/ }).check({ force: true });
    expect(await page.getByRole("application").count()).toBe(0);
  }
  await page.getByRole("button", { name: "保留所选座位", exact: true }).click();
  await page.getByText("已保留 2 座").first().waitFor();
  await page.getByRole("heading", { name: "已选 2 座" }).waitFor();
  if (visitor.javaScript) await page.getByText("图上已选 0 座").waitFor();
  // One stays where one was in the hall.
  else await page.getByRole("rowheader", { name: "98" }).waitFor();
  await page.getByRole("button", { name: "放弃选座", exact: true }).click();
  await page.getByRole("heading", { name: "已选 0 座" }).waitFor();
});

journeyOf(running, "the hall is drawn before the page's program comes, and by no page without it", async (visitor) => {
  const { page } = visitor;
  await visitor.signIn("admin");
  await page.route(/\/assets\/.*\.js$/, (route) => route.abort());
  await page.goto(`/theatre/seatSale?session=${soldOut}`);
  // Every seat has its colour, so that hardly any of the canvas's rows is empty.
  await page.waitForFunction(() => {
    const canvas = document.querySelector<HTMLCanvasElement>(".seat-map-box canvas");
    if (!canvas?.checkVisibility() || canvas.width === 0) return false;
    const pixels = canvas.getContext("2d")?.getImageData(0, 0, canvas.width, canvas.height).data ?? [];
    return pixels.filter((value, at) => at % 4 === 3 && value > 80).length > 10_000;
  });
  await page.unroute(/\/assets\/.*\.js$/);
  await page.goto("/theatre/seatSale");
  expect(await page.content()).not.toContain("seat-map-box");
});

journeyOf(
  running,
  "on a phone's first visit the hall is drawn for the width that it has once the style sheets are there",
  async (visitor) => {
    const { page } = visitor;
    await visitor.signIn("admin");
    await page.setViewportSize({ width: 390, height: 844 });
    const said: string[] = [];
    page.on("console", (message) => message.type() === "error" && said.push(message.text()));
    let letCome = () => {};
    const held = new Promise<void>((resolve) => {
      letCome = resolve;
    });
    await page.route(/\/assets\/.*\.css$/, async (route) => {
      await held;
      await route.continue();
    });
    await page.goto(`/theatre/seatSale?session=${soldOut}`, { waitUntil: "commit" });
    const box = page.locator(".seat-map-box");
    await box.locator("canvas").waitFor();
    const widths = () => box.evaluate((one) => [one.clientWidth, one.firstElementChild?.clientWidth ?? 0]);
    const [shown = 0, hall = 0] = await widths();
    expect(hall).toBeLessThanOrEqual(shown);
    letCome();
    await page.getByText("正在读取座位图…").waitFor({ state: "detached" });
    await page.waitForFunction(() => !document.querySelector("[data-first-styles], link[media=print]"));
    expect(await widths()).toEqual([shown, hall]);
    expect(said).toEqual([]);
  },
);
