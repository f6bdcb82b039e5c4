/** Invoices by a clerk who reads English: an order's, issued by hand and found in the month; and a stored-value card's top-up. */
import { expect } from "vitest";
import { checkedIdentity } from "~server/backend/seed/identity";
import { expectAccessible } from "./accessible";
import { inEnglish, runConsole, type Visitor } from "./support";

const running = runConsole();

/** Records the number that the platform gave; the invoice's page is open, before and after. */
async function issue({ page }: Visitor, number: string): Promise<void> {
  await page.getByRole("link", { name: "Record as issued", exact: true }).first().click();
  await page.getByLabel("Invoice no.").first().fill(number);
  const day = page.getByLabel("Issued on").first();
  if ((await day.inputValue()) === "") await day.fill(await page.evaluate(() => new Date().toISOString().slice(0, 10)));
  await page.getByRole("button", { name: "Record as issued", exact: true }).first().click();
  await page.getByText("Issued", { exact: true }).first().waitFor();
}

inEnglish(running, "an order is invoiced, issued by hand, printed, and stands in the month", async (visitor) => {
  const { page } = visitor;
  const number = visitor.javaScript ? "26337000000002000001" : "26337000000002000002";
  await visitor.signIn("admin");
  await visitor.open("/invoice/list/open");
  await page.getByRole("heading", { name: "Orders to invoice" }).waitFor();
  await page.getByRole("checkbox").first().check();
  await page.getByRole("button", { name: "Invoice selected orders" }).click();
  await page.getByRole("heading", { name: "Request invoice" }).waitFor();
  await page.getByLabel("Invoice title").fill("Faraway Tours Ltd.");
  await page.getByRole("button", { name: /^Request invoice ¥/ }).click();
  await page.getByText("Enter the tax number of the company").first().waitFor();
  expect(await page.getByLabel("Invoice title").inputValue()).toBe("Faraway Tours Ltd.");
  await page.getByLabel("Tax number").fill("9111 0000 6000 3734 1L");
  await page.getByRole("button", { name: /^Request invoice ¥/ }).click();
  await page
    .getByText(/Requested as FP\d{14}/)
    .first()
    .waitFor();
  await issue(visitor, number);
  await page.getByRole("link", { name: "Printable view" }).first().click();
  await page.getByText(number).first().waitFor();
  if (visitor.javaScript) await expectAccessible(page);
  await visitor.open("/invoice/list/month");
  await page.getByRole("heading", { name: /^Invoices for/ }).waitFor();
  await page.getByRole("rowheader", { name: "6%" }).waitFor();
});

inEnglish(running, "a top-up is invoiced as not taxed, once, and stands in the month", async (visitor) => {
  const { page, javaScript } = visitor;
  const [stock, identity, number] = javaScript
    ? ["70010003", checkedIdentity("11010119860404031"), "26337000000002000003"]
    : ["70010004", checkedIdentity("11010119860404032"), "26337000000002000004"];
  await visitor.signIn("admin");
  await visitor.open(`/smartCard/list/counter?find=${stock}`);
  await page.locator("#sell-holderName").fill("John Brown");
  await page.locator("#sell-identity").fill(identity);
  await page.locator("#sell-amount").fill("300");
  await page.getByRole("button", { name: "Sell", exact: true }).click();
  await page.getByRole("button", { name: "Take payment", exact: true }).click();
  await page.getByRole("heading", { name: /· Active$/, level: 2 }).waitFor();
  await visitor.open(`/smartCard/list?number=${stock}`);
  await page.getByRole("link", { name: stock, exact: true }).first().click();
  await page.getByRole("link", { name: "Invoice top-ups", exact: true }).first().click();
  await page.getByRole("heading", { name: "Invoice top-ups", level: 1 }).waitFor();
  await page.getByText("Not taxed").first().waitFor();
  if (javaScript) await expectAccessible(page);
  await page.getByLabel("Invoice title").fill("John Brown");
  await page.locator('[name="buyerKind"]').selectOption("person");
  await page.getByRole("button", { name: "Request invoice ¥300.00" }).click();
  await page
    .getByText(/Requested as FP\d{14}/)
    .first()
    .waitFor();
  await issue(visitor, number);
  await page.goto(`${running.url}/invoice/list/month`);
  await page.getByRole("rowheader", { name: "Not taxed" }).waitFor();
});
