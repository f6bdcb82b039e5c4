/**
 * Stock that is counted, written off and ordered: a blind count by one person is reviewed by another and posted with what it
 * costs; a scanned write-off says who approved it; what runs low becomes the draft of a receipt.
 */
import { expect } from "vitest";
import { expectAccessible } from "./accessible";
import { inBothModes, inEnglish, moreOf, runConsole, type Visitor } from "./support";

const running = runConsole();

const button = ({ page }: Visitor, name: string) => page.getByRole("button", { name, exact: true });
const link = ({ page }: Visitor, name: string) => page.getByRole("link", { name, exact: true });
/** A command whose page asks first; it is done once it asks no more. */
async function press(visitor: Visitor, name: string): Promise<void> {
  await link(visitor, name).first().click();
  await button(visitor, name).first().click();
  await button(visitor, name).first().waitFor({ state: "detached" });
}
const says = ({ page }: Visitor, words: string | RegExp) => page.getByText(words).first().waitFor();

/** As a scanner does it: the code, then Enter. */
async function scan({ page, javaScript }: Visitor, label: string, code: string, pieces: number): Promise<void> {
  // The part that puts it into the lines at once comes late.
  if (javaScript) await page.locator(".line-keys").waitFor();
  await page.getByLabel(label).fill(code);
  await page.getByLabel(label).press("Enter");
  await expect
    .poll(() => page.locator('[name="goods[0].quantity"]').inputValue(), { timeout: 10_000 })
    .toBe(String(pieces));
}

interface Words {
  count: { start: string; sheet: string; hidden: string | RegExp; finish: string; review: string; post: string };
  save: string;
  store: RegExp;
}
const chinese: Words = {
  count: {
    ...{ start: "开始盘点", sheet: "盘点表", hidden: "盲盘：盘点完成后显示账面数量", finish: "盘点完成" },
    ...{ review: "复核通过", post: "过账" },
  },
  save: "保存",
  store: /^仓库/,
};
const english: Words = {
  count: {
    ...{ start: "Start counting", sheet: "Count sheet", hidden: /^Blind count/, finish: "Finish counting" },
    ...{ review: "Approve the count", post: "Post" },
  },
  save: "Save",
  store: /^Warehouse/,
};

/** One piece of the first item is missing, whatever the books have; answers the address of the count, posted. */
async function counted(visitor: Visitor, { count, save, store }: Words): Promise<string> {
  const { page } = visitor;
  await visitor.signIn("admin");
  await visitor.open("/manage/storelist/listBillCounts/new");
  await page.getByLabel(store).selectOption({ label: "票务库" });
  await button(visitor, save).click();
  await page.waitForURL(/\/listBillCounts\/\d+/);
  const address = new URL(page.url()).pathname;
  await button(visitor, count.start).first().click();
  await link(visitor, count.finish).first().waitFor();
  await visitor.open(`${address}/sheet`);
  await says(visitor, count.hidden);

  // Of a blind count whoever counts does not see the books: they are read from the ledger here.
  await visitor.open(`${address}/edit`);
  const fields = page.locator('[name^="goods["][name$=".counted"]');
  const rows = await fields.count();
  expect(rows).toBeGreaterThan(1);
  const books = await booksOf(visitor, rows);
  await visitor.open(`${address}/edit`);
  for (const [place, book] of books.entries())
    await page.locator(`[name="goods[${place}].counted"]`).fill(String(place === 0 ? book - 1 : book));
  await page.locator('[name="goods[0].reason"]').fill("破损");
  await button(visitor, save).click();
  await page.waitForURL(address);
  await press(visitor, count.finish);

  const other = await visitor.another();
  await other.signIn("manager");
  await other.open(`${address}/sheet`);
  await other.page.getByRole("cell", { name: "-1", exact: true }).waitFor();
  await other.open(address);
  await press(other, count.review);
  await visitor.open(address);
  await press(visitor, count.post);
  await says(visitor, /PD\d{14}/);
  return address;
}

/** On hand in the first warehouse, in the order of the codes, as a count lists them. */
async function booksOf({ page, open }: Visitor, rows: number): Promise<number[]> {
  await open("/manage/storelist/ledger/month?storeId=1");
  const table = page.locator("tbody tr");
  const found: { code: string; closing: number }[] = [];
  for (const row of await table.all()) {
    const cells = (await row.locator("th, td").allInnerTexts()).map((text) => text.trim());
    const figures = cells.filter((text) => /^-?[\d,]+$/.test(text)).map((text) => Number(text.replaceAll(",", "")));
    found.push({ code: cells.join(" ").match(/[A-Z]{2}-[A-Z0-9]+/)?.[0] ?? "", closing: figures.at(-1) ?? 0 });
  }
  const inStock = found.filter(({ closing }) => closing > 0).sort((a, b) => (a.code < b.code ? -1 : 1));
  expect(inStock).toHaveLength(rows);
  return inStock.map(({ closing }) => closing);
}

inBothModes(running, "a blind count is reviewed by another, and posted with what it costs", async (visitor) => {
  const { page } = visitor;
  const address = await counted(visitor, chinese);
  await visitor.open(`${address}/sheet`);
  // What is missing, what was found, and both.
  const foot = page.locator("tfoot tr");
  expect((await foot.allInnerTexts()).map((text) => text.split(/\s/)[0])).toEqual(["盘亏", "盘盈", "合计"]);
  expect(await foot.last().textContent()).toMatch(/-\d+\.\d{2}/);
  if (visitor.javaScript) await expectAccessible(page);
});

inBothModes(
  running,
  "a scanned write-off is approved by another, whom its page names with the cost",
  async (visitor) => {
    const { page } = visitor;
    await visitor.signIn("admin");
    await visitor.open("/manage/storelist/pageStoInvaldMes/new");
    await page.getByLabel(/^仓库/).selectOption({ label: "票务库" });
    await scan(visitor, "扫码或输入编码", "RC-01", 1);
    await scan(visitor, "扫码或输入编码", "rc-01", 2);
    await page.getByLabel("扫码或输入编码").fill("没有的编码");
    await page.getByLabel("扫码或输入编码").press("Enter");
    await says(visitor, "没有找到“没有的编码”");
    await page.getByLabel("扫码或输入编码").fill("");
    if (visitor.javaScript) await expectAccessible(page);
    await button(visitor, "保存").click();
    await page.waitForURL(/\/pageStoInvaldMes\/\d+/);
    const address = new URL(page.url()).pathname;
    await button(visitor, "提交审批").first().click();
    await says(visitor, "待审批");
    // Two rain capes at three yuan: what it will cost, before anybody approves.
    await says(visitor, "6.00");
    const other = await visitor.another();
    await other.signIn("manager");
    await other.open(address);
    await press(other, "审批通过");
    await link(other, "过账").first().waitFor();
    await press(other, "过账");
    await says(other, /已过账，过账号 BF\d{14}/);
    await visitor.open(address);
    await page.getByText("审批人", { exact: true }).first().waitFor();
    await says(visitor, "已过账");
  },
);

inBothModes(running, "what runs low becomes the draft of a receipt", async (visitor) => {
  const { page, javaScript } = visitor;
  await visitor.signIn("admin");
  await visitor.open("/manage/storelist/toOrder");
  await page.getByRole("heading", { level: 1, name: "补货建议" }).waitFor();
  if (javaScript) await expectAccessible(page);
  const boxes = page.getByRole("checkbox");
  const all = await boxes.count();
  for (let place = 1; place < all; place += 1) await boxes.nth(place).uncheck();
  const quantity = page.locator("tbody input.num").first();
  await quantity.fill("0");
  await button(visitor, "生成入库单草稿").click();
  await says(visitor, /必须大于等于1/);
  await page.locator("tbody input.num").first().fill("77");
  await button(visitor, "生成入库单草稿").click();
  await says(visitor, /已生成1张入库单草稿/);
  await page.waitForURL(/\/listInBillsRecord\/\d+\/edit/);
  expect(await page.locator('[name="goods[0].quantity"]').inputValue()).toBe("77");
  // A draft that goes leaves the item low again.
  await visitor.open(new URL(page.url()).pathname.replace(/\/edit$/, ""));
  await moreOf(visitor.page.locator(".page-head"));
  await link(visitor, "删除").first().click();
  await button(visitor, "删除").first().click();
  await page.waitForURL((url) => url.pathname.endsWith("/listInBillsRecord"));
  await visitor.open("/manage/storelist/toOrder");
  await page.getByRole("checkbox").first().waitFor();
});

inEnglish(running, "a count by somebody who reads English", async (visitor) => {
  const address = await counted(visitor, english);
  await visitor.open(`${address}/sheet`);
  await visitor.page.getByRole("rowheader", { name: "Count: shortage" }).waitFor();
});
