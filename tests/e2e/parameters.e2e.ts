/** System parameters in their list: found, set with the input of their kind, and put back. */
import { expect } from "vitest";
import { runConsole, withoutScripts } from "./support";

const running = runConsole();

withoutScripts(
  running,
  "3f 4 a parameter is found, refused what it cannot be, set, logged, and put back to its default",
  async ({ page, open, signIn }) => {
    const main = page.locator("main");
    // Above a list; on a row's own page a drawer, where scripts run.
    const question = page.getByRole("alertdialog").or(page.getByRole("dialog"));
    const row = (name: string) => page.getByRole("row", { name });
    const save = () => main.getByRole("button", { name: "保存" }).last().click();
    await signIn("admin");

    await open("/system/paramList");
    await row("无操作自动退出（分钟）").getByText("120").first().waitFor();
    await open("/system/paramList?name=退款审批限额&paramCode=refund");
    expect(await page.locator("tbody").getByRole("row").count()).toBe(1);
    await row("退款审批限额").getByRole("link", { name: "编辑" }).click();
    const value = page.getByLabel("值", { exact: false });
    await page.getByRole("heading", { name: "编辑“退款审批限额（元）”" }).waitFor();
    expect(await value.inputValue()).toBe("500.00");
    await value.fill("many");
    await save();
    await main.getByText("请输入整数").first().waitFor();
    expect(await value.inputValue()).toBe("many");
    await value.fill("1,234.5");
    await save();
    await page.waitForURL(/\/system\/paramList\/\d+(\?|$)/);
    await main.getByText("¥1,234.50").first().waitFor();
    // The log of changes says it in the same words.
    expect(await main.getByText("¥500.00").count()).toBeGreaterThan(1);

    await open("/system/paramList?changed=true");
    await row("退款审批限额").getByRole("link", { name: "恢复默认" }).click();
    await question.getByText("退款审批限额（元）").first().waitFor();
    await question.getByRole("button", { name: "恢复默认" }).click();
    await row("退款审批限额").waitFor({ state: "detached" });

    // Ticked, several go back together.
    await open("/system/paramList");
    await row("开班后才能售票").getByRole("switch").click();
    await main.getByRole("row", { name: "开班后才能售票" }).getByRole("checkbox").check();
    await main.getByRole("group").getByRole("button", { name: "恢复默认" }).click();
    await question.getByRole("button", { name: "恢复默认" }).click();
    await main.getByRole("row", { name: "开班后才能售票" }).getByRole("checkbox").waitFor({ state: "detached" });

    // A choice has its choices; a code in the address leads to where it is set.
    await open("/system/paramList/browseMode");
    await page.waitForURL(/\/system\/paramList\/\d+\/edit$/);
    await value.selectOption({ label: "2 兼容" });
    await save();
    await page.waitForURL(/\/system\/paramList\/\d+(\?|$)/);
    await main.getByRole("link", { name: "恢复默认" }).click();
    await question.getByText("浏览模式").first().waitFor();
    await question.getByRole("button", { name: "恢复默认" }).click();
    await question.waitFor({ state: "detached" });
    await open("/system/paramList?changed=true");
    expect(await row("浏览模式").count()).toBe(0);
  },
);
