/** What waits for another person, decided in the inbox; and commands in their drawer, by keyboard and on a phone. */
import { expect } from "vitest";
import { journeyOf, moreOf, runConsole, type Visitor, withoutScripts, withScripts } from "./support";

const running = runConsole();
const plain = runConsole();

/** The demonstration has one that waits: each mode its own console. */
async function rejectWithReason(visitor: Visitor): Promise<void> {
  const { page } = visitor;
  await visitor.signIn("admin");
  await visitor.open("/index");
  await page
    .getByRole("link", { name: /项待审批$/ })
    .last()
    .click();
  await page.waitForURL("**/message/approvals");
  const requests = page.locator(".approvals > li");
  const first = requests.first();
  await first.waitFor();
  const before = await requests.count();
  const no = /RF\d+/.exec((await first.getByRole("heading").textContent()) ?? "")?.[0] ?? "none";
  await first.locator("summary").click();
  await first.getByRole("button", { name: /^驳回：/ }).click();
  await page.getByText("请填写驳回原因").first().waitFor();
  await first.getByLabel("驳回原因").fill("客人已入园");
  await first.getByRole("button", { name: /^驳回：/ }).click();
  await page.getByText("已驳回").first().waitFor();
  await expect.poll(() => requests.count()).toBe(before - 1);
  await page.getByRole("link", { name: "已处理" }).click();
  const settled = requests.filter({ hasText: no });
  await settled.getByText("客人已入园").waitFor();
  await settled.getByText(/驳回$/).waitFor();
  await settled.getByText(/申请$/).waitFor();
  visitor.expectProblem(/422/);
}

withScripts(running, "4 a request is rejected with its reason; both names are told", rejectWithReason);
withoutScripts(plain, "4 a request is rejected with its reason; both names are told", rejectWithReason);

const suspend = (visitor: Visitor) => visitor.page.getByRole("link", { name: "停用", exact: true });
const resume = (visitor: Visitor) => visitor.page.getByRole("link", { name: "启用", exact: true });

journeyOf(
  running,
  "3 a command's page is a drawer: by keyboard alone, and the page below is told anew",
  async (visitor) => {
    const { page } = visitor;
    await visitor.signIn("admin");
    await visitor.open("/manage/parkList/2");
    await moreOf(page.locator(".page-head"));
    await suspend(visitor).focus();
    await page.keyboard.press("Enter");
    const drawer = page.getByRole("dialog", { name: /^停用：/ });
    await drawer.waitFor();
    await expect.poll(() => page.evaluate(() => document.activeElement?.closest("dialog") !== null)).toBe(true);
    expect(await page.evaluate(() => document.activeElement?.textContent)).toBe("停用");
    await page.keyboard.press("Escape");
    await drawer.waitFor({ state: "detached" });
    expect(await suspend(visitor).evaluate((link) => link === document.activeElement)).toBe(true);
    await page.keyboard.press("Enter");
    await drawer.waitFor();
    await expect.poll(() => page.evaluate(() => document.activeElement?.textContent)).toBe("停用");
    await page.keyboard.press("Enter");
    await resume(visitor).waitFor();
    await drawer.waitFor({ state: "detached" });
    expect(new URL(page.url()).pathname).toBe("/manage/parkList/2");
    await page.getByText("已停用").waitFor();
  },
);

journeyOf(running, "3 refused, the drawer stays and says why", async (visitor) => {
  const { page } = visitor;
  await visitor.signIn("admin");
  await visitor.open("/manage/tktParkGate/1");
  await moreOf(page.locator(".page-head"));
  await suspend(visitor).click();
  const drawer = page.getByRole("dialog", { name: /^停用：/ });
  await drawer.waitFor();
  const elsewhere = await page.request.post("/manage/tktParkGate/1", {
    form: { suspend: "1" },
    headers: { accept: "application/json", origin: running.url },
  });
  expect(elsewhere.status()).toBe(200);
  await drawer.getByRole("button", { name: "停用" }).click();
  await drawer
    .getByText(/已是“停用”/)
    .first()
    .waitFor();
  expect(await drawer.isVisible()).toBe(true);
  visitor.expectProblem(/409/);
});

journeyOf(
  running,
  "3 a command refused in its drawer keeps what was typed, says why at the field, and leads there",
  async (visitor) => {
    const { page } = visitor;
    await visitor.signIn("admin");
    await visitor.open("/locker/boxList?number=A03");
    await page.getByRole("link", { name: "A03", exact: true }).click();
    // The list has the command as well.
    await page.getByRole("heading", { name: /^A03/ }).waitFor();
    await page.getByRole("link", { name: "办理存物", exact: true }).click();
    const drawer = page.getByRole("dialog", { name: /办理存物/ });
    const phone = drawer.getByLabel("使用人手机");
    await phone.fill("12345");
    await drawer.getByLabel("押金支付方式").selectOption("wechat");
    await drawer.getByRole("button", { name: "办理存物", exact: true }).click();
    await expect.poll(() => phone.getAttribute("aria-invalid")).toBe("true");
    const told = await phone.evaluate((input) =>
      (input.getAttribute("aria-describedby") ?? "")
        .split(" ")
        .map((id) => document.getElementById(id)?.textContent ?? "")
        .join(" "),
    );
    expect(told).toMatch(/手机/);
    expect([await phone.inputValue(), await drawer.getByLabel("押金支付方式").inputValue()]).toEqual([
      "12345",
      "wechat",
    ]);
    await expect.poll(() => phone.evaluate((input) => input === document.activeElement)).toBe(true);
    // Put right where it stands, it is done.
    await phone.fill("13800138003");
    await drawer.getByRole("button", { name: "办理存物", exact: true }).click();
    await page.getByText("A03 已开柜，收押金").first().waitFor();
    await drawer.waitFor({ state: "detached" });
  },
);

journeyOf(running, "3 on a phone the drawer fits the screen", async (visitor) => {
  const phone = await visitor.another({ viewport: { width: 360, height: 740 } });
  await phone.signIn("admin");
  await phone.open("/manage/tktParkGate/2");
  await moreOf(phone.page.locator(".page-head"));
  await suspend(phone).click();
  const drawer = phone.page.getByRole("dialog", { name: /^停用：/ });
  await drawer.waitFor();
  const box = await drawer.boundingBox();
  expect(box?.x).toBeGreaterThanOrEqual(0);
  expect((box?.x ?? 0) + (box?.width ?? 999)).toBeLessThanOrEqual(360);
  expect(await drawer.evaluate((element) => element.scrollWidth <= element.clientWidth)).toBe(true);
});

withScripts(running, "4 the dots of a time line have the colour of what happened", async (visitor) => {
  const { page } = visitor;
  await visitor.signIn("admin");
  await visitor.open("/manage/tktParkGate/3");
  for (const verb of ["停用", "启用"]) {
    if (verb === "停用") await moreOf(page.locator(".page-head"));
    await page.getByRole("link", { name: verb, exact: true }).click();
    await page.getByRole("button", { name: verb, exact: true }).click();
  }
  await suspend(visitor).waitFor({ state: "attached" });
  const colours = await page
    .locator(".timeline > li > div")
    .evaluateAll((dots) => dots.map((dot) => getComputedStyle(dot, "::before").backgroundColor));
  expect(colours.length).toBeGreaterThan(1);
  expect(colours[0]).not.toBe(colours[1]);
  const tones = await page.evaluate(() => {
    const probe = document.body.appendChild(document.createElement("i"));
    return ["--good", "--bad"].map((name) => {
      probe.style.color = `var(${name})`;
      return getComputedStyle(probe).color;
    });
  });
  expect(colours.slice(0, 2)).toEqual(tones);
});

/** Each mode its own demonstration: a refund that waits there is decided once. */
async function approveRefund(visitor: Visitor): Promise<void> {
  const { page } = visitor;
  await visitor.signIn("manager");
  await visitor.open("/order/refundList");
  const inbox = page.getByRole("region", { name: /^待审批退款/ });
  const link = inbox.getByRole("link").first();
  const orderNo = (await link.textContent()) ?? "";
  const waiting = inbox.getByRole("listitem").filter({ hasText: orderNo });
  await visitor.open((await link.getAttribute("href")) ?? "");
  await page.getByRole("heading", { level: 1 }).getByText("退款审批中").waitFor();
  await visitor.open("/order/refundList");
  await waiting.getByText(/手续费 ¥/).waitFor();
  // The same moment as in the list below.
  const asked = /\d{4}-\d\d-\d\d \d\d:\d\d/.exec((await waiting.textContent()) ?? "")?.[0] ?? "none";
  await page.goto("/order/refundList?state=waiting");
  await page.getByRole("table").getByText(asked).first().waitFor();
  await visitor.open("/order/refundList");
  await waiting.getByText("同意", { exact: true }).click();
  await waiting.getByText(/^同意后立即退款 ¥/).waitFor();
  await waiting.getByRole("button", { name: /^确认退款 ¥/ }).click();
  await page.getByText(/^已同意，退款 ¥\d/).waitFor();
  await waiting.waitFor({ state: "detached" });
}
const refundsInBoth = { scripted: runConsole(), bare: runConsole() };
withScripts(
  refundsInBoth.scripted,
  "4 a refund is approved in its inbox, with the amount before and after",
  approveRefund,
);
withoutScripts(
  refundsInBoth.bare,
  "4 a refund is approved in its inbox, with the amount before and after",
  approveRefund,
);
