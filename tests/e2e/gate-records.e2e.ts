/** What gates leave behind: groups of gates, passages by reason, what nobody knows found again. And who of the staff goes cheaper. */
import { expect } from "vitest";
import { expectAccessible } from "./accessible";
import { inBothModes, inEnglish, runConsole, type Visitor } from "./support";

const running = runConsole();

const unknownCode = "RFID-7788-NOBODY";

async function showAtGate({ page, open }: Visitor, code: string): Promise<void> {
  await open("/manage/tktChevkPage");
  const field = page.getByRole("textbox", { name: /票号|证件|Ticket|code/i }).first();
  await field.fill(code);
  await field.press("Enter");
  await page.locator(".verdict").first().waitFor();
}

inBothModes(
  running,
  "a group of gates is made; a code that nobody knows is kept masked and found again",
  async (visitor) => {
    const { page, javaScript } = visitor;
    const [code, name] = javaScript ? ["QYS-N", "北门闸机组"] : ["QYS-B", "后山闸机组"];
    visitor.expectProblem(/status of 4(09|22)/);
    await visitor.signIn("admin");
    await visitor.open("/manage/tktGateGroup/new");
    await page.getByLabel(/^名称/).fill(name);
    await page.getByLabel(/^景区/).selectOption({ label: "青云山风景区" });
    await page.getByLabel(/^编码/).fill("QYS-E");
    await page.getByLabel(/^编码/).press("Enter");
    await page.locator(".field-error").first().waitFor();
    expect(await page.getByLabel(/^名称/).inputValue()).toBe(name);
    await page.getByLabel(/^编码/).fill(code);
    await page.getByLabel(/^编码/).press("Enter");
    await page.waitForURL(/\/tktGateGroup\/\d+$/);
    await page.getByText(name).first().waitFor();
    if (javaScript) await expectAccessible(page);

    const shown = `${unknownCode}-${javaScript ? 1 : 2}`;
    await showAtGate(visitor, shown);
    await showAtGate(visitor, shown);
    await visitor.open("/manage/passageList?result=refused");
    await page.getByRole("row").nth(1).waitFor();
    // It may be somebody's card: nobody reads it off the list.
    expect(await page.locator("table").first().textContent()).not.toContain(shown);
    if (javaScript) await expectAccessible(page);
    await page.locator("a[href*='sameCode=']").first().click();
    await page.waitForURL(/sameCode=\d+/);
    await expect.poll(() => page.locator("tbody tr").count()).toBe(2);
  },
);

inBothModes(running, "staff go cheaper by a rule: who, which ticket, how many a month", async (visitor) => {
  const { page, javaScript } = visitor;
  const name = javaScript ? "导游亲友票" : "安保亲友票";
  visitor.expectProblem(/status of 422/);
  await visitor.signIn("admin");
  await visitor.open("/ticketConfig/staffReduce/new");
  await page.getByLabel(/^名称/).fill(name);
  for (const [field, label, sought] of [
    ["ticketTypeId", /^票种/, "儿童票"],
    ["employeeId", /^员工(?!价)/, javaScript ? "李售票" : "王经理"],
  ] as const) {
    if (javaScript) {
      await page.getByRole("combobox", { name: label }).fill(sought);
      await page
        .getByRole("option", { name: new RegExp(sought) })
        .first()
        .click();
    } else {
      await page.locator(`button[value='search:${field}']`).click();
      await page.locator("[name='search.q']").fill(sought);
      await page.getByRole("button", { name: "查询" }).click();
      await page
        .getByRole("button", { name: new RegExp(sought) })
        .first()
        .click();
    }
  }
  await page.getByLabel(/^每人每月张数/).fill("0");
  await page.getByLabel(/^员工价/).fill("10");
  await page.getByRole("button", { name: "保存", exact: true }).click();
  await page.locator(".field-error").first().waitFor();
  expect(await page.getByLabel(/^名称/).inputValue()).toBe(name);
  if (javaScript) await expectAccessible(page);
  await page.getByLabel(/^每人每月张数/).fill("3");
  await page.getByRole("button", { name: "保存", exact: true }).click();
  await page.waitForURL(/\/staffReduce\/\d+$/);
  await visitor.open("/ticketConfig/staffReduce");
  const row = page.getByRole("row").filter({ hasText: name });
  expect(await row.textContent()).toMatch(/儿童票.*(李售票|王经理).*3.*10\.00/s);
});

inEnglish(running, "passages by reason lead to the ticket, and a group of gates to its gates", async (visitor) => {
  const { page, javaScript } = visitor;
  await visitor.signIn("admin");
  await visitor.open("/manage/passageList?result=admitted");
  await page.getByRole("columnheader", { name: "Reason" }).waitFor();
  if (javaScript) await expectAccessible(page);
  await page.locator("a[href*='ticketLogDetail']").first().click();
  await page.waitForURL(/ticketLogDetail\?ticketNo=/);
  await page.getByRole("heading", { level: 1 }).waitFor();
  await visitor.open("/manage/tktGateGroup");
  await page.getByRole("heading", { name: "Gate groups" }).waitFor();
  await page.locator("tbody a[href*='/tktGateGroup/']").first().click();
  await page.waitForURL(/\/tktGateGroup\/\d+$/);
});
