/** The line breaks in the middle of the work: before the server heard of it, after it acted, and while somebody was signed out. */
import { mkdirSync } from "node:fs";
import type { BrowserContextOptions, Page } from "playwright";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type CutLine, cutLine } from "./cut-line";
import { runConsole, type Visitor } from "./support";

const running = runConsole();
let line: CutLine;
beforeAll(async () => {
  line = await cutLine(running.url);
});
afterAll(() => line.close());

/** A journey over the line that can be cut; it is whole at the beginning. */
function journey(title: string, walk: (visitor: Visitor) => Promise<void>, options: BrowserContextOptions = {}): void {
  test(title, async () => {
    line.mend();
    const { visitor, close } = await running.visit({ ...options, baseURL: line.url });
    try {
      await walk(visitor);
    } catch (error) {
      mkdirSync(".cache/e2e", { recursive: true });
      await visitor.page.screenshot({ path: `.cache/e2e/${title.replace(/\W+/g, "-")}.png` }).catch(() => {});
      throw error;
    }
    await close();
  });
}

const bar = (page: Page) => page.locator(".line-status");
const heading = (page: Page, name: string) => page.getByRole("heading", { name, exact: true });

/** Ids of the latest orders. */
async function orders(page: Page): Promise<string[]> {
  const answer = await page.request.get(`${running.url}/order/offlineOrderList?pageSize=100`, {
    headers: { accept: "text/html" },
  });
  const numbers = [...(await answer.text()).matchAll(/offlineOrderDetail\?id=(\d+)/g)].map(([, id]) => id ?? "");
  return [...new Set(numbers)];
}

/** Ids of the orders that came since. */
async function soldSince(page: Page, before: string[]): Promise<string[]> {
  return (await orders(page)).filter((id) => !before.includes(id));
}

/** Two tickets in the cart and the total worked out: the next Enter sells. */
async function fillCart(visitor: Visitor): Promise<void> {
  const { page } = visitor;
  await visitor.open("/inside/buyTktList");
  await page.locator("input[name^='quantity.']").first().fill("2");
  await page.keyboard.press("Enter");
  const sell = page.getByRole("button", { name: "收款出票" });
  await expect.poll(() => sell.evaluate((button) => button === document.activeElement)).toBe(true);
}
const post = /^POST \/inside\/buyTktList/;

for (const when of ["before", "after"] as const) {
  journey(
    `with scripts: the line is cut ${when} the server sold: the cart stays, one order comes of it`,
    async (visitor) => {
      const { page } = visitor;
      await visitor.signIn("admin");
      const before = await orders(page);
      await fillCart(visitor);
      const cut = line.cutAt(post, when);
      await page.keyboard.press("Enter");
      await cut;
      await bar(page).getByText("网络中断，已为您保留，恢复后按回车重试").waitFor();
      expect(await page.locator("input[name^='quantity.']").first().inputValue()).toBe("2");
      line.mend();
      if (when === "before") {
        // Nobody but the seller sends it again.
        await bar(page).getByText("刚才的提交没有送达").waitFor();
        expect(await orders(page)).toEqual(before);
        await page.keyboard.press("Enter");
      }
      await heading(page, "出票成功").waitFor();
      if (when === "after") await bar(page).getByText("断网前的提交已成功").waitFor();
      const sold = await soldSince(page, before);
      expect(sold.length).toBe(1);
      expect(page.url()).toContain(`orderId=${sold[0]}`);
    },
  );

  journey(
    `without scripts: the line is cut ${when} the server sold: the browser's re-post shows the first receipt`,
    async (visitor) => {
      const { page } = visitor;
      await visitor.signIn("admin");
      const before = await orders(page);
      await fillCart(visitor);
      const cut = line.cutAt(post, when);
      await page.keyboard.press("Enter");
      await cut;
      await expect.poll(() => page.evaluate(() => location.protocol).catch(() => "")).toBe("chrome-error:");
      expect((await soldSince(page, before)).length).toBe(when === "after" ? 1 : 0);
      line.mend();
      await page.reload();
      await heading(page, "出票成功").waitFor();
      const sold = await soldSince(page, before);
      expect(sold.length).toBe(1);
      expect(page.url()).toContain(`orderId=${sold[0]}`);
    },
    { javaScriptEnabled: false },
  );
}

journey("with scripts: what was changed while the line was broken is what is sold", async (visitor) => {
  const { page } = visitor;
  await visitor.signIn("admin");
  const before = await orders(page);
  await fillCart(visitor);
  const cut = line.cutAt(post, "before");
  await page.keyboard.press("Enter");
  await cut;
  await bar(page).getByText("网络中断").waitFor();
  await page.locator("input[name^='quantity.']").first().fill("3");
  line.mend();
  await bar(page).getByText("没有送达").waitFor();
  await page.keyboard.press("Enter");
  await heading(page, "出票成功").waitFor();
  expect((await soldSince(page, before)).length).toBe(1);
  await page.getByText("3 张").first().waitFor();
});

journey(
  "with scripts: a form that knows no keys is saved once, and says so, though its answer never came",
  async (visitor) => {
    const { page } = visitor;
    await visitor.signIn("admin");
    await visitor.open("/manage/parkList/new");
    await page.locator("[name=code]").fill("PK-CUT");
    await page.locator("[name=name]").fill("断线景区");
    const cut = line.cutAt(/^POST \/manage\/parkList\/new/, "after");
    await page.getByRole("button", { name: "保存", exact: true }).click();
    await cut;
    await bar(page).getByText("已为您保留").waitFor();
    expect(await page.locator("[name=code]").inputValue()).toBe("PK-CUT");
    line.mend();
    await page.waitForURL(/\/manage\/parkList\/\d+$/);
    await page.getByText("保存成功").waitFor();
    await visitor.open("/manage/parkList");
    await expect.poll(() => page.getByRole("row").filter({ hasText: "PK-CUT" }).count()).toBe(1);
  },
);

journey(
  "with scripts: a click without a line keeps the page and goes on by itself; a link's parts that do not come neither break it",
  async (visitor) => {
    const { page } = visitor;
    await visitor.signIn("admin");
    await visitor.open("/inside/buyTktList");
    await page.locator("input[name^='quantity.']").first().fill("4");
    line.cut();
    await page
      .locator("nav a[href='/ticket/ticketList']")
      .first()
      .evaluate((link) => (link as HTMLElement).click());
    await bar(page).getByText("网络中断，恢复后自动继续").waitFor();
    expect(await page.locator("input[name^='quantity.']").first().inputValue()).toBe("4");
    line.mend();
    await page.waitForURL(/\/ticket\/ticketList/);
    await page.getByRole("table").waitFor();
    // Ctrl+K brings a part of the program that is not here yet.
    line.cut();
    await page.keyboard.press("Control+k");
    await bar(page).getByText("网络中断").waitFor();
    await heading(page, "系统出错了").waitFor({ state: "detached" });
    line.mend();
    await page.getByRole("dialog").waitFor();
  },
);

/** Ends the session at the server behind the page's back, and fills in the form of a park. */
async function signedOutOver(visitor: Visitor, code: string): Promise<void> {
  const { page } = visitor;
  await visitor.signIn("admin");
  await visitor.open("/manage/parkList/new");
  await page.locator("[name=code]").fill(code);
  await page.locator("[name=name]").fill("退出后保存的景区");
  await page.request.post("/logout", { form: { sure: "1" } });
  await page.getByRole("button", { name: "保存", exact: true }).click();
  await page.getByRole("dialog", { name: "登录已失效" }).waitFor();
}

async function signInOverForm(page: Page, role: string): Promise<void> {
  const { accName, password } = running.account(role);
  const frame = page.frameLocator(".sign-in-frame");
  await frame.locator("[name=accName]").fill(accName);
  await frame.locator("[name=password]").fill(password);
  await frame.locator("button[type=submit].button-primary").click();
}

journey(
  "with scripts: signed out in the middle of a form, one signs in over it, and the post goes on",
  async (visitor) => {
    const { page } = visitor;
    await signedOutOver(visitor, "PK-AGAIN");
    await signInOverForm(page, "admin");
    await page.waitForURL(/\/manage\/parkList\/\d+$/);
    await page.getByText("保存成功").waitFor();
  },
);

journey(
  "with scripts: another account that signs in over a form is asked before it sends what the first one typed",
  async (visitor) => {
    const { page } = visitor;
    await signedOutOver(visitor, "PK-OTHER");
    await signInOverForm(page, "manager");
    const question = page.getByRole("dialog", { name: "登录账号已更换" });
    await question.getByText("当前登录的是王经理").waitFor();
    await question.getByRole("button", { name: "不提交" }).click();
    await question.waitFor({ state: "detached" });
    expect(await page.locator("[name=code]").inputValue()).toBe("PK-OTHER");
    const saved = async () => (await (await page.request.get("/manage/parkList")).text()).includes("PK-OTHER");
    expect(await saved()).toBe(false);
    await page.getByRole("button", { name: "保存", exact: true }).click();
    await question.getByRole("button", { name: "以王经理的身份提交" }).click();
    await page.waitForURL(/\/manage\/parkList\/\d+$/);
    expect(await saved()).toBe(true);
  },
);

journey(
  "with scripts: what was typed is offered again after a reload, but for secrets; gone when sent and at sign-out",
  async (visitor) => {
    const { page } = visitor;
    const offer = page.getByText("有上次填写但未提交的内容");
    const kept = () => page.evaluate(() => JSON.stringify({ ...sessionStorage }));
    await visitor.signIn("admin");
    await visitor.open("/manage/parkList/new");
    await page.locator("[name=code]").pressSequentially("PK-KEPT");
    await page.locator("[name=name]").pressSequentially("刷新后恢复的景区");
    await expect.poll(kept).toContain("刷新后恢复的景区");
    page.on("dialog", (dialog) => void dialog.accept());
    await page.reload();
    await visitor.ready();
    await offer.waitFor();
    expect(await page.locator("[name=code]").inputValue()).toBe("");
    await page.getByRole("button", { name: "恢复", exact: true }).click();
    expect(await page.locator("[name=code]").inputValue()).toBe("PK-KEPT");
    await offer.waitFor({ state: "detached" });
    await page.getByRole("button", { name: "保存", exact: true }).click();
    await page.waitForURL(/\/manage\/parkList\/\d+$/);
    expect(await kept()).not.toContain("PK-KEPT");

    await visitor.open("/changePassword");
    await page.locator("[name=oldpass]").pressSequentially("Old#12345");
    await visitor.open("/inside/buyTktList");
    await page.locator("input[name^='quantity.']").first().pressSequentially("3");
    await expect.poll(kept).toContain("quantity.");
    expect(await kept()).not.toContain("Old#12345");
    await page.reload();
    await visitor.ready();
    await page.getByRole("button", { name: "恢复", exact: true }).click();
    expect(await page.locator("input[name^='quantity.']").first().inputValue()).toBe("3");
    // Totals follow what was put back as they follow what is typed.
    await page
      .locator(".counter-payment, .counter")
      .getByText(/¥[1-9]/)
      .first()
      .waitFor();
    await visitor.open("/logout");
    await page.locator("form[method=post] button.button-primary").first().click();
    await page.waitForURL(/\/login/);
    expect(await kept()).not.toContain("quantity.");
  },
);

journey("with scripts: reloaded before the answer came, the page says that the sale was made", async (visitor) => {
  const { page } = visitor;
  await visitor.signIn("admin");
  await fillCart(visitor);
  const cut = line.cutAt(post, "after");
  await page.keyboard.press("Enter");
  await cut;
  await bar(page).getByText("网络中断").waitFor();
  // Before the page itself asks, which it does after a second.
  line.mend();
  await page.reload();
  await bar(page).getByText("刷新前的提交已经成功，请勿重复提交").waitFor();
});

journey(
  "with scripts: a page that is asked for without a line is answered by our own, which says what is kept and comes back by itself",
  async (visitor) => {
    const { page } = visitor;
    await visitor.signIn("admin");
    await visitor.open("/index");
    await page.evaluate(() => navigator.serviceWorker.ready.then(() => undefined));
    await expect.poll(() => page.evaluate(() => navigator.serviceWorker.controller !== null)).toBe(true);
    // What the server learns of a navigation is what it learns without a worker.
    await visitor.open("/manage/parkList");
    await page.getByRole("button", { name: "English" }).first().click();
    await page.locator("html[lang=en]").waitFor();
    await page.getByRole("button", { name: "中文" }).first().click();
    await page.locator("html[lang='zh-CN']").waitFor();
    for (const request of ["GET /manage/parkList ", "POST /preferences "]) {
      const head = line.passed.findLast((one) => one.startsWith(request)) ?? "";
      expect(head).toMatch(/sec-fetch-dest: document/i);
      expect(head).toMatch(/sec-fetch-mode: navigate/i);
    }
    // The browser's own note of a page that it could not load in the worker's stead.
    visitor.expectProblem(/503|service worker/i);
    line.cut();
    await page.goto("/ticket/ticketList").catch(() => undefined);
    await heading(page, "网络中断").waitFor();
    await page.getByText("其他标签页中填写的内容仍然保留").waitFor();
    await page.getByRole("link", { name: "重试" }).waitFor();
    expect(await page.evaluate(() => caches.keys())).toEqual([]);
    line.mend();
    await page.getByRole("table").waitFor();
    expect(page.url()).toContain("/ticket/ticketList");
  },
  { serviceWorkers: "allow" },
);
