/** What a list shows, and how its reader keeps it: filters, columns, order, pages, paper; with scripts and without. */
import { describe, expect } from "vitest";
import { expectAccessible } from "./accessible";
import { arrangeRows, codes, expectColumn, expectDraggable, expectHeadings } from "./list-data";
import { inBothModes, journeyOf, runConsole, type Visitor, withoutScripts, withScripts } from "./support";

const running = runConsole({}, (dataDir) =>
  arrangeRows(dataDir, { parks: { A: 112, B: 4 }, daysAgo: [0, 1, 6, 7, 29, 30] }),
);

const parks = "/manage/parkList";
const query = ({ page }: Visitor) => new URL(page.url()).searchParams;
const search = ({ page }: Visitor) => page.getByRole("button", { name: "查询", exact: true }).click();

describe("filters", () => {
  inBothModes(running, "9 contains, equals and between: kept in the address and by a reload", async (visitor) => {
    const { page } = visitor;
    await visitor.signIn("admin");
    await visitor.open(parks);
    await page.getByLabel("编码").fill("a-0");
    await page.getByLabel("承载量 起").fill("4200");
    await page.getByLabel("承载量 止").fill("5100");
    await search(visitor);
    await page
      .getByRole("navigation", { name: "按状态查看" })
      .getByRole("link", { name: "停用 2", exact: true })
      .click();
    await expectColumn(page, "编码", ["A-045", "A-050"]);
    expect(Object.fromEntries(query(visitor))).toMatchObject({
      code: "a-0",
      "capacity.from": "4200",
      "capacity.to": "5100",
      status: "F",
    });
    await page.reload();
    await visitor.ready();
    await expectColumn(page, "编码", ["A-045", "A-050"]);
    expect(await page.getByLabel("承载量 止").inputValue()).toBe("5100");

    await page.getByLabel("承载量 起").fill("5200");
    await search(visitor);
    await page.getByText("起始不能大于截止").waitFor();
    expect(await page.getByLabel("承载量 起").inputValue()).toBe("5200");
    if (visitor.javaScript) await expectAccessible(page);
    await page.getByLabel("承载量 起").fill("");
    await page.getByLabel("名称").fill("没有这样的");
    await search(visitor);
    await page.getByText("没有符合条件的数据").waitFor();
    await page.getByText("调整或清除筛选条件后重试。").waitFor();
    await page.getByRole("link", { name: "重置" }).click();
    await page.getByText("共 118 条").waitFor();
    expect(await page.getByLabel("名称").inputValue()).toBe("");
  });

  inBothModes(running, "9o any of several, and the date shortcuts beside another filter", async (visitor) => {
    const { page } = visitor;
    await visitor.signIn("admin");
    await visitor.open("/system/signInLog");
    await page.getByLabel("账号", { exact: true }).fill("probe");
    await search(visitor);
    const all = ["10.0.0.30", "10.0.0.29", "10.0.0.7", "10.0.0.6", "10.0.0.1", "10.0.0.0"];
    await expectColumn(page, "地址", all);
    for (const [shortcut, from] of [
      ["今天", 5],
      ["最近一周", 3],
      ["最近一月", 1],
    ] as const) {
      await page.getByRole("link", { name: shortcut }).click();
      await expectColumn(page, "地址", all.slice(from));
    }
    await page.getByRole("link", { name: "昨天" }).click();
    await expectColumn(page, "地址", ["10.0.0.1"]);
    expect(query(visitor).get("accName")).toBe("probe");
    expect(query(visitor).get("at.from")).toBe(query(visitor).get("at.to"));
    expect(await page.getByLabel("时间 起").inputValue()).toBe(query(visitor).get("at.from"));

    await visitor.open("/system/signInLog?accName=probe");
    await page.getByText("更多筛选").click();
    const outcomes = page.locator(".filter-choices", { hasText: "全部" });
    await outcomes.locator("summary").click();
    await page.getByLabel("密码错误").check();
    await page.getByLabel("账号锁定").check();
    await search(visitor);
    await expectColumn(page, "地址", ["10.0.0.29", "10.0.0.7", "10.0.0.1"]);
    expect(query(visitor).getAll("outcome")).toEqual(["password", "locked"]);
    await page.reload();
    await page.locator(".filter-choices > summary", { hasText: "密码错误、账号锁定" }).waitFor();
  });

  withScripts(running, "a filter with a name is kept for its account alone, used, and removed", async (visitor) => {
    const { page } = visitor;
    await visitor.signIn("admin");
    await visitor.open(`${parks}?code=A&status=F&pageNo=2`);
    const saved = page.getByRole("navigation", { name: "常用筛选与视图" });
    await saved.getByRole("link", { name: "保存视图" }).click();
    await page.getByLabel("视图名称").fill("停用的湖区");
    if (visitor.javaScript) await expectAccessible(page);
    await page.getByRole("button", { name: "保存", exact: true }).click();
    await saved.getByRole("link", { name: "停用的湖区" }).waitFor();
    await visitor.open(parks);
    await saved.getByRole("link", { name: "停用的湖区" }).click();
    await expectColumn(
      page,
      "编码",
      codes("A", 1, 50).filter((_, n) => (n + 1) % 5 === 0),
    );
    expect(await page.getByLabel("编码").inputValue()).toBe("A");
    expect(await saved.getByRole("link", { name: "停用的湖区" }).getAttribute("aria-current")).toBe("true");

    const colleague = await visitor.another();
    await colleague.signIn("manager");
    await colleague.open(parks);
    await colleague.page.getByRole("link", { name: "列设置" }).waitFor();
    expect(await colleague.page.getByText("停用的湖区").count()).toBe(0);

    await saved.getByRole("link", { name: "保存视图" }).click();
    await page.getByRole("button", { name: "删除 停用的湖区" }).click();
    await saved.getByRole("link", { name: "停用的湖区" }).waitFor({ state: "detached" });
    await visitor.open(parks);
    expect(await page.getByText("停用的湖区").count()).toBe(0);
  });
});

describe("columns", () => {
  const declared = ["编码", "名称", "地址", "开放时间", "承载量", "状态"];
  const widthOf = ({ page }: Visitor, heading: string) =>
    page.locator("thead th", { hasText: heading }).evaluate((cell) => Math.round(cell.getBoundingClientRect().width));

  inBothModes(running, "are chosen, ordered and widened by a form, and kept past the next sign-in", async (visitor) => {
    const { page } = visitor;
    await visitor.signIn("admin");
    await visitor.open(`${parks}?code=A-00`);
    await expectHeadings(page, declared);
    await page.getByRole("link", { name: "列设置" }).click();
    await page.getByRole("button", { name: "名称上移" }).click();
    await expectHeadings(page, ["名称", "编码", "地址", "开放时间", "承载量", "状态"]);
    await page.getByRole("checkbox", { name: "地址", exact: true }).uncheck();
    await page.getByLabel("承载量的宽度（像素）").fill("320");
    await page.getByRole("button", { name: "保存", exact: true }).click();
    await expectHeadings(page, ["名称", "编码", "开放时间", "承载量", "状态"]);
    // The totals move with their column.
    expect((await page.locator("tfoot tr > *").allTextContents()).map((text) => text.trim())[4]).toBe("4500");

    await visitor.open("/logout");
    await page.getByRole("button", { name: "确定" }).click();
    await page.waitForURL(/\/login/);
    await visitor.signIn("admin");
    await visitor.open(`${parks}?code=A-00`);
    await expectHeadings(page, ["名称", "编码", "开放时间", "承载量", "状态"]);
    expect(await widthOf(visitor, "承载量")).toBe(320);
    expect(query(visitor).get("code")).toBe("A-00");
    await page.getByRole("link", { name: "列设置" }).click();
    await page.getByRole("button", { name: "恢复默认" }).click();
    await expectHeadings(page, declared);
    expect(await widthOf(visitor, "承载量")).not.toBe(320);
  });

  journeyOf(running, "are dragged to another place, and wider by their edge", async (visitor) => {
    const { page } = visitor;
    await visitor.signIn("manager");
    await visitor.open(`${parks}?code=A-00`);
    const heading = (name: string) => page.locator("thead th[data-column]", { hasText: name });
    const before = await widthOf(visitor, "开放时间");
    const edge = await expectDraggable(page, "开放时间");
    const kept = page.waitForResponse((answer) => answer.url().endsWith("/listMemory"));
    await page.mouse.down();
    await page.mouse.move(edge.x + 100, edge.y, { steps: 4 });
    await page.mouse.up();
    expect((await kept).status()).toBe(204);
    expect(Math.abs((await widthOf(visitor, "开放时间")) - before - 100)).toBeLessThan(3);
    await heading("状态").dragTo(heading("地址"));
    await expectHeadings(page, ["编码", "名称", "状态", "地址", "开放时间", "承载量"]);
    await visitor.open(`${parks}?code=A-00`);
    await expectHeadings(page, ["编码", "名称", "状态", "地址", "开放时间", "承载量"]);
    expect(Math.abs((await widthOf(visitor, "开放时间")) - before - 100)).toBeLessThan(3);
  });
});

describe("pages", () => {
  inBothModes(
    running,
    "9e 9f 9q total, sizes, previous, pages, next, jumper; totals; sorted both ways",
    async (visitor) => {
      const { page } = visitor;
      await visitor.signIn("admin");
      await visitor.open(`${parks}?code=A-`);
      await expectColumn(page, "编码", codes("A", 1, 10));
      const pager = page.getByRole("navigation", { name: "分页" });
      expect((await pager.textContent())?.replace(/\s/g, "")).toBe("共112条每页103050100全部‹123…12›跳至确定");
      // Of everything found, not of the page.
      expect(await page.locator("tfoot").textContent()).toMatch(/合计\s*632800/);

      await pager.getByRole("link", { name: "下一页" }).click();
      await expectColumn(page, "编码", codes("A", 11, 20));
      await pager.getByRole("link", { name: "第 12 页" }).click();
      await expectColumn(page, "编码", codes("A", 111, 112));
      expect(await pager.getByRole("link", { name: "下一页" }).count()).toBe(0);
      await pager.getByRole("link", { name: "上一页" }).click();
      await expectColumn(page, "编码", codes("A", 101, 110));
      await pager.getByLabel("跳至").fill("3");
      await pager.getByRole("button", { name: "确定" }).click();
      await expectColumn(page, "编码", codes("A", 21, 30));

      await page.getByRole("columnheader", { name: "承载量" }).getByRole("link").click();
      await expect.poll(() => page.locator("thead th[aria-sort]").getAttribute("aria-sort")).toBe("ascending");
      await page.getByRole("columnheader", { name: "承载量" }).getByRole("link").click();
      await expectColumn(page, "编码", codes("A", 112, 103));
      expect([query(visitor).get("order"), query(visitor).get("code")]).toEqual(["desc", "A-"]);
      for (const [size, shown] of [
        ["30", 30],
        ["100", 100],
        ["50", 50],
        ["全部", 112],
      ] as const) {
        await pager.getByRole("link", { name: size, exact: true }).click();
        await expectColumn(page, "编码", codes("A", 112, 113 - shown));
      }
      expect(await pager.locator(".pager-pages a").count()).toBe(1);
    },
  );

  withoutScripts(running, "a page for paper: the filters in words, all rows, nothing to press", async (visitor) => {
    const { page } = visitor;
    await visitor.signIn("admin");
    await visitor.open(`${parks}?code=A-&status=F&sort=capacity&order=desc`);
    await page.getByRole("link", { name: "打印视图" }).click();
    await page.getByText(/编码：A- · 状态：停用 · 共 22 条 · 打印时间 \d{4}-\d\d-\d\d \d\d:\d\d/).waitFor();
    await visitor.ready();
    const paper = page.locator(".print-view");
    expect(await paper.locator("tbody tr").count()).toBe(22);
    expect(await paper.locator("tbody tr").first().textContent()).toMatch(/^A-110/);
    expect(await paper.locator("table a, table button, table input").count()).toBe(0);
    expect(await paper.getByRole("button", { name: "打印" }).count()).toBe(visitor.javaScript ? 1 : 0);
    await page.emulateMedia({ media: "print" });
    expect(await page.locator(".top, .sidebar, .no-print").filter({ visible: true }).count()).toBe(0);
    await page.emulateMedia({ media: "screen" });
    await paper.getByRole("link", { name: "返回列表" }).click();
    await expectColumn(
      page,
      "编码",
      codes("A", 1, 110)
        .filter((_, n) => (n + 1) % 5 === 0)
        .reverse()
        .slice(0, 10),
    );
  });
});

describe("a list that cannot be shown says what helps", () => {
  withoutScripts(running, "6 without the right it names who can grant it", async (visitor) => {
    const { page } = visitor;
    await visitor.signIn("seller");
    await visitor.open(parks);
    await page.getByText("您的账号没有“景区”页面的权限。如需使用，请联系管理员授权。").waitFor();
    await page.getByRole("link", { name: "返回工作台" }).waitFor();
    expect(await page.locator("tbody tr").count()).toBe(0);
  });

  journeyOf(
    running,
    "a line that drops on the way to the next page keeps this one, and goes on by itself",
    async (visitor) => {
      const { page } = visitor;
      await visitor.signIn("admin");
      await visitor.open(`${parks}?code=A-`);
      await page.context().setOffline(true);
      visitor.expectProblem(/./);
      await page.getByRole("link", { name: "下一页" }).click();
      await page
        .getByText(/^网络中断/)
        .first()
        .waitFor();
      await expectColumn(page, "编码", codes("A", 1, 10));
      await page.context().setOffline(false);
      await expectColumn(page, "编码", codes("A", 11, 20));
    },
  );
});
