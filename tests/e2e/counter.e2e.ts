/** The counter by the keys that a seller presses, with those that it promises at most; lists of visitors; change. */
import { expect } from "vitest";
import { expectAccessible } from "./accessible";
import { journeyOf, runConsole, type Visitor } from "./support";

const running = runConsole();

/** Types as a seller does, and counts. */
async function keysOf(visitor: Visitor): Promise<{ press: (...keys: string[]) => Promise<void>; count: () => number }> {
  await visitor.signIn("seller");
  await visitor.open("/inside/buyTktList");
  const { page } = visitor;
  const first = page.locator("input[name^='quantity.']").first();
  await expect.poll(() => first.evaluate((input) => input === document.activeElement)).toBe(true);
  let count = 0;
  return {
    press: async (...keys) => {
      for (const key of keys) {
        await page.keyboard.press(key);
        count += 1;
      }
    },
    count: () => count,
  };
}

/** Yuan, as the rows say them: they cost more at weekends. */
const pricesOf = async ({ page }: Visitor): Promise<number[]> => {
  const rows = page.locator("tr:has(input[name^='quantity.'])");
  const texts = await rows.evaluateAll((all) => all.map((row) => row.querySelector("td.num")?.textContent ?? ""));
  return texts.map((text) => Number(/\d+\.\d\d/.exec(text)?.[0]));
};
const yuan = (amount: number) => `¥${amount.toFixed(2)}`;

const issued = (visitor: Visitor) => visitor.page.getByRole("heading", { name: "出票成功" }).waitFor();
const sold = (visitor: Visitor, words: string) => visitor.page.getByRole("main").getByText(words).first().waitFor();

journeyOf(running, "two adults for cash: three keys, and the first Enter asks nobody", async (visitor) => {
  const { page } = visitor;
  const { press, count } = await keysOf(visitor);
  await press("F1");
  const before = count();
  const asked: string[] = [];
  page.on("request", (request) => request.method() === "POST" && asked.push(request.url()));
  await press("2", "Enter");
  expect(await page.getByRole("button", { name: "收款出票" }).evaluate((one) => one === document.activeElement)).toBe(
    true,
  );
  expect(asked).toEqual([]);
  await press("Enter");
  await issued(visitor);
  await sold(visitor, "现金");
  // The till has taken cash last: from now on it is chosen already.
  expect(count() - before).toBe(3);
  await visitor.open("/inside/buyTktList");
  expect(await page.locator("input[name=paymentType]").first().inputValue()).toBe("cash");
  expect(await page.locator("input[name=paymentType]").first().isChecked()).toBe(true);
  await page.getByText("上一单").waitFor();
  await expectAccessible(page);
  // So the next one is three keys from the page on, and the payment is none of them.
  const quantity = page.locator("input[name^='quantity.']").first();
  await expect.poll(() => quantity.evaluate((input) => input === document.activeElement)).toBe(true);
  const second = count();
  await press("2", "Enter", "Enter");
  await issued(visitor);
  await sold(visitor, "现金");
  expect(count() - second).toBe(3);
});

journeyOf(running, "two adults and a child by WeChat: at most seven keys", async (visitor) => {
  const { press, count } = await keysOf(visitor);
  const [adult = 0, child = 0] = await pricesOf(visitor);
  expect(adult).toBeGreaterThan(child);
  await press("2", "ArrowDown", "1", "F2", "Enter", "Enter");
  await issued(visitor);
  await sold(visitor, "微信");
  await sold(visitor, yuan(2 * adult + child));
  expect(count()).toBeLessThanOrEqual(7);
});

journeyOf(running, "a show with its slot: at most nine keys", async (visitor) => {
  const { page } = visitor;
  const { press, count } = await keysOf(visitor);
  // The show of today may be over: tomorrow has all of its slots.
  await page.getByRole("button", { name: "明天" }).click();
  await page.getByRole("button", { name: "明天", pressed: true }).waitFor();
  await visitor.ready();
  await page.locator("input[name^='quantity.']").first().focus();
  await press("ArrowUp", "ArrowUp", "ArrowUp", "1", "Enter");
  expect(await page.locator("select[name^='slot.']").evaluate((one) => one === document.activeElement)).toBe(true);
  await press("ArrowDown", "Enter", "Enter");
  await issued(visitor);
  await sold(visitor, "水秀演出票");
  expect(count()).toBeLessThanOrEqual(9);
});

journeyOf(
  running,
  "a show with its slot from a page that was just opened: at most nine keys, and no click",
  async (visitor) => {
    const { page } = visitor;
    const { press, count } = await keysOf(visitor);
    // The last show of today may be over: the page of tomorrow has all of them.
    await visitor.open("/inside/buyTktList?visitDay=%2B1");
    const first = page.locator("input[name^='quantity.']").first();
    await expect.poll(() => first.evaluate((input) => input === document.activeElement)).toBe(true);
    await press("ArrowUp", "ArrowUp", "ArrowUp", "1", "Enter");
    expect(await page.locator("select[name^='slot.']").evaluate((one) => one === document.activeElement)).toBe(true);
    await press("ArrowDown", "Enter", "Enter");
    await issued(visitor);
    await sold(visitor, "水秀演出票");
    expect(count()).toBeLessThanOrEqual(9);
  },
);

journeyOf(running, "cash that falls short keeps the form; enough brings the change in large type", async (visitor) => {
  const { page } = visitor;
  const { press } = await keysOf(visitor);
  const [adult = 0] = await pricesOf(visitor);
  await press("F1", "1");
  await page.getByLabel("实收现金（元）").fill("100");
  await page.keyboard.press("Enter");
  await page.keyboard.press("Enter");
  const given = page.getByLabel("实收现金（元）");
  await page.locator("#given-error").waitFor();
  expect(await given.evaluate((one) => one === document.activeElement)).toBe(true);
  expect(await given.inputValue()).toBe("100");
  await given.fill("200");
  await page.keyboard.press("Enter");
  await page.keyboard.press("Enter");
  await issued(visitor);
  const large = page.locator(".sale-cash");
  expect(await large.locator("dd").allTextContents()).toEqual(["¥200.00", yuan(200 - adult)]);
});

const people = [
  ["王小明", "11010519491231002X"],
  ["李红", "440524198001010013"],
];

journeyOf(running, "a list out of a spreadsheet goes into the visitors, thirty of them in pages", async (visitor) => {
  const { page } = visitor;
  const { press } = await keysOf(visitor);
  const named = page.getByRole("textbox", { name: /实名预约票 数量/ });
  await named.fill("30");
  await press("Enter");
  const first = page.getByLabel("游客 1 姓名");
  await expect.poll(() => first.evaluate((one) => one === document.activeElement)).toBe(true);
  expect(await page.locator(".counter-page").count()).toBe(2);
  expect(await page.getByLabel("游客 21 姓名").isVisible()).toBe(false);
  await first.evaluate(
    (input, text) => {
      const data = new DataTransfer();
      data.setData("text", text);
      input.dispatchEvent(new ClipboardEvent("paste", { clipboardData: data, bubbles: true, cancelable: true }));
    },
    people.map((one) => one.join("\t")).join("\n"),
  );
  expect(await page.getByLabel("游客 2 证件号").inputValue()).toBe(people[1]?.[1]);
  // On to the first that is empty.
  await press("Enter");
  await expect.poll(() => page.getByLabel("游客 3 姓名").evaluate((one) => one === document.activeElement)).toBe(true);
  await page.getByLabel("游客 20 证件号").fill("x");
  await named.fill("2");
  await page.getByLabel("游客 2 证件号").press("Enter");
  await page.keyboard.press("Enter");
  await issued(visitor);
  await sold(visitor, "李红");
});

journeyOf(
  running,
  "without scripts: a chip of a day, a park alone, a list of visitors pasted",
  async (visitor) => {
    const { page } = visitor;
    await visitor.signIn("seller");
    await visitor.open("/inside/buyTktList");
    await page.getByRole("textbox", { name: /实名预约票 数量/ }).fill("2");
    await page.getByRole("button", { name: "明天" }).click();
    await page.getByRole("button", { name: "明天", pressed: true }).waitFor();
    expect(await page.getByRole("textbox", { name: /实名预约票 数量/ }).inputValue()).toBe("2");
    await page.getByText("批量粘贴").first().click();
    await page.getByRole("textbox", { name: "批量粘贴" }).fill(people.map((one) => one.join(" ")).join("\n"));
    await page.getByLabel("景区", { exact: true }).selectOption("碧湖水上乐园");
    await page.getByRole("button", { name: "核对金额" }).click();
    expect(await page.getByLabel("游客 2 姓名").inputValue()).toBe("李红");
    expect(await page.getByRole("textbox", { name: /^成人票 数量/ }).isVisible()).toBe(false);
    await page.getByRole("button", { name: "收款出票" }).click();
    await issued(visitor);
    await sold(visitor, "王小明");
  },
  { javaScriptEnabled: false },
);
