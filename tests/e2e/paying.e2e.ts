/** Payment types by till, a payment statement that is reconciled, and an order that is put right. */
import { expect } from "vitest";
import { expectAccessible } from "./accessible";
import { inBothModes, runConsole, type Visitor } from "./support";

const running = runConsole();

inBothModes(
  running,
  "a till takes what is set, a statement is reconciled, and an order is repaired",
  async (visitor) => {
    const { page, javaScript } = visitor;
    const mark = javaScript ? "JS" : "NO";
    await visitor.signIn("admin");
    const orderNo = await sell(visitor);

    await visitor.open(`/orderRepair?orderNo=${orderNo}`);
    await page.getByText("2 张票已全部出票。").waitFor();
    expect(await page.getByRole("radio", { name: "补出票" }).isDisabled()).toBe(true);
    await page.getByRole("radio", { name: "查询支付状态" }).check();
    const repair = page.getByRole("main").getByRole("button", { name: "订单修复" });
    await repair.click();
    await page.getByText("请填写原因。").waitFor();
    if (javaScript) await expectAccessible(page);
    await page.getByLabel("原因").fill("游客来电询问");
    await repair.click();
    await page.getByRole("cell", { name: "游客来电询问" }).waitFor();
    await page.getByRole("link", { name: "查看订单" }).click();
    await page.getByText("对订单做了“查询支付状态”").waitFor();

    await visitor.open("/order/statementLineList/import");
    const lines = [
      "交易流水号,支付方式,收支类型,交易时间,金额,订单号",
      `T-${mark},银行卡,收款,2026-01-0${javaScript ? 1 : 2} 10:00:00,12.34,`,
    ];
    const file = { name: "对账单.csv", mimeType: "text/csv", buffer: Buffer.from(lines.join("\r\n")) };
    await page.getByLabel("文件", { exact: true }).setInputFiles(file);
    if (javaScript) await page.getByRole("link", { name: "对账单.csv" }).waitFor();
    await page.getByRole("button", { name: "上传并检查" }).click();
    await page.getByRole("button", { name: "确认导入" }).click();
    await page.getByText("导入成功").waitFor();
    await visitor.open("/order/paymentStatementList");
    await page.getByRole("link", { name: `银行卡 2026-01-0${javaScript ? 1 : 2}` }).click();
    await page.getByRole("main").getByRole("button", { name: "对账", exact: true }).click();
    await page.getByText("已对账。").first().waitFor();
    await visitor.open(`/networkOrderOfabnormalRecord?subject=T-${mark}`);
    await page.getByRole("cell", { name: "本系统无记录" }).waitFor();
    if (javaScript) await expectAccessible(page);
    await page.getByRole("link", { name: `T-${mark}` }).click();
    await page.waitForURL(/\/networkOrderOfabnormalRecord\/\d+/);
    await page.getByRole("heading", { name: `T-${mark}` }).waitFor();
    await page.getByRole("link", { name: "处理", exact: true }).first().click();
    await page.getByLabel("处理说明").fill("银行重复入账，已退回");
    await page.getByRole("button", { name: "处理", exact: true }).last().click();
    await page.getByText("已处理").first().waitFor();

    await visitor.open("/paySetting/index/new");
    await visitor.ready();
    await page.getByLabel("名称").fill(`只收现金${mark}`);
    await page.locator('[name="channel"]').selectOption({ label: javaScript ? "移动端" : "自助机" });
    const group = page.getByRole("group", { name: "可用支付方式", exact: true });
    if (javaScript) await page.locator(".line-keys").first().waitFor();
    if ((await page.locator('[name="types[0].paymentType"]').count()) === 0)
      await group.getByRole("button", { name: /^添加一行/ }).click();
    await page.locator('[name="types[0].paymentType"]').selectOption({ label: "现金" });
    await page.getByRole("button", { name: "保存", exact: true }).click();
    await page.waitForURL(/\/paySetting\/index\/\d+/);
    if (javaScript) await expectAccessible(page);
  },
);

/** Two tickets for cash; the number of their order. */
async function sell({ page, open }: Visitor): Promise<string> {
  await open("/inside/buyTktList");
  await page.getByRole("textbox", { name: "成人票 数量", exact: true }).fill("2");
  await page.getByRole("button", { name: "核对金额" }).first().click();
  await page.getByRole("button", { name: "收款出票" }).click();
  await page.getByRole("heading", { name: "出票成功" }).waitFor();
  await page.getByRole("link", { name: "查看订单" }).click();
  await page.getByRole("heading", { name: /^OD\d+/ }).waitFor();
  const heading = await page.getByRole("heading", { level: 1 }).textContent();
  return /OD\d+/.exec(heading ?? "")?.[0] ?? "";
}
