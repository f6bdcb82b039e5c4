/** Imports: the template, what is wrong in which cell, the good rows, and all of it taken back. */
import { describe, expect } from "vitest";
import { expectAccessible } from "./accessible";
import { inBothModes, runConsole } from "./support";

const running = runConsole();

describe("a list", () => {
  inBothModes(running, "7ap is filled from a file, checked first, and emptied of it again", async (visitor) => {
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
    const file = { name: "终端.csv", mimeType: "text/csv", buffer: Buffer.from(lines.join("\r\n")) };
    await page.getByLabel("文件").setInputFiles(file);
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
});
