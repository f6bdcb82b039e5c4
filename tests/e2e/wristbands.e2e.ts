/** Wristbands at the desk: sold, scanned one after another, worn through a gate, reported lost and taken back. */
import { expect } from "vitest";
import { expectAccessible } from "./accessible";
import { inBothModes, inEnglish, moreOf, runConsole } from "./support";

const running = runConsole();

inBothModes(
  running,
  "two tickets are given wristbands after the sale, one goes through a gate, one is lost",
  async (visitor) => {
    const { page } = visitor;
    const mark = visitor.javaScript ? "A1" : "B2";
    const [first, second] = [`04${mark}00C7D801`, `04${mark}00C7D802`];
    const button = (text: string) => page.getByRole("button", { name: text, exact: true });
    const link = (text: string) => page.getByRole("link", { name: text, exact: true });
    const bands = () => page.locator("input[name^='band.']");
    await visitor.signIn("admin");
    await visitor.open("/inside/buyTktList");
    await page.getByRole("textbox", { name: "成人票 数量", exact: true }).fill("2");
    if (!visitor.javaScript) await button("核对金额").click();
    await button("收款出票").click();
    await page.getByRole("heading", { name: "出票成功" }).waitFor();

    await link("发放手环").click();
    await page.getByRole("heading", { name: "发放手环" }).waitFor();
    expect(await bands().count()).toBe(2);
    if (visitor.javaScript) {
      await expectAccessible(page);
      // A reader types and ends with Enter: on to the next, and the last hands both out.
      await expect
        .poll(() =>
          bands()
            .first()
            .evaluate((input) => input === document.activeElement),
        )
        .toBe(true);
      await page.keyboard.type(`${first}\n${second}\n`);
      await page.getByText("已发放手环 2 个").waitFor();
      // The next visitor's ticket takes the reader.
      await expect.poll(() => page.evaluate(() => document.activeElement?.getAttribute("name"))).toBe("of");
    } else {
      // Without scripts each Enter hands out one.
      await bands().first().fill("12");
      await bands().first().press("Enter");
      await page.getByText("手环码至少 4 位").waitFor();
      expect(await bands().first().inputValue()).toBe("12");
      await bands().first().fill(first);
      await bands().first().press("Enter");
      await page.getByText("已发放手环 1 个").waitFor();
      expect(await bands().count()).toBe(1);
      await bands().first().fill(second);
      await bands().first().press("Enter");
      await page.getByText("已发放手环 1 个").waitFor();
    }
    expect(await bands().count()).toBe(0);

    await visitor.open("/manage/tktChevkPage");
    await page
      .getByRole("textbox", { name: /票号|证件/ })
      .first()
      .fill(first);
    await page.keyboard.press("Enter");
    await page.getByRole("heading", { name: "允许入园" }).waitFor();

    await visitor.open(`/ticket/wristbandList?code=${second}`);
    const row = page.locator("tbody tr").filter({ hasText: second });
    await moreOf(row);
    await row
      .getByRole("button", { name: "挂失" })
      .or(row.getByRole("link", { name: "挂失" }))
      .first()
      .click();
    await page.getByText("确认挂失？").first().waitFor();
    await button("挂失").last().click();
    await page.locator("tbody tr").filter({ hasText: "已挂失" }).first().waitFor();
  },
);

inEnglish(running, "an unknown ticket is told beside its field", async (visitor) => {
  const { page } = visitor;
  await visitor.signIn("admin");
  await visitor.open("/ticket/wristbandList/new?of=nothing");
  await page.getByText("No ticket found. Scan a ticket, or type a ticket or order number").waitFor();
  await visitor.open("/ticket/wristbandList");
  await page.getByRole("heading", { name: "Wristbands" }).waitFor();
});
