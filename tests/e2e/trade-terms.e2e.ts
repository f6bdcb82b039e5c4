/** Who sells on which terms: a price group and what became of it, side by side; who heads a department; a month by region. */
import { expect } from "vitest";
import { expectAccessible } from "./accessible";
import { inBothModes, inEnglish, runConsole } from "./support";

const running = runConsole();

inBothModes(running, "a price group is made and renamed, and the log tells from what to what", async (visitor) => {
  const { page, javaScript } = visitor;
  const [code, name] = javaScript ? ["JG-S1", "研学机构"] : ["JG-S2", "高铁专列"];
  visitor.expectProblem(/status of 422/);
  await visitor.signIn("admin");
  await visitor.open("/travel/travelPriceGroup");
  await page.getByRole("link", { name: "新建", exact: true }).click();
  await page.waitForURL(/\/travelPriceGroup\/new/);
  await page.getByLabel(/^编码/).fill("JG-A");
  await page.getByLabel(/^名称/).fill(name);
  await page.getByLabel(/^名称/).press("Enter");
  // One that is there already is told beside its field, and what was typed stays.
  await page.locator(".field-error").first().waitFor();
  expect(await page.getByLabel(/^名称/).inputValue()).toBe(name);
  if (javaScript) await expectAccessible(page);
  await page.getByLabel(/^编码/).fill(code);
  await page.getByLabel(/^编码/).press("Enter");
  await page.waitForURL(/\/travelPriceGroup\/\d+$/);
  await page.getByRole("link", { name: "编辑", exact: true }).click();
  await page.getByLabel(/^名称/).fill(`${name}（华东）`);
  await page.getByLabel(/^名称/).press("Enter");
  await page.waitForURL(/\/travelPriceGroup\/\d+$/);
  await page.getByRole("heading", { name: new RegExp(`${name}（华东）`) }).waitFor();

  await visitor.open("/travelLogDetail");
  await page.getByLabel("对象").selectOption({ label: "价格组" });
  await page.getByRole("button", { name: "查询" }).click();
  await page.waitForURL(/thing=travelPriceGroup/);
  // What it was and what it became stand side by side.
  const change = page.getByRole("row").filter({ has: page.getByRole("cell", { name, exact: true }) });
  await change.getByRole("cell", { name: `${name}（华东）`, exact: true }).waitFor();
  if (javaScript) await expectAccessible(page);
});

inBothModes(running, "a department has one head at a time, in office since today", async (visitor) => {
  const { page, javaScript } = visitor;
  const place = javaScript ? 0 : 1;
  visitor.expectProblem(/status of 422/);
  await visitor.signIn("admin");
  for (const attempt of ["appointed", "refused"] as const) {
    await visitor.open("/departmentHeadManageEdit/new");
    await page.locator(".tree-field > summary").click();
    await page.locator("[name=departmentId]:not([value=''])").nth(place).check();
    await page.getByLabel(/^职务/).fill("主管");
    expect(await page.getByLabel(/^任职日期/).inputValue()).toMatch(/^\d{4}-\d{2}-\d{2}$/);
    if (javaScript) {
      await page.getByRole("combobox", { name: /^负责人/ }).fill("王");
      await page.getByRole("option").first().click();
    } else {
      await page.locator("button[value='search:employeeId']").click();
      await page.locator("[name='search.q']").fill("王");
      await page.getByRole("button", { name: "查询" }).click();
      await page.getByRole("button", { name: /^王/ }).first().click();
    }
    await page.getByRole("button", { name: "保存" }).first().click();
    if (attempt === "appointed") await page.waitForURL(/\/departmentHeadManageEdit\/\d+$/);
    else await page.locator(".field-error").first().waitFor();
  }
  await visitor.open("/departmentHeadManageEdit");
  await page.getByRole("cell", { name: "主管" }).first().waitFor();
  if (javaScript) await expectAccessible(page);
});

inEnglish(running, "a month by region leads to an agency, and the log of changes may be empty", async (visitor) => {
  const { page, javaScript } = visitor;
  await visitor.signIn("admin");
  await visitor.open("/regionalPlan/index");
  await page.getByRole("heading", { name: /^Regional plan · \d{4}-\d{2}$/ }).waitFor();
  await page.getByRole("columnheader", { name: "Agencies" }).waitFor();
  if (javaScript) await expectAccessible(page);
  await page.locator("a[href*='agencyList']").first().click();
  await page.waitForURL(/\/travel\/agencyList/);
  await visitor.open("/travelLogDetail?thing=salesRegion&who=Nobody");
  await page.getByText("No changes match").waitFor();
});
