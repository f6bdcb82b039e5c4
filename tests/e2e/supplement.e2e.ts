/** A ticket that was bought cheaper becomes a dearer one at the window: the difference is paid, the printed ticket goes on. */
import { expect } from "vitest";
import { expectAccessible } from "./accessible";
import { inBothModes, runConsole } from "./support";

const running = runConsole();

inBothModes(running, "a ticket becomes a dearer one, keeps its number, and says so", async (visitor) => {
  const { page, javaScript } = visitor;
  const button = (name: string | RegExp) => page.getByRole("button", { name });
  await visitor.signIn("seller");
  await visitor.open("/inside/buyTktList");
  await page.getByRole("textbox", { name: "儿童票（1.2–1.5 米） 数量" }).fill("1");
  await button("核对金额").first().click();
  await button("收款出票").click();
  await page.getByRole("heading", { name: "出票成功" }).waitFor();
  await page.getByRole("link", { name: "查看订单" }).click();
  await page.getByRole("link", { name: "补差换票", exact: true }).click();
  await page.getByRole("heading", { name: "补差换票" }).waitFor();
  await visitor.ready();
  await button("查看可换票种").click();
  await page.getByText("请至少选择一张门票").waitFor();

  const box = page.locator("input[name=ticketId]").first();
  const number = (await page.locator("tbody th label").first().textContent()) ?? "";
  await box.check();
  await button("查看可换票种").click();
  await page.getByRole("radio", { name: /^成人票/ }).check();
  if (javaScript) await expectAccessible(page);
  await button("试算补差").click();
  await page.getByText(/^应补/).waitFor();
  const cash = page.getByRole("radio", { name: "现金" });
  if ((await cash.count()) > 0) await cash.check();
  await button("收款并换票").click();
  await page.waitForURL(/\/offlineOrderDetail/);
  await page.getByText("已补差换票。原来的票号和二维码继续有效").waitFor();
  await page
    .locator(".timeline")
    .getByText(/补差换票 1 张：儿童票.* → 成人票，补差价/)
    .first()
    .waitFor();
  if (javaScript) await expectAccessible(page);
  const row = page.getByRole("row").filter({ hasText: number });
  expect(await row.first().textContent()).toContain("成人票");

  // The printed number opens what it has become.
  await page.getByRole("link", { name: number, exact: true }).first().click();
  await page
    .locator(".timeline")
    .getByText(/补差换票：儿童票.* → 成人票/)
    .first()
    .waitFor();
});
