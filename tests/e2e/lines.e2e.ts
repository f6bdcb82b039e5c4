/** Lines in a form, on the ticket type's: refund bands in an order, slots by their time; with scripts and without. */
import type { Page } from "playwright";
import { expect } from "vitest";
import { expectAccessible } from "./accessible";
import { journeyOf, runConsole, type Visitor, withScripts } from "./support";

const running = runConsole();

const group = (page: Page, label: string) => page.getByRole("group", { name: label, exact: true });
const input = (page: Page, name: string) => page.locator(`[name="${name}"]`);
const band = (page: Page, row: number, field = "hours") => input(page, `refundBands[${row}].${field}`);
const hours = (page: Page) =>
  page
    .locator('[name^="refundBands["][name$=".hours"]')
    .evaluateAll((all) => all.map((one) => (one as HTMLInputElement).value));
const save = ({ page }: Visitor) => page.getByRole("button", { name: "保存", exact: true }).click();
const press = (page: Page, what: string, row: number) =>
  page.getByRole("button", { name: `${what}: 退票手续费 第 ${row} 行`, exact: true }).click();
/** Hours and percent of each band on the type's page. */
const bandsShown = async (page: Page) => {
  const rows = await page.getByRole("region", { name: "退票手续费" }).locator("tbody tr").allInnerTexts();
  return rows.map((row) => row.split("\t").slice(0, 2).join("\t"));
};
const saved = (page: Page) => page.waitForURL(/\/ticket\/ticketList\/\d+/);

async function openType(visitor: Visitor, id: number) {
  await visitor.open(`/ticket/ticketEdit?id=${id}`);
  // The part that makes the buttons act at once comes late.
  if (visitor.javaScript) await visitor.page.locator(".line-keys").first().waitFor();
}

withScripts(
  running,
  "lines are added, copied, moved, taken out and saved; what is wrong is said at its line",
  async (visitor) => {
    const { page } = visitor;
    const id = visitor.javaScript ? 1 : 2;
    await visitor.signIn("admin");
    await openType(visitor, id);
    const add = group(page, "退票手续费").getByRole("button", { name: /^添加一行/ });
    await add.click();
    await band(page, 0).fill("2");
    await band(page, 0, "feePercent").fill("20");
    await press(page, "复制", 1);
    await band(page, 1).waitFor();
    expect(await band(page, 1, "feePercent").inputValue()).toBe("20");
    await band(page, 1).fill("24");
    await band(page, 1, "feePercent").fill("200");
    await add.click();
    // Each row's rule is said below it, while it is typed where scripts run, and of what was posted.
    const said = group(page, "退票手续费").locator(".line-said");
    if (visitor.javaScript) await expect.poll(() => said.allTextContents()).toEqual(["提前 2 小时，收 20%"]);
    await band(page, 2).fill("-2");
    await band(page, 2, "feePercent").fill("30");
    await save(visitor);
    await page.getByText("必须小于等于100").waitFor();
    await page.getByText("各档从早到晚排列").last().waitFor();
    expect(await said.allTextContents()).toEqual(["提前 2 小时，收 20%", "开始后 2 小时内，收 30%"]);
    expect(await band(page, 1, "feePercent").getAttribute("aria-invalid")).toBe("true");
    const focused = () => page.evaluate(() => document.activeElement?.getAttribute("name"));
    await expect.poll(focused).toBe("refundBands[1].hours");
    await band(page, 1, "feePercent").fill("0");
    await press(page, "上移", 2);
    await expect.poll(() => hours(page)).toEqual(["24", "2", "-2"]);
    await press(page, "删除", 3);
    await expect.poll(() => hours(page)).toEqual(["24", "2"]);
    if (visitor.javaScript) await expectAccessible(page);
    await save(visitor);
    await saved(page);
    await expect.poll(() => bandsShown(page)).toEqual(["24\t0", "2\t20"]);
    await page.locator(".timeline").getByText("提前 24 小时，收 0%").first().waitFor();
    if (visitor.javaScript) await expectAccessible(page);

    await openType(visitor, id);
    await band(page, 1, "feePercent").fill("25");
    await press(page, "删除", 1);
    await expect.poll(() => hours(page)).toEqual(["2"]);
    await save(visitor);
    await saved(page);
    const told = page.locator(".timeline li").first();
    await expect.poll(() => told.textContent()).toContain("退票手续费：删除");
    expect(await told.textContent()).toContain("退票手续费：修改: 提前 2 小时，收 20%");
  },
);

withScripts(running, "two editors at one document: each keeps the lines of the other", async (visitor) => {
  const { page } = visitor;
  const id = visitor.javaScript ? 4 : 5;
  await visitor.signIn("admin");
  await openType(visitor, id);
  const colleague = await visitor.another();
  await colleague.signIn("manager");
  await openType(colleague, id);
  await band(colleague.page, 0, "feePercent").fill("1");
  await press(colleague.page, "复制", 3);
  await band(colleague.page, 3).fill("-4");
  await save(colleague);
  await saved(colleague.page);

  await band(page, 1, "feePercent").fill("15");
  await press(page, "删除", 3);
  await save(visitor);
  const conflict = page.locator(".form-conflict");
  await conflict.waitFor();
  expect(await conflict.textContent()).toContain("提前 24 小时，收 1%");
  await page.getByRole("button", { name: "合并", exact: true }).click();
  await expect.poll(() => hours(page)).toEqual(["24", "2", "-4"]);
  expect(await band(page, 0, "feePercent").inputValue()).toBe("1");
  expect(await band(page, 1, "feePercent").inputValue()).toBe("15");
  await save(visitor);
  await saved(page);
  await expect.poll(() => bandsShown(page)).toEqual(["24\t1", "2\t15", "-4\t30"]);
});

journeyOf(
  running,
  "with scripts: keys of a spreadsheet, and a block of cells from the clipboard",
  async (visitor) => {
    const { page } = visitor;
    await visitor.signIn("admin");
    await openType(visitor, 3);
    const paste = (name: string, text: string) =>
      input(page, name).evaluate((element, given) => {
        const clipboardData = new DataTransfer();
        clipboardData.setData("text/plain", given);
        element.dispatchEvent(new ClipboardEvent("paste", { clipboardData, bubbles: true, cancelable: true }));
      }, text);

    await group(page, "退票手续费")
      .getByRole("button", { name: /^添加一行/ })
      .click();
    await band(page, 0).pressSequentially("2");
    await page.keyboard.press("Enter");
    await expect
      .poll(() => page.evaluate(() => document.activeElement?.getAttribute("name")))
      .toBe("refundBands[1].hours");
    await page.keyboard.type("24");
    await page.keyboard.press("Alt+ArrowUp");
    await expect.poll(() => hours(page)).toEqual(["24", "2"]);
    await expect
      .poll(() => page.evaluate(() => document.activeElement?.getAttribute("name")))
      .toBe("refundBands[0].hours");
    await page.keyboard.press("Enter");
    await page.keyboard.press("Control+Delete");
    await expect.poll(() => hours(page)).toEqual(["24"]);

    await paste("refundBands[0].hours", "48\t0\r\n24\t5%\r\n2\tmuch\r\n");
    await expect.poll(() => hours(page)).toEqual(["48", "24", "2"]);
    expect(await band(page, 1, "feePercent").inputValue()).toBe("5");
    await page.getByText("“much”无法识别").waitFor();
    expect(await page.evaluate(() => document.activeElement?.getAttribute("name"))).toBe("refundBands[2].feePercent");
    await band(page, 2, "feePercent").fill("10");

    await group(page, "时段")
      .getByRole("button", { name: /^添加一行/ })
      .click();
    await paste("slots[0].startTime", "13:00\t17:00\n9:00\t12:00");
    await expect.poll(() => input(page, "slots[1].startTime").inputValue()).toBe("09:00");
    await save(visitor);
    await saved(page);
    const rows = (label: string) => page.getByRole("region", { name: label }).locator("tbody tr").allInnerTexts();
    await expect.poll(() => bandsShown(page)).toEqual(["48\t0", "24\t5", "2\t10"]);
    expect(await rows("时段")).toEqual(["09:00\t12:00", "13:00\t17:00"]);
  },
  { javaScriptEnabled: true },
);

withScripts(running, "a line finds what it refers to, by typing and by pasting names", async (visitor) => {
  const { page, javaScript } = visitor;
  const point = (row: number) => input(page, `points[${row}].gateGroupId`);
  const policy = javaScript ? "索道与栈道" : "索道与滑道";
  await visitor.signIn("admin");
  await visitor.open("/xuandianZhengCeTkt/new");
  await input(page, "name").fill(policy);
  await input(page, "parkId").selectOption({ label: "青云山风景区" });
  await input(page, "choices").fill("2");
  if (javaScript) {
    await page.locator(".line-keys").waitFor();
    await page.locator('[id="f-points[0].gateGroupId"]').fill("索道闸机");
    await page.getByRole("option", { name: /^索道闸机组/ }).click();
    await page.locator('[id="f-points[1].gateGroupId"]').evaluate((element) => {
      const clipboardData = new DataTransfer();
      clipboardData.setData("text/plain", "山顶滑道\r\n没有的点位\r\n云顶栈道");
      element.dispatchEvent(new ClipboardEvent("paste", { clipboardData, bubbles: true, cancelable: true }));
    });
    await page.getByText("“没有的点位”无法识别").waitFor();
    await expectAccessible(page);
    await page.getByRole("button", { name: "删除: 可选点位 第 3 行", exact: true }).click();
    await page.getByText("“没有的点位”无法识别").waitFor({ state: "detached" });
  } else {
    for (const [row, name] of ["索道闸机组", "山顶滑道"].entries()) {
      await page.locator(`button[value="search:points[${row}].gateGroupId"]`).click();
      await page.locator("[name='search.q']").fill(name);
      await page.getByRole("button", { name: "查询" }).click();
      await page.getByRole("button", { name: new RegExp(`^${name}`) }).click();
    }
  }
  expect(await input(page, "name").inputValue()).toBe(policy);
  const rows = javaScript ? 3 : 2;
  for (let row = 0; row < rows; row += 1) expect(await point(row).inputValue()).toMatch(/^\d+$/);
  await save(visitor);
  await page.waitForURL(/\/xuandianZhengCeTkt\/\d+/);
  const table = page.getByRole("region", { name: "可选点位" }).locator("tbody tr");
  const points = ["索道闸机组", "山顶滑道", "云顶栈道"].slice(0, rows);
  await expect.poll(() => table.allInnerTexts()).toEqual(points);
});
