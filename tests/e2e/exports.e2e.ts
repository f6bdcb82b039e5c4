/** Exports: the question, the file, and the page of one under way. */
import { buffer } from "node:stream/consumers";
import { describe, expect } from "vitest";
import { readXls } from "~tests/support/read-xls";
import { expectAccessible } from "./accessible";
import { inBothModes, inEnglish, runConsole, type Visitor, withoutScripts } from "./support";

const running = runConsole();

describe("a list", () => {
  withoutScripts(running, "5y 8p 9v is exported after a question, as a real .xls", async (visitor) => {
    const { page } = visitor;
    await visitor.signIn("admin");
    await visitor.open("/order/offlineOrderList?state=paid");
    await page.getByRole("link", { name: "导出", exact: true }).click();
    await page.getByText("导出前请确认内容和格式").waitFor();
    if (visitor.javaScript) await expectAccessible(page);
    await page.getByRole("radio", { name: /当前页/ }).check();
    await page.getByRole("button", { name: "导出", exact: true }).click();
    await page.getByText("导出成功").waitFor();
    if (visitor.javaScript) await expectAccessible(page);
    const [download] = await Promise.all([
      page.waitForEvent("download"),
      page.getByRole("link", { name: "下载" }).click(),
    ]);
    expect(download.suggestedFilename()).toBe("线下订单.xls");
    const [sheet] = readXls(await buffer(await download.createReadStream()));
    expect(sheet?.rows.length).toBe(11);
    expect(sheet?.rows[1]?.[1]?.value).toBe("已支付");
  });

  inBothModes(running, "is exported every Monday from now on, until its owner deletes that", async (visitor) => {
    const { page } = visitor;
    await visitor.signIn("admin");
    await visitor.open("/order/offlineOrderList?state=paid");
    await page.getByRole("link", { name: "导出", exact: true }).click();
    await page.getByText("导出前请确认内容和格式").waitFor();
    await page.getByRole("radio", { name: "每周一" }).check();
    await page.getByRole("button", { name: "导出", exact: true }).click();
    await page.getByText("导出成功").waitFor();
    await visitor.open("/exports/plans");
    await page.getByRole("cell", { name: "每周一" }).waitFor();
    if (visitor.javaScript) await expectAccessible(page);
    await page.getByRole("button", { name: "删除定期导出“线下订单”" }).click();
    await page.getByText("还没有定期导出").waitFor();
  });
});

describe("only what changed", () => {
  const zh = {
    first: /还没有按这些条件导出过/,
    since: /仅上次导出（\d{4}-\d\d-\d\d \d\d:\d\d.*）以来有变动的/,
    note: /不会遗漏/,
  };
  const en = {
    first: /you have not exported with these filters/,
    since: /since my last export \(\d{4}/,
    note: /Nothing is missed/,
  };

  async function journey(visitor: Visitor, words: typeof zh, name: string) {
    const { page, open } = visitor;
    const main = page.locator("main");
    const press = () => main.locator("button.button-primary").last().click();
    await visitor.signIn("admin");
    for (const code of [`${name}1`, `${name}2`]) await makePark(visitor, code);
    const address = `/manage/parkList/export?code=${name}`;
    await open(address);
    await main.getByText(words.note).waitFor();
    await main.getByRole("radio", { name: words.first }).check();
    if (visitor.javaScript) await expectAccessible(page);
    await press();
    expect(await codesIn(visitor)).toEqual([`${name}1`, `${name}2`]);
    await open(address);
    await main.getByRole("radio", { name: words.since }).check();
    await press();
    await main.locator(".notice-bad").first().waitFor();
    await makePark(visitor, `${name}3`);
    await open(address);
    await main.getByRole("radio", { name: words.since }).check();
    await page.screenshot({ path: `.cache/e2e/changes-${name}.png` });
    await press();
    expect(await codesIn(visitor)).toEqual([`${name}3`]);
  }

  async function makePark({ page, open }: Visitor, code: string) {
    await open("/manage/parkList/new");
    await page.locator("[name=code]").fill(code);
    await page.locator("[name=name]").fill(`Park ${code}`);
    await page.locator("main button.button-primary").last().click();
    await page.waitForURL(/\/manage\/parkList(\/\d+)?(\?|$)/);
  }

  async function codesIn({ page }: Visitor): Promise<string[]> {
    const link = page.locator("main a[download]");
    await link.waitFor();
    const [download] = await Promise.all([page.waitForEvent("download"), link.click()]);
    const [sheet] = readXls(await buffer(await download.createReadStream()));
    const cells = sheet?.rows.slice(1).flatMap((row) => row.map((cell) => String(cell?.value ?? ""))) ?? [];
    return cells.filter((cell) => /^CH[A-Z]\d$/.test(cell)).sort();
  }

  inBothModes(running, "since my last export is a choice of a list's export", (visitor) =>
    journey(visitor, zh, visitor.javaScript ? "CHA" : "CHB"),
  );
  inEnglish(running, "since my last export is a choice of a list's export", (visitor) =>
    journey(visitor, en, visitor.javaScript ? "CHC" : "CHD"),
  );
});
