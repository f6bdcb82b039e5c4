/** Cards by number range: received, each number once, issued from the batch. And cards that are lost: reported, found again, replaced. */
import { expect } from "vitest";
import { today } from "~/contract/validators";
import { checkedIdentity } from "~server/backend/seed/identity";
import { expectAccessible } from "./accessible";
import { inBothModes, inEnglish, runConsole, type Visitor } from "./support";

const running = runConsole();
const batches = "/seasonCard/cardBatchList";

async function receive({ page, open }: Visitor, type: string, first: string, last: string, button: string) {
  await open(`${batches}/new`);
  await page.locator('[name="cardTypeId"]').selectOption({ label: type });
  await page.locator('[name="firstNumber"]').fill(first);
  await page.locator('[name="lastNumber"]').fill(last);
  await page.getByLabel(/^入库日期/).fill(today());
  await page.getByRole("button", { name: button, exact: true }).click();
}

/** Of the batch that begins with this number, on the list. */
const rowOf = ({ page }: Visitor, first: string) => page.locator("tbody tr", { hasText: first }).first();

inBothModes(
  running,
  "cards are received by a range, each number once; a sale takes one of the batch, which then has one less",
  async (visitor) => {
    const { page, javaScript } = visitor;
    const mark = javaScript ? "NB7" : "NB8";
    const press = (name: string) => page.getByRole("button", { name, exact: true }).click();
    await visitor.signIn("admin");
    await receive(visitor, "园区消费卡", `${mark}0005`, `${mark}0001`, "保存");
    await page.getByText("结束卡号的前缀和位数须与起始卡号相同且不小于它").first().waitFor();
    // What was typed stays, and is put right.
    expect(await page.locator('[name="firstNumber"]').inputValue()).toBe(`${mark}0005`);
    if (javaScript) await expectAccessible(page);
    await page.locator('[name="firstNumber"]').fill(`${mark}0001`);
    await page.locator('[name="lastNumber"]').fill(`${mark}0003`);
    await press("保存");
    await page.waitForURL(/cardBatchList\/\d+$/);
    await receive(visitor, "园区消费卡", `${mark}0003`, `${mark}0009`, "保存");
    await page.getByText(`卡号 ${mark}0003 已入过库`).first().waitFor();

    // One of them is sold: it is of the batch, and the batch has two left.
    await visitor.open(`/smartCard/list/counter?find=${mark}0002`);
    await page.locator("#sell-holderName").fill("高建军");
    await page.locator("#sell-identity").fill(checkedIdentity(`11010119860505${javaScript ? "017" : "018"}`));
    await press("售卡");
    await page.getByRole("heading", { name: `${mark}0002 · 有效`, level: 2 }).waitFor();
    // Another one is a misprint.
    await visitor.open(`/smartCard/list/counter?find=${mark}0003`);
    await page.locator("#spoil-reason").fill("印错");
    await press("作废");
    await page.getByRole("heading", { name: `${mark}0003 · 作废`, level: 2 }).waitFor();
    await visitor.open(`${batches}?firstNumber=${mark}0001`);
    const cells = await rowOf(visitor, `${mark}0001`).locator("td").allTextContents();
    expect(cells.map((text) => text.trim()).filter((text) => /^[123]$/.test(text))).toEqual(["3", "1", "1"]);
    if (javaScript) await expectAccessible(page);
    // Both are in the log of stored-value cards, and its file has them.
    await visitor.open(`/smartCard/log?number=${mark}0003`);
    await rowOf(visitor, `${mark}0003`).getByText("印错").waitFor();
    if (javaScript) await expectAccessible(page);
  },
);

/** Names of this console's own things, which somebody typed. */
const names = /单人年卡|家庭年卡|季卡|员工卡|园区消费卡|青云山风景区|碧湖水上乐园|系统管理员/g;

async function expectEnglish({ page, javaScript }: Visitor): Promise<void> {
  const text = (await page.locator("main").textContent()) ?? "";
  expect(text.replaceAll(names, "").match(/[\u4e00-\u9fff]+/g) ?? []).toEqual([]);
  if (javaScript) await expectAccessible(page);
}

inEnglish(
  running,
  "a stored-value card is lost, found again, lost for good and replaced for its fee; the log tells it all",
  async (visitor) => {
    const { page, javaScript } = visitor;
    const stock = javaScript ? "70010001" : "70010002";
    const press = (name: string) => page.getByRole("button", { name, exact: true }).click();
    const heading = (name: RegExp) => page.getByRole("heading", { name, level: 2 }).waitFor();
    await visitor.signIn("admin");
    await visitor.open(`/smartCard/list/counter?find=${stock}`);
    await page.locator("#sell-holderName").fill("Mary Smith");
    await page.locator("#sell-identity").fill(checkedIdentity(`11010119860606${javaScript ? "017" : "018"}`));
    await page.locator("#sell-amount").fill("300");
    await press("Sell");
    await page.getByText(/^Principal ¥300\.00/).waitFor();
    await press("Take payment");
    await heading(/· Active$/);
    await page.locator("#reportLoss-reason").fill("Left on the bus");
    await press("Report loss");
    await heading(/· Reported lost$/);
    // Nobody pays with it; found again it pays at once.
    expect(await page.locator("#spend-amount").count()).toBe(0);
    await press("Cancel loss report");
    await heading(/· Active$/);
    await page.locator("#reportLoss-reason").fill("Lost once more");
    await press("Report loss");
    await heading(/· Reported lost$/);
    await expectEnglish(visitor);
    await press("Replace");
    await heading(/^SC.* · Active$/);
    await page.getByText("¥300.00").first().waitFor();
    await expectEnglish(visitor);

    await visitor.open(`/smartCard/log?number=${stock}`);
    const steps = page.locator("tbody tr");
    for (const said of ["Left on the bus", "Lost once more"]) await steps.filter({ hasText: said }).waitFor();
    for (const step of ["Replaced", "Found again", "Topped up", "Sold"])
      await steps.filter({ hasText: step }).first().waitFor();
    await expectEnglish(visitor);
  },
);

inEnglish(
  running,
  "2.3r.1 an annual card is lost and refused at the gate, found and let in, lost for good and replaced",
  async (visitor) => {
    const { page, javaScript } = visitor;
    const identity = checkedIdentity(`11010119860707${javaScript ? "017" : "018"}`);
    const press = (name: string) => page.getByRole("button", { name, exact: true }).click();
    const counter = "/seasonCard/seasonCardList/counter";
    await visitor.signIn("admin");
    await visitor.open(counter);
    const type = (name: string) =>
      page.getByRole("navigation", { name: "Card type" }).getByRole("link", { name }).click();
    const holder = (place: number) => page.locator(`[name="holderName.${place}"]`);
    // With scripts another type keeps what was typed, and its focus.
    if (javaScript) await holder(0).fill("Mary Smith");
    await type("家庭年卡");
    await holder(1).waitFor();
    if (javaScript) expect(await holder(0).inputValue()).toBe("Mary Smith");
    await type("单人年卡");
    await holder(1).waitFor({ state: "detached" });
    if (!javaScript) await holder(0).fill("Mary Smith");
    await page.locator('[name="holderIdentity.0"]').fill(identity);
    await page.locator('[name="mobile"]').fill("13800138317");
    await press("Charge & sell");
    await page.getByText(/^Sold CD/).waitFor();
    await press("Activate");
    const active = page.getByRole("heading", { name: /· Active$/ });
    await active.waitFor();
    const number = ((await active.textContent()) ?? "").split(" ")[0] ?? "";
    const atGate = async (says: string | RegExp) => {
      await visitor.open("/manage/tktChevkPage");
      await page.locator('input[name="code"]').first().fill(number);
      await page.keyboard.press("Enter");
      await page.getByText(says).first().waitFor();
      await visitor.open(`${counter}?find=${identity}`);
    };
    await press("Report loss");
    await page.getByRole("heading", { name: `${number} · Frozen` }).waitFor();
    await atGate(`Card ${number} is reported lost`);
    await press("Cancel loss report");
    await page.getByRole("heading", { name: `${number} · Active` }).waitFor();
    await visitor.open("/manage/tktChevkPage");
    await page.locator('input[name="code"]').first().fill(number);
    await page.keyboard.press("Enter");
    await page.locator(".verdict-admitted .verdict-card").waitFor();
    await visitor.open(`${counter}?find=${identity}`);
    await press("Report loss");
    await page.getByRole("heading", { name: `${number} · Frozen` }).waitFor();
    await press("Replace");
    await page
      .getByText(/^New card CD\w+, ¥\d+\.\d\d received; the old card is void/)
      .first()
      .waitFor();
    await atGate(new RegExp(`Card ${number}`));
    await page.getByRole("heading", { name: /· Active$/ }).waitFor();
    await visitor.open(`/seasonCard/seasonCardLog?number=${number}`);
    for (const step of ["Replaced", "Found again", "Loss reported", "Activated", "Sold"])
      await page.locator("tbody tr").filter({ hasText: step }).first().waitFor();
    await expectEnglish(visitor);
  },
);
