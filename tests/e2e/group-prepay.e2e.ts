/** A group pays ahead: received at its desk, told on the board of the day, credited when it is settled, forfeited when it is cancelled late. */
import { expect } from "vitest";
import { addDays, businessDay } from "~/contract/business-time";
import { formatYuan } from "~/contract/money";
import { expectAccessible } from "./accessible";
import { inBothModes, inEnglish, moreOf, runConsole, type Visitor } from "./support";

const running = runConsole();
const today = () => businessDay(new Date());

interface Words {
  type: RegExp;
  find: string;
  save: string;
  confirm: string;
}

const chinese: Words = { type: /^票种/, find: "查询", save: "保存", confirm: "确认预订" };
const english: Words = { type: /^Ticket type/, find: "Search", save: "Save", confirm: "Confirm booking" };

/** Twenty adults, half of the price ahead; answers the address of the booking. */
async function confirmed(
  visitor: Visitor,
  words: Words,
  { name, day }: { name: string; day: string },
): Promise<string> {
  const { page, javaScript } = visitor;
  const button = (text: string) => page.getByRole("button", { name: text, exact: true });
  await visitor.open("/createGroup/new");
  await page.locator('[name="organisation"]').fill(name);
  await page.locator('[name="contactName"]').fill("王芳");
  await page.locator('[name="mobile"]').fill("13800138000");
  await page.locator('[name="parkId"]').selectOption({ index: 1 });
  await page.locator('[name="visitDay"]').fill(day);
  await page.locator('[name="arrival"]').fill("10:00");
  await page.locator('[name="prepayPercent"]').fill("50");
  await page.locator('[name="prepayBackHours"]').fill("24");
  if (javaScript) {
    await page.getByRole("combobox", { name: words.type }).fill("成人票");
    await page
      .getByRole("option", { name: /^成人票/ })
      .first()
      .click();
  } else {
    await page.locator('button[value^="search:people"]').first().click();
    await page.locator("[name='search.q']").fill("成人票");
    await button(words.find).click();
    await page
      .getByRole("button", { name: /^成人票/ })
      .first()
      .click();
  }
  await page.locator('[name="people[0].quantity"]').fill("20");
  await button(words.save).click();
  await page.waitForURL(/\/createGroup(\/\d+)?$/);
  await visitor.open("/createGroup");
  await page.getByRole("link", { name }).first().click();
  await page.waitForURL(/\/createGroup\/\d+$/);
  const address = new URL(page.url()).pathname;
  await visitor.open(`${address}/confirm`);
  await button(words.confirm).last().click();
  await page.waitForURL((at) => !at.pathname.endsWith("/confirm"));
  return address;
}

inBothModes(running, "a group pays half ahead in two parts, and the rest when it is settled", async (visitor) => {
  const { page, javaScript } = visitor;
  const name = javaScript ? "预付旅行社甲" : "预付旅行社乙";
  await visitor.signIn("admin");
  const address = await confirmed(visitor, chinese, { name, day: today() });
  await visitor.open(`${address}/desk`);
  await page.getByRole("heading", { name: "预付款", exact: true }).waitFor();
  if (javaScript) await expectAccessible(page);
  const amount = page.locator('[name="amount"]');
  const asked = Number((await amount.inputValue()).replaceAll(",", ""));
  expect(asked).toBeGreaterThan(0);
  // More than is owed is refused at its field, and stays.
  await amount.fill(String(asked + 1));
  await page.getByRole("button", { name: "收预付款" }).click();
  await page.locator('[name="amount"][aria-invalid=true]').waitFor();
  expect(await amount.inputValue()).toBe(String(asked + 1));
  await amount.fill("100");
  await page.locator('[name="prepaidBy"]').selectOption("wechat");
  await page.getByRole("button", { name: "收预付款" }).click();
  await page
    .getByText(/微信.* ¥100\.00/)
    .first()
    .waitFor();
  await visitor.open("/createGroup/day");
  const row = page.locator("tbody tr", { hasText: name });
  expect(await row.textContent()).toContain(`100.00 / ${formatYuan(asked * 100)}`);
  await visitor.open(`${address}/desk`);
  await page.getByRole("button", { name: "收预付款" }).click();
  await page.getByText(`预付款已收齐：¥${asked.toFixed(2)}`).waitFor();
  await page.getByRole("button", { name: "登记实到人数" }).click();
  // Half of it is there: the button names the rest.
  await page.getByRole("button", { name: `结算并出票 ¥${formatYuan(asked * 100)}` }).click();
  await page.waitForURL(/offlineOrderDetail/);
  await page.getByText(name).first().waitFor();
  await visitor.open("/groupPrepaid");
  await page.getByText("抵团款").first().waitFor();
  if (javaScript) await expectAccessible(page);
});

inEnglish(
  running,
  "a group that cancels late loses what it paid ahead, and one that is in time has it back",
  async (visitor) => {
    const { page, javaScript } = visitor;
    await visitor.signIn("admin");
    for (const [at, day, said, outcome] of [
      [
        "late",
        today(),
        /The prepayment of ¥[\d.,]+ will be forfeited: it was refundable until/,
        /Prepayment of ¥[\d.,]+ forfeited/,
      ],
      [
        "early",
        addDays(today(), 5),
        /The prepayment of ¥[\d.,]+ will be refunded by the original payment method/,
        /Prepayment of ¥[\d.,]+ refunded/,
      ],
    ] as const) {
      const name = `Prepaid ${at} ${javaScript ? "A" : "B"}`;
      const address = await confirmed(visitor, english, { name, day });
      await visitor.open(`${address}/desk`);
      await page.getByRole("button", { name: "Receive prepayment" }).click();
      await page.getByText(/^Prepayment received in full: ¥/).waitFor();
      await visitor.open(address);
      const menu = await moreOf(page.locator(".page-head"));
      await menu.getByText("Cancel booking").first().click();
      await page.getByText(said).first().waitFor();
      if (javaScript) await expectAccessible(page);
      await page.locator('[name="reason"]').fill("No guests");
      await page.getByRole("button", { name: "Cancel booking", exact: true }).last().click();
      await page.getByText(outcome).first().waitFor();
    }
    await visitor.open("/groupPrepaid");
    await page.locator("tbody tr", { hasText: "Forfeited" }).first().getByText("No guests").waitFor();
  },
);
