/** What sellers and gate keepers work with is set up: sales pages, print templates, blackout dates, shared gates. */
import { expect } from "vitest";
import { addDays, businessDay } from "~/contract/business-time";
import { expectAccessible } from "./accessible";
import { runConsole, type Visitor, withScripts } from "./support";

const running = runConsole();
const today = () => businessDay(new Date());
const save = (visitor: Visitor) => visitor.page.getByRole("button", { name: "保存", exact: true }).click();

withScripts(running, "a sales page shows how it looks, and the window that it is for offers it", async (visitor) => {
  const { page, javaScript } = visitor;
  await visitor.signIn("admin");
  await visitor.open("/ticketConfig/listPages");
  await page.getByRole("link", { name: "西门快捷页" }).click();
  await page.getByText("西门售票亭").first().waitFor();
  if (javaScript) await expectAccessible(page);

  await visitor.open("/inside/buyTktList");
  await page.getByRole("textbox", { name: "家庭票（两大一小） 数量" }).waitFor();
  await page.getByLabel("售票终端").selectOption({ label: "西门售票亭" });
  if (!javaScript) await page.getByRole("button", { name: "核对金额" }).first().click();
  await page.getByText(/^页面以外的票种（\d+）$/).waitFor();
  if (javaScript) await expectAccessible(page);
});

withScripts(
  running,
  "a print template says what does not fit, keeps what was typed, and prints a test page",
  async (visitor) => {
    const { page, javaScript } = visitor;
    await visitor.signIn("admin");
    await visitor.open("/ticketConfig/printTemplate");
    await page.getByRole("link", { name: "青云山门票 150×60" }).click();
    await page.getByRole("heading", { name: "青云山门票 150×60", level: 1 }).waitFor();
    await page.getByRole("link", { name: "编辑" }).first().click();
    await page.getByLabel("左（毫米）").first().waitFor();
    await visitor.ready();
    const left = page.getByLabel("左（毫米）").first();
    const before = await left.inputValue();
    if (javaScript) await expectAccessible(page);
    await left.fill("149");
    await save(visitor);
    await page.getByText("超出纸的右边：纸宽 150 毫米").first().waitFor();
    expect(await left.inputValue()).toBe("149");
    await visitor.ready();
    await left.fill(before);
    await save(visitor);
    await page.waitForURL(/\/ticketConfig\/printTemplate\/\d+$/);
    await page.getByRole("link", { name: "打印测试页" }).first().click();
    await page.waitForURL(/\/sample$/);
    await page.getByText("样例数据，不是有效门票。").first().waitFor();
  },
);

withScripts(
  running,
  "a ticket type with a blackout date is not sold for it, and is for the day after",
  async (visitor) => {
    const { page, javaScript } = visitor;
    const [dark, bright] = [addDays(today(), javaScript ? 2 : 4), addDays(today(), javaScript ? 3 : 5)];
    await visitor.signIn("admin");
    await visitor.open(`/ticket/ticketList?name=${encodeURIComponent("观光车票")}`);
    await page.getByRole("link", { name: "观光车票", exact: true }).first().click();
    await page.getByRole("heading", { name: "观光车票", level: 1 }).waitFor();
    await page.getByRole("link", { name: "编辑" }).first().click();
    await visitor.ready();
    const dates = page.getByRole("group", { name: /^不可用日期/ });
    await dates.getByRole("button", { name: "添加一行" }).click();
    await dates
      .getByLabel(/开始日期/)
      .last()
      .fill(dark);
    await dates
      .getByLabel(/结束日期/)
      .last()
      .fill(dark);
    await dates.getByLabel(/原因/).last().fill("检修");
    await save(visitor);
    await page.waitForURL(/\/ticket\/ticketList\/\d+/);
    await page.getByText(`${dark}（检修）不能使用`).first().waitFor();
    if (javaScript) await expectAccessible(page);

    await visitor.open(`/inside/buyTktList?visitDay=${dark}`);
    await page.getByText(`“观光车票”${dark}（检修）不售`).first().waitFor({ state: "attached" });
    await visitor.open(`/inside/buyTktList?visitDay=${bright}`);
    await page.getByRole("textbox", { name: "观光车票 数量" }).waitFor();
  },
);

withScripts(running, "a gate is shared among parks, its own among them", async (visitor) => {
  const { page, javaScript } = visitor;
  const name = javaScript ? "联票通道一" : "联票通道二";
  const gate = javaScript ? "东门 1 号闸机" : "东门 2 号闸机";
  await visitor.signIn("admin");
  await visitor.open("/manyParkGateChild/new");
  await page.getByLabel(/^名称/).fill(name);
  if (javaScript) {
    await page.getByRole("combobox", { name: /^闸机 ?\*?$/ }).fill(gate);
    await page.getByRole("option", { name: gate }).first().click();
  } else {
    await page.locator('button[value^="search:gateId"]').click();
    await page.locator("[name='search.q']").fill(gate);
    await page.getByRole("button", { name: "查询" }).click();
    await page.getByRole("button", { name: gate }).first().click();
  }
  const parks = page.getByLabel(/景区 ?\*?$/);
  await parks.last().selectOption({ label: "碧湖水上乐园" });
  await save(visitor);
  await page.getByText("至少两个景区").first().waitFor();
  expect(await page.getByLabel(/^名称/).inputValue()).toBe(name);
  await page.getByRole("button", { name: "添加一行" }).click();
  await parks.nth(1).selectOption({ label: "青云山风景区" });
  if (javaScript) await expectAccessible(page);
  await save(visitor);
  await page.waitForURL(/\/manyParkGateChild(\/\d+)?$/);
  await visitor.open("/manyParkGateChild");
  await page.getByRole("row", { name: new RegExp(`${name}.*${gate}`) }).waitFor();
  if (javaScript) await expectAccessible(page);
});
