/** Totals of a quota over a range of days: the impact first, then the setting; below what is sold nothing is set. */
import { expect } from "vitest";
import { addDays, businessDay } from "~/contract/business-time";
import { expectAccessible } from "./accessible";
import { inBothModes, runConsole } from "./support";

const running = runConsole();

inBothModes(running, "several days of a quota are set at once, once their impact was seen", async (visitor) => {
  const { page, javaScript } = visitor;
  const button = (name: string) => page.getByRole("button", { name, exact: true });
  const first = addDays(businessDay(new Date()), javaScript ? 60 : 70);
  await visitor.signIn("admin");
  await visitor.open(`/ticket/quotaList/1?from=${first}`);
  await page.getByText("批量设置").click();
  await page.getByLabel("起始日", { exact: true }).fill(first);
  await page.getByLabel("结束日", { exact: true }).fill(addDays(first, 6));
  await page.getByLabel("总量", { exact: true }).fill("77");
  await page.getByRole("checkbox", { name: "日", exact: true }).uncheck();
  await button("查看影响").click();
  await page.getByText("涉及 6 个日期（时段），其中 6 个将改为 77；已售和占用共 0。").waitFor();
  if (javaScript) await expectAccessible(page);
  await button("确认设置").click();
  await page.getByText("保存成功").waitFor();
  expect(await page.getByRole("cell", { name: "77", exact: true }).count()).toBeGreaterThanOrEqual(6);
});

inBothModes(
  running,
  "days that are ticked where it shows how full they are are set, and nothing changes unseen",
  async (visitor) => {
    const { page, javaScript } = visitor;
    const button = (name: string) => page.getByRole("button", { name, exact: true });
    const first = addDays(businessDay(new Date()), javaScript ? 120 : 160);
    const tick = (days: number) =>
      page.getByRole("table", { name: "余量一览" }).getByRole("checkbox", { name: addDays(first, days).slice(5) });
    await visitor.signIn("admin");
    await visitor.open(`/ticket/quotaList/1?from=${first}`);
    await tick(2).check();
    await tick(5).check();
    if (!javaScript) await page.getByText("批量设置").click();
    await page.getByLabel("总量", { exact: true }).fill("66");
    await button("查看影响").click();
    await page.getByText("涉及 2 个日期（时段），其中 2 个将改为 66；已售和占用共 0。").waitFor();
    if (javaScript) await expectAccessible(page);
    // Another total than the one that the impact was shown of: it is shown anew first.
    await page.getByLabel("总量", { exact: true }).fill("67");
    await button("确认设置").click();
    await page.getByText("涉及 2 个日期（时段），其中 2 个将改为 67；已售和占用共 0。").waitFor();
    await button("确认设置").click();
    await page.getByText("保存成功").waitFor();
    const named = (days: number, total: number) =>
      page.getByRole("link", { name: `${addDays(first, days)}，总量 ${total}，剩余和已用：${total} 0%` });
    await named(2, 67).waitFor();
    await named(5, 67).waitFor();
    expect(await named(3, 67).count()).toBe(0);
  },
);
