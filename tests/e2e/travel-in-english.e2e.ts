/** The travel trade for somebody who reads English: a customer made and signed, why an agency pays what it pays, what all of them owe. */
import { expect } from "vitest";
import { expectAccessible } from "./accessible";
import { inEnglish, runConsole } from "./support";

const running = runConsole();

inEnglish(running, "a customer is created, approved and signed in one sitting", async (visitor) => {
  const { page, javaScript } = visitor;
  const [name, no] = javaScript ? ["Egret Tours", "XY-2026-951"] : ["Heron Tours", "XY-2026-952"];
  visitor.expectProblem(/status of 422/);
  await visitor.signIn("admin");
  await visitor.open("/travelInfo/createCustomer");
  await page.getByLabel(/^Customer's name/).fill(name);
  await page.getByLabel(/^Type/).selectOption("groups");
  await page.getByLabel(/^Licence no\./).fill(`L-${no}`);
  await page.getByLabel(/^Contact(?!'s)/).fill("Lin Mei");
  await page.getByLabel(/^Contact's mobile/).fill(javaScript ? "13900139051" : "13900139052");
  await page.getByLabel(/^Settlement/).selectOption("credit");
  await page.getByLabel(/^Credit limit/).fill("a lot");
  await page.getByLabel(/^Agreement no\./).fill(no);
  await page.getByLabel(/approve and sign now/).check();
  await page.keyboard.press("Enter");
  await page.getByText("Enter an amount with at most two decimals").first().waitFor();
  await visitor.ready();
  expect(await page.getByLabel(/^Customer's name/).inputValue()).toBe(name);
  if (javaScript) await expectAccessible(page);
  await page.getByLabel(/^Credit limit/).fill("50000");
  await page.getByLabel(/^Credit limit/).press("Enter");
  await page.getByText(new RegExp(`${name} has been created with code KH\\d{5}. Status: `)).waitFor();
  await page.getByText("Everything is in place: tickets can be sold now.").waitFor();
});

inEnglish(running, "why an agency pays its price, what it agreed to bring, whom guides brought", async (visitor) => {
  const { page, javaScript } = visitor;
  await visitor.signIn("admin");
  await visitor.open("/travelInfo/travelTypePrice/why");
  await page.getByLabel("Agency", { exact: true }).selectOption({ label: "青山国际旅行社" });
  await page.getByLabel("Ticket type", { exact: true }).selectOption({ index: 1 });
  await page.getByRole("button", { name: "View" }).click();
  await page.getByRole("heading", { name: "Prices in other price groups" }).waitFor();
  if (javaScript) await expectAccessible(page);

  await visitor.open("/travelInfo/travelAgreedTicketNumDetail");
  await page.getByRole("link", { name: /^XL-\d{4}-01$/ }).click();
  await page.getByRole("link", { name: "Progress" }).click();
  await page.getByRole("heading", { name: /: progress$/ }).waitFor();
  if (javaScript) await expectAccessible(page);

  await visitor.open("/travelInfo/guiderNumDetail");
  await page.getByRole("heading", { name: "Visitors by guide" }).waitFor();
  visitor.expectProblem(/status of 422/);
  await visitor.open("/travelInfo/guiderNumDetail?from=2026-02-02&to=2026-01-01");
  await page.locator(".field-error, .notice-bad").first().waitFor();
});

inEnglish(running, "what all agencies owe, one agency's account, and its statements", async (visitor) => {
  const { page, javaScript } = visitor;
  await visitor.signIn("admin");
  await visitor.open("/travel/exposure");
  await page.getByRole("heading", { name: /^Agency exposure and ageing/ }).waitFor();
  await page.getByText("Amounts in ¥.").waitFor();
  if (javaScript) await expectAccessible(page);
  await page.getByRole("link", { name: "青山国际旅行社" }).first().click();
  await page.waitForURL(/\/agencyList\/\d+/);
  await page.getByRole("heading", { level: 1, name: /青山国际旅行社/ }).waitFor();
  await visitor.open("/travel/statementList");
  await page.getByRole("heading", { name: "Statements" }).waitFor();
  await page.locator("tbody a[href*='/statementList/']").first().click();
  await page.waitForURL(/\/statementList\/\d+/);
  await page.getByRole("heading", { level: 1 }).waitFor();
  if (javaScript) await expectAccessible(page);
});

inEnglish(running, "an agency that applies is told what is missing, and keeps what it typed", async (visitor) => {
  const { page, javaScript } = visitor;
  visitor.expectProblem(/status of 4(22|28)/);
  await visitor.open("/apply/agency");
  await page.getByRole("heading", { name: "Apply as a travel agency" }).waitFor();
  await page.getByLabel("Agency", { exact: true }).fill("Crane Travel");
  await page.getByLabel("Type").selectOption("groups");
  await page.getByLabel("Licence no.").fill("L-EN-1");
  await page.getByLabel("Contact", { exact: true }).fill("Lin Mei");
  await page.getByLabel("Contact's mobile").fill("123");
  if (javaScript) {
    await page
      .getByLabel("Supporting documents")
      .setInputFiles([{ name: "licence.pdf", mimeType: "application/pdf", buffer: Buffer.alloc(5 * 1024 * 1024) }]);
    // Said before anything is sent.
    const said = await page
      .getByLabel("Supporting documents")
      .evaluate((input) => (input as HTMLInputElement).validationMessage);
    expect(said).toBe("licence.pdf is too large. Each file must be smaller than 5 MB.");
    await page.getByLabel("Supporting documents").setInputFiles([]);
  }
  await page.getByLabel("Contact", { exact: true }).press("Enter");
  await page.getByText("Please correct the fields marked below and send again").waitFor();
  expect(await page.getByLabel("Agency", { exact: true }).inputValue()).toBe("Crane Travel");
  if (javaScript) await expectAccessible(page);
});
