/** What makes tickets cheaper at the counter: an activity's codes are exported, then a code, staff tickets and a discount in one order. */
import { expect } from "vitest";
import { expectAccessible } from "./accessible";
import { inBothModes, runConsole, type Visitor } from "./support";

const running = runConsole();

inBothModes(
  running,
  "a code, a staff ticket and a discount with its reason make one order cheaper",
  async (visitor) => {
    const { page, javaScript } = visitor;
    await visitor.signIn("admin");
    const code = await exportedCode(visitor);

    await visitor.open("/inside/buyTktList");
    await page.getByRole("textbox", { name: "成人票 数量", exact: true }).fill("5");
    await page.getByRole("textbox", { name: "活动码" }).fill("0000-0000-0001");
    await page.getByText("员工优惠", { exact: true }).click();
    await page.getByLabel("员工账号或姓名").fill(javaScript ? "seller" : "manager");
    await page.getByText("优惠", { exact: true }).click();
    await page.getByLabel("优惠（元或 %）").fill("10%");
    await page.getByRole("button", { name: "核对金额" }).first().click();
    await page.getByText("活动码 ****-****-0001 输入有误").first().waitFor();
    await page.getByText("请选择优惠原因").first().waitFor();
    if (javaScript) await expectAccessible(page);

    await page.getByRole("textbox", { name: "活动码" }).fill(code);
    await page.getByLabel("优惠原因").selectOption({ label: "老客户" });
    await page.getByRole("button", { name: "核对金额" }).first().click();
    const off = page.getByRole("list", { name: "优惠明细" });
    await off.getByText(`冬季推广 ****-****-${code.slice(-4)}`).waitFor();
    await off.getByText("老客户").waitFor();
    await page.getByText(/本月“成人票”可用 4 张/).waitFor();
    await page.getByRole("button", { name: "收款出票" }).click();
    await page.getByRole("heading", { name: "出票成功" }).waitFor();
    await page.getByRole("link", { name: "查看订单" }).click();
    await page.getByRole("heading", { name: "优惠明细" }).waitFor();
    await page.getByText("员工亲友票").first().waitFor();

    await visitor.open("/ticketConfig/staffUse");
    await page.getByRole("cell", { name: "员工亲友票" }).first().waitFor();
    await visitor.open("/ticketConfig/activityCodeList?state=used");
    await page
      .getByText(`****-****-${code.slice(-4)}`)
      .first()
      .waitFor();
    if (javaScript) await expectAccessible(page);
  },
);

/** A code out of the file; the second time the file is said to be lost, and the codes are made anew. */
async function exportedCode({ page, open, javaScript }: Visitor): Promise<string> {
  await open("/ticketConfig/activityCardList");
  await page.getByRole("link", { name: "冬季推广" }).click();
  await page.getByRole("link", { name: "导出活动码" }).click();
  await page.getByRole("heading", { name: /^活动码/ }).waitFor();
  if (javaScript) await expectAccessible(page);
  const lost = page.getByText("文件遗失，重新生成").first();
  if ((await lost.count()) > 0) {
    await lost.click();
    await page.getByLabel("重新生成的原因").fill("文件丢失");
  }
  const [download] = await Promise.all([
    page.waitForEvent("download"),
    page.getByRole("button", { name: /生成/ }).click(),
  ]);
  const chunks: Buffer[] = [];
  for await (const chunk of await download.createReadStream()) chunks.push(chunk as Buffer);
  const [head, first = ""] = Buffer.concat(chunks).toString("utf8").split("\r\n");
  expect(head).toContain("活动码");
  return first.split(",")[0] ?? "";
}
