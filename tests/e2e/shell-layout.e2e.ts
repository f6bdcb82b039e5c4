/** The shell's boxes, drawers and dialogs, measured in the SaaS edition (specification 2.4, 2.6, 4.5, 7, 9). */
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, expect } from "vitest";
import { expectAccessible } from "./accessible";
import { arrangeSaas } from "./saas";
import { inBothModes, journeyOf, runConsole, type Visitor, withScripts } from "./support";

/** Where the authorisation-code windows lead: notes what it was asked for, and when. */
const asked: { url: URL; at: number }[] = [];
const applications = createServer((request, response) => {
  asked.push({ url: new URL(request.url ?? "/", "http://apps"), at: performance.now() });
  response.writeHead(200, { "content-type": "text/html; charset=utf-8" });
  response.end("<!doctype html><title>商城</title><h1>商城首页</h1>");
});
await new Promise<void>((resolve) => applications.listen(0, "127.0.0.1", resolve));
const origin = `http://127.0.0.1:${(applications.address() as AddressInfo).port}`;
afterAll(() => {
  applications.close();
  applications.closeAllConnections();
});

const running = runConsole({}, (dataDir) => arrangeSaas(dataDir, origin));

async function sizesOf({ page }: Visitor) {
  return page.evaluate(() => {
    const box = (selector: string) => document.querySelector(selector)?.getBoundingClientRect();
    const main = box(".shell > .main");
    return {
      sidebar: box(".sidebar")?.width,
      strip: box(".tabs")?.height,
      mainLeft: main && Math.round(main.left),
      mainHeight: main && Math.round(main.height),
      window: window.innerHeight,
      beyond: document.documentElement.scrollWidth - window.innerWidth,
    };
  });
}

withScripts(
  running,
  "2.2a 2.4a 2.4c 2.4e 4.1f 9l sidebar 132, 310 and 68 wide; the page area as high as the window less 150, less 90 without tabs",
  async (visitor) => {
    const { page, open } = visitor;
    await visitor.signIn("seller");
    await open("/");
    expect(new URL(page.url()).pathname).toBe("/index");
    expect(await sizesOf(visitor)).toMatchObject({ sidebar: 132, strip: 44, mainLeft: 152 });
    await open("/userinfo");
    expect((await sizesOf(visitor)).sidebar).toBe(132);
    // A short page: nothing but its frame makes it high.
    await open("/workbench");
    const wide = await sizesOf(visitor);
    expect(wide).toMatchObject({ sidebar: 310, strip: 44, mainLeft: 330, beyond: 0 });
    expect(wide.mainHeight).toBe(wide.window - 150);
    await page.getByRole("button", { name: "收起菜单" }).click();
    await page.getByRole("button", { name: "展开菜单" }).waitFor();
    expect(await sizesOf(visitor)).toMatchObject({ sidebar: 68, mainLeft: 88 });
    await page.setViewportSize({ width: 390, height: 844 });
    const phone = await sizesOf(visitor);
    expect(phone).toMatchObject({ strip: 0, beyond: 0 });
    expect(phone.mainHeight).toBeGreaterThanOrEqual(phone.window - 90);
    expect(await page.locator(".shell > .main").evaluate((main) => getComputedStyle(main).minHeight)).toBe("754px");
    // The bar of the SaaS edition keeps menu and product; the links to elsewhere go into the account's menu.
    for (const part of [".top-menu", ".brand", ".brand-mark"])
      expect((await page.locator(`header ${part}`).boundingBox())?.width, part).toBeGreaterThanOrEqual(26);
    await page.locator("details.user summary").click();
    const consult = page.locator("header").getByRole("link", { name: "在线咨询" });
    expect(await consult.count()).toBe(1);
    const link = await consult.boundingBox();
    expect((link?.x ?? 0) + (link?.width ?? 391)).toBeLessThanOrEqual(390);
  },
);

const layerOf = ({ page }: Visitor) => page.locator("header.top").evaluate((header) => getComputedStyle(header).zIndex);

journeyOf(
  running,
  "1k 2.4b 2.4f 2.4h 2.4i 2.6b 4.5d 9j the drawers: page description and workbench; the header lies at 9999 under an open one, else at 0",
  async (visitor) => {
    const { page, open } = visitor;
    await visitor.signIn("admin");
    await open("/inside/buyTktList");
    expect(await layerOf(visitor)).toBe("0");
    await page.locator("header").getByRole("link", { name: "页面说明" }).click();
    const description = page.getByRole("dialog", { name: "页面说明" });
    await description.getByRole("img", { name: "窗口售票：页面说明" }).waitFor();
    expect(await layerOf(visitor)).toBe("9999");
    const box = await description.boundingBox();
    expect((box?.x ?? 0) + (box?.width ?? 0)).toBe(1440);
    const image = await description.getByRole("img").boundingBox();
    expect(image?.width).toBeGreaterThan(200);
    expect((image?.x ?? 0) + (image?.width ?? 0)).toBeLessThanOrEqual(1440);
    await expectAccessible(page);
    await description.getByRole("button", { name: "收起" }).click();
    await description.waitFor({ state: "detached" });
    expect(await layerOf(visitor)).toBe("0");
    // A page without one offers none.
    await open("/manage/parkList");
    expect(await page.locator("header").getByRole("link", { name: "页面说明" }).count()).toBe(0);

    await page.locator("header").getByRole("link", { name: "应用工作台" }).click();
    const workbench = page.getByRole("dialog", { name: "应用工作台" });
    await workbench.getByRole("link", { name: "今日订单" }).waitFor();
    const said = await workbench
      .getByRole("listitem")
      .filter({ has: page.locator(".application-state") })
      .allTextContents();
    expect(said[0]).toMatch(/文创商城\s*运行中\s*总部 · 有效期至 \d{4}-\d\d-\d\d\s*打开/);
    expect(said.map((text) => /待初始化|运行中|正常|即将到期|已到期|待开通/.exec(text)?.[0])).toEqual([
      "运行中",
      "正常",
      "即将到期",
      "已到期",
      "待开通",
    ]);
    const colours = await workbench
      .locator(".application-state i")
      .evaluateAll((dots) => dots.map((dot) => getComputedStyle(dot).backgroundColor));
    expect(new Set(colours).size).toBe(5);
    expect(await layerOf(visitor)).toBe("9999");
    await expectAccessible(page);
    await page.keyboard.press("Escape");
    await workbench.waitFor({ state: "detached" });
    expect(await layerOf(visitor)).toBe("0");
  },
);

inBothModes(
  running,
  "7u 7v 7y 9c the authorisation-code window: with scripts of several presses one, a second later; without them at once",
  async (visitor) => {
    const { page, open, javaScript } = visitor;
    await visitor.signIn("admin");
    await open("/workbench");
    asked.length = 0;
    const opened: unknown[] = [];
    page.context().on("page", (window) => opened.push(window));
    const button = page.getByRole("listitem").filter({ hasText: "文创商城" }).getByRole("button", { name: "打开" });
    const window = page.context().waitForEvent("page");
    const pressed = performance.now();
    await button.click();
    if (javaScript) {
      await button.click();
      await button.click();
    }
    await (await window).getByRole("heading", { name: "商城首页" }).waitFor();
    expect(opened).toHaveLength(1);
    const entered = asked.filter(({ url }) => url.pathname === "/mall");
    expect(entered).toHaveLength(1);
    if (javaScript) expect((entered[0]?.at ?? 0) - pressed).toBeGreaterThanOrEqual(1000);
    const query = Object.fromEntries(entered[0]?.url.searchParams ?? []);
    expect(query).toMatchObject({ productCode: "P1", productType: "1", state: "userInfo", channel: "corpUser" });
    expect(query.code?.length).toBeGreaterThan(20);
    expect(new URL(page.url()).pathname).toBe("/workbench");
  },
);

inBothModes(
  running,
  "2.6e 2.7d the change of password: a dialog over the page where scripts run, a page where they do not",
  async (visitor) => {
    const { page, open, javaScript } = visitor;
    const role = javaScript ? "seller" : "gatekeeper";
    await visitor.signIn(role);
    await open("/message");
    await page.locator("details.user summary").click();
    await page.locator("details.user").getByRole("link", { name: "修改密码" }).click();
    const form = javaScript ? page.getByRole("dialog", { name: "修改密码" }) : page.locator("main");
    await form.getByLabel("原密码").waitFor();
    expect(new URL(page.url()).pathname).toBe(javaScript ? "/message" : "/changePassword");
    if (javaScript) {
      // Not by a press beside it (specification 9).
      await page.mouse.click(5, 400);
      await form.getByLabel("原密码").fill("x");
      await form.getByRole("button", { name: "重置" }).click();
      expect(await form.getByLabel("原密码").inputValue()).toBe("");
      await expectAccessible(page);
    }
    await form.getByRole("button", { name: "提交" }).click();
    for (const words of ["请输入原密码", "请输入新密码", "请再次输入密码"]) await form.getByText(words).waitFor();
    const { password } = running.account(role);
    await form.getByLabel("原密码").fill(password);
    await form.getByLabel("新密码").fill("Changed#2026");
    await form.getByLabel("确认密码").fill("Changed#2026");
    await form.getByRole("button", { name: "提交" }).click();
    await page.getByText("密码修改成功").waitFor();
    if (javaScript) {
      await form.waitFor({ state: "detached" });
      expect(new URL(page.url()).pathname).toBe("/message");
    }
  },
);

journeyOf(
  running,
  "2.6e after a sign-in with the first password the dialog stands over the page that one was going to",
  async (visitor) => {
    const { page, open } = visitor;
    await open("/login");
    await page.locator("[name=corpCode]").fill("0001");
    await visitor.signInByForm("admin");
    await open("/changePassword?first=1&redirect=%2Fmessage");
    const dialog = page.getByRole("dialog", { name: "修改密码" });
    await dialog.getByText("您仍在使用初始密码，建议现在修改。").waitFor();
    expect(new URL(page.url()).pathname).toBe("/message");
    await dialog.getByRole("button", { name: "以后再说" }).click();
    await dialog.waitFor({ state: "detached" });
    expect(new URL(page.url()).pathname).toBe("/message");
  },
);
