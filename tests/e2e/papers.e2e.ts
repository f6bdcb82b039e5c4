/** Pages on paper: a document, tables of a month, the inbox's list; nothing on them is pressed or typed into. */
import { expect } from "vitest";
import { expectAccessible } from "./accessible";
import { inBothModes, runConsole } from "./support";

const running = runConsole();

const tables = [
  "/travel/exposure",
  "/travel/agencyList/1/account",
  "/travelInfo/guiderNumDetail",
  "/invoice/list/month",
  "/manage/storelist/ledger/month",
  "/statistics/payments",
  "/ticket/sonTkSettle",
];

inBothModes(running, "a page is shown as it is printed, and leads back", async (visitor) => {
  const { page, javaScript } = visitor;
  await visitor.signIn("admin");
  for (const path of ["/manage/parkList/2", ...tables]) {
    await visitor.open(path);
    const heading = await page.getByRole("heading", { level: 1 }).textContent();
    await page.locator(".page-head").getByRole("link", { name: "打印", exact: true }).click();
    await page.waitForURL(/[?&]print=1/);
    await visitor.ready();
    const paper = page.locator(".on-paper");
    expect(await paper.getByRole("heading", { level: 1 }).textContent()).toBe(heading);
    await paper.getByText(/打印时间 \d{4}-\d\d-\d\d \d\d:\d\d$/).waitFor();
    const pressed = paper.locator("form, .button, input, select, summary").filter({ visible: true });
    expect(
      (await pressed.allTextContents()).map((text) => text.trim()),
      path,
    ).toEqual(javaScript ? ["返回", "打印"] : ["返回"]);
    await page.emulateMedia({ media: "print" });
    expect(await page.locator(".top, .sidebar, .paper-bar").filter({ visible: true }).count()).toBe(0);
    await page.emulateMedia({ media: "screen" });
    if (javaScript && path === tables[0]) await expectAccessible(page);
    await paper.getByRole("link", { name: "返回", exact: true }).click();
    await page.waitForURL((url) => url.pathname === path && !url.searchParams.has("print"));
  }
});

inBothModes(running, "the list of refunds has its rows alone on paper, not the inbox above it", async (visitor) => {
  const { page } = visitor;
  await visitor.signIn("admin");
  await visitor.open("/order/refundList");
  await page.locator(".approvals").first().waitFor();
  await page.getByRole("link", { name: "打印视图" }).click();
  await page.locator(".print-view tbody tr").first().waitFor();
  expect(await page.locator(".approvals").count()).toBe(0);
});
