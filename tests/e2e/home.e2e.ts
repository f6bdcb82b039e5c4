/** The workbench, messages, and finding a function. */
import { expect } from "vitest";
import { expectAccessible } from "./accessible";
import { journeyOf, runConsole, withoutScripts, withScripts } from "./support";

const running = runConsole();

withScripts(
  running,
  "2.3a the workbench has today's figures, what waits, favourites and what was used last",
  async (visitor) => {
    const { page, open } = visitor;
    await visitor.signIn("manager");
    await visitor.open("/index");
    const blocks = page.locator(".home-blocks");
    await blocks.getByText("今日收款").waitFor();
    for (const name of ["近 30 天实收", "分时入园", "景区承载", "即将约满"])
      await blocks.getByRole("region", { name }).waitFor();
    if (visitor.javaScript) await expectAccessible(page);
    // Each leads to its rows.
    await blocks.getByRole("region", { name: "近 30 天实收" }).getByRole("link", { name: "明细" }).click();
    await page.waitForURL(/\/order\/offlineOrderList\?createdAt\.from=/);
    await page.getByRole("heading", { name: "线下订单" }).first().waitFor();
    await visitor.open("/index");
    await page.getByRole("heading", { name: "待办" }).waitFor();
    await page
      .getByRole("link", { name: /退票审批/ })
      .first()
      .click();
    await page.waitForURL("**/order/refundList");
    // With scripts the visit is noted a while after the page is shown; who leaves sooner has not used it, and comes again.
    const used = page.getByRole("navigation", { name: "最近使用" }).getByRole("link", { name: "退票审批" });
    await page.waitForLoadState("networkidle");
    await open("/index");
    await expect
      .poll(
        async () => {
          if ((await used.count()) > 0) return 1;
          await open("/order/refundList");
          await open("/index");
          return used.count();
        },
        { timeout: 20_000 },
      )
      .toBe(1);
  },
);

journeyOf(running, "2.3a who sells begins at the workbench, and who checks does", async (visitor) => {
  const { page } = visitor;
  await visitor.signIn("seller");
  await visitor.open("/index");
  await page.getByText("今日收款").waitFor({ state: "detached" });
  await page.getByRole("link", { name: "开始售票" }).click();
  await page.waitForURL("**/inside/buyTktList");
  const keeper = await visitor.another();
  await keeper.signIn("gatekeeper");
  await keeper.open("/index");
  await keeper.page.getByText("分时入园").waitFor({ state: "detached" });
});

withoutScripts(running, "2.6 the sidebar finds a function by its initials", async (visitor) => {
  const { page } = visitor;
  await visitor.signIn("seller");
  await visitor.open("/index");
  await page.getByRole("searchbox", { name: "功能、单号、票号、卡号、旅行社、手机号、姓名" }).fill("spjl");
  await page.keyboard.press("Enter");
  await page.waitForURL("**/menuSearch?q=spjl");
  await page
    .locator("main")
    .getByRole("link", { name: /售票记录/ })
    .click();
  await page.waitForURL("**/inside/buyTktLog");
});

journeyOf(
  running,
  "2.6 Ctrl-K finds by pinyin while one types; arrows choose, Enter goes, Esc closes",
  async (visitor) => {
    const { page } = visitor;
    await visitor.signIn("seller");
    await visitor.open("/index");
    await page.keyboard.press("Control+k");
    await page.getByRole("dialog").getByRole("combobox").fill("shoupiao");
    // What was used last stands there until the answer comes.
    await expect.poll(() => page.getByRole("option").count()).toBe(2);
    await expectAccessible(page);
    await page.keyboard.press("ArrowDown");
    const wanted = await page.getByRole("option", { selected: true }).locator("span").first().textContent();
    await page.keyboard.press("Enter");
    await page.waitForURL("**/inside/**");
    await page
      .locator("nav .tabs, .tabs [aria-current]")
      .filter({ hasText: wanted ?? "" })
      .waitFor();
    await page.keyboard.press("Control+k");
    await page.getByRole("dialog").waitFor();
    await page.keyboard.press("Escape");
    await page.getByRole("dialog").waitFor({ state: "detached" });
  },
);
