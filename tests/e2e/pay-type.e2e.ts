/** A sale that was keyed as cash is put right: found, shown before it is saved, confirmed, and told of afterwards. */
import { expect } from "vitest";
import { expectAccessible } from "./accessible";
import { inBothModes, runConsole, type Visitor } from "./support";

const running = runConsole();

inBothModes(
  running,
  "2.3x.2 the payment type of a sale is corrected from its number to the list of corrections",
  async (visitor) => {
    const { page, javaScript } = visitor;
    const press = (name: string) => page.getByRole("main").getByRole("button", { name, exact: true }).click();
    await visitor.signIn("admin");
    const orderNo = await sell(visitor);

    await visitor.open("/dataBase/payTypeModify");
    await page.getByRole("heading", { name: "分库支付方式更正", exact: true }).waitFor();
    if (javaScript) await expectAccessible(page);
    await page.getByRole("search", { name: "查找收款" }).getByLabel("订单号").fill(orderNo);
    await press("查找收款");
    await page.getByRole("rowheader", { name: orderNo }).waitFor();
    if (javaScript) await expectAccessible(page);
    await page.getByRole("link", { name: `更正订单 ${orderNo} 的现金 ¥` }).click();
    await page.getByRole("heading", { name: "更正支付方式", exact: true }).waitFor();
    await visitor.ready();

    // Neither type nor reason: both are asked for, and what was typed stays.
    await page.getByLabel("更正原因").fill("");
    await press("核对更正");
    await page.getByText("请选择正确的支付方式。").waitFor();
    await page.getByText("请填写更正原因。").waitFor();
    await page.getByRole("radio", { name: "微信" }).check();
    await page.getByLabel("更正原因").fill("收银按错键");
    await press("核对更正");
    const changes = page.getByRole("status").filter({ hasText: "保存后的变化" });
    await changes.getByText(/^现金 −\d+\.00 元$/).waitFor();
    await changes.getByText(/^微信 \+\d+\.00 元$/).waitFor();
    await changes.getByText(/^记入(收款当天|原收款班次)/).waitFor();
    expect(await page.getByLabel("更正原因").inputValue()).toBe("收银按错键");
    if (javaScript) await expectAccessible(page);
    await press("确认更正");

    await page.getByText(/^已更正：现金 −\d+\.00 元，微信 \+\d+\.00 元。$/).waitFor();
    const row = page.getByRole("row", { name: new RegExp(orderNo) });
    await row.getByRole("cell", { name: "收银按错键" }).waitFor();
    await row.getByRole("link", { name: orderNo }).click();
    await page.getByText(/把支付方式由现金更正为微信/).waitFor();
    await page.getByRole("cell", { name: "更正", exact: true }).first().waitFor();
    if (javaScript) await expectAccessible(page);
  },
);

/** Two tickets for cash; the number of their order. */
async function sell({ page, open }: Visitor): Promise<string> {
  await open("/inside/buyTktList");
  await page.getByRole("textbox", { name: "成人票 数量", exact: true }).fill("2");
  await page.getByRole("button", { name: "核对金额" }).first().click();
  await page.locator("input[name=paymentType][value=cash]").check();
  await page.getByRole("button", { name: "收款出票" }).click();
  await page.getByRole("heading", { name: "出票成功" }).waitFor();
  await page.getByRole("link", { name: "查看订单" }).click();
  await page.getByRole("heading", { name: /^OD\d+/ }).waitFor();
  const heading = await page.getByRole("heading", { level: 1 }).textContent();
  return /OD\d+/.exec(heading ?? "")?.[0] ?? "";
}
