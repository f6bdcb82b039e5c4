/** Ways of an invoice after it is issued: by mail, by the receipt's code, of a closed statement; and a refund that two people pay before its red letter. */
import { readFileSync } from "node:fs";
import path from "node:path";
import { afterAll, beforeAll, expect } from "vitest";
import { invoiceApplyPath } from "~/contract/invoice/apply-page";
import { headOffice } from "~/contract/wire";
import { receiptCode } from "~server/backend/business/invoice/receipt-code";
import { SecretBox } from "~server/backend/kernel/secret-box";
import { openMailServer } from "~tests/support/mail-server";
import { findNotch } from "~tests/support/puzzle";
import { expectAccessible } from "./accessible";
import { journeyOf, type Running, runConsole, type Visitor } from "./support";

const environment: Record<string, string> = {};
let post: Awaited<ReturnType<typeof openMailServer>>;
beforeAll(async () => {
  post = await openMailServer();
  Object.assign(environment, { SMTP_URL: post.url, MAIL_FROM: "invoice@example.com" });
});
afterAll(() => post?.close());

/** What one mode mailed, invoiced or paid is done: each has a console of its own. */
const consoles = [
  { running: runConsole(environment), javaScriptEnabled: true, how: "with scripts" },
  { running: runConsole(environment), javaScriptEnabled: false, how: "without scripts" },
];
const pdf = { name: "发票.pdf", mimeType: "application/pdf", buffer: Buffer.from("%PDF-1.4\n%%EOF\n") };

async function firstOf({ page, open }: Visitor, list: string): Promise<string> {
  await open(list);
  return (await page.locator("tbody tr a").first().getAttribute("href"))?.split("?")[0] ?? "";
}

async function attachFile({ page, javaScript, open }: Visitor, href: string): Promise<void> {
  await open(`${href}/edit`);
  await page.locator("input[type=file]").first().setInputFiles(pdf);
  // One of that name may be there already: what is sent now says that it is new.
  if (javaScript) await page.getByText("新", { exact: true }).first().waitFor();
  await page.getByRole("button", { name: "保存", exact: true }).click();
  await page.waitForURL((url) => !url.pathname.endsWith("/edit"));
}

async function byMail(visitor: Visitor): Promise<void> {
  const { page, javaScript, open } = visitor;
  const to = `buyer-${javaScript ? "j" : "n"}@example.org`;
  await visitor.signIn("admin");
  const href = await firstOf(visitor, "/invoice/list?status=issued");
  visitor.expectProblem(/status of 409/);
  await open(`${href}/mail`);
  await page
    .getByText(/还没有上传发票文件/)
    .first()
    .waitFor();
  await attachFile(visitor, href);
  await open(`${href}/mail`);
  await page.getByLabel(/^收件邮箱/).fill(to);
  await page.getByRole("button", { name: "发送到邮箱", exact: true }).last().click();
  await page.getByText("已加入发送队列").first().waitFor();
  await expect.poll(() => post.letters.filter((letter) => letter.to.includes(to)).length, { timeout: 30_000 }).toBe(1);
  await expect
    .poll(
      async () => {
        await open(href);
        return page.getByRole("row", { name: new RegExp(`${to.slice(0, 1)}.*已发送`) }).count();
      },
      { timeout: 20_000 },
    )
    .toBeGreaterThan(0);
  if (javaScript) await expectAccessible(page);
  expect(post.letters.filter((letter) => letter.to.includes(to))).toHaveLength(1);
}

/** Of the order that an invoice is of, as the receipt has it. */
const codeOf = (running: Running, orderId: number) =>
  receiptCode(
    {
      secrets: new SecretBox([readFileSync(path.join(running.dataDir, "secrets.key"), "utf8").trim()]),
      caller: { corpCode: headOffice } as never,
    },
    orderId,
  );

const pathOf = (running: Running, orderId: number) =>
  `${invoiceApplyPath}?${new URLSearchParams({ corpCode: headOffice, code: codeOf(running, orderId) })}`;

async function openOrders({ page, open }: Visitor): Promise<number[]> {
  await open("/invoice/list/open");
  const boxes = await page.locator("[name=orders]").all();
  return Promise.all(boxes.map(async (box) => Number(await box.getAttribute("value"))));
}

async function issue({ page, open }: Visitor, href: string, number: string): Promise<void> {
  await open(`${href}/issue`);
  await page.getByLabel("发票号码").first().fill(number);
  const day = page.getByLabel("开票日期").first();
  if ((await day.inputValue()) === "") await day.fill(new Date().toISOString().slice(0, 10));
  await page.getByRole("button", { name: "登记开具", exact: true }).last().click();
  await page.waitForURL((url) => !url.pathname.endsWith("/issue"));
}

/** Asked for on a device, which sees all of it and downloads; whoever else has the receipt sees whom it is for, and no more. */
const onTheDevice = (running: Running) =>
  async function download(visitor: Visitor): Promise<void> {
    const { page, javaScript, open } = visitor;
    await visitor.signIn("admin");
    const customer = await visitor.another();
    let path = "";
    for (const id of await openOrders(visitor)) {
      path = pathOf(running, id);
      await customer.open(path);
      // An agency's order says whom to ask.
      if ((await customer.page.getByLabel("发票抬头").count()) > 0) break;
    }
    const typed = { address: "杭州市文三路 1 号 0571-88880000", bank: "工商银行文三支行 12020202099" };
    const fill = (name: string, text: string) => customer.page.locator(`[name=${name}]`).fill(text);
    await customer.page.locator("[name=kind]").selectOption("special");
    await fill("title", "远方科技有限公司");
    await fill("taxNumber", "91110000600037341L");
    await fill("address", typed.address);
    await fill("bank", typed.bank);
    await fill("mail", "finance@example.org");
    await send(customer);
    const serial =
      (await customer.page
        .getByText(/FP\d{14}/)
        .first()
        .textContent()) ?? "";

    const href = await firstOf(visitor, `/invoice/list?serial=${serial}`);
    await attachFile(visitor, href);
    await issue(visitor, href, javaScript ? "26337000000003000011" : "26337000000003000012");
    await open(href);
    await page.getByText(serial).first().waitFor();

    await customer.open(path);
    await customer.page.getByRole("heading", { name: "已申请的发票" }).waitFor();
    for (const text of [typed.address, typed.bank, "finance@example.org", "91110000600037341L"])
      await customer.page.getByText(text).first().waitFor();
    if (javaScript) await expectAccessible(customer.page);
    const link = customer.page.getByRole("link", { name: /^下载 发票\.pdf/ }).first();
    const answer = await customer.page.request.get((await link.getAttribute("href")) ?? "");
    expect(answer.status()).toBe(200);
    expect((await answer.body()).toString("latin1")).toContain("%PDF-1.4");

    const finder = await visitor.another();
    await finder.open(path);
    await finder.page.getByText("远方科技有限公司").first().waitFor();
    await finder.page.getByText("完整信息和发票文件只在提交申请的设备上显示").first().waitFor();
    if (javaScript) await expectAccessible(finder.page);
    const seen = await finder.page.content();
    for (const hidden of ["文三路", "88880000", "文三支行", "12020202", "finance", "91110000600037341L", "发票.pdf"])
      expect(seen).not.toContain(hidden);
    expect(seen).toContain("911100********341L");
    await finder.open(`${path.slice(0, -1)}_`);
    await finder.page.getByText("开票码不正确").first().waitFor();
  };

async function send(customer: Visitor): Promise<void> {
  const { page } = customer;
  if ((await page.locator("slide-captcha").count()) > 0) await solve(customer);
  else await page.getByRole("button", { name: "提交开票", exact: true }).last().click();
  await page
    .getByText(/FP\d{14}/)
    .first()
    .waitFor();
}

/** Solves the picture: drags with scripts, or clicks where it belongs, which sends the form. */
async function solve({ page, javaScript }: Visitor): Promise<void> {
  if (!javaScript) {
    const picture = page.locator("slide-captcha [type=image]");
    const piece = (await page.locator("slide-captcha").getAttribute("piece")) ?? "";
    const { x, y } = await findNotch((await picture.getAttribute("src")) ?? "", piece);
    await picture.click({ position: { x: x + 20, y } });
    return;
  }
  await page.getByRole("button", { name: "点击按钮进行验证" }).focus();
  await page.keyboard.press("Enter");
  await page.getByRole("slider").waitFor();
  const [whole, part] = await page
    .locator("slide-captcha .puzzle img")
    .evaluateAll((images) => images.map((image) => (image as HTMLImageElement).src));
  const { x } = await findNotch(whole ?? "", part ?? "");
  for (let step = 0; step < x; step += 1) await page.keyboard.press("ArrowRight");
  await page.keyboard.press("Enter");
  await page.getByText("验证通过").waitFor();
  await page.getByRole("button", { name: "提交开票", exact: true }).last().click();
}

/** A visitor asks by the codes of two receipts: the second time the device knows title and tax number, if that was wished. */
const byVisitor = (running: Running) =>
  async function twice(visitor: Visitor): Promise<void> {
    const { javaScript } = visitor;
    await visitor.signIn("admin");
    const ids = await openOrders(visitor);
    const customer = await visitor.another();
    const asked = { title: "远方科技有限公司", taxNumber: "91110000600037341L" };
    let done = 0;
    for (const id of ids) {
      await customer.open(pathOf(running, id));
      const title = customer.page.getByLabel("发票抬头");
      // An agency's order says whom to ask.
      if ((await title.count()) === 0) continue;
      if (done === 0) {
        if (javaScript) await expectAccessible(customer.page);
        expect(await title.inputValue()).toBe("");
        await title.fill(asked.title);
        await customer.page.getByLabel("纳税人识别号").fill(asked.taxNumber);
        await customer.page.getByLabel("在此设备上记住抬头、税号和邮箱").check();
      } else {
        expect(await title.inputValue()).toBe(asked.title);
        expect(await customer.page.getByLabel("纳税人识别号").inputValue()).toBe(asked.taxNumber);
      }
      await send(customer);
      done += 1;
      if (done === 2) break;
    }
    expect(done).toBe(2);
  };

async function ofAStatement(visitor: Visitor): Promise<void> {
  const { page, javaScript, open } = visitor;
  await visitor.signIn("admin");
  const href = await firstOf(visitor, "/travel/statementList?status=closed");
  await open(href);
  await page.getByRole("link", { name: "申请开票" }).first().click();
  await page.getByRole("heading", { name: "申请开票" }).waitFor();
  if (javaScript) await expectAccessible(page);
  await page.getByRole("heading", { name: /^结算单 LX-/ }).waitFor();
  await page.getByRole("button", { name: /^提交开票/ }).click();
  await page
    .getByText(/已申请 FP\d{14}/)
    .first()
    .waitFor();
}

/** Sold, invoiced, booked by the buyer, whose say on the red letter is no; then one asks to pay first, and another allows it. */
async function paidBeforeTheRedLetter(visitor: Visitor): Promise<void> {
  const { page, javaScript, open } = visitor;
  const button = (name: string | RegExp) => page.getByRole("button", { name, exact: typeof name === "string" });
  await visitor.signIn("manager");
  await open("/inside/buyTktList");
  await page.locator("input[name^='quantity.']").first().fill("1");
  await page.locator("input[name=paymentType][value=wechat]").check();
  await button(/^核对金额/)
    .first()
    .click();
  await page.locator(".counter-buttons .button-primary").click();
  await page.waitForURL(/result/);
  const orderId = new URL(page.url()).searchParams.get("orderId") ?? "";

  await open("/invoice/list/open");
  await page.getByRole("checkbox").first().check();
  await button("为所选订单开票").click();
  await page.getByLabel("发票抬头").fill("远方科技有限公司");
  await page.getByLabel("纳税人识别号").fill("91110000600037341L");
  await button(/^提交开票/).click();
  await page
    .getByText(/已申请 FP\d{14}/)
    .first()
    .waitFor();
  const invoice = new URL(page.url()).pathname;
  await issue(visitor, invoice, javaScript ? "26337000000003000001" : "26337000000003000002");
  await open(`${invoice}/noteUse`);
  await page.locator("[name=use]").first().selectOption("booked");
  await page.locator("form .button-primary").last().click();
  await page.waitForURL((url) => !url.pathname.endsWith("/noteUse"));
  await open(`${invoice}/red`);
  await page.locator("[name=reason]").first().selectOption("returned");
  await button("提交冲红").click();
  await page.waitForURL(/redList\/\d+/);
  const red = new URL(page.url()).pathname;
  await open(`${red}/refuse`);
  await page.locator("[name=note], [name=reason]").first().fill("对方不同意");
  await button("登记对方拒绝").last().click();
  await page.waitForURL((url) => !url.pathname.endsWith("/refuse"));

  await open(`/orders/refund?orderId=${orderId}`);
  await page.locator("[name=ticketId]").first().check();
  await page.getByLabel("退票原因").fill("行程取消");
  await button("试算").or(page.locator("button[value=quote]")).first().click();
  await page.locator("button[value=commit]").click();
  await page.getByText(/冲红/).first().waitFor();

  await open("/order/refundList?state=held");
  await button(/^申请先行退款/)
    .first()
    .click();
  await page
    .getByText(/先行退款 .* 已提交，等待另一人审批/)
    .first()
    .waitFor();
  const second = await visitor.another();
  await second.signIn("admin");
  await second.open("/message/approvals");
  const request = second.page.locator(".approvals > li", { hasText: "先行退款" });
  await request.getByRole("button", { name: /^同意/ }).click();
  await expect.poll(() => request.count()).toBe(0);
  if (javaScript) await expectAccessible(second.page);
  await open("/invoice/list/open");
  await page
    .getByText("待冲红")
    .or(page.getByText(/先退款/))
    .first()
    .waitFor();
}

for (const { running, javaScriptEnabled, how } of consoles) {
  const options = { javaScriptEnabled };
  journeyOf(running, `an invoice goes by mail, once (${how})`, byMail, options);
  journeyOf(
    running,
    `a visitor's device shows and downloads its invoice, others see whom it is for (${how})`,
    onTheDevice(running),
    options,
  );
  journeyOf(
    running,
    `a visitor asks by two receipts, and the device knows the buyer (${how})`,
    byVisitor(running),
    options,
  );
  journeyOf(running, `a closed statement is invoiced whole (${how})`, ofAStatement, options);
  journeyOf(running, `a refund is paid before its red letter by two people (${how})`, paidBeforeTheRedLetter, options);
}
