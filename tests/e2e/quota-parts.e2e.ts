/** Places set aside for a channel: told on the form and the calendar, set for a single day, and out of the counter's reach. */
import { expect } from "vitest";
import { addDays, businessDay } from "~/contract/business-time";
import { expectAccessible } from "./accessible";
import { inBothModes, runConsole } from "./support";

const running = runConsole();

inBothModes(running, "places are set aside for a channel, by the quota and for one day", async (visitor) => {
  const { page, javaScript } = visitor;
  const button = (name: string) => page.getByRole("button", { name, exact: true });
  const name = javaScript ? "专属名额甲" : "专属名额乙";
  const first = addDays(businessDay(new Date()), javaScript ? 80 : 90);
  await visitor.signIn("admin");
  await visitor.open("/ticket/quotaList/new");
  await page.getByLabel("名称").fill(name);
  await page.getByLabel("每日总量").fill("50");
  await page.getByLabel("网络", { exact: true }).fill("60");
  await page.getByRole("checkbox").last().check();
  const save = () => page.getByRole("button", { name: /^(保存|确认)/ }).first();
  await save().click();
  // More than there is: said beside the numbers, and all that was typed is still there.
  await page.getByText("划给各渠道的共 60，超过了总量 50").first().waitFor();
  expect(await page.getByLabel("网络", { exact: true }).inputValue()).toBe("60");
  if (javaScript) await expectAccessible(page);
  await page.getByLabel("网络", { exact: true }).fill("20");
  await save().click();
  await page.getByText("保存成功").waitFor();
  await page.getByText("划给渠道 · 网络").waitFor();

  await visitor.open(`${new URL(page.url()).pathname}?from=${first}`);
  await page.getByRole("link", { name: `${first}，总量 50，剩余和已用：50 0% 含专属 20` }).click();
  await page.getByLabel(`${first} 划给 网络 的名额`).fill("10");
  await page.getByLabel(`${first} 划给 旅行社 的名额`).fill("5");
  await button("设置").click();
  await page.getByText("保存成功").waitFor();
  await page.getByText("旅行社 已用 0 / 5").first().waitFor();
  await page.getByRole("link", { name: `${first}，总量 50，剩余和已用：50 0% 含专属 15` }).waitFor();
  if (javaScript) await expectAccessible(page);
});
