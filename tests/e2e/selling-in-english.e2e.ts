/** A seller's turn in English: shift, sale, change, refund, what the gate says of each, and the closing report. */
import { expect } from "vitest";
import { addDays, businessDay } from "~/contract/business-time";
import { inEnglish, runConsole, type Visitor } from "./support";

const running = runConsole();
const type = "索道往返票";

const button = ({ page }: Visitor, name: string | RegExp) => page.getByRole("button", { name, exact: true });

async function check(keeper: Visitor, code: string, heading: string): Promise<void> {
  await keeper.page.getByLabel(/^Scan or enter a ticket/).fill(code);
  await button(keeper, "Check").click();
  await keeper.page.locator(".verdict[role=alert]").getByText(code).first().waitFor();
  await keeper.page.getByRole("heading", { name: heading }).waitFor();
}

inEnglish(running, "a shift from its float to its report, with a change and a refund in it", async (visitor) => {
  const { page } = visitor;
  await visitor.signIn("seller");
  await visitor.open("/manage/shift");
  await page.getByLabel("Opening float (¥)").fill("500");
  await button(visitor, "Open shift").click();
  await page.getByRole("heading", { name: /^Close the shift/ }).waitFor();

  await visitor.open("/inside/buyTktList");
  await page.getByText(/^Shift SH/).waitFor();
  await page.getByRole("textbox", { name: `Qty of ${type}` }).fill("3");
  await button(visitor, "Check total").first().click();
  await page.locator("input[name=paymentType][value=cash]").check();
  await button(visitor, "Charge & issue").click();
  await page.getByRole("heading", { name: "Tickets issued" }).waitFor();
  await page.getByRole("link", { name: "View the order" }).click();

  await page.getByRole("link", { name: "Change", exact: true }).click();
  await page.getByRole("heading", { name: "Change tickets" }).waitFor();
  await visitor.ready();
  await page.getByLabel("New visit date").fill(addDays(businessDay(new Date()), 1));
  await button(visitor, "Calculate").click();
  await page.locator("input[name=ticketId]").nth(0).check();
  await button(visitor, "Calculate").click();
  await page.getByText("Fee ¥5.00", { exact: true }).waitFor();
  await page.getByRole("radio", { name: "Cash" }).check();
  await button(visitor, "Charge & change").click();
  await page.waitForURL(/\/offlineOrderDetail/);
  await page.getByText("Changed. Print the new tickets").waitFor();

  await page.getByRole("link", { name: "Refund", exact: true }).click();
  await page.getByRole("heading", { name: "Refund tickets" }).waitFor();
  await visitor.ready();
  const box = page.locator("input[name=ticketId]:enabled").first();
  const refunded =
    (await box.evaluate((one) => one.closest("tr, label, li")?.textContent ?? "")).match(/TK\d+/)?.[0] ?? "";
  await box.check();
  await button(visitor, "Calculate refund").click();
  await page.getByLabel("Reason").fill("Changed plans");
  await button(visitor, "Confirm refund").click();
  await page.waitForURL(/\/offlineOrderDetail/);
  await page.locator(".flash, [role=status]").getByText("Refunded").first().waitFor();

  const keeper = await visitor.another();
  await keeper.signIn("gatekeeper");
  await keeper.open("/manage/tktChevkPage");
  await check(keeper, refunded, "Entry refused");
  await keeper.page.getByText(`Ticket ${refunded} was refunded: no entry`).first().waitFor();

  await visitor.open("/manage/shift");
  // 500 of the float, three tickets of 80 and a fee of 5 came, 80 went back: 665.
  await page.getByLabel("¥100 × qty").fill("6");
  await page.getByLabel("¥50 × qty").fill("1");
  await page.getByLabel("¥10 × qty").fill("1");
  await page.getByLabel("¥5 × qty").fill("1");
  await page.getByLabel("Left for next shift (¥)").fill("500");
  await button(visitor, "Close shift").click();
  await page.getByRole("heading", { name: /^Closing report/ }).waitFor();
  const said = await page.getByRole("main").textContent();
  expect(said).toMatch(/Expected cash\s*¥?665\.00/);
  expect(said).toMatch(/Counted cash\s*¥?665\.00/);
  expect(said).not.toMatch(/Short ¥|Over ¥/);
});
