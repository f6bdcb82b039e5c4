/** A seller's turn at the till: opened with a float, a passport's ticket sold for cash, counted blind, handed over. */
import { expect } from "vitest";
import { expectAccessible } from "./accessible";
import { inBothModes, runConsole } from "./support";

const running = runConsole();
const upperOf = (country: string) => `P<${country}ERIKSSON<<ANNA<MARIA<<<<<<<<<<<<<<<<<<<`;
const lower = "L898902C36D<<7408122F1204159ZE184226B<<<<<10";

inBothModes(running, "a shift from its float to the report that the next one goes by", async (visitor) => {
  const { page, javaScript } = visitor;
  // Of a person a day has one: in the other mode it is another.
  const upper = upperOf(javaScript ? "D<<" : "USA");
  const button = (name: string) => page.getByRole("button", { name, exact: true });
  await visitor.signIn("seller");
  await visitor.open("/manage/shift");
  await page.getByLabel("开班备用金（元）").fill("500");
  await button("开班").click();
  await page.getByRole("heading", { name: /^交班/ }).waitFor();
  if (javaScript) await expectAccessible(page);
  // Blind: neither what should be there nor what was taken stands on the page.
  expect(await page.getByRole("main").textContent()).not.toContain("600.00");

  await visitor.open("/inside/buyTktList");
  await page.getByText(/^班次 SH/).waitFor();
  await page.getByRole("textbox", { name: /实名预约票 数量/ }).fill("1");
  if (javaScript) {
    const number = page.getByLabel("游客 1 证件号");
    await number.focus();
    // A scanner types the first line of the zone, Enter, the second.
    await page.keyboard.insertText(upper);
    await page.keyboard.press("Enter");
    expect(await number.evaluate((one) => one === document.activeElement)).toBe(true);
    await page.keyboard.insertText(lower);
    expect(await page.getByLabel("游客 1 姓名").inputValue()).toBe("ERIKSSON ANNA MARIA");
    expect(await page.getByLabel("游客 1 证件类型").inputValue()).toBe("passport");
    await page.keyboard.press("Enter");
    expect(await button("收款出票").evaluate((one) => one === document.activeElement)).toBe(true);
  } else {
    await button("核对金额").click();
    await page.getByText("批量粘贴").first().click();
    await page.getByRole("textbox", { name: "批量粘贴" }).fill(`${upper}\n${lower}`);
    await button("核对金额").click();
    expect(await page.getByLabel("游客 1 姓名").inputValue()).toBe("ERIKSSON ANNA MARIA");
  }
  await page.locator("input[name=paymentType][value=cash]").check();
  await button("收款出票").click();
  await page.getByRole("heading", { name: "出票成功" }).waitFor();
  await page.getByRole("cell", { name: "ERIKSSON ANNA MARIA" }).waitFor();

  await visitor.open("/manage/shift");
  await page.getByLabel("100 元（张/枚）").fill("5");
  await page.getByLabel("50 元（张/枚）").fill("1");
  await page.getByLabel("10 元（张/枚）").fill("4");
  await page.getByLabel("留给下一班（元）").fill("500");
  if (javaScript) await page.getByText("¥590.00").waitFor();
  await button("交班").click();
  await page.getByRole("heading", { name: /^交班报告/ }).waitFor();
  await page.getByText("短款 ¥10.00").waitFor();
  await page.getByRole("cell", { name: "100.00" }).first().waitFor();
  await page.emulateMedia({ media: "print" });
  await page.getByText("接班人签字").waitFor();
  expect(await page.getByText("返回交接班").isVisible()).toBe(false);
  await page.emulateMedia({ media: "screen" });

  await page.getByText("返回交接班").click();
  await page.getByRole("option", { name: "（上一班留下 ¥500.00）" }).waitFor({ state: "attached" });
});
