/** The refund flow of a corp: set up, refused where a step would never run, drawn, and met by the seller who refunds. */
import { expect } from "vitest";
import { expectAccessible } from "./accessible";
import { inBothModes, moreOf, runConsole, type Visitor } from "./support";

const running = runConsole();

inBothModes(
  running,
  "2.3j /liteflow/nodeSet: steps of the refund flow are set, drawn in their order, and ask for a second person",
  async (visitor) => {
    const { page, javaScript } = visitor;
    await visitor.signIn("admin");
    await visitor.open("/liteflow/nodeSet");
    const chart = page.getByRole("region", { name: /^退款流程/ });
    const drawn = () =>
      chart.locator("[data-step]").evaluateAll((steps) => steps.map((one) => one.getAttribute("data-step")));
    expect(await drawn()).toEqual(["rule", "limit", "red", "back"]);
    if (javaScript) await expectAccessible(page);

    await chart.getByRole("link", { name: "设置流程" }).click();
    await page.getByRole("heading", { name: "新建退款流程" }).waitFor();
    await visitor.ready();
    if (javaScript) await page.locator(".line-keys").first().waitFor();
    await page.getByLabel("名称").fill("旺季");
    await step(visitor, 0, "大额退款复核", { amount: "100" });
    await step(visitor, 1, "刚售出的免复核", { count: "10" });
    await page.getByRole("button", { name: "保存", exact: true }).click();
    // It stands where it can do nothing: said at its line, and what was typed stays.
    await page.getByText("其后没有启用的复核步骤，不起作用").last().waitFor();
    expect(await page.locator('[name="steps[0].amount"]').inputValue()).toBe("100");
    if (javaScript) await expectAccessible(page);
    await page.locator('[name="steps[1].node"]').selectOption({ label: "退款原因字数" });
    await page.locator('[name="steps[1].count"]').fill("3");
    await page.getByRole("button", { name: "保存", exact: true }).click();
    await page.waitForURL(/\/liteflow\/nodeSet\/refund\/\d+/);
    await page.getByRole("main").getByRole("link", { name: "流程图" }).first().click();
    await page.getByText("退款超过 ¥100.00 须复核").waitFor();
    expect(await drawn()).toEqual(["rule", "limit", "approveAbove", "reasonAtLeast", "red", "back"]);
    if (javaScript) await expectAccessible(page);

    await sellAndAsk(visitor);
    await page.getByText("须复核：退款超过 ¥100.00").waitFor();
    if (javaScript) await expectAccessible(page);
    await page.getByLabel("退票原因").fill("改");
    await page.getByRole("button", { name: "提交审批" }).click();
    await page.getByText("退款原因至少填写 3 个字").first().waitFor();

    await visitor.open("/liteflow/nodeSet");
    await chart.getByRole("link", { name: "修改记录" }).click();
    await page.waitForURL(/\/liteflow\/nodeSet\/refund\/\d+/);
    await moreOf(page.locator(".page-head"));
    await page.getByRole("main").getByRole("link", { name: "删除", exact: true }).first().click();
    await page
      .getByRole("button", { name: /^(确认|删除)/ })
      .last()
      .click();
    await page.getByText("删除成功").first().waitFor();
  },
);

async function step({ page }: Visitor, place: number, label: string, figures: Record<string, string>) {
  const node = page.locator(`[name="steps[${place}].node"]`);
  if ((await node.count()) === 0) {
    await page
      .getByRole("group", { name: "步骤", exact: true })
      .getByRole("button", { name: /^添加一行/ })
      .click();
    await node.waitFor();
  }
  await node.selectOption({ label });
  for (const [name, value] of Object.entries(figures))
    await page.locator(`[name="steps[${place}].${name}"]`).fill(value);
}

/** Two tickets for cash, and what a refund of both would do. */
async function sellAndAsk({ page, open, ready }: Visitor): Promise<void> {
  await open("/inside/buyTktList");
  await page.getByRole("textbox", { name: "成人票 数量", exact: true }).fill("2");
  await page.getByRole("button", { name: "核对金额" }).first().click();
  await page.locator("input[name=paymentType][value=cash]").check();
  await page.getByRole("button", { name: "收款出票" }).click();
  await page.getByRole("heading", { name: "出票成功" }).waitFor();
  await page.getByRole("link", { name: "查看订单" }).click();
  await page.getByRole("heading", { name: /^OD\d+/ }).waitFor();
  await page.getByRole("link", { name: "退票", exact: true }).first().click();
  await page.getByRole("heading", { name: "退票" }).waitFor();
  await ready();
  for (const box of await page.getByRole("checkbox", { name: /^TK/ }).all()) await box.check();
  await page.getByLabel("退票原因").fill("游客改变行程");
  await page.getByRole("button", { name: "试算退款" }).click();
}
