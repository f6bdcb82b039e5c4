/** A seat from the map to the usher: rows are made, two together are held and sold, a seat is checked, a hall is set aside. */
import { expect } from "vitest";
import { expectAccessible } from "./accessible";
import { runConsole, withScripts } from "./support";

const running = runConsole();

withScripts(running, "seats are held on the map, sold, printed and checked by the usher", async (visitor) => {
  const { page } = visitor;
  const button = (name: string) => page.getByRole("button", { name, exact: true });
  await visitor.signIn("admin");

  // A session of tomorrow: today's may have begun.
  const tomorrow = new Date(Date.now() + 86_400_000 + 8 * 3_600_000).toISOString().slice(0, 10);
  await visitor.open(`/theatre/seatSale?day=${tomorrow}`);
  await page.getByRole("link", { name: "青云水秀" }).first().click();
  await page.getByRole("heading", { name: /^青云水秀/ }).waitFor();
  if (visitor.javaScript) await expectAccessible(page);

  const row = visitor.javaScript ? "8" : "9";
  // The same seller has the map open at another till.
  const other = visitor.javaScript ? await visitor.another() : null;
  const chosenThere = (n: number) => other?.page.getByRole("heading", { name: `已选 ${n} 座` });
  await other?.signIn("admin");
  await other?.open(new URL(page.url()).pathname + new URL(page.url()).search);
  await chosenThere(0)?.waitFor();
  for (const seat of ["1", "2"])
    await page.getByRole("checkbox", { name: new RegExp(`^${row}排${seat}座`) }).check({ force: true });
  // The answer is slow, and the server's word of the hold is here before it: what was done is told all the same.
  const late = /seatSale.*session=/;
  if (visitor.javaScript)
    await page.route(late, async (route) => {
      if (route.request().method() !== "GET" || route.request().url().includes("/changes")) return route.fallback();
      const response = await route.fetch();
      await new Promise((resolve) => setTimeout(resolve, 3_000));
      await route.fulfill({ response }).catch(() => {});
    });
  await button("保留所选座位").click();
  await page.getByText("已保留 2 座").first().waitFor();
  await page.unroute(late);
  // There the hold is seen without a reload.
  await chosenThere(2)?.waitFor({ timeout: 5_000 });
  await page.getByRole("heading", { name: "已选 2 座" }).waitFor();
  await page.getByLabel("收款方式").selectOption("wechat");
  await button("收款出票").click();
  await page.getByText("出票成功").first().waitFor();
  await page.getByText(`池座 ${row}排1座`).first().waitFor();
  const ticketNo = ((await page.locator(".seat-ticket").first().textContent()) ?? "").match(/OD\d+-01/)?.[0] ?? "";
  expect(ticketNo).not.toBe("");
  if (visitor.javaScript) await expectAccessible(page);

  // Further back it is cheaper: the difference is seen, and goes back as it was paid.
  const to = page.getByLabel("换到");
  const cheaper = await to.locator("option").evaluateAll((all) => {
    const priced = all.map((one) => ({ label: one.textContent ?? "", price: Number(one.textContent?.split("¥")[1]) }));
    return priced.sort((a, b) => a.price - b.price)[0]?.label ?? "";
  });
  await page.getByLabel("座位", { exact: true }).selectOption({ index: 1 });
  await to.selectOption({ label: cheaper });
  await button("查看差价").click();
  await page.getByText("应退差价").waitFor();
  await page.getByText(/按原支付方式退回：微信/).waitFor();
  if (visitor.javaScript) await expectAccessible(page);
  await button("确认换座").click();
  await page
    .getByText(/退还差价 .*新票号 OD\d+-03/)
    .first()
    .waitFor();
  await page
    .getByText(/OD\d+-03/)
    .first()
    .waitFor();

  await page.getByRole("link", { name: "继续售票" }).click();
  await page.getByRole("heading", { name: "已选 0 座" }).waitFor();
  const session = new URL(page.url()).searchParams.get("session");
  await visitor.open(`/theatre/sessionList/${session}/check`);
  const check = async (says: RegExp) => {
    await page.locator("input[name=ticket]").fill(ticketNo);
    await button("检票").click();
    await page.getByText(says).first().waitFor();
  };
  await check(/检票通过$/);
  await check(/已于 .* 由 .* 检票$/);
  if (visitor.javaScript) await expectAccessible(page);

  await visitor.open("/theatre_set/seatSet");
  await page.getByRole("heading", { name: /的座位$/ }).waitFor();
  if (visitor.javaScript) {
    await expectAccessible(page);
    // By keys, by drag, and by Shift for the rectangle between two.
    const seats = page.getByRole("checkbox", { name: /^\d+排/ });
    const ticked = (n: number) => page.getByText(`已勾选 ${n} 座`).waitFor();
    await seats.first().focus();
    await page.keyboard.press("Shift+ArrowRight");
    await ticked(2);
    await page.keyboard.press("Escape");
    await ticked(0);
    const middle = async (at: number) => {
      const box = await seats.nth(at).boundingBox();
      return { x: (box?.x ?? 0) + 16, y: (box?.y ?? 0) + 16 };
    };
    const [one, three] = [await middle(0), await middle(2)];
    await page.mouse.move(one.x, one.y);
    await page.mouse.down();
    await page.mouse.move(three.x, three.y, { steps: 8 });
    await page.mouse.up();
    await ticked(3);
    await seats.first().click({ force: true });
    await ticked(2);
    await seats.nth(3).click({ modifiers: ["Shift"], force: true });
    await ticked(4);
  } else {
    await page
      .getByRole("checkbox", { name: /^\d+排/ })
      .first()
      .check({ force: true });
  }
  await page.locator("select[name=kind]").selectOption("blocked");
  await page.locator("button[value=kind]").click();
  await button("撤销（1）").waitFor();
  await button("撤销（1）").click();
  await button("撤销（1）").waitFor({ state: "detached" });
});
