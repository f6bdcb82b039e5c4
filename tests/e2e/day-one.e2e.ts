/** Day one: from nothing, through the start-up guide, to a ticket that was sold and let in; what it takes is counted, not timed. */
import { expect } from "vitest";
import { firstStart, keyboardOf, settled } from "./first-start";
import { journeyOf, type Visitor } from "./support";

async function toFirstAdmission(visitor: Visitor): Promise<void> {
  const { page, ready } = visitor;
  const keys = keyboardOf(visitor);
  const pages = new Set<string>();
  page.on("framenavigated", (frame) => {
    if (frame === page.mainFrame()) pages.add(new URL(frame.url()).pathname);
  });
  let clicks = 0;
  const click = async (name: string, next: RegExp) => {
    clicks += 1;
    await Promise.all([page.waitForURL(next), page.getByRole("link", { name, exact: true }).first().click()]);
    await ready();
  };
  await visitor.signInByForm("admin");
  pages.clear();
  await page.getByRole("region", { name: "开业向导：还差几步" }).waitFor();

  // The workbench leads to the first step that lacks, and each page to the next.
  await click("景区", /\/guideOne/);
  await page.getByLabel("景区名称").focus();
  await keys.type("青云山");
  await keys.enter(/\/guideTwo\?park=\d+$/);
  await keys.enter(/\/guideThree\?park=\d+$/);
  await keys.enter(/\/guideFour$/);
  await settled(page);
  await keys.type("王芳");
  await keys.enterHere("请抄下或打印初始密码");
  await keys.enter(/\/guideFive/);
  await keys.enter(/\/guideFinally/);
  await keys.enterHere(/已售出，订单号 \S+/);
  await keys.enterHere(/已全额退回，可以开门售票了/);
  const guide = { ...keys.count(), clicks, pages: pages.size };

  // The counter: a number, Enter for the total, Enter for the ticket.
  await click("去窗口售票", /\/inside\/buyTktList$/);
  await settled(page);
  await keys.type("1");
  await keys.enterHere(/¥\d+\.00/);
  const sell = page.getByRole("button", { name: "收款出票" });
  await expect.poll(() => sell.evaluate((button) => button === document.activeElement)).toBe(true);
  await keys.enter(/\/inside\/buyTktList\/result/);
  const ticketNo =
    (await page
      .getByText(/^TK\d+$/)
      .first()
      .textContent()) ?? "";
  expect(ticketNo).toMatch(/^TK\d{6,}$/);

  // The gate: the one there is stands chosen; the number, and Enter.
  await click("验票", /\/manage\/tktChevkPage/);
  const number = page.getByLabel(/^扫描或输入票号/);
  await expect.poll(() => number.evaluate((one) => one === document.activeElement)).toBe(true);
  await expect.poll(() => page.getByRole("button", { name: "验票", exact: true }).isEnabled()).toBe(true);
  await keys.type(ticketNo);
  await keys.enterHere("允许入园");
  await page.getByRole("heading", { name: "允许入园" }).waitFor();

  const all = { ...keys.count(), clicks, pages: pages.size };
  console.log("day one, by the end of the guide and at the admission", guide, all);
  // Without a wrong turn: six pages of the guide, then the counter, its receipt and the gate.
  expect(guide).toEqual({ presses: 8, letters: 5, clicks: 1, pages: 6 });
  expect(all).toEqual({ presses: 11, letters: 6 + ticketNo.length, clicks: 3, pages: 9 });
}

for (const javaScriptEnabled of [true, false])
  journeyOf(
    firstStart(),
    `from nothing to a ticket that was let in: nine pages (${javaScriptEnabled ? "with scripts" : "without scripts"})`,
    toFirstAdmission,
    { javaScriptEnabled },
  );
