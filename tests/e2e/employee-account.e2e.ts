/** An employee's account: made from their page, shown on it, disabled from it. */
import { expect } from "vitest";
import { expectAccessible } from "./accessible";
import { inBothModes, runConsole } from "./support";

const running = runConsole();

inBothModes(running, "an account is made from its employee's page, and disabled from there", async (visitor) => {
  const { page, javaScript } = visitor;
  const button = (name: string) => page.getByRole("button", { name, exact: true });
  const name = javaScript ? "周一帆" : "吴一帆";
  await visitor.signIn("admin");
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
