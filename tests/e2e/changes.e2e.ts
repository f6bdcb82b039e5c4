/** Two of three tickets go to tomorrow: the difference is paid, and the order prints what is good now. */
import { expect } from "vitest";
import { addDays, businessDay } from "~/contract/business-time";
import { expectAccessible } from "./accessible";
import { inBothModes, runConsole } from "./support";

const running = runConsole();

inBothModes(running, "two of three tickets are changed to tomorrow, paid, and printed anew", async (visitor) => {
  const { page, javaScript } = visitor;
  const button = (name: string | RegExp) => page.getByRole("button", { name });
  await visitor.signIn("seller");
  await visitor.open("/inside/buyTktList");
  await page.getByRole("textbox", { name: "索道往返票 数量" }).fill("3");
  await button("核对金额").first().click();
  await button("收款出票").click();
  await page.getByRole("heading", { name: "出票成功" }).waitFor();
  await page.getByRole("link", { name: "查看订单" }).click();
  await page.getByRole("link", { name: "改签", exact: true }).click();
  await page.getByRole("heading", { name: "改签" }).waitFor();
  await visitor.ready();
  await page.getByText("可改日期，不限次数，过期前都可以，每张收手续费 5.00 元").waitFor();

  // Nothing chosen: said at the tickets, and what was typed stays.
  const tomorrow = addDays(businessDay(new Date()), 1);
  await page.getByLabel("新的游玩日").fill(tomorrow);
  await button("试算改签").click();
  await page.getByText("请至少选择一张门票").waitFor();
  expect(await page.getByLabel("新的游玩日").inputValue()).toBe(tomorrow);
  const boxes = page.locator("input[name=ticketId]");
  await boxes.nth(0).check();
  await boxes.nth(1).check();
  await button("试算改签").click();
  await page.getByText("手续费 ¥10.00").waitFor();
  if (javaScript) await expectAccessible(page);
  const cash = page.getByRole("radio", { name: "现金" });
  if ((await cash.count()) > 0) await cash.check();
  await button(/改签$/).last().click();
  await page.waitForURL(/\/offlineOrderDetail/);
  await page.getByText("已改签，请打印新票").waitFor();
  await page
    .locator(".timeline")
    .getByText(/改签 2 张：.*手续费 10.00 元/)
    .first()
    .waitFor();
  await page
    .getByRole("region", { name: "改签记录" })
    .getByRole("cell", { name: /^CH\d+/ })
    .waitFor();
  if (javaScript) await expectAccessible(page);

  // The ticket that was given back says what it became, and cannot be changed again.
  const old = page.getByRole("row").filter({ hasText: "已改签" }).getByRole("link").first();
  await old.click();
  await page
    .locator(".timeline")
    .getByText(/换出新票 TK\d+/)
    .waitFor();
  expect(await page.locator(".page-head").getByRole("link", { name: "改签", exact: true }).count()).toBe(0);
  await page.goBack();
  await visitor.ready();
  await button(/^打印小票/).click();
  await page.locator("article.ticket").nth(2).waitFor();
  expect(await page.locator("article.ticket").count()).toBe(3);
  expect(await page.locator("article.ticket", { hasText: tomorrow }).count()).toBe(2);
});
