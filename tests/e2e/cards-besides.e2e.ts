/** Beside the sale of a card: how it is drawn, a family's, and employees'. */
import { expect } from "vitest";
import { checkedIdentity } from "~server/backend/seed/identity";
import { expectAccessible } from "./accessible";
import { runConsole, type Visitor, withScripts } from "./support";

const running = runConsole();
const press = ({ page }: Visitor, name: string) => page.getByRole("button", { name, exact: true }).click();

withScripts(
  running,
  "a card's template is shown with photograph and code, changed within its card, and printed",
  async (visitor) => {
    const { page, javaScript } = visitor;
    await visitor.signIn("admin");
    await visitor.open("/sysThirdParty/cardTemplateManage");
    await page.getByRole("link", { name: "青云山年卡卡面", exact: true }).click();
    await page.getByRole("heading", { name: "电子卡预览" }).waitFor();
    const own = new URL(page.url()).pathname;
    if (javaScript) await expectAccessible(page);
    await visitor.open(`${own}/edit`);
    const x = page.getByLabel(/^左（毫米）/).first();
    const usual = await x.inputValue();
    await x.fill("60");
    await press(visitor, "保存");
    const width = page.getByLabel(/^宽（毫米）/).first();
    await page.locator("[aria-invalid=true]").first().waitFor();
    expect([await x.inputValue(), await width.getAttribute("aria-invalid")]).toEqual(["60", "true"]);
    if (javaScript) await expectAccessible(page);
    await x.fill(String(Number(usual) + 1));
    await press(visitor, "保存");
    await page.waitForURL((at) => !at.pathname.endsWith("/edit"));
    await visitor.open(`${own}/edit`);
    expect(Number(await x.inputValue())).toBe(Number(usual) + 1);
    await visitor.open(`${own}/sample`);
    await page.getByText("样例数据，不是有效卡。").waitFor();
    await page.locator(".ticket-page").getByText("张三").waitFor();
  },
);

withScripts(
  running,
  "a misprint is marked as spoiled at the counter, with its reason and not without",
  async (visitor) => {
    const { page, javaScript } = visitor;
    await visitor.signIn("admin");
    await visitor.open(`/seasonCard/seasonCardList/counter?find=${javaScript ? "90010001" : "90010002"}`);
    await press(visitor, "作废");
    await page.locator("#reason-spoil[aria-invalid=true]").waitFor();
    await page.locator("#reason-spoil").fill("印错");
    await press(visitor, "作废");
    await page.getByRole("heading", { name: /· 作废$/ }).waitFor();
  },
);

withScripts(running, "a family card is sold to two, and the document of either opens the gate", async (visitor) => {
  const { page, javaScript } = visitor;
  const mark = javaScript ? "1" : "2";
  const people = [1, 2].map((n) => checkedIdentity(`11010119840404${mark}0${n}`));
  await visitor.signIn("admin");
  await visitor.open("/seasonCard/seasonCardList/counter");
  await page.getByRole("navigation", { name: "卡类型" }).getByRole("link", { name: "家庭年卡", exact: true }).click();
  await page.locator('[name="holderName.1"]').waitFor();
  for (const [n, identity] of people.entries()) {
    await page.locator(`[name="holderName.${n}"]`).fill(n === 0 ? "林国强" : "林晓彤");
    await page.locator(`[name="holderIdentity.${n}"]`).fill(identity);
  }
  await page.locator('[name="mobile"]').fill("13800138277");
  await press(visitor, "收款售卡");
  await page.getByText(/^已售出 CD/).waitFor();
  await press(visitor, "激活");
  await page.getByRole("heading", { name: /· 有效$/ }).waitFor();
  await visitor.open("/manage/tktChevkPage");
  for (const identity of people) {
    await page
      .getByRole("textbox", { name: /票号|证件/ })
      .first()
      .fill(identity);
    await page.keyboard.press("Enter");
    await page.locator(".verdict-admitted .verdict-card").waitFor();
    await visitor.open("/manage/tktChevkPage");
  }
});

withScripts(running, "employees' cards: each wrong line is told, and what was typed stays", async (visitor) => {
  const { page, javaScript } = visitor;
  await visitor.signIn("admin");
  await visitor.open("/seasonCard/employSeasonCard/issue");
  await page.locator('[name="cardTypeId"]').selectOption({ label: "员工卡" });
  await page.locator('[name="people"]').fill("1001\nnobody");
  await press(visitor, "发放员工卡");
  await page.getByText(/第 1 行 1001：.* 已有员工卡/).waitFor();
  await page.getByText("第 2 行 nobody：没有这个工号").waitFor();
  expect(await page.locator('[name="people"]').inputValue()).toMatch(/^1001\s+nobody$/);
  if (javaScript) await expectAccessible(page);
});

withScripts(
  running,
  "an employee's card is issued, opens the gate, and ends when the employee leaves",
  async (visitor) => {
    const { page, javaScript } = visitor;
    const code = javaScript ? "E701" : "E702";
    const identity = checkedIdentity(`11010119900505${javaScript ? "71" : "72"}0`);
    await visitor.signIn("admin");
    await visitor.open("/employ/employeeList/new");
    await page.locator('[name="code"]').fill(code);
    await page.locator('[name="name"]').fill("方圆");
    await page.locator('[name="identity"]').fill(identity);
    await page.locator('[name="mobile"]').fill("13800138299");
    await page.locator("#f-departmentId summary").first().click();
    await page.getByRole("radio", { name: "总经理办公室" }).check();
    await page.locator('[name="entryDay"]').fill("2026-01-05");
    await press(visitor, "保存");
    await page.waitForURL(/\/employ\/employeeList\/\d+$/);
    const record = new URL(page.url()).pathname;

    await visitor.open("/seasonCard/employSeasonCard/issue");
    await page.locator('[name="cardTypeId"]').selectOption({ label: "员工卡" });
    await page.locator('[name="people"]').fill(code);
    await press(visitor, "发放员工卡");
    await page.getByText("已发放 1 张员工卡").waitFor();

    const scan = async () => {
      await visitor.open("/manage/tktChevkPage");
      await page
        .getByRole("textbox", { name: /票号|证件/ })
        .first()
        .fill(identity);
      await page.keyboard.press("Enter");
    };
    await scan();
    await page.locator(".verdict-admitted .verdict-card").waitFor();

    await visitor.open(`${record}/edit`);
    await page.locator('[name="state"]').selectOption({ label: "离职" });
    if (!javaScript) await press(visitor, "保存");
    await page.locator('[name="leaveDay"]').fill("2026-11-01");
    await press(visitor, "保存");
    await page.waitForURL((at) => !at.pathname.endsWith("/edit"));
    await scan();
    await page.locator(".verdict-refused").waitFor();
    await visitor.open("/seasonCard/employSeasonCard");
    await page.locator("tbody tr", { hasText: "方圆" }).first().getByText("已退卡").waitFor();
  },
);
