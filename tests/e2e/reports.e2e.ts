/** Reports: a period, a grouping, a row down to its order, print and file; what had nothing says so. */
import { buffer } from "node:stream/consumers";
import { expect } from "vitest";
import { readXls } from "~tests/support/read-xls";
import { expectAccessible } from "./accessible";
import { inBothModes, runConsole } from "./support";

const running = runConsole();

inBothModes(running, "9 sales are followed from a month down to an order, printed and exported", async (visitor) => {
  const { page } = visitor;
  const link = (name: string | RegExp) => page.getByRole("link", { name, exact: typeof name === "string" });
  const grouping = (name: string) =>
    page.getByRole("navigation", { name: "分组方式" }).getByRole("link", { name, exact: true });
  const total = () => page.getByRole("row", { name: /^合计/ });
  await visitor.signIn("admin");
  await visitor.open("/statistics/salesByTicketType");
  await page.getByRole("navigation", { name: "统计时间" }).getByRole("link", { name: "今年" }).click();
  await page.waitForURL(/period=thisYear/);
  await total().waitFor();
  expect(await page.getByRole("img").count()).toBeGreaterThan(0);
  if (visitor.javaScript) await expectAccessible(page);

  await grouping("渠道").click();
  await page.waitForURL(/by=channel/);
  const net = (await total().getByRole("cell").allTextContents()).at(-4);
  await page.getByRole("combobox", { name: "渠道" }).selectOption("window");
  await page.getByRole("button", { name: "查询" }).click();
  await page.waitForURL(/channel=window/);
  // The address changes before the figures do.
  await expect
    .poll(async () => (await total().getByRole("cell").allTextContents()).at(-4), { timeout: 15_000 })
    .not.toBe(net);
  await grouping("订单").click();
  await page.waitForURL(/by=order/);
  await page.getByRole("row").nth(1).locator("a[href*='offlineOrderDetail']").click();
  await page.waitForURL(/offlineOrderDetail\?id=\d+/);
  await page.goBack();
  await page.waitForURL(/by=order/);

  await link("打印").click();
  await page.waitForURL(/print=T/);
  await page.getByText(/打印时间/).waitFor();
  await link("返回报表").click();
  await link("导出").click();
  await page.getByText("当前分组的全部行和合计").waitFor();
  if (visitor.javaScript) await expectAccessible(page);
  await page.getByRole("button", { name: "导出", exact: true }).click();
  await page.getByText("导出成功").waitFor();
  const [download] = await Promise.all([page.waitForEvent("download"), link("下载").click()]);
  const [sheet] = readXls(await buffer(await download.createReadStream()));
  expect(sheet?.rows[0]?.[0]?.value).toBe("订单");
  expect(sheet?.rows.at(-1)?.[0]?.value).toBe("合计");
});

inBothModes(
  running,
  "9 a period of nothing says so and leads on; nonsense in the address shows what there is",
  async (visitor) => {
    const { page } = visitor;
    await visitor.signIn("admin");
    await visitor.open("/statistics/salesByDay?from=2020-01-01&to=2020-01-31&channel=window");
    await page.getByText("所选条件下 2020-01-01 至 2020-01-31 没有数据").waitFor();
    if (visitor.javaScript) await expectAccessible(page);
    await page.getByRole("main").getByRole("link", { name: "清除筛选" }).first().click();
    await page.getByText("2020-01-01 至 2020-01-31 没有数据").waitFor();
    await visitor.open("/statistics/salesByDay?from=2020-01-01&to=2026-01-31");
    await page.getByText("一次最多统计 366 天").waitFor();
    await visitor.open("/statistics/salesByDay?by=moon&period=never");
    await page.getByRole("heading", { name: "销售日报" }).waitFor();
  },
);
