/** A stored-value card from the counter: sold with a top-up, a purchase worked out and made, lost, replaced, its statement. */

import { expect } from "vitest";
import { checkedIdentity } from "~server/backend/seed/identity";
import { expectAccessible } from "./accessible";
import { inBothModes, runConsole, type Visitor, withScripts } from "./support";

const running = runConsole();
const counter = "/smartCard/list/counter";

withScripts(running, "a stored-value card is sold, spent, lost and replaced", async (visitor) => {
  const { page } = visitor;
  const [stock, identity] = visitor.javaScript
    ? ["70010001", checkedIdentity("11010119860404011")]
    : ["70010002", checkedIdentity("11010119860404012")];
  const button = (name: string) => page.getByRole("button", { name, exact: true });
  const heading = (name: RegExp) => page.getByRole("heading", { name, level: 2 });
  await visitor.signIn("admin");

  await visitor.open(`${counter}?find=${stock}`);
  await page.locator("#sell-holderName").fill("高建军");
  await page.locator("#sell-identity").fill(identity);
  await page.locator("#sell-amount").fill("6000");
  await button("售卡").click();
  await page.getByText(/记名卡本金最多/).waitFor();
  if (visitor.javaScript) await expectAccessible(page);
  await page.locator("#sell-amount").fill("500");
  await button("售卡").click();
  await page.getByText("充值本金 500.00 元").waitFor();
  if (visitor.javaScript) await expectAccessible(page);
  await button("确认收款").click();
  await heading(/· 有效$/).waitFor();
  if (visitor.javaScript) await expectAccessible(page);

  await page.locator("#f-amount").fill("100");
  await button("试算").click();
  await page.getByText("应扣 95.00 元：本金 95.00 元").waitFor();
  await button("消费").click();
  await page.getByText("¥405.00").waitFor();

  await page.locator("#reportLoss-reason").fill("遗失");
  await button("挂失").click();
  await heading(/· 挂失冻结$/).waitFor();
  await button("补卡").click();
  await heading(/^SC.* · 有效$/).waitFor();
  await page.getByRole("link", { name: "对账单" }).click();
  await page.getByText("转入（本金）").waitFor();
  if (visitor.javaScript) await expectAccessible(page);
  await visitor.open("/smartCard/ledger/owed");
  await page.getByRole("rowheader", { name: "园区消费卡" }).waitFor();
  if (visitor.javaScript) await expectAccessible(page);
});

inBothModes(running, "a top-up has its slip, and the second press tops up no second time", async (visitor) => {
  const { page, javaScript } = visitor;
  const [stock, identity] = javaScript
    ? ["70010005", checkedIdentity("11010119860404015")]
    : ["70010006", checkedIdentity("11010119860404016")];
  await visitor.signIn("admin");
  await visitor.open(`${counter}?find=${stock}`);
  await page.locator("#sell-holderName").fill("高建军");
  await page.locator("#sell-identity").fill(identity);
  await page.getByRole("button", { name: "售卡", exact: true }).click();
  await page.getByRole("heading", { name: /· 有效$/, level: 2 }).waitFor();
  await page.locator("#topUp-amount").fill("100");
  await page.getByRole("button", { name: "充值", exact: true }).click();
  // Nothing is taken before the customer was told; another amount is told of anew.
  await page.getByText("充值本金 100.00 元").waitFor();
  await page.locator("#topUp-amount").fill("80");
  await page.getByRole("button", { name: "确认收款" }).click();
  await page.getByText("充值本金 80.00 元").waitFor();
  await page.locator("#topUp-amount").fill("100");
  await page.getByRole("button", { name: "确认收款" }).click();
  await page.getByText("充值本金 100.00 元").waitFor();
  const form = await page.locator("form", { has: page.locator("#topUp-amount") }).evaluate((one) => ({
    action: one.getAttribute("action") ?? "",
    fields: Object.fromEntries([...new FormData(one as HTMLFormElement)].map(([name, value]) => [name, String(value)])),
  }));
  await page.getByRole("button", { name: "确认收款" }).click();
  await page.getByRole("link", { name: "打印小票" }).waitFor();
  if (javaScript) await expectAccessible(page);
  // The same form once more, as a second press or a page that is gone back to sends it.
  await page.request.post(form.action, { form: { ...form.fields, intent: "topUp" }, maxRedirects: 0 });
  await page.getByRole("link", { name: "打印小票" }).click();
  await page.getByRole("heading", { name: "充值小票" }).waitFor();
  await page.getByText(`*${stock.slice(-4)}`).waitFor();
  await page.getByText("SV").first().waitFor();
  // What came, what is on the card, and by which way it was paid.
  expect(await page.locator("dd", { hasText: "¥100.00" }).count()).toBe(3);
  if (javaScript) await expectAccessible(page);
  await page.getByRole("link", { name: "储值卡窗口" }).click();
  await page.getByRole("link", { name: "对账单" }).click();
  // The card's deposit has a slip of its own.
  await page
    .getByRole("link", { name: /^SV\d+ 打印小票/ })
    .first()
    .waitFor();
  expect(await page.getByRole("link", { name: /^SV\d+ 打印小票/ }).count()).toBe(2);
});

inBothModes(
  running,
  "a stored-value card on a phone: balance, movements, a code that pays at the counter once; lost it shows nothing",
  async (visitor) => {
    const { page, javaScript } = visitor;
    const [stock, identity] = javaScript
      ? ["70010003", checkedIdentity("11010119860404013")]
      : ["70010004", checkedIdentity("11010119860404014")];
    const press = (name: string) => page.getByRole("button", { name, exact: true }).click();
    await visitor.signIn("admin");
    await visitor.open(`${counter}?find=${stock}`);
    await page.locator("#sell-holderName").fill("高建军");
    await page.locator("#sell-identity").fill(identity);
    await page.locator("#sell-email").fill("gao@example.com");
    await page.locator("#sell-amount").fill("200");
    await press("售卡");
    await page.getByText("充值本金 200.00 元，赠送 10.00 元").waitFor();
    await press("确认收款");
    await page.getByRole("heading", { name: /· 有效$/, level: 2 }).waitFor();
    await press("发放电子卡");
    await page.getByText("请持卡人现在扫码").waitFor();
    if (javaScript) await expectAccessible(page);
    const address = await page.locator("#card-wallet-link").inputValue();
    const holder = await visitor.another({ viewport: { width: 390, height: 844 } });
    const answer = await holder.page.goto(address);
    expect(answer?.headers().refresh).toMatch(/^\d+$/);
    await holder.page.getByRole("heading", { name: "园区消费卡" }).waitFor();
    await holder.page.getByText("¥200.00", { exact: true }).waitFor();
    await holder.page.getByRole("img", { name: "付款码" }).waitFor();
    await holder.page.getByRole("heading", { name: "最近变动" }).waitFor();
    if (javaScript) await expectAccessible(holder.page);
    const shown = await page.request.get(address, { headers: { accept: "application/json" } });
    await payByPhone(visitor, (await shown.json()).card.code, stock);
    await page.locator("#reportLoss-reason").fill("遗失");
    await press("挂失");
    await page.getByRole("heading", { name: /· 挂失冻结$/, level: 2 }).waitFor();
    await holder.page.goto(address);
    await holder.page.getByText("这张卡现在不能消费").waitFor();
    expect(await holder.page.getByText(/¥\d/).count()).toBe(0);
  },
);

/** The phone's code is read into the counter's search and pays there; sent once more it is refused, and nothing moves. */
async function payByPhone(visitor: Visitor, code: string, stock: string): Promise<void> {
  const { page, javaScript } = visitor;
  const press = (name: string) => page.getByRole("button", { name, exact: true }).click();
  const balance = () => page.locator("dl.facts").first().textContent();
  await visitor.open(counter);
  await page.locator("[name=find]").fill(code);
  await page.keyboard.press("Enter");
  await page.getByRole("heading", { name: `${stock} · 有效`, level: 2 }).waitFor();
  expect(await page.locator("#spend-code").inputValue()).toBe(code);
  await page.locator("#f-amount").fill("20");
  await press("试算");
  await page.getByText(/^应扣/).waitFor();
  // What is asked keeps the code for what is paid.
  expect(await page.locator("#spend-code").inputValue()).toBe(code);
  const before = await balance();
  if (javaScript) await expectAccessible(page);
  await press("消费");
  await page
    .getByText(/消费.*元/)
    .first()
    .waitFor();
  await page.waitForURL(/card=\d+(&slip=\w+)?$/);
  const after = await balance();
  expect(after).not.toBe(before);
  expect(await page.locator("#spend-code").count()).toBe(0);

  // The page is gone back to, and the same code sent once more.
  await visitor.open(`${new URL(page.url()).pathname}${new URL(page.url()).search}&code=${code}`);
  await page.locator("#spend-amount").fill("20");
  await press("消费");
  await page.getByText("这个付款码刚刚用过").first().waitFor();
  expect(await page.locator("#spend-code").getAttribute("aria-invalid")).toBe("true");
  expect(await page.locator("#spend-amount").inputValue()).toBe("20");
  expect(await balance()).toBe(after);
  if (javaScript) await expectAccessible(page);
}
