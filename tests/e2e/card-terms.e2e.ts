/** What cards cost and where stored value may be spent: fees with their refund scale, and consumption rules at the counter. */
import type { Page } from "playwright";
import { expect } from "vitest";
import { expectAccessible } from "./accessible";
import { inBothModes, runConsole, type Visitor } from "./support";

const running = runConsole();

const button = (page: Page, name: string | RegExp) => page.getByRole("button", { name, exact: true });
const step = (page: Page, row: number, field: string) => page.locator(`[name="refundScale[${row}].${field}"]`);

async function opened(visitor: Visitor, path: string): Promise<void> {
  await visitor.open(path);
  // The part that makes the buttons of lines act at once comes late.
  if (visitor.javaScript) await visitor.page.locator(".line-keys").first().waitFor();
}

inBothModes(
  running,
  "fees of cards are set with their refund scale, and what a change reaches is said first",
  async (visitor) => {
    const { page, javaScript } = visitor;
    const code = javaScript ? "FJ-01" : "FN-01";
    await visitor.signIn("admin");
    await opened(visitor, "/manage/cardfee/new");
    await page.getByLabel("编码").fill(code);
    await page.getByLabel("名称").fill(`学生卡收费 ${code}`);
    await page.getByLabel("办卡工本费").fill("5");
    await page.getByLabel("押金").fill("10");
    const add = page.getByRole("button", { name: /^添加一行/ });
    for (const [row, until, percent] of [
      [0, "30", "50"],
      [1, "60", "80"],
    ] as const) {
      await add.click();
      await step(page, row, "until").waitFor();
      await step(page, row, "until").fill(until);
      await step(page, row, "percent").fill(percent);
    }
    await button(page, "保存").click();
    // Later is never better: said at its cell, and nothing that was typed is lost.
    await page.getByText("退还比例不能高于上一条").first().waitFor();
    await visitor.ready();
    expect(await step(page, 0, "until").inputValue()).toBe("30");
    expect(await page.getByLabel("办卡工本费").inputValue()).toMatch(/^5(\.00)?$/);
    if (javaScript) await expectAccessible(page);
    await step(page, 1, "percent").fill("20");
    await button(page, "保存").click();
    await page.getByRole("heading", { name: `学生卡收费 ${code}` }).waitFor();
    const shown = await page.getByRole("region", { name: "退卡比例" }).locator("tbody tr").allInnerTexts();
    expect(shown.map((row) => row.split("\t").slice(0, 2).join(" "))).toEqual(["30 50", "60 20"]);

    // A standard that cards in people's hands go by: what a change reaches is said before it is saved.
    await visitor.open("/manage/cardfee?code=GB-01");
    await page.getByRole("link", { name: "编辑" }).first().click();
    await page.getByText(/现有 \d+ 张在用的卡按此标准收费/).waitFor();
    await visitor.ready();
    if (javaScript) await expectAccessible(page);
    const fee = javaScript ? "16.00" : "17.00";
    await page.getByLabel("补卡费").fill(fee);
    await button(page, "保存").click();
    await page.getByRole("heading", { name: "标准工本费" }).waitFor();
    await page.locator(".facts").getByText(fee).waitFor();
  },
);

inBothModes(
  running,
  "a consumption rule makes a purchase cheaper, and its limit is said at the counter",
  async (visitor) => {
    const { page, javaScript } = visitor;
    const stock = javaScript ? "70010005" : "70010006";
    await visitor.signIn("admin");
    await visitor.open(`/smartCard/list/counter?find=${stock}`);
    await page.locator("#sell-holderName").fill("高建军");
    await page.locator("#sell-amount").fill("100");
    await button(page, "售卡").click();
    await button(page, "确认收款").click();
    await page.getByRole("heading", { name: `${stock} · 有效`, level: 2 }).waitFor();
    const quoted = async (words: RegExp) => {
      await visitor.open(`/smartCard/list/counter?find=${stock}`);
      await page.locator("#f-amount").fill("40");
      await button(page, "试算").click();
      await page.getByText(words).first().waitFor();
    };
    await quoted(/应扣 38\.00 元/);

    // A day's limit below the purchase: the refusal names it.
    const limit = async (most: string) => {
      await visitor.open("/updateCardComsume");
      await page.getByRole("link", { name: "编辑" }).first().click();
      await page.getByText(/现有 \d+ 张在用的储值卡按此规则消费/).waitFor();
      await visitor.ready();
      await page.getByLabel("每日消费上限").fill(most);
      await button(page, "保存").click();
      await page.getByRole("heading", { name: "园内九五折" }).waitFor();
      await visitor.ready();
      if (javaScript) await expectAccessible(page);
    };
    await limit("30");
    await quoted(/今日已消费 0\.00 元，每日最多 30\.00 元/);
    await limit("1000");
    await quoted(/应扣 38\.00 元/);
  },
);
