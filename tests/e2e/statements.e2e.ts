/** Payment of the trade on account: what is due becomes statements, one is closed and paid by a receipt; a line is disputed; one order is let through. */
import { expect } from "vitest";
import { expectAccessible } from "./accessible";
import { journeyOf, runConsole, type Visitor } from "./support";

/** What one mode made is due no more: each has a console of its own. */
const consoles = [
  { running: runConsole(), javaScriptEnabled: true, how: "with scripts" },
  { running: runConsole(), javaScriptEnabled: false, how: "without scripts" },
];
const english = runConsole();

const pdf = { name: "回执.pdf", mimeType: "application/pdf", buffer: Buffer.from("%PDF-1.4\n%%EOF\n") };

interface Words {
  due: string;
  make: RegExp;
  begun: string;
  none: string;
  send: string;
  save: string;
  confirm: string;
  close: string;
  allocate: string;
  allocated: RegExp;
  paid: string;
}

/** The command of the statement that is open, with its page of confirmation. */
async function press({ page }: Visitor, href: string, command: string, label: string, open: Visitor["open"]) {
  await open(`${href}/${command}`);
  await page.getByRole("button", { name: label, exact: true }).last().click();
  await page.waitForURL((url) => !url.pathname.endsWith(`/${command}`));
}

async function fromDueToPaid(visitor: Visitor, words: Words): Promise<void> {
  const { page, javaScript, open } = visitor;
  const look = async () => {
    if (javaScript) await expectAccessible(page);
  };
  await visitor.signIn("admin");
  await open("/travel/statementList");
  await page.getByRole("link", { name: words.due }).click();
  await page.getByRole("heading", { name: words.due, level: 1 }).waitFor();
  await look();
  const agency = page.getByRole("rowheader").getByRole("link").last();
  const agencyHref = ((await agency.getAttribute("href")) ?? "").split("?")[0] ?? "";
  await page.getByRole("button", { name: words.make }).click();
  await page.getByText(words.begun).first().waitFor();
  await expect
    .poll(
      async () => {
        await open("/travel/statementList/due");
        return page.getByText(words.none).count();
      },
      { timeout: 30_000, interval: 500 },
    )
    .toBe(1);

  const agencyId = agencyHref.split("/").pop();
  await open(`/travel/statementList?agencyId=${agencyId}&status=draft`);
  const href = (await page.locator("tbody tr a").first().getAttribute("href"))?.split("?")[0] ?? "";
  await press(visitor, href, "send", words.send, open);
  await open(`${href}/edit`);
  await page.locator("input[type=file]").first().setInputFiles(pdf);
  if (javaScript) await page.getByRole("link", { name: pdf.name }).first().waitFor();
  await page.getByRole("button", { name: words.save, exact: true }).click();
  await page.waitForURL((url) => !url.pathname.endsWith("/edit"));
  await press(visitor, href, "confirm", words.confirm, open);
  await press(visitor, href, "close", words.close, open);

  await open(`${agencyHref}/topUp`);
  await page.locator("[name=amount]").fill("5000");
  await page.locator("[name=bankRef]").fill(`BK-DUE-${javaScript ? "J" : "N"}`);
  await page.locator("form button[type=submit].button-primary, form .button-primary").last().click();
  await page.waitForURL((url) => !url.pathname.endsWith("/topUp"));
  await open(`${href}/allocate`);
  await page.getByRole("button", { name: words.allocate, exact: true }).last().click();
  await page.getByText(words.allocated).first().waitFor();
  await open(`${href}/rows`);
  await page.getByText(words.paid, { exact: true }).first().waitFor();
  await page
    .getByRole("cell", { name: /^HD2026|^BK-DUE/ })
    .first()
    .waitFor();
  await look();
}

async function disputeOfALine(visitor: Visitor): Promise<void> {
  const { page, javaScript, open } = visitor;
  await visitor.signIn("admin");
  await open("/travel/statementList?status=sent");
  const code = (await page.locator("tbody tr a").first().textContent()) ?? "";
  const href = (await page.locator("tbody tr a").first().getAttribute("href"))?.split("?")[0] ?? "";
  await open(`${href}/rows`);
  await page
    .getByRole("link", { name: /^对此笔提出异议 OD\d+/ })
    .first()
    .click();
  const form = page.locator("form", { has: page.getByRole("heading", { name: /^对 OD\d+ 提出异议/ }) });
  await form.getByRole("button", { name: "对此笔提出异议" }).click();
  await form.getByText("必填").or(form.locator(".field-error")).first().waitFor();
  await form.getByLabel(/^原因/).fill("团队改了日期");
  await form.getByRole("button", { name: "对此笔提出异议" }).click();
  await page.getByText("异议已登记，结算单转为有异议").first().waitFor();
  await page.getByText("待答复").first().waitFor();
  if (javaScript) await expectAccessible(page);
  visitor.expectProblem(/422/);

  await open("/travel/statementDisputes?status=open");
  const row = page.getByRole("row", { name: new RegExp(code) });
  await row.getByRole("link", { name: "维持该笔" }).click();
  await page.getByLabel(/^答复/).last().fill("签单日期无误");
  const keep = page.getByRole("button", { name: "维持该笔", exact: true });
  await keep.last().click();
  await expect.poll(() => keep.count(), { timeout: 15_000 }).toBe(0);
  await open("/travel/statementDisputes?status=kept");
  await page.getByText("签单日期无误").first().waitFor();
  if (javaScript) await expectAccessible(page);
  await open(`${href}/rows`);
  await page.getByText("维持：团队改了日期", { exact: true }).first().waitFor();
  await page.getByText("答复：签单日期无误", { exact: true }).first().waitFor();
}

/** Asked for by one person, allowed by another, and told on the agency's account. */
async function oneOrderLetThrough(visitor: Visitor): Promise<void> {
  const { page, javaScript, open } = visitor;
  const today = new Date(Date.now() + 8 * 3_600_000).toISOString().slice(0, 10);
  await visitor.signIn("manager");
  await open("/travel/agencyList?status=active&settlement=credit");
  const href = (await page.locator("tbody tr a").first().getAttribute("href"))?.split("?")[0] ?? "";
  await open(`${href}/allowOrder`);
  await page.getByLabel(/^最多可超/).fill("300");
  await page.getByLabel(/^有效至/).fill(today);
  await page.getByLabel(/^原因/).fill("大型会议团，月底回款");
  await page.getByRole("button", { name: "单笔超额放行", exact: true }).last().click();
  await page.waitForURL((url) => !url.pathname.endsWith("/allowOrder"));

  const second = await visitor.another();
  await second.signIn("admin");
  await second.open("/message/approvals");
  const request = second.page.locator(".approvals > li", { hasText: "大型会议团" });
  await request.getByRole("button", { name: /^同意/ }).click();
  await expect.poll(() => request.count()).toBe(0);
  await open(`${href}/account`);
  await page.getByRole("cell", { name: "大型会议团，月底回款" }).waitFor();
  await page.getByText("未使用").first().waitFor();
  if (javaScript) await expectAccessible(page);
}

for (const { running, javaScriptEnabled, how } of consoles) {
  const options = { javaScriptEnabled };
  journeyOf(
    running,
    `what is due becomes statements, and a receipt pays one (${how})`,
    (visitor) =>
      fromDueToPaid(visitor, {
        ...{ due: "批量出账", make: /^生成 \d+ 张结算单$/, begun: "已开始生成结算单", none: "没有到期的结算单" },
        ...{ send: "发送", save: "保存", confirm: "确认无误", close: "关账", allocate: "核对收款" },
        ...{ allocated: /^已核对收款 [\d,.]+ 元，未收 0.00 元/, paid: "已收齐" },
      }),
    options,
  );
  journeyOf(running, `a line is disputed, and answered (${how})`, disputeOfALine, options);
  journeyOf(running, `one order beyond the credit is let through by two (${how})`, oneOrderLetThrough, options);
}

journeyOf(
  english,
  "in English: what is due becomes statements, and a receipt pays one",
  (visitor) =>
    fromDueToPaid(visitor, {
      ...{ due: "Create statements", make: /^Create \d+ statements$/, begun: "Statements are being created" },
      ...{ none: "No statement is due", send: "Send", save: "Save", confirm: "Confirm", close: "Close" },
      ...{ allocate: "Allocate receipts", allocated: /^Allocated ¥[\d,.]+; open: ¥0.00/, paid: "Paid" },
    }),
  { locale: "en-GB" },
);
