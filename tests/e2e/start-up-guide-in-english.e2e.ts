/** The start-up guide for who reads English: from nothing to a ticket sold and taken back, its words and its ticket types. */
import { expect } from "vitest";
import { expectAccessible } from "./accessible";
import { firstStart, keyboardOf, settled } from "./first-start";
import { journeyOf, type Visitor } from "./support";

/** Names of a first start: its roles, its administrator and itself; rows of the company, which it renames as it likes. */
const names = /售票员|验票员|经理|财务|系统管理员|总部/g;

async function fromNothing(visitor: Visitor): Promise<void> {
  const { page, javaScript, open } = visitor;
  const keys = keyboardOf(visitor);
  const link = (name: string | RegExp) => page.getByRole("link", { name }).first();
  const seen = async () => {
    const text = (await page.locator("main").textContent()) ?? "";
    expect(text.replaceAll(names, "").match(/[\u4e00-\u9fff]+/g) ?? [], page.url()).toEqual([]);
    if (javaScript) await expectAccessible(page);
  };
  await visitor.signIn("admin");
  await open("/ticket/ticketList");
  expect(await link("Create the park first").getAttribute("href")).toBe("/guideOne");
  await open("/guidePage");
  await seen();
  await page.getByRole("button", { name: "Start: Park" }).click();
  await page.waitForURL(/\/guideOne/);
  await visitor.ready();
  await page.getByLabel("Park name").press("Enter");
  await page.locator(".field-error").first().waitFor();
  await visitor.ready();
  await seen();
  await page.getByLabel("Park name").fill("Green Hills");
  await keys.enter(/\/guideTwo\?park=\d+$/);

  await seen();
  await link("Cable car").click();
  await page.waitForURL(/kind=cable/);
  await visitor.ready();
  await seen();
  await page.getByLabel("Price of Adult return (¥)").fill("eighty");
  await page.getByLabel("Price of Adult return (¥)").press("Enter");
  await page.locator(".field-error").first().waitFor();
  await visitor.ready();
  await seen();
  expect(await page.getByLabel("Price of Adult return (¥)").inputValue()).toBe("eighty");
  await page.getByLabel("Price of Adult return (¥)").fill("80");
  await keys.enter(/\/guideThree\?park=\d+$/);
  await seen();
  await keys.enter(/\/guideFour$/);

  await seen();
  await settled(page);
  await keys.type("Mary Smith");
  await keys.enterHere("Write down or print the initial passwords");
  await seen();
  await keys.enter(/\/guideFive/);
  await seen();
  await keys.enter(/\/guideFinally/);
  await seen();
  await keys.enterHere(/^Sold: order \S+, ¥\d+\.00 received\.$/);
  await seen();
  await keys.enterHere(/has been refunded in full\. You are ready to open\.$/);
  await seen();
  await link("View order").click();
  await page.waitForURL(/offlineOrderDetail/);
  await page.getByText("Opening test sale").first().waitFor();
  await open("/guidePage");
  await page.getByRole("button", { name: "Go to counter sales" }).waitFor();
  await seen();
}

/** A step is left, said so on the workbench, and taken up again. */
async function leftAndResumed(visitor: Visitor): Promise<void> {
  const { page, open } = visitor;
  const button = (name: string) => page.getByRole("button", { name, exact: true });
  await visitor.signIn("admin");
  await open("/guideOne");
  await button("Skip this step").click();
  await page.waitForURL(/\/guideTwo$/);
  await open("/index");
  const block = page.getByRole("region", { name: "Start-up guide: a few steps left" });
  await block.getByText("Skipped").waitFor();
  await block.getByRole("button", { name: "Do not show again" }).click();
  await page.getByText("The workbench no longer shows what is left").first().waitFor();
  await open("/guidePage");
  await button("Continue: Ticket types").waitFor();
  await button("Show on the workbench").click();
  await page.getByText("The workbench shows what is left").first().waitFor();
  await open("/guideOne");
  await button("Put this step back").click();
  await button("Skip this step").waitFor();
}

for (const javaScriptEnabled of [true, false]) {
  const running = firstStart();
  const mode = javaScriptEnabled ? "with scripts" : "without scripts";
  const told = { locale: "en-GB", javaScriptEnabled };
  journeyOf(running, `2.3b a first start is left, resumed and skipped, in English (${mode})`, leftAndResumed, told);
  journeyOf(running, `2.3b from nothing to a ticket sold and taken back, in English (${mode})`, fromNothing, told);
}
