/** The date field: days as people type them and a calendar with scripts, the browser's own field without. */
import { expect } from "vitest";
import { addDays, businessDay } from "~/contract/business-time";
import { expectAccessible } from "./accessible";
import { inBothModes, runConsole } from "./support";

const running = runConsole();

inBothModes(
  running,
  "a day is typed as people say it, picked, or given to the browser's own field",
  async (visitor) => {
    const { page, javaScript } = visitor;
    await visitor.signIn("admin");
    await visitor.open("/ticket/quotaList/1");
    const field = page.getByRole("main").locator("input[name=from]");
    if (!javaScript) {
      expect(await field.getAttribute("type")).toBe("date");
      await field.fill("2027-02-01");
      await page.getByRole("button", { name: "查询", exact: true }).click();
      await page.waitForURL(/from=2027-02-01/);
      // The server reads what somebody wrote into the address as the field does.
      await visitor.open("/ticket/quotaList/1?from=%2B1");
      expect(await field.inputValue()).toBe(addDays(businessDay(new Date()), 1));
      return;
    }
    const today = await page.evaluate(() => {
      const now = new Date();
      return new Date(now.getTime() - now.getTimezoneOffset() * 60_000).toISOString().slice(0, 10);
    });
    const typed = async (text: string) => {
      await field.fill(text);
      await field.press("Tab");
      return field.inputValue();
    };
    expect(await typed("1122")).toBe(`${today.slice(0, 4)}-11-22`);
    expect(await typed("今天")).toBe(today);
    expect(await typed("+1")).toBe(addDays(today, 1));
    // What is no day stays as it was typed, for the page's rule to refuse.
    expect(await typed("soon")).toBe("soon");
    await field.fill("2027-02-01");
    await field.press("Alt+ArrowDown");
    const calendar = page.getByRole("dialog", { name: "选择日期" });
    await calendar.getByRole("button", { name: /^15 / }).waitFor();
    await expectAccessible(page);
    await calendar.getByRole("button", { name: /^15 / }).click();
    await calendar.waitFor({ state: "hidden" });
    expect(await field.inputValue()).toBe("2027-02-15");
    await field.press("Enter");
    await page.waitForURL(/from=2027-02-15/);
  },
);
