/** What waits for another person, decided in the inbox; and commands in their drawer, by keyboard and on a phone. */
import { expect } from "vitest";
import { inBothModes, journeyOf, runConsole, type Visitor, withoutScripts, withScripts } from "./support";

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

journeyOf(running, "3 on a phone the drawer fits the screen", async (visitor) => {
  const phone = await visitor.another({ viewport: { width: 360, height: 740 } });
  await phone.signIn("admin");
  await phone.open("/manage/tktParkGate/2");
  await suspend(phone).click();
  const drawer = phone.page.getByRole("dialog", { name: /^停用：/ });
  await drawer.waitFor();
  const box = await drawer.boundingBox();
  expect(box?.x).toBeGreaterThanOrEqual(0);
  expect((box?.x ?? 0) + (box?.width ?? 999)).toBeLessThanOrEqual(360);
  expect(await drawer.evaluate((element) => element.scrollWidth <= element.clientWidth)).toBe(true);
});

inBothModes(running, "4 the dots of a time line have the colour of what happened", async (visitor) => {
  const { page } = visitor;
  await visitor.signIn("admin");
  await visitor.open("/manage/tktParkGate/3");
  for (const verb of ["停用", "启用"]) {
    await page.getByRole("link", { name: verb, exact: true }).click();
    await page.getByRole("button", { name: verb, exact: true }).click();
  }
  await suspend(visitor).waitFor();
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
