/** A stored-value card from the counter: sold with a top-up, a purchase worked out and made, lost, replaced, its statement. */

import { checkedIdentity } from "~server/backend/seed/identity";
import { expectAccessible } from "./accessible";
import { runConsole, withScripts } from "./support";

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
  await page.getByRole("link", { name: stock, exact: true }).click();
  await page.locator("#sell-holderName").fill("高建军");
  await page.locator("#sell-identity").fill(identity);
  await page.locator("#sell-amount").fill("6000");
  await button("售卡").click();
  await page.getByText(/记名卡本金最多/).waitFor();
  if (visitor.javaScript) await expectAccessible(page);
  await page.locator("#sell-amount").fill("500");
  await button("售卡").click();
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
