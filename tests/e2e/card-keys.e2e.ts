/** The counters for cards from the keyboard alone, in one page each: nothing here is clicked or filled in by the mouse. */
import { expect } from "vitest";
import { checkedIdentity } from "~server/backend/seed/identity";
import { inBothModes, runConsole, type Visitor } from "./support";

const running = runConsole();

/** Goes on by Tab until it stands there; answers how many times it was pressed. */
async function tabTo({ page }: Visitor, selector: string): Promise<number> {
  for (let pressed = 0; pressed <= 40; pressed += 1) {
    if (await page.evaluate((at) => document.activeElement?.matches(at) ?? false, selector)) return pressed;
    await page.keyboard.press("Tab");
  }
  throw new Error(`${selector} is not reached by Tab`);
}

/** Sends it, and waits for the page that answers. */
async function enter({ page, ready }: Visitor, next: () => Promise<unknown>): Promise<void> {
  await page.keyboard.press("Enter");
  await next();
  await ready();
}

const focused = ({ page }: Visitor) => page.evaluate(() => document.activeElement?.getAttribute("name"));

inBothModes(
  running,
  "an annual card is sold, found, upgraded, lost, replaced and cancelled by keys",
  async (visitor) => {
    const { page, javaScript } = visitor;
    const { keyboard } = page;
    const heading = (name: RegExp) => () => page.getByRole("heading", { name, level: 2 }).waitFor();
    const identity = checkedIdentity(javaScript ? "11010119860606011" : "11010119860606012");
    await visitor.signIn("admin");
    await visitor.open("/seasonCard/seasonCardList/counter");
    expect(await focused(visitor)).toBe("find");
    const link = page.getByRole("navigation", { name: "卡类型" }).getByRole("link", { name: "单人年卡", exact: true });
    const address = (await link.getAttribute("href")) ?? "";
    await tabTo(visitor, `a[href="${address}"]`);
    await enter(visitor, () => page.waitForURL(/type=/));
    await page.waitForFunction(() => document.activeElement?.getAttribute("name") === "holderName.0");
    await keyboard.type("林晓彤");
    expect(await tabTo(visitor, '[name="holderIdentity.0"]')).toBe(2);
    await keyboard.type(identity);
    expect(await tabTo(visitor, '[name="mobile"]')).toBe(1);
    await keyboard.type("13800138555");
    await enter(visitor, () => page.getByText(/^已售出 CD/).waitFor());

    // The next step of the card stands right behind the search and the slip.
    expect(await focused(visitor)).toBe("find");
    expect(await tabTo(visitor, 'button[value="activate"]')).toBeLessThanOrEqual(5);
    await enter(visitor, heading(/· 有效$/));

    // Only one is found: it is shown without choosing it.
    await visitor.open("/seasonCard/seasonCardList/counter");
    await keyboard.type(identity);
    await enter(visitor, heading(/^CD.* · 有效$/));
    await tabTo(visitor, 'button[name="toTypeId"]');
    await enter(visitor, () => page.locator("dd", { hasText: "家庭年卡" }).waitFor());
    // The family comes onto the card.
    await tabTo(visitor, "#add-holderName");
    await keyboard.type("林小满");
    expect(await tabTo(visitor, "#add-identity")).toBe(2);
    await keyboard.type(checkedIdentity(javaScript ? "11010120150606011" : "11010120150606012"));
    await enter(visitor, () => page.getByText("已增加持卡人 林小满（2/3）").first().waitFor());
    await tabTo(visitor, "#reason-reportLoss");
    await keyboard.type("遗失");
    await enter(visitor, heading(/· 冻结$/));
    await tabTo(visitor, 'button[value="replace"]');
    await enter(visitor, heading(/· 有效$/));
    await tabTo(visitor, "#reason-cancel");
    await keyboard.type("搬家");
    await enter(visitor, heading(/· 已退卡$/));
  },
);

inBothModes(running, "a stored-value card is sold, topped up, spent and cancelled by keys", async (visitor) => {
  const { page, javaScript } = visitor;
  const { keyboard } = page;
  const heading = (name: RegExp) => () => page.getByRole("heading", { name, level: 2 }).waitFor();
  const stock = javaScript ? "70010003" : "70010004";
  await visitor.signIn("admin");
  await visitor.open("/smartCard/list/counter");
  expect(await focused(visitor)).toBe("find");
  await keyboard.type(stock);
  await enter(visitor, heading(new RegExp(`^${stock} · 库存$`)));
  await tabTo(visitor, "#sell-amount");
  await keyboard.type("100");
  // Enter tells what it brings, and Enter again takes it.
  await enter(visitor, () => page.getByText("充值本金 100.00 元").waitFor());
  if (!javaScript) await tabTo(visitor, "#sell-amount");
  await enter(visitor, heading(/· 有效$/));
  await tabTo(visitor, "#topUp-amount");
  await keyboard.type("200");
  await enter(visitor, () => page.getByText("充值本金 200.00 元").waitFor());
  if (!javaScript) await tabTo(visitor, "#topUp-amount");
  await enter(visitor, () => page.getByText("¥300.00").first().waitFor());
  await tabTo(visitor, "#spend-amount");
  await keyboard.type("100");
  await enter(visitor, () => page.getByText("¥205.00").first().waitFor());
  await tabTo(visitor, "#cancel-reason");
  await keyboard.type("不用了");
  await enter(visitor, heading(/· 已退卡$/));
});
