/** Selling beyond a quota at the counter: the allowance on its form, the warning with figures, the tick, and the day's row. */
import { expect } from "vitest";
import { addDays, businessDay } from "~/contract/business-time";
import { expectAccessible } from "./accessible";
import { inBothModes, runConsole } from "./support";

const running = runConsole();

inBothModes(running, "a full day is overbooked by who may, once they have confirmed it", async (visitor) => {
  const { page, javaScript } = visitor;
  const name = javaScript ? "夜游名额甲" : "夜游名额乙";
  const day = addDays(businessDay(new Date()), javaScript ? 40 : 50);
  await visitor.signIn("admin");
  await visitor.open("/ticket/quotaList/new");
  await page.getByLabel("名称").fill(name);
  await page.getByLabel("每日总量").fill("500");
  await page.getByLabel("可超售名额").fill("很多");
  await page.getByLabel("观光车票").check();
  const save = () => page.getByRole("button", { name: /^(保存|确认)/ }).first();
  await save().click();
  await page.getByText("请输入整数").first().waitFor();
  await page.getByLabel("可超售名额").fill("2");
  await save().click();
  const made = page.getByRole("heading", { name });
  const confirm = page.getByRole("button", { name: "确认并保存" });
  await made.or(confirm).first().waitFor();
  if (await confirm.isVisible()) await confirm.click();
  await made.waitFor();
  const pool = new URL(page.url()).pathname;
  await visitor.open(`${pool}?from=${day}&set=${day}~`);
  await page.getByLabel(`${day} 的总量`).fill("1");
  await page.getByRole("button", { name: "设置", exact: true }).click();
  await page.getByText("保存成功").waitFor();

  await visitor.open(`/inside/buyTktList?visitDay=${day}`);
  await page.getByLabel(/^观光车票.*数量/).fill("3");
  await page
    .getByRole("button", { name: /核对金额/ })
    .first()
    .click();
  await page.getByText(`“${name}”${day} 只剩 1 张，将超售 2 张（此前已超售 0，最多 2）`).waitFor();
  if (javaScript) await expectAccessible(page);
  await page.getByLabel("确认超售 2 张").check();
  const sell = page.getByRole("button", { name: /收款出票/ });
  if (!(await sell.isVisible()))
    await page
      .getByRole("button", { name: /核对金额/ })
      .first()
      .click();
  await sell.click();
  await page.waitForURL(/\/inside\/buyTktList\/result/);
  await visitor.open(`${pool}?from=${day}`);
  const row = page.locator("details", { hasText: "逐日明细" }).locator("tbody tr").first();
  expect(await row.textContent()).toContain("含超售 2");
});
