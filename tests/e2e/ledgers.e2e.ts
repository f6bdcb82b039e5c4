/** A ledger as of any moment: sums, the way to the movements and on to what brought them about; deposits in the cash-up. */
import { expect } from "vitest";
import { expectAccessible } from "./accessible";
import { runConsole, withScripts } from "./support";

const running = runConsole();

withScripts(
  running,
  "4 deposits stand as of a moment with their sums, lead to their lockers, and are in the cash-up",
  async (visitor) => {
    const { page } = visitor;
    const number = visitor.javaScript ? "A03" : "A04";
    const link = (name: string | RegExp) => page.getByRole("link", { name });
    await visitor.signIn("admin");
    await visitor.open("/locker/groupList");
    await link("东门储物柜").click();
    await link("柜位图").click();
    await page
      .getByRole("list", { name: "柜格" })
      .getByRole("link", { name: new RegExp(`^${number}`) })
      .click();
    await link("办理存物").click();
    await page.getByLabel("使用人手机").fill("13800138000");
    await page.getByLabel("押金支付方式").selectOption("cash");
    await page.getByRole("button", { name: "办理存物", exact: true }).click();
    await page.getByText(`${number} 已开柜`).first().waitFor();

    await visitor.open("/locker/depositLedger");
    await link("余额与发生额").click();
    await page.getByRole("heading", { name: /余额与发生额/ }).waitFor();
    const row = page.getByRole("row").filter({ hasText: number }).filter({ hasText: "现金" });
    await row.waitFor();
    const total = page.getByRole("row", { name: /^合计/ });
    expect(await total.getByRole("cell").nth(3).textContent()).not.toBe("0.00");
    if (visitor.javaScript) await expectAccessible(page);

    await page.getByLabel("截至").fill("2020-01-01T08:00:00");
    await page.getByRole("button", { name: "查询" }).click();
    await page.getByText("截至该时刻没有余额或变动").waitFor();
    await link("回到现在").click();
    // The form of before stands until the page of now has come.
    await row.waitFor();
    await page.getByLabel("支付方式").selectOption("cash");
    await page.getByRole("button", { name: "查询" }).click();
    await row.getByRole("link", { name: new RegExp(`查看 ${number}`) }).click();
    await page.waitForURL(/depositLedger\?.*boxId=/);
    await page.getByRole("cell", { name: "收押金" }).first().waitFor();
    await page.getByRole("cell").getByRole("link", { name: number, exact: true }).first().click();
    await page.waitForURL(/\/locker\/boxList\/\d+/);

    await visitor.open("/statistics/payments");
    await page.getByRole("columnheader", { name: "收押金（元）" }).waitFor();
    await page
      .getByRole("row", { name: /应缴合计/ })
      .first()
      .waitFor();
    if (visitor.javaScript) await expectAccessible(page);
  },
);
