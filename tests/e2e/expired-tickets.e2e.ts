/** A ticket type says what becomes of tickets that nobody used in time, and such a ticket is refunded at the counter by it. */
import { expect } from "vitest";
import { expectAccessible } from "./accessible";
import { inBothModes, runConsole } from "./support";

const running = runConsole();
const asked = "过期未用的，过期后 90 天内可申请退票，收 10% 手续费";
const byItself = /^过期未用的，过期后 7 天内自动原路退款，收 5% 手续费/;

inBothModes(
  running,
  "an expired ticket is refunded by the rule it was sold under, whatever its type says now",
  async (visitor) => {
    const { page, javaScript } = visitor;
    const button = (name: string | RegExp) => page.getByRole("button", { name });
    await visitor.signIn("admin");
    await visitor.open("/ticket/ticketList?code=QYS-SNR");
    await page
      .getByRole("link", { name: /长者票/ })
      .first()
      .click();
    await page.getByRole("heading", { name: /长者票/, level: 1 }).waitFor();
    const [, id = ""] = /ticketList\/(\d+)/.exec(page.url()) ?? [];
    expect(id).not.toBe("");

    // The rule without its days is refused, and what was chosen stays.
    await visitor.open(`/ticket/ticketEdit?id=${id}`);
    await page.getByLabel("过期未用的票").selectOption("auto");
    // Without scripts the browser by itself keeps the form.
    if (javaScript) {
      await page.getByLabel(/^过期后可退天数/).fill("");
      await button("保存").click();
      await page.getByText("请输入过期后可退天数").first().waitFor();
      expect(await page.getByLabel("过期未用的票").inputValue()).toBe("auto");
    }
    await page.getByLabel(/^过期后可退天数/).fill("7");
    await page.getByLabel("过期退票手续费（%）").fill("5");
    await button("保存").click();
    await page.waitForURL((url) => !url.pathname.endsWith("ticketEdit"));
    await visitor.open(`/ticket/ticketList/${id}`);
    await page.getByText(byItself).waitFor();
    if (javaScript) await expectAccessible(page);
    await visitor.open(`/ticket/ticketEdit?id=${id}`);
    await page
      .getByRole("note")
      .getByText(/过期后 7 天内自动原路退款/)
      .waitFor();

    // Sold before: the quotation says the rule of then.
    await visitor.open(`/ticket/issuedList?state=expired&ticketTypeId=${id}`);
    const ticketNo = (await page.locator("tbody").getByRole("link").first().textContent())?.trim() ?? "";
    await visitor.open(`/ticketGuiJiDetail?ticketNo=${ticketNo}`);
    await page
      .locator("main")
      .getByRole("link", { name: /^OD\d+/ })
      .first()
      .click();
    await page.getByRole("link", { name: "退票", exact: true }).click();
    await visitor.ready();
    const row = page.getByRole("row").filter({ hasText: ticketNo });
    await row.getByText(asked).waitFor();
    await row.getByRole("checkbox").check();
    await page.getByLabel(/原因/).fill("行程取消");
    await button("试算退款").click();
    if (javaScript) await expectAccessible(page);
    await button(/确认退票|退款|退票/)
      .last()
      .click();
    await page.waitForURL(/OrderDetail/);
    await page.getByRole("row").filter({ hasText: ticketNo }).getByText("已退").first().waitFor();
  },
);
