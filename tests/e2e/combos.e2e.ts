/** A combo over two parks: what is in it, its sale, one part at its gate, and another given back whole. */
import { expectAccessible } from "./accessible";
import { inBothModes, runConsole, type Visitor } from "./support";

const running = runConsole();

inBothModes(
  running,
  "a combo is sold, a part of it is checked at its gate, and another goes back whole",
  async (visitor) => {
    const { page, javaScript } = visitor;
    await visitor.signIn("admin");
    await visitor.open("/ticket/combineTkSet");
    await page.getByRole("link", { name: "青云山 + 碧湖乐园" }).click();
    await page.getByRole("cell", { name: "乐园成人日场票" }).or(page.getByText("乐园成人日场票")).first().waitFor();
    if (javaScript) await expectAccessible(page);

    const [mountain] = await sell(visitor);
    await visitor.open("/manage/tktChevkPage");
    await page.getByLabel("闸机", { exact: true }).selectOption({ label: "东门 1 号闸机" });
    if (!javaScript) await page.getByRole("button", { name: "选择闸机" }).click();
    await page.waitForURL(/gateId=/);
    await visitor.ready();
    await page.getByLabel(/^扫描或输入票号/).fill(mountain ?? "");
    await page.keyboard.press("Enter");
    await page.getByRole("heading", { name: "允许入园" }).waitFor();
    await page.getByText(/^同一套还可用：山水联票 · 乐园成人日场票/).waitFor();

    const tickets = await sell(visitor);
    await page.getByRole("link", { name: "查看订单" }).click();
    await page.getByRole("link", { name: "退票", exact: true }).click();
    await page.getByRole("heading", { name: "退票" }).waitFor();
    await visitor.ready();
    await page.getByLabel(tickets[0] ?? "").check();
    await page.getByLabel("退票原因").fill("游客改变行程");
    await page.getByRole("button", { name: "试算退款" }).click();
    await page.getByText(`“山水联票”整套退，请同时选上 ${tickets[1]}`).first().waitFor();
    await page.getByLabel(tickets[1] ?? "").check();
    await page.getByRole("button", { name: "试算退款" }).click();
    await page.getByText("¥260.00").first().waitFor();
    await page.getByRole("button", { name: "确认退票" }).click();
    await page.waitForURL(/\/offlineOrderDetail/);
    await page.locator(".timeline").getByText("退票 2 张，退款 260.00 元").first().waitFor();
  },
);

/** One combo for cash; the numbers of its tickets, that of the mountain first. */
async function sell(visitor: Visitor): Promise<string[]> {
  const { page } = visitor;
  await visitor.open("/inside/buyTktList");
  await page.getByText("含 成人票 × 1、乐园成人日场票").waitFor();
  await page.getByRole("textbox", { name: "山水联票 数量" }).fill("1");
  await page.getByRole("button", { name: "核对金额" }).first().click();
  await page.getByText("¥260.00").first().waitFor();
  await page.getByRole("button", { name: "收款出票" }).click();
  await page.getByRole("heading", { name: "出票成功" }).waitFor();
  await page.getByRole("cell", { name: "山水联票 · 成人票" }).waitFor();
  await page.getByRole("cell", { name: "山水联票 · 乐园成人日场票" }).waitFor();
  await visitor.ready();
  return page.locator("tbody td:first-child").allTextContents();
}
