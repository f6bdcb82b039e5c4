/** Cards from the first to the last: a type, a sale at the counter, activation, loss, a replacement, a gate, cancelling. */
import { expect } from "vitest";
import { checkedIdentity } from "~server/backend/seed/identity";
import { expectAccessible } from "./accessible";
import { runConsole, withScripts } from "./support";

const running = runConsole();
const counter = "/seasonCard/seasonCardList/counter";

withScripts(running, "a card is sold, activated, lost, replaced, read at a gate and cancelled", async (visitor) => {
  const { page } = visitor;
  const button = (name: string | RegExp) => page.getByRole("button", { name, exact: true });
  const link = (name: string) => page.getByRole("link", { name, exact: true });
  const identity = checkedIdentity(visitor.javaScript ? "11010119850505011" : "11010119850505012");
  await visitor.signIn("admin");

  await visitor.open("/manage/cardtypelist");
  await link("单人年卡").click();
  await page.getByText("自售出之日起 12 个月内有效。").waitFor();
  if (visitor.javaScript) await expectAccessible(page);

  await visitor.open(counter);
  await page.getByRole("navigation", { name: "卡类型" }).getByRole("link", { name: "单人年卡" }).click();
  await page.getByRole("heading", { name: "售新卡" }).waitFor();
  if (visitor.javaScript) await expectAccessible(page);
  await page.locator('[name="holderName.0"]').fill("高建军");
  await button("收款售卡").click();
  await page.getByText("请检查标出的内容").waitFor();
  await page.locator('[name="holderIdentity.0"]').fill(identity);
  await page.locator('[name="mobile"]').fill("13800138111");
  await button("收款售卡").click();
  await page.getByText(/^已售出 CD/).waitFor();
  const sold = page.url();
  if (visitor.javaScript) await expectAccessible(page);

  await link("办卡凭条").first().click();
  await page.getByRole("heading", { name: "办理记录" }).waitFor();
  await page.getByText("每位持卡人每日 2 次").waitFor();
  if (visitor.javaScript) await expectAccessible(page);
  await page.goBack();

  await link("打印卡面").click();
  await page.getByText("85.6 × 54 毫米").waitFor();
  await page.getByText("高建军").waitFor();
  if (visitor.javaScript) await expectAccessible(page);
  // Not by going back: the place on a page is restored then, and a click at that moment would miss its button.
  await visitor.open(sold);

  await button("激活").click();
  await page.getByRole("heading", { name: /· 有效$/ }).waitFor();
  const heading = (await page.getByRole("heading", { name: /· 有效$/ }).textContent()) ?? "";
  const number = heading.split(" ")[0] ?? "";
  await button("挂失").click();
  await page.getByRole("heading", { name: `${number} · 冻结` }).waitFor();

  await visitor.open("/manage/tktChevkPage");
  await page
    .getByRole("textbox", { name: /票号|证件/ })
    .first()
    .fill(number);
  await page.keyboard.press("Enter");
  await page.getByText(`卡 ${number} 已挂失`).first().waitFor();

  await visitor.open(`${counter}?find=${identity}`);
  await button("补卡").click();
  await page
    .getByText(/^新卡号 CD/)
    .first()
    .waitFor();
  await page.getByRole("heading", { name: /· 有效$/ }).waitFor();
  await page.locator("#reason-cancel").fill("搬家");
  await button("退卡").click();
  await page.getByRole("heading", { name: /· 已退卡$/ }).waitFor();

  await visitor.open(`/seasonCard/seasonCardLog?holderName=${encodeURIComponent("高建军")}`);
  await page.getByRole("cell", { name: "补卡（旧卡作废）" }).first().waitFor();
  expect(await page.locator("tbody tr").count()).toBeGreaterThan(4);
});
