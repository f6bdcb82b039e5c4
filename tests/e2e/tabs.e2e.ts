/** The tab strip: opening, closing, favourites; pages kept as they were left. */
import { expect } from "vitest";
import { expectAccessible } from "./accessible";
import { inBothModes, journeyOf, runConsole, type Visitor, withoutScripts, withScripts } from "./support";

const running = runConsole();

const strip = ({ page }: Visitor) => page.getByRole("navigation", { name: "已打开的页面" });
const titles = async (visitor: Visitor) =>
  (await strip(visitor).getByRole("link").allTextContents()).map((text) => text.trim());
const shown = (visitor: Visitor) => strip(visitor).locator("[aria-current]").textContent();

/** With the mouse alone: Playwright's own click scrolls a sticky strip away. */
async function press(visitor: Visitor, name: string): Promise<void> {
  const box = await strip(visitor).getByRole("link", { name }).boundingBox();
  await visitor.page.mouse.click((box?.x ?? 0) + 8, (box?.y ?? 0) + 8);
}

withScripts(
  running,
  "4.3a 4.3c 4.3d 4.3e 2.5a 2.5d pages open tabs that survive a reload; closing leads to the last tab, close all to the first",
  async (visitor) => {
    const { page, open } = visitor;
    await visitor.signIn("admin");
    for (const path of [
      "/manage/parkList",
      "/manage/tktPos",
      "/offlineOrderDetail?id=1",
      "/ticket/quotaList?pageSize=30",
    ])
      await open(path);
    await open("/no/such/page");
    await open("/ticket/quotaList?pageSize=30");
    expect(await titles(visitor)).toEqual(["工作台", "景区", "售票终端", "订单详情", "配额"]);
    expect(await shown(visitor)).toBe("配额");
    await page.reload();
    await visitor.ready();
    expect(await titles(visitor)).toHaveLength(5);

    await page.getByRole("button", { name: "关闭 售票终端" }).click();
    await page.getByRole("button", { name: "关闭 售票终端" }).waitFor({ state: "detached" });
    expect(new URL(page.url()).pathname).toBe("/ticket/quotaList");
    await page.getByRole("button", { name: "关闭 配额" }).click();
    await page.waitForURL("**/offlineOrderDetail?id=1");
    await page.getByText("更多", { exact: true }).click();
    await page.getByRole("button", { name: "关闭其他" }).click();
    await page.getByRole("button", { name: "关闭 景区" }).waitFor({ state: "detached" });
    expect(await titles(visitor)).toEqual(["工作台", "订单详情"]);
    await page.getByText("更多", { exact: true }).click();
    await page.getByRole("button", { name: "关闭全部" }).click();
    await page.waitForURL("**/index");
    expect(await titles(visitor)).toEqual(["工作台"]);
    await page.reload();
    expect(await titles(visitor)).toEqual(["工作台"]);
  },
);

inBothModes(running, "2.5a open tabs change language with the page, those outside the menu too", async (visitor) => {
  const { page, open } = visitor;
  await visitor.signIn("admin");
  for (const path of ["/manage/parkList", "/changePassword", "/offlineOrderDetail?id=1", "/manage/tktPos"])
    await open(path);
  const all = page.getByRole("navigation", { name: /^(已打开的页面|Open pages)$/ }).getByRole("link");
  const named = async () => (await all.allTextContents()).map((text) => text.trim());
  const chinese = await named();
  expect(chinese.slice(1)).toEqual(["景区", "修改密码", "订单详情", "售票终端"]);
  await page.getByRole("button", { name: "English" }).first().click();
  await page.locator("html[lang=en]").waitFor();
  await visitor.ready();
  const english = await named();
  expect(english.slice(2, 4)).toEqual(["Change password", "Order details"]);
  expect(english.filter((title) => /\p{Script=Han}/u.test(title))).toEqual([]);
  await page.getByRole("button", { name: "中文" }).first().click();
  await page.locator("html[lang='zh-CN']").waitFor();
  await visitor.ready();
  expect(await named()).toEqual(chinese);
});

withoutScripts(
  running,
  "2.5b 2.5c 7q the star makes a favourite of a function; home and other pages have none",
  async (visitor) => {
    const { page, open } = visitor;
    await visitor.signIn("seller");
    await open("/inside/buyTktLog");
    await page.getByRole("button", { name: "收藏 售票记录", exact: true }).click();
    await page.getByText("菜单功能收藏成功").waitFor();
    await page.getByRole("button", { name: "取消收藏 售票记录" }).waitFor();
    await page.reload();
    await visitor.ready();
    await page.getByRole("button", { name: "取消收藏 售票记录" }).click();
    await page.getByRole("button", { name: "收藏 售票记录", exact: true }).waitFor();
    await open("/changePassword");
    expect(await strip(visitor).getByRole("button").count()).toBe(3);
  },
);

journeyOf(
  running,
  "4.3c a tab that one comes back to has its filters, its page, its scroll place and its half-filled form",
  async (visitor) => {
    const { page, open } = visitor;
    await visitor.signIn("admin");
    await open("/order/networkOrderList?pageSize=30&pageNo=2");
    await page.getByLabel("订单号", { exact: true }).fill("半个号码");
    await page.getByRole("link", { name: "工作台" }).first().click();
    await page.waitForURL("**/index");
    await open("/manage/parkList/new");
    expect(await page.evaluate(() => document.querySelectorAll(".pane").length)).toBe(1);
    await page.getByLabel(/^名称/).fill("写到一半");
    await page.evaluate(() => {
      (window as unknown as { mark: unknown }).mark = document.querySelector(".pane input[name=name]");
    });

    await press(visitor, "网络订单");
    await page.waitForURL("**/order/networkOrderList?*pageNo=2*");
    await page.getByLabel("订单号", { exact: true }).fill("又半个");
    await page.evaluate(() => window.scrollTo(0, 150));
    await page.waitForFunction(() => window.scrollY === 150);
    expect(await page.evaluate(() => document.querySelectorAll("input[name=name]").length)).toBe(0);

    await press(visitor, "景区");
    await page.waitForURL("**/manage/parkList/new");
    expect(await page.getByLabel(/^名称/).inputValue()).toBe("写到一半");
    // The very same field: nothing was made anew.
    expect(
      await page.evaluate(
        () => (window as unknown as { mark: unknown }).mark === document.querySelector("input[name=name]"),
      ),
    ).toBe(true);
    await press(visitor, "网络订单");
    await page.waitForURL("**/order/networkOrderList?*pageNo=2*");
    expect(await page.getByLabel("订单号", { exact: true }).inputValue()).toBe("又半个");
    await page.waitForFunction(() => window.scrollY === 150);

    // A closed tab leaves nothing behind; opened again, it is empty.
    await strip(visitor).getByRole("link", { name: "景区" }).click({ button: "middle" });
    await strip(visitor).getByRole("link", { name: "景区" }).waitFor({ state: "detached" });
    expect(await page.evaluate(() => document.querySelectorAll(".pane").length)).toBe(1);
    expect(page.context().pages()).toHaveLength(1);
  },
);

journeyOf(
  running,
  "with scripts: the strip is one stop of the Tab key with arrows in it; ? lists the keys, Esc closes at once",
  async (visitor) => {
    const { page } = visitor;
    await visitor.signIn("admin");
    await visitor.open("/manage/parkList");
    await visitor.open("/manage/tktPos");
    const stops = strip(visitor).locator("a:not([tabindex='-1']), button:not([tabindex='-1'])");
    await expect.poll(() => stops.allTextContents()).toEqual(["售票终端"]);
    const focused = () =>
      page.evaluate(() => document.activeElement?.getAttribute("aria-label") ?? document.activeElement?.textContent);
    await stops.focus();
    await page.keyboard.press("Home");
    expect(await focused()).toBe("工作台");
    await page.keyboard.press("ArrowRight");
    expect(await focused()).toBe("景区");
    await page.keyboard.press("Delete");
    await strip(visitor).getByRole("link", { name: "景区" }).waitFor({ state: "detached" });
    expect(await focused()).toBe("工作台");
    expect(new URL(page.url()).pathname).toBe("/manage/tktPos");

    await page.locator("body").press("?");
    const keys = page.getByRole("dialog", { name: "键盘快捷键" });
    await keys.getByText("Ctrl Enter").waitFor();
    await expectAccessible(page);
    await page.keyboard.press("Escape");
    await keys.waitFor({ state: "detached" });
    await page.locator("details.user summary").click();
    await page.keyboard.press("Escape");
    expect(await page.locator("details.user[open]").count()).toBe(0);

    // Whatever hangs open closes, and what had opened it has the focus again.
    await visitor.open("/manage/parkList");
    const closes = async (menu: string) => {
      await page.locator(`${menu} > summary`).first().click();
      await page.locator(`${menu}[open]`).locator("a, input, select").first().focus();
      await page.keyboard.press("Escape");
      expect(await page.locator(`${menu}[open]`).count()).toBe(0);
      expect(await page.evaluate((one) => document.activeElement?.matches(`${one} > summary`), menu)).toBe(true);
    };
    await closes("details.row-menu");
    await visitor.open("/system/signInLog");
    await page.locator(".filters-more > summary").click();
    await closes("details.filter-choices");
    expect(await page.locator(".filters-more[open]").count()).toBe(1);
    await page.keyboard.press("Escape");
    expect(await page.locator(".filters-more[open]").count()).toBe(0);
  },
  { javaScriptEnabled: true },
);
