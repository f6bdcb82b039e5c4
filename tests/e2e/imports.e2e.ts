/** Imports: the template, what is wrong in which cell, the good rows, and all of it taken back. */
import { describe, expect } from "vitest";
import { expectAccessible } from "./accessible";
import { runConsole, type Visitor, withoutScripts, withScripts } from "./support";

const running = runConsole();

/** With scripts it is sent at once, and stands there by its name. */
async function choose({ page, javaScript }: Visitor, lines: string[]): Promise<void> {
  const file = { name: "终端.csv", mimeType: "text/csv", buffer: Buffer.from(lines.join("\r\n")) };
  await page.getByLabel("文件", { exact: true }).setInputFiles(file);
  if (javaScript) await page.getByRole("link", { name: "终端.csv" }).waitFor();
}

describe("a list", () => {
  withScripts(running, "7ap is filled from a file, checked first, and emptied of it again", async (visitor) => {
    const { page } = visitor;
    const mark = visitor.javaScript ? "JS" : "NO";
    await visitor.signIn("admin");
    await visitor.open("/manage/tktPos");
    await page.getByRole("link", { name: "导入", exact: true }).click();
    const [template] = await Promise.all([
      page.waitForEvent("download"),
      page.getByRole("link", { name: "CSV 模板（.csv）" }).click(),
    ]);
    expect(template.suggestedFilename()).toBe("售票终端导入模板.csv");
    if (visitor.javaScript) await expectAccessible(page);
    const park = "青云山风景区";
    const lines = ["编码 *,名称 *,景区 *", `IMP-${mark},导入的终端,${park}`, `坏-${mark},,没有的景区`];
    await choose(visitor, lines);
    await page.getByRole("button", { name: "上传并检查" }).click();
    await page.getByText("没有“没有的景区”").waitFor();
    if (visitor.javaScript) await expectAccessible(page);
    await page.getByRole("radio", { name: "只导入正确的 1 行" }).check();
    await page.getByRole("button", { name: "确认导入" }).click();
    await page.getByText("导入成功").waitFor();
    await visitor.open(`/manage/tktPos?code=IMP-${mark}`);
    await page.getByRole("cell", { name: "导入的终端" }).waitFor();
    await visitor.open("/manage/tktPos/import");
    await page.getByRole("link", { name: "查看" }).click();
    await page.getByRole("link", { name: "撤销导入" }).click();
    await page.getByRole("button", { name: "确认撤销" }).click();
    await page.getByText("导入已撤销").waitFor();
    await visitor.open(`/manage/tktPos?code=IMP-${mark}`);
    await page.getByText("没有符合条件的数据").waitFor();
  });

  withoutScripts(running, "7ap has rows changed by a file, and their former values back", async (visitor) => {
    const { page } = visitor;
    const code = `CHG-${visitor.javaScript ? "JS" : "NO"}`;
    const name = async (text: string) => {
      await visitor.open(`/manage/tktPos?code=${code}`);
      await page.getByRole("cell", { name: text, exact: true }).waitFor();
    };
    await visitor.signIn("admin");
    await visitor.open("/manage/tktPos/import");
    await choose(visitor, ["编码,名称,景区", `${code},原来的终端,青云山风景区`]);
    await page.getByRole("button", { name: "上传并检查" }).click();
    await page.getByRole("button", { name: "确认导入" }).click();
    await page.getByText("导入成功").waitFor();
    await visitor.open("/manage/tktPos/import");
    await choose(visitor, ["编码,名称,景区,窗口", `${code},改过的终端,,`]);
    await page.getByRole("radio", { name: "新增和更新：编码已存在的行更新原有数据" }).check();
    await page.getByRole("button", { name: "上传并检查" }).click();
    await page.getByRole("cell", { name: "原来的终端 → 改过的终端" }).waitFor();
    if (visitor.javaScript) await expectAccessible(page);
    await page.getByRole("button", { name: "确认导入" }).click();
    await page.getByText("已更新 1 行").waitFor();
    await name("改过的终端");
    await visitor.open("/manage/tktPos/import");
    await page.getByRole("link", { name: "查看" }).click();
    await page.getByRole("link", { name: "撤销导入" }).click();
    await page.getByText("恢复此次更新的 1 行").waitFor();
    await page.getByRole("button", { name: "确认撤销" }).click();
    await page.getByText("导入已撤销").waitFor();
    await name("原来的终端");
  });
});
