/** What a gate's scanner does: the next ticket comes before the page has settled. */
import { expect } from "vitest";
import { journeyOf, runConsole, type Visitor, withoutScripts, withScripts } from "./support";

const running = runConsole();

/** What nobody recognises may be a secret with a slip in it, and is not shown whole. */
const shown = (code: string) => `${code.slice(0, 4)}…${code.slice(-2)}`;

journeyOf(
  running,
  "a scan right after a verdict counts, while the page is still fetching the list of checks",
  async (visitor) => {
    const { page } = visitor;
    await visitor.signIn("gatekeeper");
    await visitor.open("/manage/tktChevkPage");
    // The page asks for its data anew after every check: here that takes a while.
    await page.route("**/manage/tktChevkPage.data*", async (route) => {
      if (route.request().method() === "GET") await new Promise((resolve) => setTimeout(resolve, 3_000));
      await route.continue().catch(() => undefined);
    });
    const scan = async (code: string) => {
      await page.getByLabel(/^扫描或输入票号/).fill(code);
      await page.keyboard.press("Enter");
      await page
        .getByRole("alert")
        .getByText(`“${shown(code)}”`)
        .waitFor({ timeout: 2_500 });
    };
    await scan("FIRSTSCAN");
    await scan("SECONDSCAN");
    expect(await page.getByRole("alert").textContent()).toContain(shown("SECONDSCAN"));
  },
);

/** A ticket of the demonstration that has been used, as the list of issued tickets has it. */
async function usedTicket(visitor: Visitor): Promise<string> {
  const manager = await visitor.another();
  await manager.signIn("manager");
  await manager.open("/ticket/issuedList?state=used");
  const number = await manager.page.locator("table tbody tr").first().getByRole("link").first().textContent();
  return number?.trim() ?? "";
}

async function override(visitor: Visitor): Promise<void> {
  const { page } = visitor;
  const number = await usedTicket(visitor);
  await visitor.signIn("admin");
  await visitor.open("/manage/tktChevkPage");
  await page.getByLabel(/^扫描或输入票号/).fill(number);
  await page.keyboard.press("Enter");
  const verdict = page.getByRole("alert").filter({ hasText: "不能入园" });
  await verdict.waitFor();
  await verdict.getByText(/上次通行/).waitFor();
  await verdict.getByLabel("放行原因").fill("同伴在园内等候");
  await verdict.getByRole("button", { name: "强制放行" }).click();
  await page.getByRole("heading", { name: "允许入园" }).waitFor();
  await page.getByText("已强制放行 1 人").first().waitFor();
}
const overridden = "a refusal is overridden where it stands, with a reason, by who has the right";
withScripts(running, overridden, override);
withoutScripts(running, overridden, override);

journeyOf(running, "a verdict sounds, unless it is switched off, which stays so; the camera scans", async (visitor) => {
  const { page } = visitor;
  await page.addInitScript(() => {
    const sounds: number[] = [];
    const start = OscillatorNode.prototype.start;
    OscillatorNode.prototype.start = function (when) {
      sounds.push(this.frequency.value);
      start.call(this, when);
    };
    // A camera that sees one code, and a browser that reads it.
    class BarcodeDetector {
      async detect() {
        return [{ rawValue: "SEENBYCAMERA" }];
      }
    }
    Object.assign(window, { sounds, BarcodeDetector });
    HTMLMediaElement.prototype.play = async () => {};
    Object.defineProperty(navigator, "mediaDevices", {
      value: { getUserMedia: async () => document.createElement("canvas").captureStream() },
    });
  });
  const sounds = () => page.evaluate(() => (window as unknown as { sounds: number[] }).sounds.length);
  await visitor.signIn("gatekeeper");
  await visitor.open("/manage/tktChevkPage");
  const scan = async (code: string) => {
    await page.getByLabel(/^扫描或输入票号/).fill(code);
    await page.keyboard.press("Enter");
    await page
      .getByRole("alert")
      .getByText(`“${shown(code)}”`)
      .waitFor();
  };
  await scan("SOUNDSONCE");
  await expect.poll(sounds).toBe(2);
  await page.getByLabel("提示音").uncheck();
  await scan("SILENTNOW");
  await visitor.open("/manage/tktChevkPage");
  expect(await page.getByLabel("提示音").isChecked()).toBe(false);
  await page.getByRole("button", { name: "用摄像头扫码" }).click();
  await page
    .getByRole("alert")
    .getByText(`“${shown("SEENBYCAMERA")}”`)
    .waitFor();
  await page.getByRole("button", { name: "关闭摄像头" }).click();
  expect(await sounds()).toBe(0);
});

/** Two tickets of one order, sold at the counter; answers its number. */
async function sellTwo(visitor: Visitor): Promise<string> {
  const seller = await visitor.another();
  await seller.signIn("seller");
  await seller.open("/inside/buyTktList");
  await seller.page.getByRole("textbox", { name: "成人票 数量", exact: true }).fill("2");
  // Without scripts the total is asked for first.
  if (!seller.javaScript) await seller.page.getByRole("button", { name: "核对金额" }).click();
  await seller.page.getByRole("button", { name: "收款出票" }).click();
  await seller.page.getByRole("heading", { name: "出票成功" }).waitFor();
  const no = await seller.page
    .locator("dt", { hasText: "订单号" })
    .locator("xpath=following-sibling::dd")
    .textContent();
  return no?.trim() ?? "";
}

async function overrideOrder(visitor: Visitor): Promise<void> {
  const { page } = visitor;
  const orderNo = await sellTwo(visitor);
  await visitor.signIn("admin");
  await visitor.open("/manage/tktChevkPage");
  const scan = async (people = "") => {
    await visitor.ready();
    await page.getByLabel(/^人数/).fill(people);
    await page.getByLabel(/^扫描或输入票号/).fill(orderNo);
    await page.keyboard.press("Enter");
  };
  await scan("3");
  const verdict = page.getByRole("alert").filter({ hasText: "不能入园" });
  await verdict.getByLabel("放行原因").fill("班车晚点");
  await verdict.getByRole("button", { name: "强制放行" }).click();
  await page.getByText("已强制放行 3 人").first().waitFor();
  await scan();
  await verdict.getByLabel("放行原因").fill("同伴在园内等候");
  await verdict.getByRole("button", { name: "强制放行" }).click();
  await page.getByText("已强制放行 2 人").first().waitFor();
}
const orderOverridden = "an order is overridden as a whole, with as many people as were typed";
withScripts(running, orderOverridden, overrideOrder);
withoutScripts(running, orderOverridden, overrideOrder);
