/** A role from its data scope to its permissions: what conflicts is said, it is compared with another, and looked at from within. */
import { expect } from "vitest";
import { expectAccessible } from "./accessible";
import { inBothModes, inEnglish, runConsole, unfold, type Visitor } from "./support";

const running = runConsole();

interface Words {
  name: string;
  save: string;
  scope: string;
  says: string;
  conflict: RegExp;
  money: RegExp;
  compare: string;
  only: string;
  differences: RegExp;
  start: string;
  bar: RegExp;
  refused: RegExp;
  stop: string;
  pair: string;
}
const zh: Words = {
  ...{ name: "定价退款员", save: "保存", scope: "所属景区的数据", says: "数据范围：所属景区的数据" },
  ...{
    conflict: /职责冲突：该角色既可设定价格（价格政策）/,
    money: /项涉及金额/,
    compare: "对比",
    only: "仅定价退款员",
  },
  ...{ differences: /有差异的功能（\d+）/, start: "开始查看", bar: /正在以角色“定价退款员”查看，只能看不能改/ },
  ...{ refused: /只能看不能改；请先结束查看/, stop: "结束查看", pair: "定价与退款" },
};
const en: Words = {
  ...{ name: "Prices and refunds", save: "Save", scope: "Data of the account's parks" },
  ...{ says: "Data scope: Data of the account's parks", money: /of them involving money/, compare: "Compare" },
  ...{
    conflict: /Conflict of duties: this role can both set prices \(Price policies\)/,
    only: "Only Prices and refunds",
  },
  ...{
    differences: /Different \(\d+\)/,
    start: "Start viewing",
    bar: /Viewing as the role “Prices and refunds”: read-only/,
  },
  ...{ refused: /read-only; stop viewing first/, stop: "Stop viewing", pair: "Setting prices and making refunds" },
};

async function journey(visitor: Visitor, words: Words, mark: string): Promise<void> {
  const { page, javaScript, open } = visitor;
  const main = page.locator("main");
  const button = (name: string) => main.getByRole("button", { name, exact: true }).first();
  const look = async (what: string) => {
    await page.screenshot({ path: `.cache/e2e/roles-${mark}-${what}.png`, fullPage: true });
    if (javaScript) await expectAccessible(page);
  };
  await visitor.signIn("admin");
  await open("/sysRole/list/new");
  await page.locator("[name=code]").fill(`role-${mark}`);
  await page.locator("[name=name]").fill(words.name);
  await page.locator("select[name=dataScope]").selectOption({ label: words.scope });
  await button(words.save).click();
  await page.waitForURL(/\/sysRole\/list\/\d+(\?|$)/);
  const id = /\/list\/(\d+)/.exec(page.url())?.[1] ?? "";
  await main.getByText(words.says).first().waitFor();

  await open(`/sysRole/rolePermissionSet?id=${id}`);
  await main.getByText(words.says).first().waitFor();
  for (const right of ["pricePolicyList", "pricePolicyList/pricePolicy:edit", "offlineOrderList"])
    await page.locator(`input[name=right][value='${right}']`).check();
  // Giving money back stands with the orders; to the one who may not set prices it is no conflict.
  await button(words.save).click();
  await page.locator("[role=status]").first().waitFor();
  await open(`/sysRole/list/${id}`);
  await main.getByText(words.money).first().waitFor();
  expect(await main.getByText(words.conflict).count()).toBe(0);
  await open(`/sysRole/rolePermissionSet?id=${id}`);
  await page.locator("input[name=right][value$='/order:refund']").first().check();
  await look("permissions");
  await button(words.save).click();
  await page.locator("[role=status]").first().waitFor();
  await open(`/sysRole/list/${id}`);
  await main.getByText(words.conflict).waitFor();
  await look("page");

  await unfold(page);
  await page.locator(`a[href^='/sysRole/list/${id}/compare']`).first().click();
  await page.locator("#with").selectOption({ index: 1 });
  await button(words.compare).click();
  await main.getByText(words.differences).waitFor();
  await page.getByRole("columnheader", { name: words.only }).waitFor();
  await look("compare");

  await open(`/sysRole/list/${id}/see`);
  await look("see");
  await button(words.start).click();
  await page.waitForURL(/\/index/);
  await visitor.ready();
  await page.getByText(words.bar).first().waitFor();
  // Pages of the role alone; and of these, nothing is saved.
  expect((await page.goto("/sysRole/list"))?.status()).toBe(403);
  await open("/ticket/pricePolicyList");
  await look("seeing");
  const policy = await page.locator("a[href*='/edit'], a[href*='pricePolicyAdd']").first().getAttribute("href");
  await open(policy ?? "");
  await main.locator("form button.button-primary").last().click();
  await page.getByText(words.refused).first().waitFor();
  await page.getByRole("button", { name: words.stop }).click();
  await page.getByText(words.bar).first().waitFor({ state: "detached" });
  await open("/sysRole/list");

  // Who has both by several roles stands in the report.
  await open("/sysRole/conflictList");
  await page.getByRole("row").filter({ hasText: words.pair }).first().waitFor();
  await look("conflicts");
}

inBothModes(running, "2.3f.1 2.3f.2 a role is scoped, granted, compared and looked at from within", (visitor) =>
  journey(visitor, zh, visitor.javaScript ? "zh" : "zh-lite"),
);
inEnglish(running, "2.3f.1 2.3f.2 a role is scoped, granted, compared and looked at from within", (visitor) =>
  journey(visitor, en, visitor.javaScript ? "en" : "en-lite"),
);
