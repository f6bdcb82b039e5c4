/** A personal app: registered, given a menu entry for a role, found and opened by who has that role, and by nobody else. */
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, expect } from "vitest";
import { expectAccessible } from "./accessible";
import { inBothModes, inEnglish, runConsole, type Visitor } from "./support";

/** An application elsewhere that says with what it was asked. */
const maps = createServer((request, response) => {
  response.writeHead(200, { "content-type": "text/html; charset=utf-8" });
  response.end(`<!doctype html><html lang=en><title>Map</title><main><h1>Park map</h1><p>${request.url}</p></main>`);
});
await new Promise<void>((resolve) => maps.listen(0, "127.0.0.1", resolve));
const origin = `http://127.0.0.1:${(maps.address() as AddressInfo).port}`;
afterAll(() => {
  maps.close();
  maps.closeAllConnections();
});

const running = runConsole({ FRAME_ORIGINS: origin });

interface Words {
  save: string;
  app: string;
  entry: string;
  role: string;
  menus: string;
}
const zh: Words = {
  ...{ save: "保存", app: "园区地图", entry: "查看地图", role: "售票员", menus: "应用菜单" },
};
const en: Words = {
  ...{ save: "Save", app: "Park map", entry: "Show the map", role: "售票员", menus: "App menus" },
};

async function journey(visitor: Visitor, words: Words, mark: string): Promise<void> {
  const { page, javaScript, open } = visitor;
  const main = page.locator("main");
  const save = () => main.getByRole("button", { name: words.save, exact: true }).last().click();
  const look = async (what: string) => {
    await page.screenshot({ path: `.cache/e2e/apps-${mark}-${what}.png`, fullPage: true });
    if (javaScript) await expectAccessible(page);
  };
  const [code, menuCode] = [`map-${mark}`, `map-${mark}-entry`];
  await visitor.signIn("admin");
  await open("/personalApp/addApp/new");
  await page.locator("[name=code]").fill(code);
  await page.locator("[name=name]").fill(words.app);
  await page.locator("[name=url]").fill("ftp://maps.example");
  await save();
  await page.locator(".field-error").first().waitFor();
  expect(await page.locator("[name=name]").inputValue()).toBe(words.app);
  await page.locator("[name=url]").fill(origin);
  await look("app");
  await save();
  await page.waitForURL(/\/personalApp\/addApp(\/\d+)?(\?|$)/);

  await open(`/personalApp/addApp?code=${code}`);
  await look("apps");
  await main.getByRole("row", { name: code }).getByRole("link", { name: words.menus }).click();
  await page.waitForURL(/addAppMenu\?/);
  await visitor.ready();
  await page.locator("a[href*='addAppMenu/new']").first().click();
  await page.waitForURL(/addAppMenu\/new/);
  await visitor.ready();
  // The address changes before the page does.
  await page.locator("[name=menuCode]").waitFor();
  const roles = page.locator("[name='roles[0].roleId']");
  if ((await roles.count()) === 0) await page.locator("button[value^='insert']").first().click();
  await roles.selectOption({ label: words.role });
  await page.locator("[name=menuCode]").fill(menuCode);
  await page.locator("[name=menuName]").fill(words.entry);
  await page.locator("[name=path]").fill("/hall");
  await look("entry");
  await save();
  await page.waitForURL(/addAppMenu(\/\d+)?(\?|$)/);

  // Who sells tickets has it; who keeps the gate does not.
  const seller = await visitor.another();
  await seller.signIn("seller");
  await seller.open(`/personalApp/${menuCode}`);
  await seller.page.frameLocator("iframe").getByRole("heading", { name: "Park map" }).waitFor();
  const asked = new URL((await seller.page.locator("iframe").getAttribute("src")) ?? "");
  expect([asked.origin, asked.pathname, asked.searchParams.get("isShowScene")]).toEqual([origin, "/hall", "F"]);
  expect(asked.searchParams.get("id")).toMatch(/^\d+$/);
  await seller.page.screenshot({ path: `.cache/e2e/apps-${mark}-open.png` });
  const keeper = await visitor.another();
  await keeper.signIn("gate");
  expect((await keeper.page.goto(`/personalApp/${menuCode}`))?.status()).toBe(404);
}

const title = "2.3i.1 2.3i.2 a personal app is registered, entered and opened by its role";
const marked = (visitor: Visitor, language: string) => (visitor.javaScript ? language : `${language}n`);
inBothModes(running, title, (visitor) => journey(visitor, zh, marked(visitor, "zh")));
inEnglish(running, `${title}, in English`, (visitor) => journey(visitor, en, marked(visitor, "en")));
