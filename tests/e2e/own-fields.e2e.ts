/** Fields that a corp adds: declared, filled in on a park's form, seen and sought in its list, and on an order's page. */
import { expect } from "vitest";
import { expectAccessible } from "./accessible";
import { inBothModes, inEnglish, moreOf, runConsole } from "./support";

const running = runConsole();

inBothModes(running, "a field is added to parks and to orders, filled in, sought and withdrawn", async (visitor) => {
  const { page } = visitor;
  const mark = visitor.javaScript ? "J" : "N";
  const button = (name: string) => page.getByRole("button", { name, exact: true });
  const link = (name: string) => page.getByRole("link", { name, exact: true });
  await visitor.signIn("admin");

  await visitor.open("/system/ownFieldList/new");
  await page.getByLabel("所属资料").selectOption("park");
  await page.getByLabel("编码").fill(`grade${mark}`);
  await page.getByLabel("名称").fill(`评级${mark}`);
  await page.getByLabel("可作为查询条件").check();
  if (visitor.javaScript) await expectAccessible(page);
  await button("保存").click();
  await page.getByRole("heading", { name: `评级${mark}` }).waitFor();

  await visitor.open("/manage/parkList");
  await page.locator("tbody tr a").first().click();
  await link("编辑").first().click();
  await page.getByRole("heading", { name: "自定义信息" }).waitFor();
  await page.getByLabel(`评级${mark}`).fill(`五A级${mark}`);
  await button("保存").click();
  await page.getByText(`五A级${mark}`).first().waitFor();
  await page.locator(".timeline").getByText(`评级${mark}`).first().waitFor();

  await visitor.open(`/manage/parkList?own_grade${mark}=${encodeURIComponent("五A")}`);
  await page.getByRole("columnheader", { name: `评级${mark}` }).waitFor();
  expect(await page.locator("tbody tr").count()).toBe(1);
  await page.getByRole("cell", { name: `五A级${mark}` }).waitFor();
  await visitor.open("/manage/parkList?own_nonsense=1");
  await page.getByRole("columnheader", { name: `评级${mark}` }).waitFor();

  await visitor.open("/system/ownFieldList/new");
  await page.getByLabel("所属资料").selectOption("order");
  await page.getByLabel("编码").fill(`coach${mark}`);
  await page.getByLabel("名称").fill(`车牌${mark}`);
  await button("保存").click();
  await page.getByRole("heading", { name: `车牌${mark}` }).waitFor();
  await visitor.open("/order/offlineOrderList");
  await page.locator("tbody tr a").first().click();
  await link("修改自定义信息").click();
  await page.getByLabel(`车牌${mark}`).fill(`沪A1234${mark}`);
  await button("保存").click();
  await page.locator(".facts").getByText(`沪A1234${mark}`).waitFor();
  if (visitor.javaScript) await expectAccessible(page);

  await visitor.open(`/system/ownFieldList?name=${encodeURIComponent(`车牌${mark}`)}`);
  await page.locator("tbody tr a").first().click();
  await moreOf(page.locator(".page-head"));
  await button("停用").or(link("停用")).first().click();
  await visitor.open("/order/offlineOrderList");
  await page.locator("tbody tr a").first().click();
  await page.locator(".facts").getByText(`沪A1234${mark}`).waitFor();
});

inEnglish(running, "a custom field is declared with its choices", async (visitor) => {
  const { page } = visitor;
  await visitor.signIn("admin");
  await visitor.open("/system/ownFieldList/new");
  await page.getByLabel("Belongs to").selectOption("employee");
  const name = visitor.javaScript ? "Badge number" : "Badge colour";
  await page.locator("[name=code]").fill(visitor.javaScript ? "badge" : "badgeColour");
  await page.locator("[name=name]").fill(name);
  await page.getByRole("button", { name: "Save", exact: true }).click();
  await page.getByRole("heading", { name }).waitFor();
  await visitor.open("/employ/employeeList/new");
  await page.getByRole("heading", { name: "Custom fields" }).waitFor();
  await page.getByLabel(name).waitFor();
});
