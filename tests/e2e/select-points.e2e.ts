/** A select-point policy: sold with what it admits to, chosen at two gates, used up at the third. */
import { expect } from "vitest";
import { expectAccessible } from "./accessible";
import { inBothModes, runConsole, type Visitor } from "./support";

const running = runConsole();
const sentence = "任选 2 次，每个点位最多 1 次：索道闸机组、山顶滑道、云顶栈道";

inBothModes(running, "a ticket chooses two of three points, and its policy says who keeps it", async (visitor) => {
  const { page, javaScript } = visitor;
  await visitor.signIn("admin");
  const ticketNo = await sell(visitor);

  await checkAt(visitor, "云顶栈道闸机", ticketNo);
  await page.getByRole("heading", { name: "允许入园" }).waitFor();
  await page.getByText(/还可选 1 次：索道闸机组、山顶滑道/).waitFor();
  await page.getByText("山顶滑道 已用 0，还可用 1").waitFor();
  if (javaScript) await expectAccessible(page);
  await checkAt(visitor, "东门 1 号闸机", ticketNo);
  await page.getByText(/不是这张票可去的点位，可去：索道闸机组、山顶滑道/).waitFor();
  await checkAt(visitor, "山顶滑道闸机", ticketNo);
  await page.getByText(/可选次数已用完/).waitFor();
  await checkAt(visitor, "索道下站闸机", ticketNo);
  await page.getByText("这张票可选 2 次，已全部选完：山顶滑道、云顶栈道").waitFor();

  await visitor.open(`/ticketGuiJiDetail?ticketNo=${ticketNo}`);
  await page.getByText("累计已选 2/2 次").first().waitFor();
  await page.getByText("云顶栈道 已用 1，还可用 0").waitFor();

  await sell(visitor);
  await visitor.open("/xuandianZhengCeTkt");
  await page.getByRole("link", { name: "青云三选二" }).click();
  await page.getByRole("heading", { name: "青云三选二", level: 1 }).waitFor();
  await page.getByRole("link", { name: "编辑" }).first().click();
  await page.getByText(/^有 \d+ 张未用完的票（\d+ 个订单）按现在的政策售出/).waitFor();
  if (javaScript) await expectAccessible(page);
  await page.getByLabel("可选次数").fill("9");
  await page.getByRole("button", { name: "保存" }).click();
  await page.getByText("这些点位最多只能用 3 次，不够可选的 9 次").first().waitFor();
  expect(await page.getByLabel("可选次数").inputValue()).toBe("9");
});

/** One for cash; its number. */
async function sell(visitor: Visitor): Promise<string> {
  const { page } = visitor;
  await visitor.open("/inside/buyTktList");
  await page.getByText(sentence).waitFor();
  await page.getByRole("textbox", { name: "青云任选票 数量" }).fill("1");
  await page.getByRole("button", { name: "核对金额" }).first().click();
  await page.getByText("¥98.00").first().waitFor();
  await page.getByRole("button", { name: "收款出票" }).click();
  await page.getByRole("heading", { name: "出票成功" }).waitFor();
  await visitor.ready();
  return (await page.locator("tbody td:first-child").first().textContent()) ?? "";
}

/** The ticket is scanned while the chosen gate's page is still on its way, as on a slow line. */
async function checkAt(visitor: Visitor, gate: string, ticketNo: string): Promise<void> {
  const { page, javaScript } = visitor;
  await visitor.open("/manage/tktChevkPage");
  const late = /tktChevkPage.*gateId=/;
  if (javaScript)
    await page.route(late, async (route) => {
      if (route.request().method() === "GET") await new Promise((resolve) => setTimeout(resolve, 1000));
      // Given up by the page when the scan overtakes it.
      await route.continue().catch(() => {});
    });
  await page.getByLabel("闸机", { exact: true }).selectOption({ label: gate });
  if (!javaScript) {
    await page.getByRole("button", { name: "选择闸机" }).click();
    await page.waitForURL(/gateId=/);
  }
  await page.getByLabel(/^扫描或输入票号/).fill(ticketNo);
  await page.keyboard.press("Enter");
  await page.locator(".verdict").getByText(ticketNo).first().waitFor();
  await page.unroute(late);
}
