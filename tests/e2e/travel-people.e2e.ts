/** People of the travel trade: agencies handed over, rewards of guides, reception tickets. */
import path from "node:path";
import { expect } from "vitest";
import { openDatabase } from "~server/backend/db/database";
import { expectAccessible } from "./accessible";
import { inBothModes, journeyOf, runConsole } from "./support";

const running = runConsole();
/** The demonstration has switched rewards on: here they are as a new tenant has them. */
const off = runConsole({}, async (dataDir) => {
  const database = await openDatabase({ dataDir: path.resolve(dataDir) });
  await database.pool.query("update sys_param set param_option = 'F' where param_code = 'guideRewards'");
  await database.close();
});
const today = () => new Date(Date.now() + 8 * 3_600_000).toISOString().slice(0, 10);

inBothModes(running, "a salesman's agencies are handed over in one press, and then they may leave", async (visitor) => {
  const { page, javaScript } = visitor;
  const [from, to] = javaScript ? ["周晓峰", "许文静"] : ["许文静", "韩立"];
  await visitor.signIn("admin");
  await visitor.open("/addSalesmanManage");
  await page.getByRole("link", { name: from }).first().click();
  await page.getByRole("link", { name: "离职移交" }).click();
  await page.getByRole("heading", { name: `${from} · 离职移交` }).waitFor();
  const address = new URL(page.url()).pathname;
  if (javaScript) await expectAccessible(page);
  await visitor.open(address.replace(/left$/, "leave"));
  await page
    .getByText(/还不能离职，须先移交：名下旅行社未移交 \d+ 家/)
    .first()
    .waitFor();
  await visitor.open(address);
  await page.getByRole("link", { name: "移交旅行社" }).click();
  await page.getByLabel(/^移交给/).selectOption({ label: to });
  await page.getByRole("button", { name: "移交旅行社" }).last().click();
  await page.getByText(/已移交 \d+ 家旅行社/).waitFor();
  await visitor.open(address);
  await page.getByText("名下没有待移交的事项，可以办理离职。").waitFor();
  await visitor.open("/addSalesmanManage");
  await page.getByRole("link", { name: from }).first().waitFor();
});

inBothModes(off, "rewards of guides are off at first, and the page says the law's reason", async (visitor) => {
  const { page, javaScript } = visitor;
  await visitor.signIn("admin");
  await visitor.open("/travelInfo/guideRewards");
  await page.getByRole("link", { name: "计算与发放清单" }).click();
  await page.waitForURL(/guideRewards\/month/);
  await page.getByRole("status").filter({ hasText: "导游奖励未开启" }).waitFor();
  await page.getByText("反不正当竞争法").waitFor();
  if (javaScript) await expectAccessible(page);
  visitor.expectProblem(/status of 422/);
  await visitor.open("/travelInfo/guideRewards/month?month=2026-13");
  await page.getByText("请按“年-月”填写，如 2026-11").waitFor();
});

inBothModes(running, "reception tickets are asked for, and nobody approves their own", async (visitor) => {
  const { page, javaScript } = visitor;
  const guests = javaScript ? "省文旅厅考察组" : "友好城市代表团";
  await visitor.signIn("admin");
  await visitor.open("/travelInfo/reception/new");
  await page.locator(".tree-field > summary").click();
  await page.locator("[name=departmentId]").nth(1).check();
  await page.getByLabel(/^来宾/).fill(guests);
  await page.getByLabel(/^张数/).fill("8");
  await page.getByLabel(/^入园日期/).fill(today());
  await page.getByLabel(/^接待事由/).fill("景区考察");
  if (javaScript) {
    await page.getByRole("combobox", { name: /^票种/ }).fill("成人票");
    await page
      .getByRole("option", { name: /^成人票/ })
      .first()
      .click();
  } else {
    await page.locator("button[value='search:ticketTypeId']").click();
    await page.locator("[name='search.q']").fill("成人票");
    await page.getByRole("button", { name: "查询" }).click();
    await page
      .getByRole("button", { name: /^成人票/ })
      .first()
      .click();
  }
  await page.getByRole("button", { name: "保存", exact: true }).click();
  await page.waitForURL(/\/reception(\/\d+)?$/);
  await visitor.open("/travelInfo/reception");
  await page.getByText(guests).first().waitFor();
  await page
    .getByRole("link", { name: /^JD\d+/ })
    .first()
    .click();
  await page.waitForURL(/\/reception\/\d+$/);
  visitor.expectProblem(/status of 409/);
  await visitor.open(`${new URL(page.url()).pathname}/approve`);
  await page.getByText("不能批准自己的申请").first().waitFor();
  await visitor.open("/travelInfo/reception/report");
  await page.getByRole("heading", { name: /^接待统计/ }).waitFor();
  if (javaScript) await expectAccessible(page);
  expect(await page.getByLabel("年度").inputValue()).toBe(today().slice(0, 4));
});

journeyOf(
  off,
  "in English: handover, rewards and reception tickets",
  async (visitor) => {
    const { page } = visitor;
    await visitor.signIn("admin");
    await visitor.open("/travelInfo/guideRewards/month");
    await page.getByText("Guide rewards are off.").waitFor();
    await page.getByText("Anti-Unfair Competition Law").waitFor();
    await visitor.open("/travelInfo/reception/report");
    await page.getByRole("heading", { name: /^Reception tickets of \d{4}$/ }).waitFor();
    await visitor.open("/travel/statementList/due");
    await page.getByRole("heading", { level: 1 }).waitFor();
    await visitor.open("/addSalesmanManage");
    await page.getByRole("link", { name: "韩立" }).first().click();
    await page.getByRole("link", { name: "Handover" }).click();
    await page.getByText("Past sales stay credited to the original salesman.").waitFor();
  },
  { locale: "en-GB" },
);
