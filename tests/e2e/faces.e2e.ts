/** Pages made for the thing: a role in sentences and beside another, switches of parameters, dictionaries and trees in two panes. */
import { expect } from "vitest";
import { expectAccessible } from "./accessible";
import { inBothModes, runConsole } from "./support";

const running = runConsole();

inBothModes(running, "6 a role says what it may do, who has it, and how another differs", async (visitor) => {
  const { page, open } = visitor;
  const main = page.locator("main");
  await visitor.signIn("admin");
  await open("/sysRole/list");
  await page.getByRole("row", { name: "售票员" }).getByRole("link", { name: "售票员" }).click();
  await main.getByRole("heading", { name: "这个角色可以做什么" }).waitFor();
  await main.getByText("窗口售票：").waitFor();
  expect(await main.locator(".money-right").count()).toBeGreaterThan(0);
  if (visitor.javaScript) await expectAccessible(page);
  await main.getByRole("link", { name: "对比" }).click();
  await main.getByLabel("与哪个角色对比").selectOption({ label: "验票员" });
  await main.getByRole("button", { name: "对比" }).click();
  await main.getByRole("columnheader", { name: "仅验票员" }).waitFor();
  expect(await main.getByRole("row", { name: /^验票/ }).textContent()).toContain("验票");
  if (visitor.javaScript) await expectAccessible(page);
});

inBothModes(
  running,
  "3f a switch is pressed and pressed back; what differs from the default says so",
  async (visitor) => {
    const { page, open } = visitor;
    const main = page.locator("main");
    const row = main.getByRole("row", { name: "开班后才能售票" });
    await visitor.signIn("admin");
    await open("/system/paramList");
    await main.getByRole("heading", { name: "业务" }).waitFor();
    expect(await row.getByRole("switch").getAttribute("aria-checked")).toBe("false");
    await row.getByRole("switch").click();
    await row.locator("[aria-checked=true]").waitFor();
    await row.getByText("已修改，默认 否").waitFor();
    if (visitor.javaScript) await expectAccessible(page);
    await row.getByRole("switch").click();
    await row.locator("[aria-checked=false]").waitFor();
    // What holds for all tenants is asked first.
    const saas = main.getByRole("row", { name: "多租户（SaaS）版" });
    expect(await saas.getByRole("switch").count()).toBe(0);
    await saas.locator("summary").click();
    await saas.getByText("对所有租户立即生效").waitFor();
  },
);

inBothModes(
  running,
  "3j 6 dictionaries and departments stand at the left, what was chosen at the side",
  async (visitor) => {
    const { page, open } = visitor;
    const main = page.locator("main");
    await visitor.signIn("admin");
    await open("/system/dictList");
    const types = main.getByRole("navigation", { name: "字典", exact: true });
    await types.getByRole("link", { name: "支付方式" }).click();
    await main.getByRole("heading", { name: "字典项：支付方式" }).waitFor();
    await main.getByRole("row", { name: "微信" }).waitFor();
    if (visitor.javaScript) {
      await types.getByRole("link", { name: "支付方式" }).focus();
      await page.keyboard.press("Home");
      expect(await page.evaluate(() => document.activeElement?.textContent)).toContain("全部字典");
    }
    if (visitor.javaScript) await expectAccessible(page);

    const name = visitor.javaScript ? "演艺部" : "后勤部";
    await open("/employ/departmentTree");
    await main.getByRole("textbox", { name: "新增一级部门" }).fill(name);
    await main.getByRole("button", { name: "新增" }).click();
    const tree = main.getByRole("navigation", { name: "部门" });
    await tree.getByRole("link", { name }).click();
    await main.getByRole("heading", { name, level: 2 }).waitFor();
    await main.getByRole("textbox", { name: `在${name}下新增` }).fill("一组");
    await main.getByRole("button", { name: "新增" }).click();
    await tree.getByRole("link", { name: "一组" }).last().click();
    await main.getByRole("heading", { name: "一组", level: 2 }).waitFor();
    if (visitor.javaScript) await expectAccessible(page);
    await main.locator(".node-panel details > summary").click();
    await main.getByRole("button", { name: "移除" }).click();
    // What was above it stands at the side.
    await main.getByRole("heading", { name, level: 2 }).waitFor();
  },
);

inBothModes(
  running,
  "6 the console is looked at as a role sees it, and nothing is written meanwhile",
  async (visitor) => {
    const { page, open } = visitor;
    const main = page.locator("main");
    const stop = page.getByRole("button", { name: "结束查看" });
    await visitor.signIn("admin");
    await open("/sysRole/list");
    await page.getByRole("row", { name: "售票员" }).getByRole("link", { name: "售票员" }).click();
    await main.getByRole("link", { name: "以此角色查看" }).click();
    await main.getByRole("button", { name: "开始查看" }).click();
    await stop.waitFor();
    expect(await page.getByRole("navigation", { name: "功能菜单" }).getByText("系统").count()).toBe(0);
    if (visitor.javaScript) await expectAccessible(page);
    await stop.click();
    await stop.waitFor({ state: "detached" });
    await page.getByRole("navigation", { name: "功能菜单" }).getByText("系统").first().waitFor();
  },
);

inBothModes(
  running,
  "12 a pale brand colour is told with the nearest that is read; the one taken holds at once",
  async (visitor) => {
    const { page, open } = visitor;
    await visitor.signIn("admin");
    await open("/system/brand");
    await page.getByLabel("品牌色").fill("ffcc00");
    await page.getByRole("button", { name: "保存" }).click();
    const take = page.getByRole("button", { name: /^采用 #/ });
    await take.waitFor();
    const taken = /#[0-9a-f]{6}/.exec((await take.textContent()) ?? "")?.[0];
    await take.click();
    await page.getByText("保存成功").waitFor();
    expect(await page.getByLabel("品牌色").inputValue()).toBe(taken);
    expect(await page.locator("html").getAttribute("style")).toContain(taken);
    if (visitor.javaScript) await expectAccessible(page);
    await page.getByLabel("品牌色").fill("");
    await page.getByRole("button", { name: "保存" }).click();
    await page.waitForFunction("!document.documentElement.hasAttribute('style')");
  },
);

inBothModes(running, "3b a ticket type says its rules and shows a ticket; its channels are badges", async (visitor) => {
  const { page, open } = visitor;
  const main = page.locator("main");
  await visitor.signIn("admin");
  await open("/ticket/ticketList");
  await main.getByRole("row").nth(1).getByRole("link").first().click();
  await main.getByRole("heading", { name: "退票规则" }).waitFor();
  await main.getByText("样张").or(main.locator("[data-mark=样张]")).first().waitFor();
  await main.getByRole("region", { name: "票面预览" }).getByText("请在闸机扫描二维码入园").waitFor();
  expect(await main.locator(".badges .badge").count()).toBeGreaterThan(0);
  if (visitor.javaScript) await expectAccessible(page);
});
