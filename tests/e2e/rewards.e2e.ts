/** Rewards of guides from what tickets earned to what was paid and taken back; and reception tickets from letter to report. */
import path from "node:path";
import { openDatabase } from "~server/backend/db/database";
import { expectAccessible } from "./accessible";
import { journeyOf, runConsole, type Visitor } from "./support";

const today = () => new Date(Date.now() + 8 * 3_600_000).toISOString().slice(0, 10);

const lastMonth = () => {
  const [year = 0, month = 1] = today().split("-").map(Number);
  return new Date(Date.UTC(year, month - 2, 1)).toISOString().slice(0, 7);
};

/** A ticket of a reward that was paid has been refunded since: how is another journey. */
async function refundedSince(dataDir: string): Promise<void> {
  const database = await openDatabase({ dataDir: path.resolve(dataDir) });
  await database.pool.query(`
    update ticket t set state = 'refunded'
    where (t.corp_code, t.id) in (
      select distinct on (w.id) g.corp_code, g.ticket_id
      from guide_reward w
      join guide_reward_ticket g on g.corp_code = w.corp_code and g.reward_id = w.id
      where w.status = 'paid'
      order by w.id, g.ticket_id
    )`);
  await database.close();
}

/** What one mode paid out is paid: each has a console of its own. */
const consoles = [
  { running: runConsole({}, refundedSince), javaScriptEnabled: true, how: "with scripts" },
  { running: runConsole({}, refundedSince), javaScriptEnabled: false, how: "without scripts" },
];
const letter = { name: "公函.pdf", mimeType: "application/pdf", buffer: Buffer.from("%PDF-1.4\n%%EOF\n") };

/** Of the first of these lists that has any. */
async function firstOf({ page, open }: Visitor, ...lists: string[]): Promise<string> {
  for (const list of lists) {
    await open(list);
    const rows = page.locator("tbody tr a");
    if ((await rows.count()) > 0) return (await rows.first().getAttribute("href"))?.split("?")[0] ?? "";
  }
  throw new Error(`${lists.join(", ")}: no row`);
}

async function earnedPaidTakenBack(visitor: Visitor): Promise<void> {
  const { page, javaScript, open } = visitor;
  const look = async () => {
    if (javaScript) await expectAccessible(page);
  };
  await visitor.signIn("manager");
  await open("/travelInfo/guideRewards");
  await page.getByRole("link", { name: "计算与发放清单" }).click();
  await page.getByRole("heading", { name: /^导游奖励 · \d{4}-\d{2}$/, level: 1 }).waitFor();
  if ((await page.getByRole("button", { name: "计算奖励" }).count()) > 0) {
    await look();
    await page.getByRole("button", { name: "计算奖励" }).click();
    await page
      .getByText(/^已计算 \d+ 笔奖励/)
      .first()
      .waitFor();
    await look();
  }
  const second = await visitor.another();
  await second.signIn("admin");
  // On the first days of a month nobody came with a guide yet: then it is one of the last.
  const calculated = "/travelInfo/guideRewards?status=calculated";
  const href = await firstOf(second, `${calculated}&agencyId=1`, calculated);
  await second.open(`${href}/approve`);
  await second.page.getByRole("button", { name: "批准", exact: true }).last().click();
  await second.page.waitForURL((url) => !url.pathname.endsWith("/approve"));
  await second.open(`${href}/pay`);
  await second.page.getByRole("button", { name: "支付", exact: true }).last().click();
  await second.page
    .getByText(/^已记入旅行社账户 [\d,.]+ 元/)
    .first()
    .waitFor();

  const paid = await firstOf(second, `/travelInfo/guideRewards?status=paid&month=${lastMonth()}`);
  await second.open(`${paid}/clawBack`);
  await second.page.getByRole("button", { name: "追回", exact: true }).last().click();
  await second.page
    .getByText(/^已追回 [\d,.]+ 元/)
    .first()
    .waitFor();
  if (javaScript) await expectAccessible(second.page);
}

async function fromLetterToReport(visitor: Visitor): Promise<void> {
  const { page, javaScript, open } = visitor;
  await visitor.signIn("admin");
  const href = await firstOf(visitor, "/travelInfo/reception?status=requested");
  visitor.expectProblem(/status of 409/);
  await open(`${href}/approve`);
  await page
    .getByText(/接待公函/)
    .first()
    .waitFor();
  await open(`${href}/edit`);
  await page.getByLabel(/^入园日期/).fill(today());
  await page.locator("input[type=file]").first().setInputFiles(letter);
  if (javaScript) await page.getByRole("link", { name: letter.name }).first().waitFor();
  await page.getByRole("button", { name: "保存", exact: true }).click();
  await page.waitForURL((url) => !url.pathname.endsWith("/edit"));
  await open(`${href}/approve`);
  await page.getByRole("button", { name: "批准", exact: true }).last().click();
  await page.waitForURL((url) => !url.pathname.endsWith("/approve"));
  await open(`${href}/issue`);
  await page.getByRole("button", { name: "出票", exact: true }).last().click();
  await page
    .getByText(/已出票 \d+ 张，订单 OD\d+/)
    .first()
    .waitFor();
  await open("/travelInfo/reception/report");
  await page.getByRole("rowheader", { name: "合计" }).waitFor();
  await page
    .getByRole("cell", { name: today().slice(0, 7) })
    .first()
    .waitFor();
  if (javaScript) await expectAccessible(page);
}

for (const { running, javaScriptEnabled, how } of consoles) {
  journeyOf(running, `a reward is earned, approved by another, paid, and taken back (${how})`, earnedPaidTakenBack, {
    javaScriptEnabled,
  });
  journeyOf(running, `reception tickets from the letter to the report (${how})`, fromLetterToReport, {
    javaScriptEnabled,
  });
}
