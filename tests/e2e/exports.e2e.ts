/** Exports: the question, the file, and the page of one under way. */
import { buffer } from "node:stream/consumers";
import { describe, expect } from "vitest";
import { readXls } from "~tests/support/read-xls";
import { expectAccessible } from "./accessible";
import { inBothModes, runConsole, withoutScripts } from "./support";

const running = runConsole();

describe("a list", () => {
  withoutScripts(running, "5y 8p 9v is exported after a question, as a real .xls", async (visitor) => {
    const { page } = visitor;
    await visitor.signIn("admin");
    await visitor.open("/order/offlineOrderList?state=paid");
    await page.getByRole("link", { name: "导出", exact: true }).click();
    await page.getByText("导出前请确认内容和格式").waitFor();
    if (visitor.javaScript) await expectAccessible(page);
    await page.getByRole("radio", { name: /当前页/ }).check();
    await page.getByRole("button", { name: "导出", exact: true }).click();
    await page.getByText("导出成功").waitFor();
    if (visitor.javaScript) await expectAccessible(page);
    const [download] = await Promise.all([
      page.waitForEvent("download"),
      page.getByRole("link", { name: "下载" }).click(),
    ]);
    expect(download.suggestedFilename()).toBe("线下订单.xls");
    const [sheet] = readXls(await buffer(await download.createReadStream()));
    expect(sheet?.rows.length).toBe(11);
    expect(sheet?.rows[1]?.[1]?.value).toBe("已支付");
  });

  inBothModes(running, "is exported every Monday from now on, until its owner deletes that", async (visitor) => {
    const { page } = visitor;
    await visitor.signIn("admin");
    await visitor.open("/order/offlineOrderList?state=paid");
    await page.getByRole("link", { name: "导出", exact: true }).click();
    await page.getByText("导出前请确认内容和格式").waitFor();
    await page.getByRole("radio", { name: "每周一" }).check();
    await page.getByRole("button", { name: "导出", exact: true }).click();
    await page.getByText("导出成功").waitFor();
    await visitor.open("/exports/plans");
    await page.getByRole("cell", { name: "每周一" }).waitFor();
    if (visitor.javaScript) await expectAccessible(page);
    await page.getByRole("button", { name: "删除定期导出“线下订单”" }).click();
    await page.getByText("还没有定期导出").waitFor();
  });
});
