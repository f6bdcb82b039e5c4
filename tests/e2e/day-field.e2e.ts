/** The date field: days as people type them and a calendar with scripts, the browser's own field without. */
import { expect } from "vitest";
import { addDays, businessDay } from "~/contract/business-time";
import { expectAccessible } from "./accessible";
import { inBothModes, runConsole } from "./support";

const running = runConsole();

inBothModes(
  running,
  "a day is typed as people say it, picked, or given to the browser's own field",
  async (visitor) => {
    const { page, javaScript } = visitor;
    await visitor.signIn("admin");
    await visitor.open("/ticket/quotaList/1");
    const field = page.getByRole("main").locator("input[name=from]");
    if (!javaScript) {
      expect(await field.getAttribute("type")).toBe("date");
      await field.fill("2027-02-01");
      await page.getByRole("button", { name: "查询", exact: true }).click();
      await page.waitForURL(/from=2027-02-01/);
      // The server reads what somebody wrote into the address as the field does.
      await visitor.open("/ticket/quotaList/1?from=%2B1");
      expect(await field.inputValue()).toBe(addDays(businessDay(new Date()), 1));
      return;
    }
    const today = await page.evaluate(() => {
      const now = new Date();
      return new Date(now.getTime() - now.getTimezoneOffset() * 60_000).toISOString().slice(0, 10);
    });
    const typed = async (text: string) => {
      await field.fill(text);
      await field.press("Tab");
      return field.inputValue();
    };
    expect(await typed("1122")).toBe(`${today.slice(0, 4)}-11-22`);
    expect(await typed("今天")).toBe(today);
    expect(await typed("+1")).toBe(addDays(today, 1));
    // What is no day stays as it was typed, for the page's rule to refuse.
    expect(await typed("soon")).toBe("soon");
    await field.fill("2027-02-01");
    await field.press("Alt+ArrowDown");
    const calendar = page.getByRole("dialog", { name: "选择日期" });
    await calendar.getByRole("button", { name: /^15 / }).waitFor();
    await expectAccessible(page);
    await calendar.getByRole("button", { name: /^15 / }).click();
    await calendar.waitFor({ state: "hidden" });
    expect(await field.inputValue()).toBe("2027-02-15");
    await field.press("Enter");
    await page.waitForURL(/from=2027-02-15/);
  },
);

inBothModes(running, "an account is made from its employee's page, and disabled from there", async (visitor) => {
  const { page, javaScript } = visitor;
  const button = (name: string) => page.getByRole("button", { name, exact: true });
  const name = javaScript ? "周一帆" : "吴一帆";
  await visitor.signIn("admin");
  await visitor.open("/employ/departmentTree");
  await visitor.open("/employ/employeeList/new");
  await page.getByLabel("姓名", { exact: true }).fill(name);
  await page.getByLabel("工号", { exact: true }).fill(javaScript ? "FACE-1" : "FACE-2");
  await page.locator("select[name=departmentId]").selectOption({ index: 1 });
  await page.locator("input[name=entryDay]").fill("2026-01-05");
  await button("保存").click();
  await page.getByText("保存成功").waitFor();
  await visitor.open(`/employ/employeeList?name=${encodeURIComponent(name)}`);
  await page.getByRole("link", { name, exact: true }).click();
  await page.getByRole("link", { name: "开通账号" }).click();
  expect(await page.locator("input[name=name]").inputValue()).toBe(name);
  await page.locator("input[name=accName]").fill(javaScript ? "yifan1" : "yifan2");
  await page.locator("input[name=password]").fill("Strong#2026");
  await button("保存").click();
  await page.getByRole("link", { name: javaScript ? "yifan1" : "yifan2", exact: true }).waitFor();
  if (javaScript) await expectAccessible(page);
  await page.getByRole("link", { name: "停用账号" }).click();
  await page.getByRole("button", { name: /停用/ }).last().click();
  await page.getByText("已停用").first().waitFor();
});
