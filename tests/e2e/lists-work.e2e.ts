/** What is done from a list: commands on rows and on many, cells, keys, and rows added, changed, deleted. */
import { describe, expect } from "vitest";
import { expectAccessible } from "./accessible";
import { arrangeRows, codes, column, expectColumn, expectDraggable } from "./list-data";
import { inBothModes, journeyOf, moreOf, runConsole, type Visitor } from "./support";

// A letter for each journey, by mode: they change what they work on.
const running = runConsole({}, (dataDir) =>
  arrangeRows(dataDir, { parks: { C: 25, D: 25, E: 6, F: 6, G: 6, H: 6, J: 25 } }),
);

const parks = "/manage/parkList";
const button = ({ page }: Visitor, name: string) => page.getByRole("button", { name, exact: true });
const row = ({ page }: Visitor, code: string) => page.getByRole("row").filter({ hasText: code });
const states = async ({ page }: Visitor, from: number, to: number) => (await column(page, "状态")).slice(from, to);

/** As a reader hears it: the style sheet counts the ticks. */
async function tickedNumber({ page }: Visitor): Promise<string> {
  const devtools = await page.context().newCDPSession(page);
  const { nodes } = await devtools.send("Accessibility.getFullAXTree");
  await devtools.detach();
  const texts = nodes.filter(({ role }) => role?.value === "StaticText").map(({ name }) => String(name?.value ?? ""));
  return /已选 \d+ 条/.exec(texts.join("").replace(/\s+/g, " "))?.[0] ?? texts.join("|");
}

describe("commands", () => {
  inBothModes(running, "rows chosen over two pages are suspended together, after a question", async (visitor) => {
    const { page, javaScript } = visitor;
    const letter = javaScript ? "C" : "D";
    await visitor.signIn("admin");
    await visitor.open(`${parks}?code=${letter}-`);
    expect(await button(visitor, "停用").isVisible()).toBe(false);
    if (javaScript) await expectDraggable(page, "地址");
    for (const n of [1, 2]) await page.getByLabel(`选择 ${letter}-00${n}`).check();
    expect(await tickedNumber(visitor)).toBe("已选 2 条");
    if (javaScript) await page.getByRole("link", { name: "下一页" }).click();
    else await button(visitor, "跨页多选：下一页").click();
    await expectColumn(page, "编码", codes(letter, 11, 20));
    await button(visitor, "停用").waitFor();
    expect(await tickedNumber(visitor)).toBe("已选 2 条");
    await page.getByLabel(`选择 ${letter}-011`).check();
    expect(await tickedNumber(visitor)).toBe("已选 3 条");
    await button(visitor, "停用").click();
    const question = page.getByRole("alertdialog");
    await question.getByText("确定停用所选的 3 条吗？").waitFor();
    if (javaScript) await expectAccessible(page);
    await question.getByRole("button", { name: "停用" }).click();
    await page.getByText("已停用").waitFor();
    await expect.poll(() => states(visitor, 0, 2)).toEqual(["停用", "启用"]);
    await visitor.open(`${parks}?code=${letter}-`);
    expect(await states(visitor, 0, 3)).toEqual(["停用", "停用", "启用"]);
  });

  inBothModes(
    running,
    "all that is found is chosen at once; what cannot be done is told, the rest is done",
    async (visitor) => {
      const { page, javaScript } = visitor;
      const letter = javaScript ? "C" : "D";
      await visitor.signIn("admin");
      await visitor.open(`${parks}?code=${letter}-02`);
      if (javaScript) await page.getByLabel("本页全选").check();
      else await button(visitor, "本页全选").click();
      await button(visitor, "停用").waitFor();
      expect(await tickedNumber(visitor)).toBe("已选 6 条");
      if (javaScript) await page.getByLabel("本页全选").uncheck();
      else await page.getByRole("link", { name: "取消选择" }).click();
      await button(visitor, "停用").waitFor({ state: "hidden" });
      await visitor.open(`${parks}?code=${letter}-`);
      await page.getByLabel(`选择 ${letter}-001`).check();
      await page.getByRole("link", { name: "选择全部 25 条" }).click();
      await page.getByText("已选 25 条").waitFor();
      await button(visitor, "删除").click();
      const question = page.getByRole("alertdialog");
      await question.getByText("确定删除所选的 25 条吗？").waitFor();
      await question.getByText("删除后不能恢复。").waitFor();
      await question.getByRole("link", { name: "取消" }).click();
      await question.waitFor({ state: "detached" });
      await expectColumn(page, "编码", codes(letter, 1, 10));
      // The demonstration's own parks have gates, tickets and sales.
      await visitor.open(`${parks}?sel=1&code=QYS`);
      await button(visitor, "删除").click();
      await question.getByRole("button", { name: "删除" }).click();
      await page.getByText("删除：完成 0 条，1 条未完成").waitFor();
      await expectColumn(page, "编码", ["QYS"]);
      visitor.expectProblem(/409/);
    },
  );

  inBothModes(running, "a row offers what its state allows, and asks first", async (visitor) => {
    const { page, javaScript } = visitor;
    const letter = javaScript ? "E" : "F";
    await visitor.signIn("admin");
    await visitor.open(`${parks}?code=${letter}-`);
    expect(await row(visitor, `${letter}-003`).locator(".row-menu a").allTextContents()).toEqual(["停用", "删除"]);
    expect(await row(visitor, `${letter}-005`).locator(".row-menu a").allTextContents()).toEqual(["删除"]);
    const question = page.getByRole("alertdialog");
    await (await moreOf(row(visitor, `${letter}-003`))).getByRole("link", { name: "停用" }).click();
    await question.getByText(`确定停用“湖区${letter}3”吗？`).waitFor();
    await question.getByRole("link", { name: "取消" }).click();
    await question.waitFor({ state: "detached" });
    expect(await states(visitor, 2, 3)).toEqual(["启用"]);
    await (await moreOf(row(visitor, `${letter}-003`))).getByRole("link", { name: "停用" }).click();
    await question.getByRole("button", { name: "停用" }).click();
    await row(visitor, `${letter}-003`).getByRole("link", { name: "启用" }).waitFor();
    expect(await states(visitor, 2, 3)).toEqual(["停用"]);
    expect(new URL(page.url()).search).toBe(`?code=${letter}-`);
  });
});

describe("cells", () => {
  inBothModes(
    running,
    "5ac 8q what a cell refuses is said beside it and stays typed; what is right is saved",
    async (visitor) => {
      const { page, javaScript } = visitor;
      const letter = javaScript ? "G" : "H";
      await visitor.signIn("admin");
      await visitor.open(`${parks}?code=${letter}-`);
      await page.getByRole("link", { name: "表格内编辑" }).click();
      const cell = (heading: string, n: number) => page.getByLabel(`${heading} ${letter}-00${n}`);
      await cell("地址", 1).fill("环湖路 99 号");
      await cell("承载量", 1).fill("很多");
      await cell("承载量", 2).fill("-1");
      await cell("承载量", 3).fill("12.5");
      await cell("承载量", 4).fill("99999999");
      await button(visitor, "保存").first().click();
      await page.getByText("请输入有效数字").waitFor();
      const said = await page.locator("tbody .field-error").allTextContents();
      expect(said).toEqual(["请输入有效数字", "输值必须大于等于 0", "请输入有效整数", "输值必须小于等于 10000000"]);
      expect(await cell("承载量", 1).inputValue()).toBe("很多");
      expect(await cell("地址", 1).inputValue()).toBe("环湖路 99 号");
      expect(await cell("承载量", 1).getAttribute("aria-invalid")).toBe("true");
      if (javaScript) await expectAccessible(page);
      for (const n of [1, 2, 3, 4]) await cell("承载量", n).fill(String(1000 + n));
      await button(visitor, "保存").first().click();
      await expectColumn(page, "承载量", ["1001", "1002", "1003", "1004", "500", "600"]);
      expect((await column(page, "地址"))[0]).toBe("环湖路 99 号");
      visitor.expectProblem(/422/);
    },
  );
});

describe("keys", () => {
  journeyOf(
    running,
    "slash, arrows, space and Enter go through a list; only the one that is shown",
    async (visitor) => {
      const { page } = visitor;
      const focused = () => page.evaluate(() => document.activeElement?.closest("tr, [name]")?.textContent ?? "");
      await visitor.signIn("admin");
      await visitor.open("/manage/tktPos");
      await page.getByRole("table").waitFor();
      await page.evaluate(
        (to) => document.querySelector<HTMLAnchorElement>(`a[href="${to}"]`)?.click(),
        "/ticket/ticketList",
      );
      await page.getByRole("heading", { name: "票种", level: 1 }).waitFor();
      await page.locator(".sidebar").getByRole("link", { name: "景区", exact: true }).click();
      await page.getByRole("heading", { name: "景区", level: 1 }).waitFor();
      await page.locator("h1").click();
      await expect
        .poll(async () => {
          await page.keyboard.press("/");
          return page.evaluate(() => document.activeElement?.getAttribute("name"));
        })
        .toBe("code");
      await page.keyboard.type("J-");
      await page.keyboard.press("Enter");
      await expectColumn(page, "编码", codes("J", 1, 10));
      await page.locator("h1").click();
      await page.keyboard.press("ArrowDown");
      await page.keyboard.press("ArrowDown");
      await page.keyboard.press("ArrowDown");
      await page.keyboard.press("ArrowUp");
      expect(await focused()).toContain("J-002");
      await page.keyboard.press(" ");
      expect(await page.getByLabel("选择 J-002").isChecked()).toBe(true);
      await page.keyboard.press("Enter");
      await page.getByRole("heading", { name: "湖区J2" }).waitFor();
    },
  );
});

describe("rows", () => {
  inBothModes(running, "are added, changed and deleted; deleting asks first", async (visitor) => {
    const { page, javaScript } = visitor;
    const code = javaScript ? "N-1" : "N-2";
    await visitor.signIn("admin");
    await visitor.open(`${parks}?code=N-`);
    await page.getByRole("link", { name: "新建" }).click();
    await button(visitor, "保存").waitFor();
    await visitor.ready();
    await page.getByLabel(/^编码/).fill(code);
    await page.getByLabel(/^名称/).fill("新湖区");
    await button(visitor, "保存").click();
    await page.getByRole("heading", { name: "新湖区" }).waitFor();
    await page.getByRole("link", { name: "编辑" }).first().click();
    await button(visitor, "保存").waitFor();
    await page.getByLabel(/^名称/).fill("改名的湖区");
    await button(visitor, "保存").click();
    await page.getByRole("heading", { name: "改名的湖区" }).waitFor();
    await visitor.open(`${parks}?code=${code}`);
    await expectColumn(page, "名称", ["改名的湖区"]);
    await (await moreOf(row(visitor, code))).getByRole("link", { name: "删除" }).click();
    await page.getByText("确定删除“改名的湖区”吗？删除后不能恢复。").waitFor();
    await button(visitor, "删除").click();
    await page.getByText("删除成功").waitFor();
    expect(await column(page, "编码")).not.toContain(code);
    expect(new URL(page.url()).search).toBe(`?code=${code}`);
  });

  inBothModes(
    running,
    "one that somebody deleted meanwhile is saved as new, with all that was typed",
    async (visitor) => {
      const { page, javaScript } = visitor;
      const letter = javaScript ? "E" : "F";
      await visitor.signIn("admin");
      await visitor.open(`${parks}?code=${letter}-006`);
      await row(visitor, `${letter}-006`).getByRole("link", { name: "编辑" }).click();
      await page.waitForURL(/\/edit\?list=/);
      await button(visitor, "保存").waitFor();
      await visitor.ready();
      const address = page.url();
      await page.getByLabel(/^名称/).fill("正在改的湖区");
      await page.getByLabel(/^地址/).fill("湖心亭 1 号");

      const colleague = await visitor.another();
      await colleague.signIn("manager");
      await colleague.open(address.replace("/edit", "/remove"));
      await button(colleague, "删除").click();
      await colleague.page.getByText("删除成功").waitFor();

      const answer = page.waitForResponse((one) => one.request().method() === "POST");
      await button(visitor, "保存").click();
      expect((await answer).status()).toBe(410);
      await page.getByText("此记录已被删除").waitFor();
      expect(await page.getByLabel(/^名称/).inputValue()).toBe("正在改的湖区");
      if (javaScript) await expectAccessible(page);
      await button(visitor, "另存为新记录").click();
      await page.getByRole("heading", { name: "正在改的湖区" }).waitFor();
      await page.getByText("湖心亭 1 号").first().waitFor();
      expect(page.url()).not.toBe(address.replace("/edit", ""));

      const again = await page.goto(address);
      expect(again?.status()).toBe(404);
      await page.getByRole("alert").waitFor();
      await page.getByRole("link", { name: "返回工作台" }).waitFor();
      visitor.expectProblem(/404|410/);
    },
  );
});
