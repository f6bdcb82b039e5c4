/** What an administrator sets is seen at once. */
import { expect } from "vitest";
import { expectAccessible } from "./accessible";
import { journeyOf, moreOf, runConsole, withoutScripts } from "./support";

const running = runConsole();

journeyOf(
  running,
  "9s 3j 3c a parameter, a dictionary's label and a menu's name are seen on the next page",
  async (visitor) => {
    const { page, open } = visitor;
    await visitor.signIn("admin");

    await open("/system/paramList?name=客服");
    await page.getByRole("row", { name: "客服电话" }).getByRole("link", { name: "编辑" }).click();
    await page.getByRole("textbox", { name: "值" }).fill("400-123-4567");
    await page.locator("main").getByRole("button", { name: "保存" }).last().click();
    await page.waitForURL(/\/system\/paramList\/\d+(\?|$)/);
    await page.getByRole("banner").getByText("400-123-4567").first().waitFor({ state: "attached" });
    await expectAccessible(page);

    await open("/system/dictList/items?dictType=ticketState&value=voided");
    await page.getByRole("link", { name: "编辑" }).first().click();
    // The address changes before the page does.
    await page.getByRole("heading", { name: /编辑/ }).waitFor();
    await page.getByLabel("中文名称").fill("已注销");
    await page.locator("main").getByRole("button", { name: "保存" }).last().click();
    await page.waitForURL(/\/system\/dictList\/items\/\d+(\?|$)/);
    await open("/ticket/issuedList?state=voided");
    await page.getByRole("navigation", { name: "按状态查看" }).getByText("已注销").waitFor();

    await open("/application/menuManage?title=售票记录");
    await page.getByRole("row", { name: "售票记录" }).getByRole("link", { name: "编辑" }).click();
    await page.locator("[name=funName]").fill("售票流水");
    await page.locator("main").getByRole("button", { name: "保存" }).last().click();
    await page.waitForURL(/\/application\/menuManage\/\d+(\?|$)/);
    const menu = page.getByRole("navigation", { name: "菜单" }).first();
    await menu.getByText("售票流水").waitFor({ state: "attached" });
    await open("/application/menuManage/tree");
    const tree = page.locator("main").getByRole("navigation", { name: "菜单" });
    await tree.locator("summary[aria-label='售票的下级']").click();
    await tree.getByRole("link", { name: "售票流水" }).click();
    await page.getByRole("button", { name: "停用 售票流水" }).click();
    await menu.getByText("售票流水").waitFor({ state: "detached" });
    await expectAccessible(page);

    await open("/system/auditList");
    await page.getByRole("link", { name: "操作详情" }).first().click();
    await page.getByText("停用菜单“售票流水”").waitFor();
    // Labels and words in the place of names and codes.
    await page.getByRole("row", { name: "状态 启用 停用" }).waitFor();
    expect(await page.getByText("menuSuspend").count()).toBe(0);
  },
);

withoutScripts(
  running,
  "3j 7p of a dictionary's rows only one's own may be deleted; they are chosen in forms",
  async (visitor) => {
    const { page, open } = visitor;
    const code = `own${visitor.javaScript ? "js" : "plain"}`;
    await visitor.signIn("admin");
    await open("/system/dictList/items/new?dictType=saleChannel");
    await page.getByLabel("编码").fill(code);
    await page.getByLabel("中文名称").fill(`渠道${code}`);
    await page.getByLabel("英文名称").fill(code);
    await page.locator("main").getByRole("button", { name: "保存" }).last().click();
    await page.waitForURL(/\/system\/dictList\/items(\/\d+)?(\?.*)?$/);
    await open("/system/dictList/items?dictType=saleChannel");
    const row = (name: string) => page.getByRole("row", { name });
    await (await moreOf(row(`渠道${code}`))).getByRole("link", { name: "删除" }).waitFor();
    expect(await row("窗口").getByText("删除").count()).toBe(0);
    expect(await row("窗口").getByRole("link", { name: "编辑" }).count()).toBe(1);
    await open("/pricePolicyAdd");
    await page.getByLabel("渠道").selectOption(code);
    await open("/ticket/ticketEdit");
    await page.getByLabel(`渠道${code}`).check();
    await open("/system/dictList/items?dictType=orderState");
    await row("待支付").waitFor();
    expect(await page.getByRole("row").getByText("删除", { exact: true }).count()).toBe(0);
    expect(await page.getByRole("row").getByText("停用", { exact: true }).count()).toBe(0);
  },
);
