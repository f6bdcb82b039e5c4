/** One order at the counter: tickets of several days, seats beside them, paid with a stored-value card. */
import { expect } from "vitest";
import { checkedIdentity } from "~server/backend/seed/identity";
import { expectAccessible } from "./accessible";
import { inBothModes, runConsole, type Visitor } from "./support";

const running = runConsole();
const counter = "/inside/buyTktList";

const issued = ({ page }: Visitor) => page.getByRole("heading", { name: "出票成功" }).waitFor();

/** Without scripts the total is worked out first. */
async function pay({ page, javaScript }: Visitor) {
  if (!javaScript) await page.getByRole("button", { name: "核对金额" }).first().click();
  await page.locator("button.counter-sell").waitFor();
  if ((await page.locator("button.counter-sell").getAttribute("value")) === "review") {
    await page.locator("button.counter-sell").click();
    await page.locator("button.counter-sell[value=sell]").waitFor();
  }
  await page.locator("button.counter-sell").click();
}

inBothModes(running, "tickets for two days are one order, and go back by day", async (visitor) => {
  const { page } = visitor;
  await visitor.signIn("admin");
  await visitor.open(counter);
  const numbers = page.locator("input[name^='quantity.']:enabled");
  await numbers.first().fill("2");
  await page.getByRole("button", { name: /再加一天/ }).click();
  const kept = page.locator("input[name^='also.']");
  await kept.waitFor();
  await visitor.ready();
  expect(await kept.inputValue()).toBe("2");
  expect(await numbers.first().inputValue()).toBe("");
  await page.getByRole("button", { name: "明天", pressed: true }).waitFor();
  if (visitor.javaScript) await expectAccessible(page);
  await numbers.first().fill("1");
  await pay(visitor);
  await issued(visitor);
  expect(await page.locator("tbody tr").count()).toBe(3);
  const days = await page.locator("tbody tr td:nth-child(3)").allTextContents();
  expect(new Set(days).size).toBe(2);
  if (visitor.javaScript) await expectAccessible(page);
  await page.getByRole("link", { name: "查看订单" }).click();
  await page.getByRole("columnheader", { name: "游玩日期" }).first().waitFor();
  await page.getByRole("link", { name: "退票", exact: true }).first().click();
  await page.getByText(`· ${days[2]}`).first().waitFor();
});

inBothModes(running, "from a filtered list the way back is the list as it was", async (visitor) => {
  const { page } = visitor;
  const goes = async (name: string | RegExp, to: string) => {
    await page.getByRole("link", { name, exact: true }).first().click();
    await page.waitForURL(({ pathname }) => pathname === to);
    await visitor.ready();
  };
  await visitor.signIn("admin");
  await visitor.open("/order/offlineOrderList?state=paid&sort=payable&order=desc");
  await goes(/^OD\d+/, "/offlineOrderDetail");
  await page.locator("main a[href*='SubOrderDetail']").first().click();
  await page.waitForURL(({ pathname }) => pathname === "/offlineSubOrderDetail");
  await visitor.ready();
  await goes("查看整单", "/offlineOrderDetail");
  await goes("返回列表", "/order/offlineOrderList");
  expect(new URL(page.url()).search).toBe("?state=paid&sort=payable&order=desc");
  await visitor.open("/ticket/issuedList?state=issued");
  await goes(/^TK\d+/, "/ticketLogDetail");
  await goes("返回列表", "/ticket/issuedList");
  expect(new URL(page.url()).search).toBe("?state=issued");
});

inBothModes(running, "seats that are held are paid with tickets in one order", async (visitor) => {
  const { page } = visitor;
  await visitor.signIn("admin");
  const tomorrow = new Date(Date.now() + 86_400_000 + 8 * 3_600_000).toISOString().slice(0, 10);
  await visitor.open(`/theatre/seatSale?day=${tomorrow}`);
  await page.getByRole("link", { name: "青云水秀" }).first().click();
  await page.getByRole("heading", { name: /^青云水秀/ }).waitFor();
  await visitor.ready();
  const row = visitor.javaScript ? "6" : "7";
  for (const seat of ["1", "2"])
    await page.getByRole("checkbox", { name: new RegExp(`^${row}排${seat}座`) }).check({ force: true });
  await page.getByRole("button", { name: "保留所选座位" }).click();
  await page.getByText("已保留 2 座").first().waitFor();
  await page.getByRole("link", { name: "与门票一起结算" }).click();
  const box = page.getByRole("checkbox", { name: new RegExp(`${row}排1座`) });
  await box.waitFor();
  await visitor.ready();
  expect(await box.isChecked()).toBe(true);
  await page.locator("input[name^='quantity.']:enabled").first().fill("1");
  if (visitor.javaScript) await expectAccessible(page);
  await pay(visitor);
  await issued(visitor);
  await page.getByRole("link", { name: "打印座位票" }).click();
  await page
    .getByText(new RegExp(`${row}排1座`))
    .first()
    .waitFor();
});

inBothModes(running, "a stored-value card is topped up, pays tickets, and gets them back", async (visitor) => {
  const { page } = visitor;
  const [stock, identity] = visitor.javaScript
    ? ["70010003", checkedIdentity("11010119860404013")]
    : ["70010004", checkedIdentity("11010119860404014")];
  await visitor.signIn("admin");
  await visitor.open(`/smartCard/list/counter?find=${stock}`);
  await page.locator("#sell-holderName").fill("高建军");
  await page.locator("#sell-identity").fill(identity);
  await page.locator("#sell-amount").fill("500");
  await page.getByRole("button", { name: "售卡", exact: true }).click();
  await page.getByRole("button", { name: "确认收款", exact: true }).click();
  await page.getByRole("heading", { name: /· 有效$/, level: 2 }).waitFor();

  await visitor.open(counter);
  await page.locator("input[name^='quantity.']:enabled").first().fill("1");
  await page.getByLabel("储值卡号").fill(stock);
  if (!visitor.javaScript) await page.locator("input[name=paymentType][value=storedCard]").check({ force: true });
  expect(await page.locator("input[name=paymentType][value=storedCard]").isChecked()).toBe(true);
  await page.getByRole("button", { name: "核对金额" }).first().click();
  await page.getByText(new RegExp(`${stock}：本单扣款`)).waitFor();
  if (visitor.javaScript) await expectAccessible(page);
  await page.locator("button.counter-sell[value=sell]").click();
  await issued(visitor);
  await page
    .getByRole("main")
    .getByText(/储值卡/)
    .first()
    .waitFor();
});
