/** What cards are and cost, for somebody who reads English: types, fees with their refund scale, templates, rules of spending, staff. */
import { expect } from "vitest";
import { expectAccessible } from "./accessible";
import { inEnglish, runConsole, type Visitor } from "./support";

const running = runConsole();
const press = ({ page }: Visitor, name: string) => page.getByRole("button", { name, exact: true }).first().click();

inEnglish(running, "a card type says its rules back, and its fee what a change reaches", async (visitor) => {
  const { page, javaScript } = visitor;
  await visitor.signIn("admin");
  await visitor.open("/manage/cardtypelist?code=NK-01");
  await page.getByRole("link", { name: "单人年卡" }).first().click();
  await page.waitForURL(/\/cardtypelist\/\d+/);
  await page.getByRole("heading", { level: 1, name: /单人年卡/ }).waitFor();
  // The rules as a sentence, in the reader's language.
  await page
    .getByText(/valid|good for|visits? a day/i)
    .first()
    .waitFor();
  if (javaScript) await expectAccessible(page);
  await page.getByRole("link", { name: "Edit", exact: true }).first().click();
  await page.waitForURL(/edit/);
  await visitor.ready();
  // Without scripts the browser itself asks for what is missing.
  if (javaScript) {
    await page.getByLabel(/^Name/).fill("");
    await press(visitor, "Save");
    await page.locator(".field-error").first().waitFor();
    await expectAccessible(page);
  }

  await visitor.open("/manage/cardfee?code=GB-01");
  await page.getByRole("link", { name: "Edit" }).first().click();
  await visitor.ready();
  const fee = javaScript ? "18.00" : "19.00";
  await page.getByLabel("Replacement fee").fill(fee);
  await press(visitor, "Save");
  await page.locator(".facts").getByText(fee).waitFor();
  if (javaScript) await expectAccessible(page);
});

inEnglish(
  running,
  "a template is shown on a phone and as a sample; a rule of spending has its limit",
  async (visitor) => {
    const { page, javaScript } = visitor;
    await visitor.signIn("admin");
    await visitor.open("/sysThirdParty/cardTemplateManage");
    await page.getByRole("link", { name: "青云山年卡卡面", exact: true }).click();
    await page.getByRole("heading", { name: "Preview on a phone" }).waitFor();
    const own = new URL(page.url()).pathname;
    if (javaScript) await expectAccessible(page);
    await visitor.open(`${own}/sample`);
    await page.getByText("Sample data, not a valid card.").waitFor();

    await visitor.open("/updateCardComsume");
    await page.getByRole("link", { name: "Edit" }).first().click();
    await visitor.ready();
    await page.getByLabel("Daily spending limit").fill("a lot");
    await press(visitor, "Save");
    await page.locator(".field-error").first().waitFor();
    await visitor.ready();
    expect(await page.getByLabel("Daily spending limit").inputValue()).toBe("a lot");
    await page.getByLabel("Daily spending limit").fill("900");
    await press(visitor, "Save");
    await page.locator(".facts").getByText("900.00").waitFor();
    if (javaScript) await expectAccessible(page);
  },
);

inEnglish(running, "employees' cards: each wrong line is told, and what was typed stays", async (visitor) => {
  const { page, javaScript } = visitor;
  visitor.expectProblem(/status of 4(09|22)/);
  await visitor.signIn("admin");
  await visitor.open("/seasonCard/employSeasonCard/issue");
  await page.locator('[name="cardTypeId"]').selectOption({ label: "员工卡" });
  await page.locator('[name="people"]').fill("nobody");
  await press(visitor, "Issue employee cards");
  await page.getByText("Line 1, nobody: no employee has this number").waitFor();
  expect(await page.locator('[name="people"]').inputValue()).toMatch(/^nobody$/);
  if (javaScript) await expectAccessible(page);
  await visitor.open("/seasonCard/employSeasonCard");
  await page.locator("tbody tr").first().waitFor();
});
