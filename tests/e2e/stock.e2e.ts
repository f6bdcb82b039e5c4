/**
 * Stock: a transfer is approved, posted, received, and stands in the month of both warehouses; a roll is handed out, spoiled
 * from and handed back; opening stock comes from a file; an estimated receipt takes its invoice.
 */
import { expect } from "vitest";
import { writeXls } from "~tests/support/write-xls";
import { expectAccessible } from "./accessible";
import { moreOf, runConsole, type Visitor, withScripts } from "./support";

const running = runConsole();

const button = ({ page }: Visitor, name: string) => page.getByRole("button", { name, exact: true });
const link = ({ page }: Visitor, name: string) => page.getByRole("link", { name, exact: true });
/** A command whose page asks first. */
async function press(visitor: Visitor, name: string): Promise<void> {
  await link(visitor, name).first().click();
  await button(visitor, name).first().click();
}
const says = ({ page }: Visitor, words: string | RegExp) => page.getByText(words).first().waitFor();

/** One of many, searched for: in place with scripts, on a page of the form without. */
async function choose({ page, javaScript }: Visitor, field: string, label: RegExp, what: string): Promise<void> {
  if (javaScript) {
    await page.getByRole("combobox", { name: label }).first().fill(what);
    await page.getByRole("option", { name: what }).first().click();
  } else {
    await page.locator(`button[value^="search:${field}"]`).first().click();
    await page.locator("[name='search.q']").fill(what);
    await page.getByRole("button", { name: "查询" }).click();
    await page.getByRole("button", { name: what }).first().click();
  }
}

withScripts(running, "a transfer is approved, leaves one warehouse and arrives in the other", async (visitor) => {
  const { page } = visitor;
  const bill = visitor.javaScript ? "CKD-D1" : "CKD-D2";
  await visitor.signIn("admin");

  await visitor.open("/manage/storelist/listOutBillsRecord");
  await link(visitor, bill).first().click();
  await press(visitor, "审批通过");
  await link(visitor, "过账").first().waitFor();
  await press(visitor, "过账");
  await says(visitor, /已过账，过账号 CK\d{14}/);
  await press(visitor, "确认收货");
  await says(visitor, "已收货");

  await visitor.open("/manage/storelist/ledger/month");
  await page.getByRole("heading", { name: /^收发存月报 \d{4}-\d{2}$/ }).waitFor();
  if (visitor.javaScript) await expectAccessible(page);
  await page.getByRole("cell", { name: "东门周转库" }).first().waitFor();
  const href = await page.locator("a[download]").first().getAttribute("href");
  const file = await page.request.get(new URL(href ?? "", page.url()).href);
  expect([file.status(), (await file.text()).includes("东门周转库")]).toEqual([200, true]);
});

withScripts(running, "a roll is handed out, a number of it spoiled, and the rest handed back", async (visitor) => {
  const { page } = visitor;
  const [first, torn, top, last] = visitor.javaScript
    ? ["QYS0000001", "QYS0000001", "QYS0000002", "QYS0000050"]
    : ["QYS0000101", "QYS0000101", "QYS0000102", "QYS0000150"];
  await visitor.signIn("admin");
  await visitor.open("/manage/storelist/rolls/new");
  await page.getByLabel(/^仓库/).selectOption({ label: "票务库" });
  await choose(visitor, "itemId", /^物品/, "编号门票");
  await choose(visitor, "sellerId", /^售票员/, "系统管理员");
  await page.getByLabel(/^首号/).fill("QYS1");
  await page.getByLabel(/^数量/).fill("50");
  if (visitor.javaScript) await expectAccessible(page);
  await button(visitor, "保存").click();
  await says(visitor, /“QYS1”/);
  await page.getByLabel(/^首号/).fill(first);
  await button(visitor, "保存").click();
  await page.waitForURL(/\/manage\/storelist\/rolls\/\d+$/);
  await says(visitor, last);
  // What a shift's report tells of is not deleted, and nobody is offered to.
  expect(await link(visitor, "删除").count()).toBe(0);

  await moreOf(visitor.page.locator(".page-head"));
  await link(visitor, "登记作废").first().click();
  await page.getByLabel(/^号段/).fill(torn);
  await page.getByLabel(/^原因/).fill("卡纸");
  await button(visitor, "登记作废").click();
  await says(visitor, "已作废 1 张");
  await link(visitor, "交回余票").first().click();
  await page.getByLabel(/^余票首号/).fill(top);
  await button(visitor, "交回余票").click();
  await says(visitor, "交回 49 张，缺号 0 张");

  await visitor.open("/manage/storelist/ledger");
  for (const numbers of [`${first}-${last}`, `${top}-${last}`])
    await page.getByRole("cell", { name: numbers, exact: true }).first().waitFor();
  if (visitor.javaScript) await expectAccessible(page);
});

withScripts(
  running,
  "opening stock of another system's .xls is seen, corrected and becomes a receipt",
  async (visitor) => {
    const { page } = visitor;
    const [item, quantity] = visitor.javaScript ? ["WB-01", 7] : ["CD-IC", 9];
    const file = await writeXls(
      ["仓库", "物品", "数量", "金额"],
      [
        ["WH-2", item, String(quantity), "35.50"],
        ["WH-9", item, "1", "1"],
      ],
    );
    await visitor.signIn("admin");
    await visitor.open("/manage/storelist/opening");
    await link(visitor, "导入").click();
    await page
      .getByLabel("文件", { exact: true })
      .setInputFiles({ name: "期初.xls", mimeType: "application/vnd.ms-excel", buffer: file });
    if (visitor.javaScript) await link(visitor, "期初.xls").waitFor();
    await button(visitor, "上传并检查").click();
    await says(visitor, "没有“WH-9”");
    await page.getByRole("radio", { name: "只导入正确的 1 行" }).check();
    await button(visitor, "确认导入").click();
    await says(visitor, "导入成功");
    await visitor.open("/manage/storelist/opening");
    await page
      .getByRole("link", { name: /^QCD\d{8}$/ })
      .first()
      .click();
    await page.waitForURL(/\/listInBillsRecord\?code=/);
    await page
      .getByRole("link", { name: /^QCD\d{8}$/ })
      .first()
      .click();
    await page.waitForURL(/\/listInBillsRecord\/\d+/);
    await page.getByRole("cell", { name: "35.50" }).first().waitFor();
    await link(visitor, "提交审批").or(button(visitor, "提交审批")).first().waitFor();
  },
);

withScripts(
  running,
  "an estimated receipt is approved by another, posted, and takes its invoice line by line",
  async (visitor) => {
    const { page } = visitor;
    const [item, code, stated] = visitor.javaScript ? ["一次性雨衣", "RC-01", "88.00"] : ["腕带", "WB-01", "91.00"];
    await visitor.signIn("admin");
    await visitor.open("/manage/storelist/listInBillsRecord/new");
    await page.getByLabel(/^仓库/).selectOption({ label: "票务库" });
    await page.getByLabel(/^暂估入库/).check();
    await choose(visitor, "goods", /^物品/, item);
    await page.locator('[name="goods[0].quantity"]').fill("10");
    await page.locator('[name="goods[0].amount"]').fill("80");
    if (visitor.javaScript) await expectAccessible(page);
    await button(visitor, "保存").click();
    await page.waitForURL(/\/listInBillsRecord\/\d+/);
    const address = new URL(page.url()).pathname;
    await button(visitor, "提交审批").first().click();
    await says(visitor, "待审批");

    const other = await visitor.another();
    await other.signIn("manager");
    await other.open(address);
    await press(other, "审批通过");
    await link(other, "过账").first().waitFor();
    await press(other, "过账");
    await says(other, /已过账，过账号 RK\d{14}/);

    await visitor.open(address);
    await link(visitor, "发票到达").first().click();
    await page.getByLabel(/^发票金额/).fill(stated);
    await page.getByLabel(/^发票号/).fill("00012345");
    await page.getByLabel(/^各行金额/).fill(`${code} 80`);
    await button(visitor, "发票到达").click();
    await says(visitor, `各行金额合计 80.00 元，与发票金额 ${stated} 元不符`);
    expect(await page.getByLabel(/^发票号/).inputValue()).toBe("00012345");
    await page.getByLabel(/^各行金额/).fill(`${code} ${stated}`);
    await button(visitor, "发票到达").click();
    await says(visitor, /已冲回暂估，按发票入库，过账号 RK\d{14}/);
  },
);
