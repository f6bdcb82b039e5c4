/** Sessions in trouble and in plenty: a plan that cannot be taken, a cancelled evening whose tickets move, a week once more. */
import { expectAccessible } from "./accessible";
import { inBothModes, runConsole } from "./support";

const running = runConsole();

inBothModes(running, "tickets of a cancelled session move to another, and a week is copied", async (visitor) => {
  const { page } = visitor;
  const button = (name: string | RegExp) => page.getByRole("button", { name, exact: true });
  await visitor.signIn("admin");
  const dayIn = (days: number) => new Date(Date.now() + days * 86_400_000 + 8 * 3_600_000).toISOString().slice(0, 10);

  // Each run has a session of its own: what is cancelled stays so.
  await visitor.open(`/theatre/seatSale?day=${dayIn(visitor.javaScript ? 2 : 3)}`);
  await page.getByRole("link", { name: "青云水秀" }).first().click();
  await page.getByRole("heading", { name: /^青云水秀/ }).waitFor();
  const session = new URL(page.url()).searchParams.get("session");
  const row = visitor.javaScript ? "7" : "9";
  for (const seat of ["1", "2"])
    await page.getByRole("checkbox", { name: new RegExp(`^${row}排${seat}座`) }).check({ force: true });
  await button("保留所选座位").click();
  await page.getByRole("heading", { name: "已选 2 座" }).waitFor();
  await page.getByLabel("收款方式").selectOption("wechat");
  await button("收款出票").click();
  await page.getByText("出票成功").first().waitFor();
  const order = new URL(page.url()).searchParams.get("order");

  await visitor.open(`/theatre/sessionList/${session}/plan`);
  await page.getByRole("heading", { name: /^换座位图：青云水秀/ }).waitFor();
  if (visitor.javaScript) await expectAccessible(page);

  await visitor.open(`/theatre/sessionList/${session}/settle`);
  await page.getByLabel("改到场次").selectOption({ index: 5 });
  await button("查看可移票数").click();
  await page.getByText(/^现在能移 \d+ 张，移不了 0 张$/).waitFor();
  if (visitor.javaScript) await expectAccessible(page);
  await page.getByLabel("取消原因").fill("台风");
  await button("取消本场并移票").click();
  await page
    .getByText(/已开始处理 \d+ 张票/)
    .first()
    .waitFor();
  // The work runs by itself; its page says so once it is done.
  const ended = page.getByText(/^已移 [1-9]\d* 张，留下 0 张，已退 0 张$/);
  for (let turn = 0; turn < 60; turn += 1) {
    await visitor.open(`/theatre/sessionList/${session}/settle`);
    const isRunning = await page.getByText("正在处理，刷新看进度").isVisible();
    if (!isRunning && (await ended.isVisible())) break;
    await page.waitForLoadState("networkidle");
  }
  await ended.waitFor();
  await page.getByRole("heading", { name: "处理结果" }).waitFor();
  await page
    .getByRole("cell", { name: new RegExp(`${row}排1座`) })
    .first()
    .waitFor();
  if (visitor.javaScript) await expectAccessible(page);
  await visitor.open(`/theatre/seatSale/sold?order=${order}`);
  await page
    .getByText(new RegExp(`${row}排2座`))
    .first()
    .waitFor();

  await visitor.open("/theatre/sessionList/week");
  await page.getByLabel("复制到哪一周起").fill(dayIn(visitor.javaScript ? 60 : 90));
  await button("预览").click();
  await page.getByRole("heading", { name: /^能复制 \d+ 场，有冲突 0 场$/ }).waitFor();
  if (visitor.javaScript) await expectAccessible(page);
  await button(/^复制 \d+ 场$/).click();
  await page
    .getByText(/已复制 \d+ 场/)
    .first()
    .waitFor();
});
