/** Lines that are slow: a page's program waits for them, makes way for a click, and in the end stays away by itself. */
import type { Page, Route } from "playwright";
import { expect } from "vitest";
import { journeyOf, runConsole } from "./support";

const running = runConsole();
const patience = 180_000;

/** 64 kbit/s with 800 ms, as in docs/performance.md; null: whatever the machine gives. */
async function lineOf(page: Page, kbps: number | null): Promise<void> {
  const session = await page.context().newCDPSession(page);
  await session.send("Network.enable");
  const bytes = kbps === null ? -1 : kbps * 125;
  await session.send("Network.emulateNetworkConditions", {
    ...{ offline: false, latency: kbps === null ? 0 : 800 },
    ...{ downloadThroughput: bytes, uploadThroughput: bytes },
  });
}
const modeOf = async (page: Page) =>
  (await page.context().cookies()).find(({ name }) => name === "console-lite")?.value ?? "";
const hasScripts = (page: Page) => page.evaluate(() => document.querySelector("#state, script[src]") !== null);

journeyOf(
  running,
  "a line that is slow twice stays without scripts, which says so, until one takes them back",
  async (visitor) => {
    const { page } = visitor;
    page.setDefaultTimeout(patience);
    await visitor.signIn("seller");
    await lineOf(page, 64);
    await page.goto("/inside/buyTktLog", { waitUntil: "load" });
    const noted = () => page.evaluate(() => sessionStorage.getItem("slow-line"));
    await expect.poll(noted, { timeout: patience }).toBe("");
    expect([await modeOf(page), await page.getByText("网络较慢，已自动使用精简模式。").count()]).toEqual(["", 0]);
    // Once may have been chance.
    await page.goto("/inside/buyTktList", { waitUntil: "load" });
    await expect.poll(() => modeOf(page), { timeout: patience }).toBe("slow");
    await page.goto("/inside/buyTktLog", { waitUntil: "load" });
    await page.getByText("网络较慢，已自动使用精简模式。").waitFor();
    expect(await hasScripts(page)).toBe(false);

    await lineOf(page, null);
    await page.getByRole("button", { name: "切换到完整模式" }).last().click();
    await page.getByText("网络较慢，已自动使用精简模式。").waitFor({ state: "detached" });
    await expect.poll(() => hasScripts(page)).toBe(true);
    await visitor.ready();
    expect(await modeOf(page)).toBe("off");
    // Chosen is chosen, however slow the line is.
    await lineOf(page, 64);
    for (const path of ["/inside/buyTktLog", "/inside/buyTktList"]) {
      await page.goto(path, { waitUntil: "load" });
      await expect.poll(noted, { timeout: patience }).toBe("");
    }
    expect([await modeOf(page), await hasScripts(page)]).toEqual(["off", true]);
  },
);

journeyOf(
  running,
  "a click stops the program that is on its way, and the page that it asks for comes",
  async (visitor) => {
    const { page } = visitor;
    await visitor.signIn("seller");
    const held: Route[] = [];
    let mayGoOn = false;
    // The program never arrives; nothing of it has taken over when one clicks.
    await page.route(/\/assets\/(?!start)[^/]*\.js/, (route) => (mayGoOn ? route.continue() : void held.push(route)));
    await page.goto("/inside/buyTktLog", { waitUntil: "load" });
    await expect.poll(() => held.length).toBeGreaterThan(0);
    const stopped: string[] = [];
    page.on("requestfailed", (request) => stopped.push(request.url()));
    const answers: Route[] = [];
    await page.route("**/inside/buyTktList", (route) => void answers.push(route));
    await page.locator('a[href="/inside/buyTktList"]:visible').first().click({ noWaitAfter: true });
    await expect.poll(() => answers.length).toBe(1);
    // Before the page has answered: the line is its own.
    for (const route of held) await expect.poll(() => stopped).toContain(route.request().url());
    mayGoOn = true;
    await answers[0]?.continue();
    await page.locator("input[name^='quantity.']").first().waitFor();
    await visitor.ready();
  },
);
