/** Who may come and when: a person kept out, a day closed with its orders refunded, a park that is full. */
import { expect } from "vitest";
import { addDays, businessDay } from "~/contract/business-time";
import { expectAccessible } from "./accessible";
import { inBothModes, runConsole, unfold, withScripts } from "./support";

const running = runConsole();
const inDays = (n: number) => addDays(businessDay(new Date()), n);

inBothModes(running, "a restricted visitor buys nothing until the restriction is lifted", async (visitor) => {
  const { page } = visitor;
  const [name, identity] = visitor.javaScript ? ["王小明", "11010519491231002X"] : ["李红", "440524198001010013"];
  const button = (text: string) => page.getByRole("button", { name: text, exact: true });
  await visitor.signIn("admin");
  await visitor.open("/ticket/restrictedList/new");
  await page.getByLabel(/^姓名/).fill(name);
  await page.getByLabel(/^证件号码/).fill(identity);
  await page.getByLabel(/^限制至/).fill(inDays(30));
  await page.getByLabel(/^限制原因/).fill("翻越护栏");
  await button("保存").click();
  await page.getByText("保存成功").waitFor();
  await visitor.open("/ticket/restrictedList");
  await page.getByRole("heading", { name: "限制名单" }).waitFor();
  if (visitor.javaScript) await expectAccessible(page);

  const sell = async () => {
    await visitor.open("/inside/buyTktList");
    await page.getByRole("textbox", { name: /实名预约票 数量/ }).fill("1");
    if (!visitor.javaScript) await button("核对金额").click();
    await page.getByLabel("游客 1 姓名").fill(name);
    await page.getByLabel("游客 1 证件号").fill(identity);
    await button("收款出票").click();
  };
  await sell();
  await page.getByText("在限制名单中").first().waitFor();
  // The cart stays as it was typed.
  expect(await page.getByLabel("游客 1 姓名").inputValue()).toBe(name);

  await visitor.open(`/ticket/restrictedList?name=${encodeURIComponent(name)}`);
  await page.getByRole("link", { name, exact: true }).click();
  await page.waitForURL(/restrictedList\/\d+/);
  await page.getByRole("link", { name: "解除限制" }).or(button("解除限制")).first().click();
  await page.getByLabel(/^解除原因/).fill("已接受教育");
  await button("解除限制").last().click();
  await page.locator(".timeline").getByText("已接受教育").waitFor();
  await sell();
  await page.getByRole("heading", { name: "出票成功" }).waitFor();
});

inBothModes(running, "a closed day sells nothing, its orders are refunded, and it opens again", async (visitor) => {
  const { page } = visitor;
  const button = (text: string) => page.getByRole("button", { name: text, exact: true });
  const day = inDays(visitor.javaScript ? 40 : 41);
  await visitor.signIn("admin");
  const offer = () => page.getByRole("textbox", { name: "成人票 数量", exact: true });
  const counter = `/inside/buyTktList?visitDay=${day}`;
  await visitor.open(counter);
  await offer().fill("2");
  if (!visitor.javaScript) await button("核对金额").click();
  await button("收款出票").click();
  await page.getByRole("heading", { name: "出票成功" }).waitFor();

  await visitor.open("/ticket/closureList/new");
  await page.getByLabel(/^闭园原因/).fill(`暴雨 ${day}`);
  await page.getByLabel(/^景区/).selectOption({ label: "青云山风景区" });
  await page.getByLabel(/^闭园首日/).fill(day);
  await page.getByLabel(/^闭园末日/).fill(day);
  await button("保存").click();
  await page.getByText("保存成功").waitFor();
  const act = async (verb: string) => {
    await unfold(page);
    await page.getByRole("link", { name: verb, exact: true }).or(button(verb)).first().click();
    await page.getByRole("button", { name: verb, exact: true }).last().click();
  };
  await visitor.open("/ticket/closureList");
  await page.getByRole("link", { name: `暴雨 ${day}` }).click();
  await page.waitForURL(/closureList\/\d+/);
  const closure = page.url();
  await page.getByRole("link", { name: "立即闭园", exact: true }).or(button("立即闭园")).first().click();
  await page.getByText("立即停止该范围的售票和入园？").first().waitFor();
  await button("立即闭园").last().click();
  await page
    .getByText(/已闭园：受影响订单 1 个，门票 2 张，¥\d+\.00/)
    .first()
    .waitFor();
  await page.getByRole("link", { name: "受影响的订单" }).first().click();
  await page.getByRole("cell", { name: "待处理" }).waitFor();
  if (visitor.javaScript) await expectAccessible(page);

  await visitor.open(counter);
  await page.getByText(`${day} 闭园（暴雨 ${day}），不能售票`).first().waitFor({ state: "attached" });

  await visitor.open(closure);
  await act("处理订单");
  await expect
    .poll(
      async () => {
        await visitor.open(closure);
        return page.getByRole("main").textContent();
      },
      { timeout: 12_000 },
    )
    .toContain("已处理");
  await page.getByRole("link", { name: "受影响的订单" }).first().click();
  // The job goes on order by order: the page is as it was when it was asked for.
  const refunded = page.getByRole("cell", { name: "已退款" });
  for (let look = 0; look < 15 && (await refunded.count()) === 0; look += 1) {
    await page.waitForTimeout(1_000);
    await page.reload();
  }
  await refunded.first().waitFor();
  await visitor.open(closure);
  await act("解除闭园");
  await page.getByText("已解除").first().waitFor();
  await visitor.open(counter);
  expect(await offer().isEnabled()).toBe(true);
});

withScripts(running, "a full park stops the counter, and the board says how many may come in", async (visitor) => {
  const { page } = visitor;
  const button = (text: string) => page.getByRole("button", { name: text, exact: true });
  await visitor.signIn("admin");
  await visitor.open("/ticket/capacity/new");
  await page.getByLabel(/^景区/).selectOption({ label: "碧湖水上乐园" });
  await page.getByLabel(/^日最大承载量/).fill("3");
  await page.getByLabel(/^瞬时最大承载量/).fill("500");
  await button("保存").click();
  await page.getByText("保存成功").waitFor();
  await visitor.open("/ticket/capacity/board");
  await page.getByRole("heading", { name: "碧湖水上乐园" }).waitFor();
  await page.getByText("还可入园").waitFor();
  if (visitor.javaScript) await expectAccessible(page);
  await visitor.open(`/inside/buyTktList?visitDay=${inDays(42)}`);
  await page.getByRole("textbox", { name: "乐园成人日场票 数量" }).fill("4");
  await button("核对金额").click();
  await page
    .getByText(`碧湖水上乐园 ${inDays(42)} 承载量仅余 3 人，本单 4 人`)
    .first()
    .waitFor();
});
