/** The function tree as a list: an entry made, found, moved, switched, copied and deleted. */
import { expect } from "vitest";
import { moreOf, runConsole, withoutScripts } from "./support";

const running = runConsole();

withoutScripts(
  running,
  "3c 4 a menu entry is made in a group, moved, switched off and on, copied and deleted",
  async ({ page, open, signIn, javaScript }) => {
    const name = javaScript ? "外部日报" : "外部周报";
    const address = `/outer/${javaScript ? "daily" : "weekly"}`;
    const list = "/application/menuManage";
    const main = page.locator("main");
    const rows = page.locator("tbody").getByRole("row");
    const row = page.getByRole("row", { name });
    const question = page.getByRole("alertdialog");
    const menu = page.getByRole("navigation", { name: "菜单" }).first();
    const save = () => main.getByRole("button", { name: "保存" }).last().click();
    const answer = async (label: string) => {
      await question.getByText(name).waitFor();
      await question.getByRole("button", { name: label }).click();
      await question.waitFor({ state: "detached" });
    };
    await signIn("admin");

    await open(`${list}/tree`);
    await main.getByRole("navigation", { name: "菜单" }).getByRole("link", { name: /^系统/ }).click();
    await main.getByRole("link", { name: "添加下级 系统", exact: true }).click();
    await page.locator("[name=funName]").fill(name);
    await page.locator("[name=funNameEn]").fill("Outer report");
    await page.locator("[name=funUrl]").fill("outer");
    await page.locator("[name=funCode]").fill(`outer${address.length}`);
    await page.locator("[name=openWay]").selectOption("_blank");
    await page.locator("[name=outerChain]").fill("https://report.example.com/x");
    await save();
    await main.getByText("请输入以 / 开头的本系统地址").first().waitFor();
    expect(await page.locator("[name=funName]").inputValue()).toBe(name);
    await page.locator("[name=funUrl]").fill(address);
    await save();
    await page.waitForURL(/\/application\/menuManage\/\d+(\?|$)/);
    await main.getByText(`系统 / ${name}`).first().waitFor();
    await menu.getByText(name).waitFor({ state: "attached" });

    await open(`${list}?title=${encodeURIComponent("系统 /")}&pageSize=-1`);
    expect(await rows.last().textContent()).toContain(name);
    await row.getByRole("button", { name: "上移" }).click();
    await page.waitForFunction(
      (text) => !document.querySelector("tbody tr:last-child")?.textContent?.includes(text),
      name,
    );
    expect(await rows.nth(-2).textContent()).toContain(name);

    await open(`${list}?title=${encodeURIComponent(name)}`);
    await (await moreOf(row)).getByRole("link", { name: "停用" }).click();
    await answer("停用");
    await menu.getByText(name).waitFor({ state: "detached" });
    await row.getByRole("link", { name: "启用" }).click();
    await answer("启用");
    await menu.getByText(name).waitFor({ state: "attached" });

    await row.getByRole("link", { name }).first().click();
    await page.waitForURL(/\/application\/menuManage\/\d+(\?|$)/);
    await main.getByRole("link", { name: "复制新建" }).click();
    await page.waitForURL(/copy=/);
    expect(await page.locator("[name=outerChain]").inputValue()).toBe("https://report.example.com/x");
    // What must differ is left to be filled in.
    expect(await page.locator("[name=funUrl]").inputValue()).toBe("");
    await page.locator("[name=funUrl]").fill(address);
    await page.locator("[name=funCode]").fill("another");
    await save();
    await main.locator(".field-error").first().waitFor();

    await open(`${list}?title=${encodeURIComponent(name)}`);
    await (await moreOf(row)).getByRole("link", { name: "删除" }).click();
    await page.getByRole("heading", { name: "删除菜单" }).waitFor();
    await main.getByRole("button", { name: "删除" }).click();
    await page.waitForURL(/\/application\/menuManage\?/);
    expect(new URL(page.url()).searchParams.get("title")).toBe(name);
    await menu.getByText(name).waitFor({ state: "detached" });
  },
);
