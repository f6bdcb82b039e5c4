/** Exports: the question, the file, and the page of one under way. */
import { buffer } from "node:stream/consumers";
import { describe, expect } from "vitest";
import { readXls } from "~tests/support/read-xls";
import { expectAccessible } from "./accessible";
import { runConsole, withoutScripts } from "./support";

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
});
