/** An agency from receipt to refund: money comes in, the counter sells on its account, exposure tells what is owed. */
import { expect } from "vitest";
import { expectAccessible } from "./accessible";
import { runConsole, withScripts } from "./support";

const running = runConsole();

withScripts(running, "an agency pays ahead, buys on account and is told of in exposure", async (visitor) => {
  const { page } = visitor;
  const bankRef = visitor.javaScript ? "BK20261120001" : "BK20261120002";
  await visitor.signIn("admin");
  await visitor.open("/travel/agencyList?status=active");
  const first = page.locator("tbody a[href^='/travel/agencyList/']").first();
  const name = (await first.textContent())?.trim() ?? "";
  const href = (await first.getAttribute("href")) ?? "";

  await visitor.open(`${href}/topUp`);
  await page.locator("#amount, [name=amount]").first().fill("2000");
  await page.locator("[name=bankRef]").fill(bankRef);
  await page.getByRole("button", { name: "登记收款" }).last().click();
  await visitor.open(`${href}/account`);
  await page.getByRole("cell", { name: bankRef }).first().waitFor();
  if (visitor.javaScript) await expectAccessible(page);

  await visitor.open("/inside/buyTktList");
  await page.locator("[name=agency]").fill(name);
  await page.locator("input[name^='quantity.']").first().fill("1");
  await page.locator("input[name=paymentType][value=onAccount]").check();
  await page.getByRole("button", { name: "核价" }).first().click();
  await page.locator("#agency-said").waitFor();
  if (visitor.javaScript) await expectAccessible(page);

  await visitor.open("/travel/exposure");
  await page.getByRole("rowheader", { name }).waitFor();
  expect(await page.getByRole("columnheader", { name: /31–60/ }).count()).toBe(1);
  if (visitor.javaScript) await expectAccessible(page);
});
