/** The technician's look at all rules of the self-audit: all asked at once, and one by itself. */
import { expect } from "vitest";
import { expectAccessible } from "./accessible";
import { inBothModes, runConsole } from "./support";

const running = runConsole();

inBothModes(running, "all rules of the self-audit are asked out of their turn, and one alone", async (visitor) => {
  const { page, javaScript, open } = visitor;
  await visitor.signIn("admin");
  await open("/system/selfAudit");
  await page.getByText("没有不符：每晚核对发现的问题会列在这里。").waitFor();
  await page.getByRole("link", { name: "全部规则" }).click();
  await page.getByRole("heading", { name: "全部规则" }).waitFor();
  if (javaScript) await expectAccessible(page);
  const all = page.getByRole("button", { name: "全部核对" });
  const ended = async () => {
    for (let tries = 0; tries < 200 && (await all.count()) === 0; tries += 1) {
      await page.waitForTimeout(300);
      await open("/system/selfAudit/rules");
    }
  };
  // The night's own run may be under way just now: it starts once a day, and while it runs no other is offered.
  await ended();
  await all.click();
  await page.getByText("已开始核对").waitFor();
  await ended();
  const row = page.getByRole("row").filter({ hasText: "订单金额等于各明细之和" });
  expect(await row.textContent()).toMatch(/无\s*\d{4}-\d\d-\d\d/);
  await page.getByText(/共 \d+ 条规则，0 条有不符/).waitFor();
  await row.getByRole("button", { name: "立即核对" }).click();
  await page.getByText("已开始核对").waitFor();
  await ended();
});
