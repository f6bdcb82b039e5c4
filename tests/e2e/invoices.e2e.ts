/** Invoices: an order is invoiced, its number recorded, printed, and found in the month. */
import { expect } from "vitest";
import { expectAccessible } from "./accessible";
import { runConsole, withScripts } from "./support";

const running = runConsole();

withScripts(running, "an order is invoiced, issued by hand, printed, and stands in the month", async (visitor) => {
  const { page } = visitor;
  const number = visitor.javaScript ? "26337000000001000001" : "26337000000001000002";
  await visitor.signIn("admin");

  await visitor.open("/invoice/list/open");
  await page.getByRole("heading", { name: "待开票订单" }).waitFor();
  if (visitor.javaScript) await expectAccessible(page);
  await page.getByRole("checkbox").first().check();
  await page.getByRole("button", { name: "为所选订单开票" }).click();
  await page.getByRole("heading", { name: "申请开票" }).waitFor();
  await page.getByLabel("发票抬头").fill("远方科技有限公司");
  await page.getByRole("button", { name: /^提交开票/ }).click();
  await page.getByText("企业抬头须填写纳税人识别号").first().waitFor();
  await page.getByLabel("纳税人识别号").fill("9111 0000 6000 3734 1L");
  await page.getByRole("button", { name: /^提交开票/ }).click();
  await page
    .getByText(/已申请 FP\d{14}/)
    .first()
    .waitFor();

  await page.getByRole("link", { name: "登记开具", exact: true }).first().click();
  await page.getByLabel("发票号码").first().fill(number);
  const day = page.getByLabel("开票日期").first();
  if ((await day.inputValue()) === "") await day.fill(await page.evaluate(() => new Date().toISOString().slice(0, 10)));
  await page.getByRole("button", { name: "登记开具", exact: true }).first().click();
  await page.getByText("已开具").first().waitFor();

  await page.getByRole("link", { name: "票面" }).first().click();
  await page.getByText(number).first().waitFor();
  if (visitor.javaScript) await expectAccessible(page);

  await visitor.open("/invoice/list/month");
  await page.getByRole("heading", { name: /发票汇总$/ }).waitFor();
  await page.getByRole("rowheader", { name: "6%" }).waitFor();
  // The file for the declaration has what the page has: by rate, and how it meets the ledger of payments.
  const shown = (await page.getByRole("row", { name: /^6%/ }).first().locator("td").allInnerTexts()).map((text) =>
    text.replaceAll(",", "").trim(),
  );
  const href = await page.locator("a[download]").first().getAttribute("href");
  const answer = await page.request.get(new URL(href ?? "", page.url()).href);
  expect(answer.headers()["content-type"]).toContain("text/csv");
  const lines = (await answer.text()).replace("\uFEFF", "").split("\r\n");
  const declared = lines.find((line) => line.startsWith("6%"))?.split(",") ?? [];
  expect(declared.slice(2)).toEqual(shown.slice(1));
  expect(lines.some((line) => line.startsWith("月初未开票,"))).toBe(true);
});
