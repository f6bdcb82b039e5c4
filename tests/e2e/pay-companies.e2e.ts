/** Payment accounts, and sales that wait for the customer's money: by a code that is shown, and by one that is scanned. */
import { afterAll, beforeAll, expect } from "vitest";
import { alipayFields, PayCompanies } from "~tests/support/pay-companies";
import { expectAccessible } from "./accessible";
import { inBothModes, runConsole, type Visitor } from "./support";

const companies = new PayCompanies();
const settings: Record<string, string> = {};
beforeAll(async () => {
  await companies.open();
  settings.ALIPAY_GATEWAY = companies.gateways().alipay;
});
const running = runConsole(settings);
afterAll(() => companies.close());

inBothModes(
  running,
  "an account is entered and tried; a sale waits, is paid, fails and is cancelled",
  async (visitor) => {
    const { page, javaScript } = visitor;
    await visitor.signIn("admin");
    await account(visitor);

    await begin(visitor);
    await page.getByRole("heading", { name: "等待付款" }).waitFor();
    await page.getByRole("img", { name: "收款二维码" }).waitFor();
    if (javaScript) await expectAccessible(page);
    for (const { outTradeNo, status } of companies.trades.values())
      if (status === "waiting") companies.pays(outTradeNo);
    if (!javaScript) await page.getByRole("button", { name: "再查一次" }).click();
    await page.getByRole("heading", { name: "出票成功" }).waitFor();

    await begin(visitor, "280011111111111111");
    await page.getByRole("heading", { name: "收款未成功" }).waitFor();
    await page.getByText("余额不足").waitFor();
    if (javaScript) await expectAccessible(page);
    await page.getByLabel("付款码").fill("280111111111111111");
    await page.getByLabel("付款码").press("Enter");
    await page.getByRole("heading", { name: "出票成功" }).waitFor();

    await begin(visitor);
    await page.getByRole("img", { name: "收款二维码" }).waitFor();
    await page.getByRole("button", { name: "取消收款" }).click();
    await page.getByRole("heading", { name: "收款已取消" }).waitFor();
    expect([...companies.trades.values()].some(({ status }) => status === "waiting")).toBe(false);
    await page.getByRole("link", { name: "继续售票" }).click();
    await page.waitForURL(/\/inside\/buyTktList$/);
  },
);

/** Once: the second mode finds it there. */
async function account({ page, open, ready, javaScript }: Visitor): Promise<void> {
  await open("/paySetting/accountList");
  if ((await page.getByText(alipayFields.name).count()) === 0) {
    await open("/paySetting/accountList/new");
    await ready();
    await page.getByLabel("名称").fill(alipayFields.name);
    await page.locator('[name="paymentType"]').selectOption({ label: "支付宝" });
    await page.locator('[name="provider"]').selectOption({ label: "支付宝" });
    await page.locator('[name="appId"]').fill(alipayFields.appId);
    await page.locator('[name="privateKey"]').fill(alipayFields.privateKey);
    await page.locator('[name="companyKey"]').fill(alipayFields.companyKey);
    await page.getByRole("button", { name: "保存", exact: true }).click();
    await page.waitForURL(/\/paySetting\/accountList\/\d+/);
    await page.getByText("私钥尾号").waitFor();
    if (javaScript) await expectAccessible(page);
    await open("/paySetting/accountList");
  }
  const href = await page.getByRole("link", { name: alipayFields.name }).first().getAttribute("href");
  await open(`${href}/try`);
  await page.getByRole("button", { name: "测试连接" }).click();
  await page.getByText("连接正常").waitFor();
  if (javaScript) await expectAccessible(page);
}

async function begin({ page, open }: Visitor, code = ""): Promise<void> {
  await open("/inside/buyTktList");
  await page.getByRole("textbox", { name: "成人票 数量", exact: true }).fill("2");
  await page.getByRole("radio", { name: "支付宝" }).check();
  await page.getByRole("button", { name: "核对金额" }).first().click();
  if (code !== "") await page.getByLabel("付款码").fill(code);
  await page.getByRole("button", { name: "收款出票" }).click();
}
