/** A seller sets a cart aside by one key, serves the next, and fetches it back. */
import { expect } from "vitest";
import { expectAccessible } from "./accessible";
import { inBothModes, runConsole } from "./support";

const running = runConsole();

inBothModes(running, "a cart is set aside, the next is served, and the first comes back as it was", async (visitor) => {
  const { page, javaScript } = visitor;
  const button = (name: string | RegExp) => page.getByRole("button", { name });
  await visitor.signIn("seller");
  await visitor.open("/inside/buyTktList");
  const adults = () => page.getByRole("textbox", { name: "成人票 数量", exact: true });
  const named = () => page.getByRole("textbox", { name: /实名预约票 数量/ });
  await adults().fill("2");
  await named().fill("1");
  if (!javaScript) await button("核对金额").click();
  await page.getByLabel("游客 1 姓名").fill("王小明");
  if (javaScript) await page.keyboard.press("F8");
  else await button("挂单").click();
  await page.getByText("已挂 1 号").waitFor();
  expect(await adults().inputValue()).toBe("");
  if (javaScript) await expectAccessible(page);

  // With tickets in the form nothing is fetched: they would be lost.
  await adults().fill("1");
  await button("取回 1 号").click();
  await page.getByText("当前还有未结的票").waitFor();
  expect(await adults().inputValue()).toBe("1");
  await button("收款出票").click();
  await page.getByRole("heading", { name: "出票成功" }).waitFor();

  await visitor.open("/inside/buyTktList");
  await button("取回 1 号").click();
  await page.getByText("已取回 1 号").waitFor();
  expect([await adults().inputValue(), await named().inputValue()]).toEqual(["2", "1"]);
  expect(await page.getByLabel("游客 1 姓名").inputValue()).toBe("王小明");
  await page.getByLabel("游客 1 证件号").fill(javaScript ? "11010519491231002X" : "440524198001010013");
  await button("收款出票").click();
  await page.getByRole("heading", { name: "出票成功" }).waitFor();
  await page.getByRole("main").getByText("3 张").first().waitFor();
  await visitor.open("/inside/buyTktList");
  expect(await button("取回 1 号").count()).toBe(0);
});
