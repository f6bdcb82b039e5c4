/** Sub-tickets: who a ticket's price goes to is written down, a sale is shared, and the settlement leads to its orders. */
import { expect } from "vitest";
import { expectAccessible } from "./accessible";
import { inBothModes, runConsole } from "./support";

const running = runConsole();

inBothModes(running, "a price is shared among park and parties, sold and settled", async (visitor) => {
  const { page, javaScript } = visitor;
  await visitor.signIn("admin");
  await visitor.open("/ticket/sonTkInfo");
  await page.getByRole("link", { name: "青云任选票分账" }).click();
  await page.getByRole("heading", { name: "青云任选票分账", level: 1 }).waitFor();
  await page.getByRole("link", { name: "编辑" }).first().click();
  await page.getByLabel("千分比").first().waitFor();
  await visitor.ready();
  if (javaScript) await expectAccessible(page);
  await page.getByLabel("千分比").first().fill("581");
  await page.getByRole("button", { name: "保存" }).click();
  await page.getByText("千分比合计 1001，应为 1000").first().waitFor();
  expect(await page.getByLabel("千分比").first().inputValue()).toBe("581");
  await visitor.ready();
  await page.getByLabel("千分比").first().fill("580");
  await page.getByRole("button", { name: "保存" }).click();
  await page.waitForURL(/\/ticket\/sonTkInfo\/\d+$/);

  await visitor.open("/inside/buyTktList");
  await page.getByRole("textbox", { name: "青云任选票 数量" }).fill("3");
  await page.getByRole("button", { name: "核对金额" }).first().click();
  await page.getByText("¥294.00").first().waitFor();
  await page.getByRole("button", { name: "收款出票" }).click();
  await page.getByRole("heading", { name: "出票成功" }).waitFor();

  await visitor.open("/ticket/sonTkSettle");
  await page.getByRole("rowheader", { name: "青云索道公司", exact: true }).waitFor();
  // The second mode finds the sale of the first as well.
  await page.getByRole("row", { name: /^合计 .*(294|588)\.00/ }).waitFor();
  if (javaScript) await expectAccessible(page);
  await page
    .getByRole("link", { name: /^\d{4}-\d\d-\d\d$/ })
    .first()
    .click();
  await page.waitForURL(/\/ticket\/sonTkShares/);
  // 294.00 × 580 of a thousand.
  await page.getByRole("cell", { name: "170.52" }).first().waitFor();
  await page.getByRole("link", { name: /^OD/ }).first().click();
  await page.waitForURL(/\/offlineOrderDetail/);
  await page.getByText("青云任选票").first().waitFor();
});
