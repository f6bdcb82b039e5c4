/** The engine's forms: dependent fields, rows of a group, two people at one row, copying; with scripts and without. */
import { describe, expect } from "vitest";
import { expectAccessible } from "./accessible";
import { inBothModes, journeyOf, moreOf, runConsole, type Visitor } from "./support";

const running = runConsole();

const label = (page: Visitor["page"], text: string | RegExp) => page.getByLabel(text, { exact: false }).first();
const save = ({ page }: Visitor) => page.getByRole("button", { name: "保存", exact: true }).click();

describe("a form", () => {
  inBothModes(
    running,
    "dependent fields come and go with what they depend on; what was typed stays",
    async (visitor) => {
      const { page } = visitor;
      await visitor.signIn("admin");
      await visitor.open("/ticket/ticketEdit");
      await label(page, /^名称/).fill("两日票");
      expect(await page.locator("[name=validDays][type=hidden]").count()).toBe(1);
      await page.locator("[name=validity]").selectOption("days");
      if (!visitor.javaScript) await page.getByRole("button", { name: "更新表单" }).click();
      await page.locator("[name=validDays]:not([type=hidden])").waitFor();
      expect(await label(page, /^名称/).inputValue()).toBe("两日票");
      if (visitor.javaScript) await expectAccessible(page);
    },
  );

  inBothModes(running, "rows of a group are added, taken out and saved; a wrong one says so", async (visitor) => {
    const { page } = visitor;
    await visitor.signIn("admin");
    await visitor.open("/manage/parkList/new");
    const code = `G${visitor.javaScript ? 1 : 2}`;
    await label(page, /^编码/).fill(code);
    await label(page, /^名称/).fill("四季山");
    const add = page.getByRole("button", { name: "添加开放季" });
    for (const row of [0, 1]) {
      await add.click();
      await page.locator(`[name="seasons[${row}].opens"]`).waitFor();
      await page.locator(`[name="seasons[${row}].days.from"]`).fill(`2026-0${row + 1}-01`);
      await page.locator(`[name="seasons[${row}].days.to"]`).fill(`2026-0${row + 1}-20`);
      await page.locator(`[name="seasons[${row}].opens"]`).fill(`0${row + 7}:00`);
      await page.locator(`[name="seasons[${row}].closes"]`).fill("06:00");
    }
    await save(visitor);
    await page.getByText("闭园时间必须晚于开园时间").waitFor();
    await page.getByRole("button", { name: /^删除/ }).first().click();
    await page.locator('[name="seasons[1].opens"]').waitFor({ state: "detached" });
    expect(await page.locator('[name="seasons[0].opens"]').inputValue()).toBe("08:00");
    await page.locator('[name="seasons[0].closes"]').fill("18:00");
    await save(visitor);
    await page.waitForURL(/\/manage\/parkList\/\d+$/);
    await page.getByText("2026-02-01 ~ 2026-02-20 08:00 18:00").waitFor();
  });

  inBothModes(running, "the second of two editors is told who changed what, and merges", async (visitor) => {
    const { page } = visitor;
    await visitor.signIn("admin");
    await visitor.open("/manage/parkList/1/edit");
    const colleague = await visitor.another();
    await colleague.signIn("admin");
    await colleague.open("/manage/parkList/1/edit");
    const [mine, theirs] = visitor.javaScript ? ["010-11111111", "山路 1 号"] : ["010-22222222", "山路 2 号"];
    await label(colleague.page, /^地址/).fill(theirs);
    await save(colleague);
    await colleague.page.waitForURL(/parkList\/1$/);
    await label(page, /^咨询电话/).fill(mine);
    await save(visitor);
    await page.getByText(/修改了此记录/).waitFor();
    expect(await label(page, /^咨询电话/).inputValue()).toBe(mine);
    await page.getByRole("button", { name: "合并" }).click();
    await page.getByText("已合并，请检查后保存").waitFor();
    expect(await label(page, /^地址/).inputValue()).toBe(theirs);
    await save(visitor);
    await page.waitForURL(/parkList\/1$/);
    await page.getByText(mine).first().waitFor();
    await page.getByText(theirs).first().waitFor();
    await page.getByRole("heading", { name: "动态" }).waitFor();
    visitor.expectProblem(/409/);
  });

  inBothModes(running, "a row is copied as a new one, and suspended on its own page", async (visitor) => {
    const { page } = visitor;
    await visitor.signIn("admin");
    await visitor.open("/manage/parkList/2");
    const press = async (verb: string) => {
      await page.getByRole("link", { name: verb, exact: true }).click();
      await page.getByRole("button", { name: verb, exact: true }).click();
    };
    const more = () => moreOf(page.locator(".page-head"));
    expect(await page.getByRole("link", { name: "停用", exact: true }).isVisible()).toBe(false);
    expect((await (await more()).locator("a").allTextContents()).map((text) => text.trim())).toEqual(["停用", "删除"]);
    await press("停用");
    await press("启用");
    await (await more()).getByRole("link", { name: "停用", exact: true }).waitFor();
    await page.getByRole("link", { name: "复制新建" }).click();
    expect(await label(page, /^名称/).inputValue()).toContain("（副本）");
    expect(await label(page, /^编码/).inputValue()).toBe("");
  });

  inBothModes(running, "3 an area is chosen level by level, a parent from a tree", async (visitor) => {
    const { page } = visitor;
    await visitor.signIn("admin");
    await visitor.open("/manage/parkList/new");
    await label(page, /^编码/).fill(`A${visitor.javaScript ? 1 : 2}`);
    await label(page, /^名称/).fill("东城分园");
    for (const [level, code] of ["11", "1101", "110101"].entries()) {
      await page.locator(`[name="areaCode.${level + 1}"]`).selectOption(code);
      if (!visitor.javaScript) await page.getByRole("button", { name: "选择下级" }).click();
      if (level < 2) await page.locator(`[name="areaCode.${level + 2}"]`).waitFor();
    }
    await page.getByText("北京市东城区").first().waitFor();
    expect(await label(page, /^名称/).inputValue()).toBe("东城分园");
    await page.locator(".tree-field > summary").click();
    await page.locator("[name=parentId][value='1']").check();
    if (visitor.javaScript) await expectAccessible(page);
    await save(visitor);
    await page.waitForURL(/\/manage\/parkList\/\d+$/);
    await page.getByText("北京市东城区").first().waitFor();
  });

  inBothModes(running, "a row is searched for, page by page, and what was typed is still there", async (visitor) => {
    const { page } = visitor;
    await visitor.signIn("admin");
    await visitor.open("/ticket/ticketEdit?id=1");
    await label(page, /^名称/).fill("换了闸机组的票");
    if (visitor.javaScript) {
      await page.getByRole("combobox", { name: /闸机组/ }).fill("西门");
      await page.getByRole("option", { name: /西门/ }).click();
    } else {
      await page.locator("button[value='search:gateGroupId']").click();
      await page.locator("[name='search.q']").fill("西门");
      await page.getByRole("button", { name: "查询" }).click();
      await page.getByRole("button", { name: /西门/ }).click();
    }
    expect(await label(page, /^名称/).inputValue()).toBe("换了闸机组的票");
    expect(await page.locator("[name=gateGroupId]").inputValue()).not.toBe("");
    if (visitor.javaScript) await expectAccessible(page);
  });

  journeyOf(running, "leaving what is not saved is asked about; missing fields are said at once", async (visitor) => {
    const { page } = visitor;
    await visitor.signIn("admin");
    await visitor.open("/manage/parkList/new");
    await label(page, /^名称/).fill("未保存");
    const asked: string[] = [];
    page.once("dialog", (dialog) => {
      asked.push(dialog.message());
      void dialog.dismiss();
    });
    await page.getByRole("link", { name: "取消" }).click();
    await expect.poll(() => asked).toEqual(["内容还没有保存，确定离开吗？"]);
    expect(new URL(page.url()).pathname).toBe("/manage/parkList/new");
    await save(visitor);
    await page.getByText("请输入编码").waitFor();
    await expectAccessible(page);
  });
});
