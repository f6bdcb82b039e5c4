/** The console's main job as a journey. Two files run it, with scripts and without, side by side. */
import { readFileSync } from "node:fs";
import path from "node:path";
import type { Page } from "playwright";
import { expect } from "vitest";
import { qrPath } from "~/widgets/qr.server";
import { expectAccessible } from "./accessible";
import { printJob } from "./print-job";
import type { Running, Visitor } from "./support";

/** Fills the fields of a form by their labels; a value for a list of choices is the text of one. */
async function fillForm(page: Page, fields: Record<string, string>): Promise<void> {
  for (const [label, value] of Object.entries(fields)) {
    const field = page.locator("main").getByLabel(new RegExp(`^${label}\\s*\\*?$`));
    const isSelect = (await field.evaluate((element) => element.tagName)) === "SELECT";
    if (isSelect) await field.selectOption({ label: value });
    else await field.fill(value);
  }
}

/** Makes one row of a resource through its screens: list, "新建", form, back in the list. */
async function create(visitor: Visitor, list: string, fields: Record<string, string>): Promise<void> {
  const { page, javaScript } = visitor;
  await visitor.open(list);
  await page.getByRole("link", { name: "新建" }).first().click();
  await page.getByRole("button", { name: "保存" }).waitFor();
  await visitor.ready();
  await fillForm(page, fields);
  if (javaScript) await expectAccessible(page);
  await page.getByRole("button", { name: "保存" }).click();
  await page.waitForURL(new RegExp(`${list}/\\d+$`));
  await page
    .getByRole("main")
    .getByText(fields.名称 ?? "", { exact: true })
    .first()
    .waitFor();
  if (javaScript) await expectAccessible(page);
  // However many the demonstration has.
  await visitor.open(`${list}?pageSize=100`);
  await page
    .getByRole("table")
    .getByText(fields.编码 ?? "", { exact: true })
    .waitFor();
  if (javaScript) await expectAccessible(page);
}

/** Makes a park with a gate, a POS and one ticket type on sale; answers their names. */
async function makePark(visitor: Visitor) {
  const n = "E2E";
  const names = { park: `云台山${n}`, group: `南门${n}`, gate: `南门一号${n}`, pos: `窗口${n}`, type: `成人票${n}` };
  await create(visitor, "/manage/parkList", { 编码: `PK-${n}`, 名称: names.park, 开放时间: "08:00-18:00" });
  await create(visitor, "/manage/tktGateGroup", { 编码: `GG-${n}`, 名称: names.group, 景区: names.park });
  await create(visitor, "/manage/tktParkGate", {
    编码: `GT-${n}`,
    名称: names.gate,
    闸机组: names.group,
    景区: names.park,
  });
  await create(visitor, "/manage/tktPos", { 编码: `POS-${n}`, 名称: names.pos, 景区: names.park });
  await create(visitor, "/ticket/ticketList", {
    编码: `TT-${n}`,
    名称: names.type,
    景区: names.park,
    "票面价.*": "80",
    "挂牌价.*": "80",
    排序: "0",
  });
  const { page } = visitor;
  const row = page.getByRole("row").filter({ hasText: names.type });
  await row.getByRole("button", { name: "上架" }).click();
  await row.getByText("在售").waitFor();
  return names;
}

/** Reads the number of keys that a seller presses from the counter's first paint to the printed ticket. */
async function sellByKeyboard(visitor: Visitor, type: string): Promise<{ orderNo: string; keys: number }> {
  const { page } = visitor;
  await visitor.open("/inside/buyTktList");
  const quantity = page.getByRole("textbox", { name: `${type} 数量` });
  // The newest type sorts first: its number has the focus when the page comes.
  await expect.poll(() => quantity.evaluate((input) => input === document.activeElement)).toBe(true);
  let keys = 0;
  const press = async (key: string) => {
    keys += 1;
    await page.keyboard.press(key);
  };
  await press("2");
  if (visitor.javaScript) await page.getByText("¥160.00").first().waitFor();
  await press("Enter");
  await page.getByRole("button", { name: "收款出票" }).waitFor();
  await page.getByText("¥160.00").first().waitFor();
  const sell = page.getByRole("button", { name: "收款出票" });
  await expect.poll(() => sell.evaluate((button) => button === document.activeElement)).toBe(true);
  await press("Enter");
  await page.getByRole("heading", { name: "出票成功" }).waitFor();
  await visitor.ready();
  const orderNo = await page.locator("dt", { hasText: "订单号" }).locator("xpath=following-sibling::dd").textContent();
  await press("Enter");
  await page.locator("article.ticket").nth(1).waitFor();
  return { orderNo: orderNo?.trim() ?? "", keys };
}

/** Cash and a card in one sale: cash that falls short is refused and keeps the form, more than is due comes back as change. */
async function sellInTwoWays(visitor: Visitor, type: string): Promise<void> {
  const { page, javaScript } = visitor;
  await visitor.open("/inside/buyTktList");
  await page.getByRole("textbox", { name: `${type} 数量` }).fill("2");
  await page.getByText("分几种方式支付").first().click();
  await page.getByLabel("现金（元）", { exact: true }).fill("50");
  await page.getByLabel("银行卡（元）", { exact: true }).fill("100");
  if (javaScript) await page.getByText("还差 ¥10.00").waitFor();
  else await page.getByRole("button", { name: "核对金额" }).click();
  await page.getByRole("button", { name: "收款出票" }).click();
  await page.getByText("各种方式共收 ¥150.00，少于应收 ¥160.00，还差 ¥10.00").waitFor();
  if (javaScript) await expectAccessible(page);
  const cash = page.getByLabel("现金（元）", { exact: true });
  expect(await cash.inputValue()).toBe("50");
  await cash.fill("80");
  await page.getByRole("button", { name: "收款出票" }).click();
  await page.getByRole("heading", { name: "出票成功" }).waitFor();
  await page.getByText("现金 ¥60.00 · 实收 ¥80.00，找零 ¥20.00").waitFor();
  await page.getByText("银行卡 ¥100.00").waitFor();
  await page.getByRole("link", { name: "查看订单" }).click();
  await page.getByRole("cell", { name: "银行卡" }).waitFor();
  const ledger = page.getByRole("region", { name: "收退款流水" });
  await ledger.getByRole("cell", { name: "80.00", exact: true }).waitFor();
}

/** Scans one ticket once the desk takes it, and waits for the answer to this very scan. */
async function check(visitor: Visitor, code: string): Promise<void> {
  const { page } = visitor;
  const key = await page.locator("input[name=idempotencyKey]").first().inputValue();
  const button = page.getByRole("button", { name: "验票", exact: true });
  await expect.poll(() => button.isEnabled(), { timeout: 10_000 }).toBe(true);
  await page.getByLabel(/^扫描或输入票号/).fill(code);
  await page.keyboard.press("Enter");
  await page.waitForFunction(
    (old) => document.querySelector<HTMLInputElement>("input[name=idempotencyKey]")?.value !== old,
    key,
  );
  await page.locator(".verdict[role=alert]").waitFor();
}

/** From an empty park to a checked, a refused and a refunded ticket; each step by the account whose work it is. */
export async function mainJob(visitor: Visitor, running: Running): Promise<void> {
  const { page } = visitor;
  await visitor.signIn("admin");
  const names = await makePark(visitor);

  const seller = await visitor.another();
  await seller.signIn("seller");
  const { orderNo, keys } = await sellByKeyboard(seller, names.type);
  expect(keys).toBeLessThan(10);

  const url = readFileSync(path.join(running.dataDir, "backend.url"), "utf8").trim();
  const tickets = await printJob(url, running.account("seller"), orderNo);
  const drawn = await seller.page
    .locator("article.ticket svg path")
    .evaluateAll((paths) => paths.map((one) => one.getAttribute("d")));
  expect(tickets.length).toBe(2);
  expect(drawn).toEqual(tickets.map(({ qrText }) => qrPath(qrText).path));

  await sellInTwoWays(seller, names.type);

  const keeper = await visitor.another();
  await keeper.signIn("gatekeeper");
  await keeper.open("/manage/tktChevkPage");
  await keeper.page.getByLabel("闸机", { exact: true }).selectOption({ label: names.gate });
  if (!visitor.javaScript) await keeper.page.getByRole("button", { name: "选择闸机" }).click();
  await keeper.page.waitForURL(/gateId=/);
  await check(keeper, tickets[0]?.qrText ?? "");
  await keeper.page.getByRole("heading", { name: "允许入园" }).waitFor();
  await check(keeper, tickets[0]?.ticketNo ?? "");
  await keeper.page.getByRole("heading", { name: "不能入园" }).waitFor();
  await keeper.page
    .getByRole("alert")
    .getByText(/^这张票已于 .* 在“.*”使用$/)
    .waitFor();
  if (visitor.javaScript) await expectAccessible(keeper.page);

  await refundOther(seller, orderNo, tickets[1]?.ticketNo ?? "");
  await check(keeper, tickets[1]?.qrText ?? "");
  await keeper.page.getByText(`票 ${tickets[1]?.ticketNo} 已退，不能入园`).first().waitFor();

  await visitor.open(`/ticketLogDetail?ticketNo=${tickets[0]?.ticketNo}`);
  await page
    .getByText(tickets[0]?.ticketNo ?? "")
    .first()
    .waitFor();
  await page.getByRole("main").getByText(names.gate).first().waitFor();
  await page.locator(".timeline").getByText(`在“${names.gate}”放行 1 人`).first().waitFor();
  if (visitor.javaScript) await expectAccessible(page);
}

async function refundOther(seller: Visitor, orderNo: string, ticketNo: string): Promise<void> {
  const { page, javaScript } = seller;
  await seller.open("/inside/buyTktLog");
  await page.getByRole("link", { name: orderNo }).first().click();
  await page.getByRole("link", { name: "退票" }).click();
  await page.getByRole("heading", { name: "退票" }).waitFor();
  await seller.ready();
  await page.getByLabel(ticketNo).check();
  await page.getByLabel("退票原因").fill("游客改变行程");
  await page.getByRole("button", { name: "试算退款" }).click();
  await page.getByText("¥80.00").first().waitFor();
  if (javaScript) await expectAccessible(page);
  await page.getByRole("button", { name: "确认退票" }).click();
  await page.waitForURL(/\/offlineOrderDetail/);
  await page.getByText("部分退款").first().waitFor();
  await page.locator(".timeline").getByText("退票 1 张，退款 80.00 元").first().waitFor();
}
