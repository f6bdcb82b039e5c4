/** Cards over the years: whom to call before they run out, a renewal before the end and after it, and a company's cards from a file. */
import path from "node:path";
import { expect } from "vitest";
import { openDatabase } from "~server/backend/db/database";
import { checkedIdentity } from "~server/backend/seed/identity";
import { expectAccessible } from "./accessible";
import { inBothModes, inEnglish, journeyOf, runConsole, type Visitor } from "./support";

/** By mode: a card with twenty days left, and one that ran out a fortnight ago. */
const numbers = (javaScript: boolean) =>
  javaScript ? { near: "81010001", over: "81010002" } : { near: "81010003", over: "81010004" };

async function twoOfEach(dataDir: string): Promise<void> {
  const database = await openDatabase({ dataDir: path.resolve(dataDir) });
  for (const [place, number] of ["81010001", "81010002", "81010003", "81010004"].entries()) {
    const like = place % 2 === 0 ? "80010002" : "80010005";
    const identity = checkedIdentity(`1101011978021100${place + 1}`);
    await database.pool.query(
      `with made as (
         insert into season_card (corp_code, number, card_type_id, status, holder_name, identity, mobile, holders, sold_at, valid_from, valid_to)
         select corp_code, $2, card_type_id, status, '续卡人', $3, '1380013879' || $4, 1, sold_at, valid_from, valid_to
         from season_card where corp_code = '0001' and number = $1
         returning corp_code, id
       )
       select id from made`,
      [like, number, identity, String(place)],
    );
    await database.pool.query(
      `insert into season_card_holder (corp_code, card_id, place, name, document, identity)
       select corp_code, id, 0, holder_name, 'resident', identity from season_card where corp_code = '0001' and number = $1`,
      [number],
    );
  }
  await database.close();
}

const running = runConsole({}, twoOfEach);
const today = () => new Date(Date.now() + 8 * 3_600_000).toISOString().slice(0, 10);
const dayAfter = (day: string, days: number) =>
  new Date(Date.parse(`${day}T00:00:00Z`) + days * 86_400_000).toISOString().slice(0, 10);
const yearFrom = (day: string) => dayAfter(`${Number(day.slice(0, 4)) + 1}${day.slice(4)}`, -1);

/** The term of the card that is open at the counter. */
async function termOf({ page }: Visitor): Promise<[from: string, to: string]> {
  const facts = (await page.locator("#card-number + dl").textContent()) ?? "";
  const [from = "", to = ""] = facts.match(/\d{4}-\d\d-\d\d/g) ?? [];
  return [from, to];
}

inBothModes(
  running,
  "a card is on the list of whom to call, is renewed without a gap, and then off the list",
  async (visitor) => {
    const { page, javaScript } = visitor;
    const { near } = numbers(javaScript);
    await visitor.signIn("admin");
    await visitor.open("/seasonCard/toCallList");
    const row = page.locator("tbody tr", { hasText: near });
    await row.waitFor();
    // Who runs out first stands first, and the holder can be called.
    const ends = (await page.locator("tbody tr").allInnerTexts()).map(
      (text) => text.match(/20\d\d-\d\d-\d\d(?! \d)/)?.[0] ?? "",
    );
    expect(ends).toEqual(ends.toSorted());
    if (javaScript) await expectAccessible(page);

    await visitor.open(`/seasonCard/seasonCardList/counter?find=${near}`);
    await page.getByRole("heading", { name: `${near} · 有效` }).waitFor();
    const [from, to] = await termOf(visitor);
    await page.locator("form.card-step", { hasText: "续卡" }).getByText("¥270.00").first().waitFor();
    await page.getByRole("button", { name: "续卡", exact: true }).click();
    const until = yearFrom(dayAfter(to, 1));
    await page.getByText(`${near} 已续至 ${until}，收 ¥270.00`).first().waitFor();
    expect(await termOf(visitor)).toEqual([from, until]);
    if (javaScript) await expectAccessible(page);

    await visitor.open(`/seasonCard/toCallList?number=${near}`);
    expect(await page.locator("tbody tr", { hasText: near }).count()).toBe(0);
    await visitor.open(`/seasonCard/seasonCardLog?number=${near}`);
    const told = page.locator("tbody tr", { hasText: "续卡" }).first();
    expect(await told.textContent()).toContain("270.00");
  },
);

inEnglish(running, "a card that ran out is renewed from today on", async (visitor) => {
  const { page, javaScript } = visitor;
  const { over } = numbers(javaScript);
  await visitor.signIn("admin");
  await visitor.open(`/seasonCard/seasonCardList/counter?find=${over}`);
  await page.getByRole("heading", { name: `${over} · Expired` }).waitFor();
  if (javaScript) await expectAccessible(page);
  await page.getByRole("button", { name: "Renew", exact: true }).click();
  const until = yearFrom(today());
  await page.getByText(`${over} renewed until ${until}, ¥270.00 received`).first().waitFor();
  await page.getByRole("heading", { name: `${over} · Active` }).waitFor();
  expect(await termOf(visitor)).toEqual([today(), until]);
});

const list = (lines: readonly string[]) => ({
  ...{ name: "people.csv", mimeType: "text/csv" },
  buffer: Buffer.from(lines.join("\r\n")),
});
const identityOf = (javaScript: boolean, at: number) => checkedIdentity(`110101197709090${javaScript ? 1 : 2}${at}`);

inBothModes(running, "a company's annual cards from a file are paid once and stand on one sheet", async (visitor) => {
  const { page, javaScript } = visitor;
  await visitor.signIn("admin");
  await visitor.open("/seasonCard/seasonCardList/group");
  await page.getByRole("navigation", { name: "卡类型" }).getByRole("link", { name: "单人年卡", exact: true }).click();
  const lines = [1, 2].map((at) => `年卡员工${at},${identityOf(javaScript, at)},1380013866${at}`);
  await page.getByLabel("文件", { exact: true }).setInputFiles(list(["姓名,身份证号,手机", ...lines]));
  if (javaScript) await page.getByRole("link", { name: "people.csv" }).waitFor();
  await page.getByRole("button", { name: "上传并检查" }).click();
  await page.getByText("全部无误").waitFor();
  // Price and issue fee of both, and their deposits beside it.
  await page.locator(".card-sum").getByText("¥620.00").waitFor();
  await page.locator(".card-sum").getByText("另收押金 ¥40.00，共 ¥660.00").waitFor();
  await page.locator('[name="company"]').fill("年卡公司");
  await page.getByRole("button", { name: "收款并办 2 张卡" }).click();
  await page.getByText("已办 2 张卡").waitFor();
  const facts = await page.locator("dl.facts").textContent();
  for (const said of ["年卡公司", "¥620.00", "¥40.00"]) expect(facts).toContain(said);
  expect(await page.locator("tbody tr").count()).toBe(2);
});

inEnglish(running, "a company's stored-value cards from a file are sold and topped up at once", async (visitor) => {
  const { page, javaScript } = visitor;
  const person = (at: number) => `Worker ${at},${identityOf(javaScript, at + 4)}`;
  const choose = async (lines: string[]) => {
    await page.getByLabel("File", { exact: true }).setInputFiles(list(["Name,ID number,Top-up (¥)", ...lines]));
    if (javaScript) await page.getByRole("link", { name: "people.csv" }).waitFor();
    await page.getByRole("button", { name: "Upload and check" }).click();
  };
  await visitor.signIn("admin");
  await visitor.open("/smartCard/list/group");
  if (javaScript) await expectAccessible(page);
  await choose([`${person(1)},500`, `${person(2)},6000`, `${person(3)},ten`]);
  await page.getByText("A registered card may hold at most ¥5000.00; it would hold ¥6000.00").waitFor();
  expect(await page.locator("td.import-wrong").count()).toBe(2);
  if (javaScript) await expectAccessible(page);
  await page.getByRole("link", { name: "Another list" }).click();
  await choose([`${person(1)},500`, `${person(2)},199.99`, `${person(3)},`]);
  await page.getByText("All rows are correct").waitFor();
  // Principal, gift and what each card costs with its deposit.
  expect(await page.locator("tbody tr").first().locator("td.num").allInnerTexts()).toEqual([
    "500.00",
    "40.00",
    "520.00",
  ]);
  expect(await page.locator("tfoot td").allInnerTexts()).toEqual(["699.99", "40.00", "759.99"]);
  await page.locator(".card-sum").getByText("¥759.99").waitFor();
  await page.locator(".card-sum").getByText("of which deposits ¥60.00, top-ups ¥699.99; gifts ¥40.00").waitFor();
  if (javaScript) await expectAccessible(page);
  await page.locator('[name="company"]').fill("Qingyun Software");
  await page.getByRole("button", { name: "Charge & issue 3 cards" }).click();
  await page.getByText("3 cards issued, ¥699.99 topped up, gifts ¥40.00").first().waitFor();
  // Without fees there is no order: the paper is one all the same.
  await page.getByRole("heading", { name: /^Cards issued SL\d+/ }).waitFor();
  expect(await page.locator("tbody tr").allInnerTexts()).toEqual([
    expect.stringContaining("Worker 1"),
    expect.stringContaining("Worker 2"),
    expect.stringContaining("Worker 3"),
  ]);
  expect(await page.locator("tfoot td").allInnerTexts()).toEqual(["759.99", "699.99", "40.00", ""]);
  const facts = await page.locator("dl.facts").textContent();
  for (const said of ["Qingyun Software", "¥759.99", "¥60.00"]) expect(facts).toContain(said);
  if (javaScript) await expectAccessible(page);
  // Each of its cards leads back to it.
  await page.locator("tbody a").first().click();
  await page.getByRole("link", { name: "Statement" }).first().click();
  await page.getByRole("link", { name: "Cards issued" }).click();
  await page.getByRole("heading", { name: /^Cards issued SL\d+/ }).waitFor();
});

journeyOf(running, "what the cards hold and what was paid for them is in the books", async ({ page }) => {
  await page.close();
  const books: unknown[][] = [];
  await running.restart(async (dataDir) => {
    const database = await openDatabase({ dataDir: path.resolve(dataDir) });
    const read = async (text: string) => books.push((await database.pool.query(text)).rows);
    await read(`
      select c.number, c.status, sum(h.amount)::int as paid,
             (select sum(p.amount)::int from payment p where p.corp_code = c.corp_code and p.order_id = min(h.order_id)) as taken
      from season_card c
      join season_card_charge h on h.corp_code = c.corp_code and h.card_id = c.id
      where c.number like '8101%'
      group by c.corp_code, c.id, c.number, c.status
      order by c.number`);
    await read(`
      select status, count(*)::int as cards, sum(deposit)::int as deposit
      from season_card
      where holder_name like '年卡员工%'
      group by status`);
    await read(`
      select c.holder_name as name, c.status, c.principal::int, c.gift::int, c.deposit::int,
             (select sum(w.paid)::int from stored_way w where w.corp_code = c.corp_code and w.card_id = c.id) as paid
      from stored_card c
      where c.holder_name like 'Worker %'
      order by c.holder_name, c.id`);
    await database.close();
  });
  const renewed = ["81010001", "81010002", "81010003", "81010004"];
  const workers = [
    { name: "Worker 1", status: "active", principal: 50_000, gift: 4_000, deposit: 2_000, paid: 52_000 },
    { name: "Worker 2", status: "active", principal: 19_999, gift: 0, deposit: 2_000, paid: 21_999 },
    { name: "Worker 3", status: "active", principal: 0, gift: 0, deposit: 2_000, paid: 2_000 },
  ];
  expect(books).toEqual([
    renewed.map((number) => ({ number, status: "active", paid: 27_000, taken: 27_000 })),
    [{ status: "sold", cards: 4, deposit: 8_000 }],
    workers.flatMap((card) => [card, card]),
  ]);
});
