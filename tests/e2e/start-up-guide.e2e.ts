/** From a first start with nothing in it to a ticket sold and taken back, by the keyboard alone, by who has never seen it. */
import { expect } from "vitest";
import { expectAccessible } from "./accessible";
import { firstStart, keyboardOf, settled } from "./first-start";
import { journeyOf, type Visitor } from "./support";

async function fromNothing(visitor: Visitor): Promise<void> {
  const { page, javaScript, open } = visitor;
  const keys = keyboardOf(visitor);
  const link = (name: string | RegExp) => page.getByRole("link", { name }).first();
  const focused = (name: string) =>
    expect
      .poll(() =>
        page
          .getByRole("button", { name })
          .first()
          .evaluate((one) => one === document.activeElement),
      )
      .toBe(true);
  await visitor.signIn("admin");

  // Pages with nothing in them lead on.
  for (const address of ["/ticket/ticketList", "/manage/tktPos", "/manage/tktParkGate", "/inside/buyTktList"]) {
    await open(address);
    expect(await link("先创建景区").getAttribute("href")).toBe("/guideOne");
  }
  await open("/guideThree");
  await link("先创建景区").waitFor();
  await open("/index");
  await page.getByRole("region", { name: "开业向导：还差几步" }).getByRole("link", { name: "票种" }).waitFor();
  if (javaScript) await expectAccessible(page);

  await open("/guidePage");
  if (javaScript) await expectAccessible(page);
  await focused("开始：景区");
  await keys.enter(/\/guideOne/);
  if (javaScript) await expectAccessible(page);
  // Nothing typed: said beside the field, and nothing made.
  await settled(page);
  await page.keyboard.press("Enter");
  await page.getByText("请输入景区名称").first().waitFor();
  await visitor.ready();
  await page.getByLabel("景区名称").focus();
  await keys.type("青云山");
  await keys.enter(/\/guideTwo\?park=\d+$/);

  await link("博物馆").click();
  await page.waitForURL(/kind=museum/);
  await visitor.ready();
  expect(await page.getByLabel("成人票 的价格（元）").inputValue()).toBe("40");
  await page.goBack();
  await visitor.ready();
  if (javaScript) await expectAccessible(page);
  await page.getByLabel("成人票 的价格（元）").fill("八十");
  await page.getByLabel("成人票 的价格（元）").press("Enter");
  await page.locator(".field-error").first().waitFor();
  await visitor.ready();
  expect(await page.getByLabel("成人票 的价格（元）").inputValue()).toBe("八十");
  await page.getByLabel("成人票 的价格（元）").fill("80");
  await keys.enter(/\/guideThree\?park=\d+$/);

  if (javaScript) await expectAccessible(page);
  await keys.enter(/\/guideFour$/);
  if (javaScript) await expectAccessible(page);
  await settled(page);
  await keys.type("王芳");
  await Promise.all([page.getByText("请抄下或打印初始密码").waitFor(), page.keyboard.press("Enter")]);
  await visitor.ready();
  expect(await page.locator("td code").last().textContent()).toMatch(/^\S{12}$/);
  if (javaScript) await expectAccessible(page);
  await focused("下一步");
  await keys.enter(/\/guideFive/);
  if (javaScript) await expectAccessible(page);
  await focused("保存并继续");
  await keys.enter(/\/guideFinally/);

  if (javaScript) await expectAccessible(page);
  await focused("试卖一张");
  await page.keyboard.press("Enter");
  await page.getByText(/已售出，订单号 \S+，实收 ¥40\.00/).waitFor();
  await visitor.ready();
  await focused("全额退回");
  await page.keyboard.press("Enter");
  await page.getByText(/已全额退回，可以开门售票了/).waitFor();
  await visitor.ready();
  if (javaScript) await expectAccessible(page);
  // One way through: a press a page, and what nobody else could know.
  expect(keys.count()).toEqual({ presses: 6, letters: 5 });

  await link("查看订单").click();
  await page.waitForURL(/offlineOrderDetail/);
  await page.getByText("开业试卖").first().waitFor();
  await page.getByText("已退款").first().waitFor();
  await open("/index");
  expect(await page.getByRole("region", { name: "开业向导：还差几步" }).count()).toBe(0);
  await open("/guidePage");
  await focused("去窗口售票");
  await open("/inside/buyTktList");
  await page.getByRole("textbox", { name: "成人票 数量" }).waitFor();
}

/** The steps are skipped, left and taken up again. */
async function leftAndResumed(visitor: Visitor): Promise<void> {
  const { page, open } = visitor;
  const button = (name: string) => page.getByRole("button", { name, exact: true });
  await visitor.signIn("admin");
  await open("/guideOne");
  await button("跳过此步").click();
  await page.waitForURL(/\/guideTwo$/);
  await open("/guidePage");
  await button("接着做：票种").waitFor();
  await page.getByText("已跳过").first().waitFor();
  await open("/index");
  const block = page.getByRole("region", { name: "开业向导：还差几步" });
  await block.getByText("已跳过").waitFor();
  await block.getByRole("button", { name: "不再提示" }).click();
  await page.getByText("工作台不再提示未完成的步骤").first().waitFor();
  expect(await block.count()).toBe(0);
  await open("/guidePage");
  await button("在工作台提示").click();
  await page.getByText("工作台会提示未完成的步骤").first().waitFor();
  await open("/guideOne");
  await button("恢复此步").click();
  await page.getByText("待完成").first().waitFor();
  await button("跳过此步").waitFor();
}

for (const javaScriptEnabled of [true, false]) {
  const running = firstStart();
  const mode = javaScriptEnabled ? "with scripts" : "without scripts";
  journeyOf(running, `2.3b.1 2.3b.2 a first start is left, resumed and skipped (${mode})`, leftAndResumed, {
    javaScriptEnabled,
  });
  journeyOf(
    running,
    `2.3b.2 2.3b.3 2.3b.4 2.3b.5 2.3b.6 2.3b.7 from nothing to a ticket sold and taken back (${mode})`,
    fromNothing,
    { javaScriptEnabled },
  );
}
