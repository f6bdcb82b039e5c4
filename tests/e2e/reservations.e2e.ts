/** A reservation from the desk: made, on the sheet of its day, cancelled with its place. */
import { expect } from "vitest";
import { addDays, businessDay } from "~/contract/business-time";
import { expectAccessible } from "./accessible";
import { inBothModes, moreOf, runConsole } from "./support";

const running = runConsole();
const inDays = (n: number) => addDays(businessDay(new Date()), n);

inBothModes(running, "a visitor reserves at the desk, stands on the day's sheet, and cancels", async (visitor) => {
  const { page } = visitor;
  const [name, identity] = visitor.javaScript ? ["王小明", "11010519491231002X"] : ["李红", "440524198001010013"];
  const day = inDays(visitor.javaScript ? 50 : 51);
  const button = (text: string) => page.getByRole("button", { name: text, exact: true });
  await visitor.signIn("admin");
  await visitor.open(`/ticket/reservationList/new?visitDay=${day}`);
  await page.getByText("余 60").first().waitFor();
  if (visitor.javaScript) await expectAccessible(page);

  // What is missing is said, and what was typed stays.
  await page.getByLabel(/^手机号/).fill("13800138000");
  await button("确认预约").click();
  await page.getByText("请选择票种或时段").waitFor();
  expect(await page.getByLabel(/^手机号/).inputValue()).toBe("13800138000");

  await page.getByRole("radio", { name: /^09:00-12:00/ }).check();
  await page.getByLabel(/^人数/).fill("3");
  await page.getByLabel("游客 1 姓名").fill(name);
  await page.getByLabel("游客 1 证件号").fill(identity);
  await button("确认预约").click();
  await page.getByRole("heading", { name: "预约成功" }).waitFor();
  await page.getByText("余 57").waitFor();

  await visitor.open(`/ticket/reservationList/day?day=${day}`);
  await page.getByRole("cell", { name, exact: true }).waitFor();
  if (visitor.javaScript) await expectAccessible(page);
  await page.getByRole("link", { name: /^OD/ }).first().click();
  await page.waitForURL(/reservationList\/\d+/);
  await moreOf(page.locator(".page-head"));
  await page.getByRole("link", { name: "取消预约", exact: true }).or(button("取消预约")).first().click();
  await button("取消预约").last().click();
  await page.getByText("已取消，3 个名额已释放").first().waitFor();

  await visitor.open(`/ticket/reservationList/new?visitDay=${day}`);
  await page.getByText("余 60").first().waitFor();
});
