/** Prices and quotas in the browser: a policy, its calendar, a day's places; the engine's form, refused and mended. */
import { describe, expect } from "vitest";
import { expectAccessible } from "./accessible";
import { journeyOf, moreOf, runConsole, withoutScripts, withScripts } from "./support";

const running = runConsole();
const month = new Date(Date.now() + 70 * 86_400_000).toISOString().slice(0, 7);
const calendar = `/ticket/priceCalendar?type=1&channel=window&group=retail&month=${month}`;

describe("price policies", () => {
  withoutScripts(running, "a policy is refused with reasons, mended, saved, suspended and deleted", async (visitor) => {
    const { page } = visitor;
    const name = `暑期价 ${visitor.javaScript}`;
    await visitor.signIn("admin");
    await visitor.open("/pricePolicyAdd");
    await page.getByLabel("名称").fill(name);
    await page.getByLabel("价格（元）").fill("12.345");
    await page.getByRole("button", { name: "保存" }).click();
    await page.getByText("请输入正确的金额，最多两位小数").waitFor();
    expect(await page.getByLabel("名称").inputValue()).toBe(name);
    expect(await page.getByLabel("价格（元）").inputValue()).toBe("12.345");
    await page.getByLabel("价格（元）").fill("88");
    await page.getByLabel("票种").selectOption({ index: 1 });
    await page.getByRole("button", { name: "保存" }).click();
    // What it touches is shown first, and what was typed stays.
    await page.getByRole("heading", { name: "保存前请确认影响" }).waitFor();
    expect(await page.getByLabel("价格（元）").inputValue()).toBe("88");
    await page.getByRole("button", { name: "确认并保存" }).click();
    await page.waitForURL("**/ticket/pricePolicyList");
    const row = page.getByRole("row", { name });
    await row.getByText("88.00").waitFor();
    await (await moreOf(row)).getByRole("link", { name: "停用" }).click();
    await page.getByRole("alertdialog").getByRole("button", { name: "停用" }).click();
    await row.getByRole("link", { name: "启用" }).waitFor();
    await (await moreOf(row)).getByRole("link", { name: "删除" }).click();
    await page.getByText(`确定删除“${name}”吗`).waitFor();
    await page.getByRole("button", { name: "删除" }).click();
    await page.waitForURL("**/ticket/pricePolicyList");
    expect(await page.getByRole("row", { name }).count()).toBe(0);
  });
});

describe("the price calendar", () => {
  withScripts(running, "one price is set on many days, and a day says why", async (visitor) => {
    const { page, javaScript } = visitor;
    const price = javaScript ? "77.00" : "66.00";
    const days = javaScript ? ["05", "06"] : ["15", "16"];
    await visitor.signIn("admin");
    await visitor.open(calendar);
    await page.getByRole("button", { name: "设置价格" }).click();
    await page.getByText("请至少选择一天").waitFor();
    for (const day of days) await page.getByLabel(`${month}-${day}`, { exact: true }).check();
    await page.getByLabel("价格（元）").fill(price);
    await page.getByRole("button", { name: "设置价格" }).click();
    await page.getByRole("heading", { name: "保存前请确认影响" }).waitFor();
    await page.getByRole("button", { name: "确认并保存" }).click();
    await page.getByRole("link", { name: `${month}-${days[0]} ${price}` }).click();
    await page.getByRole("heading", { name: price }).waitFor();
    await page.getByText("生效", { exact: true }).waitFor();
    expect(await page.getByLabel(`${month}-${days[1]}`, { exact: true }).isChecked()).toBe(false);
    if (javaScript) await expectAccessible(page);
  });

  journeyOf(running, "with scripts a heading ticks its column, and shift ticks a range", async (visitor) => {
    const { page } = visitor;
    await visitor.signIn("admin");
    await visitor.open(calendar);
    await page.getByRole("button", { name: "六" }).click();
    const ticked = () => page.locator("[name^='day-']:checked").count();
    expect([4, 5]).toContain(await ticked());
    await page.getByRole("button", { name: "六" }).click();
    expect(await ticked()).toBe(0);
    await page.getByLabel(`${month}-03`, { exact: true }).check();
    await page.getByLabel(`${month}-09`, { exact: true }).click({ modifiers: ["Shift"] });
    expect(await ticked()).toBe(7);
    await page.getByText("已选 7 天").waitFor();
  });
});

describe("official holidays", () => {
  withScripts(
    running,
    "a holiday is entered, its days are off in the calendar, and the days worked are checked",
    async (visitor) => {
      const { page, javaScript } = visitor;
      const year = Number(month.slice(0, 4)) + (javaScript ? 3 : 4);
      await visitor.signIn("admin");
      await visitor.open("/ticket/holidayList/new");
      await page.getByLabel("年度").fill(String(year));
      await page.getByLabel("节日名称").fill("端午节");
      await page.getByLabel("放假首日").fill(`${year}-06-05`);
      await page.getByLabel("放假末日").fill(`${year}-06-07`);
      await page.getByLabel("调休上班日").fill("6/31");
      await page.getByRole("button", { name: "保存" }).click();
      await page.getByText("“6/31”不是日期").first().waitFor();
      await page.getByLabel("调休上班日").fill("6/12");
      await page.getByRole("button", { name: "保存" }).click();
      await page.getByText(`${year}-06-12`).first().waitFor();
      if (javaScript) await expectAccessible(page);
      await visitor.open(`/ticket/priceCalendar?month=${year}-06`);
      await page.getByText("端午节").first().waitFor();
      await page.getByText("补班").waitFor();
      await page.getByText("按日期范围设置").click();
      if (javaScript) await expectAccessible(page);
    },
  );
});

describe("quotas", () => {
  withoutScripts(running, "a day's total is set, and never below what is sold", async (visitor) => {
    const { page, javaScript } = visitor;
    await visitor.signIn("admin");
    await visitor.open("/ticket/quotaList");
    await page.getByRole("link", { name: "青云山日承载量" }).click();
    const days = page.locator("details", { hasText: "逐日明细" }).locator("tbody tr");
    const row = days.nth(javaScript ? 2 : 3);
    await row.getByRole("link", { name: "调整" }).click();
    await row.getByRole("textbox", { name: /总量$/ }).fill("4321");
    await row.getByRole("button", { name: "设置" }).click();
    await row.getByText("4321").first().waitFor();
    const today = days.first();
    await today.getByRole("link", { name: "调整" }).click();
    await today.getByRole("textbox", { name: /总量$/ }).fill("0");
    await today.getByRole("button", { name: "设置" }).click();
    await page.getByRole("alert").getByText("总量不能低于它").waitFor();
    expect(await today.getByRole("textbox", { name: /总量$/ }).inputValue()).toBe("0");
  });

  withoutScripts(running, "a pool is made for the ticked types", async (visitor) => {
    const { page } = visitor;
    const name = `演出厅 ${visitor.javaScript}`;
    await visitor.signIn("admin");
    await visitor.open("/ticket/quotaList/new");
    await page.getByLabel("名称").fill(name);
    await page.getByLabel("每日总量").fill("300");
    await page.getByRole("button", { name: "保存" }).click();
    await page.getByText("请至少选择一个票种").waitFor();
    await page.getByLabel("观光车票").check();
    await page.getByRole("button", { name: "保存" }).click();
    // Where tickets of the type are sold for days to come, that is shown first.
    const confirm = page.getByRole("button", { name: "确认并保存" });
    const made = page.getByRole("heading", { name });
    await made.or(confirm).first().waitFor();
    if (await confirm.isVisible()) await confirm.click();
    await made.waitFor();
  });
});

describe("the engine's forms", () => {
  withScripts(
    running,
    "5 each wrong field says so, the first one is focused, what was typed stays",
    async (visitor) => {
      const { page } = visitor;
      await visitor.signIn("admin");
      await visitor.open("/manage/parkList/new");
      await page.getByLabel("名称").fill("南山");
      await page.getByLabel("编码").fill("南");
      await page.getByRole("button", { name: "保存" }).click();
      await page.getByText("编码不能输入汉字!").waitFor();
      expect(await page.getByLabel("名称").inputValue()).toBe("南山");
      await page.waitForFunction(() => document.activeElement?.getAttribute("name") === "code");
      await page.getByLabel("编码").fill(`NS-${visitor.javaScript}`);
      await page.getByRole("button", { name: "保存" }).click();
      await page.getByRole("heading", { name: "南山" }).waitFor();
    },
  );

  withScripts(running, "what another changed in between is not written over", async (visitor) => {
    const other = await visitor.another();
    await Promise.all([visitor.signIn("admin"), other.signIn("manager")]);
    await visitor.open("/manage/parkList/2/edit");
    await other.open("/manage/parkList/2/edit");
    for (const [one, hours] of [
      [other, "08:00-18:00"],
      [visitor, "07:00-19:00"],
    ] as const) {
      await one.page.getByLabel("开放时间").fill(hours);
      await one.page.getByRole("button", { name: "保存" }).click();
      if (one === other) await one.page.waitForURL(/parkList\/2$/);
    }
    await visitor.page.getByRole("alert").waitFor();
    expect(await visitor.page.getByLabel("开放时间").inputValue()).toBe("07:00-19:00");
  });
});

describe("days", () => {
  journeyOf(running, "with scripts both ends of a range are picked in one calendar", async (visitor) => {
    const { page } = visitor;
    await visitor.signIn("admin");
    await visitor.open("/order/offlineOrderList?visitDay.from=2026-10-01&visitDay.to=2026-10-01");
    await page.getByRole("button", { name: "日历选择" }).click();
    const day = (name: string) => page.getByRole("dialog").getByRole("button", { name, exact: true });
    await day("8 十月 2026").waitFor();
    await expectAccessible(page);
    await day("8 十月 2026").click();
    await day("12 十月 2026").click();
    await page.getByRole("button", { name: "查询" }).click();
    await page.waitForURL(/visitDay\.from=2026-10-08&visitDay\.to=2026-10-12/);
  });

  withScripts(running, "9 a shortcut filters at once and keeps the other filters", async (visitor) => {
    const { page } = visitor;
    await visitor.signIn("admin");
    await visitor.open("/order/offlineOrderList?state=paid&pageSize=30");
    await page.getByRole("link", { name: "今天" }).click();
    await page.waitForURL(/visitDay\.from=.*visitDay\.to=/);
    expect(new URL(page.url()).searchParams.get("state")).toBe("paid");
    expect(new URL(page.url()).searchParams.get("pageSize")).toBe("30");
    await page.getByRole("button", { name: "查询" }).click();
    await page.getByText("条").first().waitFor();
    expect(new URL(page.url()).searchParams.get("pageSize")).toBe("30");
  });
});
