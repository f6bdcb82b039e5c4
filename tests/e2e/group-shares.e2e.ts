/** Within a group: an agency and a type of stored-value card are opened to a member, who has them at once, and loses them at once. */
import path from "node:path";
import { expect } from "vitest";
import { openDatabase } from "~server/backend/db/database";
import { createCorp } from "~server/backend/first-start";
import { expectAccessible } from "./accessible";
import { arrangeSaas } from "./saas";
import { inBothModes, inEnglish, moreOf, runConsole, type Visitor } from "./support";

/** The first shares with the others, one a journey. */
const corps = ["松涛集团", "落霞湖景区", "青岚山景区", "Pine Valley", "Mirror Lake"];
const codeOf = (place: number) => `540${place}`;

const running = runConsole({}, async (dataDir) => {
  await arrangeSaas(dataDir);
  const database = await openDatabase({ dataDir: path.resolve(dataDir) });
  await database.system(async (tx) => {
    for (const [place, name] of corps.entries()) await createCorp(tx, codeOf(place), name);
  });
  await database.pool.query(`
    insert into account (corp_code, acc_name, name, acc_type, password_hash, must_change_password, is_real_name)
    select t.code, 'chief', '丁一', a.acc_type, a.password_hash, a.must_change_password, a.is_real_name
    from tenant t, account a
    where a.corp_code = '0001' and a.acc_name = 'admin' and t.code like '540%'
  `);
  await database.pool.query(`
    insert into corp_group (corp_code, code, name, leader_id) select '0001', 'G9', '松涛', id from tenant where code = '5400'
  `);
  await database.pool.query(`
    insert into corp_group_member (corp_code, corp_group_id, position, tenant_id)
    select '0001', g.id, row_number() over (order by t.code) - 1, t.id
    from corp_group g, tenant t where g.code = 'G9' and t.code like '540%'
  `);
  // A type of stored-value card as the demonstration has it.
  const client = await database.pool.connect();
  await client.query("set session_replication_role = replica");
  await client.query(`
    insert into card_type
    select (jsonb_populate_record(null::card_type, to_jsonb(t) || '{"corp_code": "5400"}')).*
    from card_type t where t.corp_code = '0001' and t.kind = 'stored'`);
  await client.query("set session_replication_role = origin");
  client.release();
  await database.close();
});

interface Words {
  name: RegExp;
  type: RegExp;
  licence: RegExp;
  contact: RegExp;
  mobile: RegExp;
  settlement: RegExp;
  limit: RegExp;
  no: RegExp;
  now: RegExp;
  made: RegExp;
  agency: RegExp;
  search: string;
  save: string;
  end: string;
  reason: RegExp;
  shared: (owner: string) => RegExp;
  cardType: RegExp;
  daily: RegExp;
  stop: string;
}

const zh: Words = {
  ...{ name: /^客户名称/, type: /^类型/, licence: /^许可证号/, contact: /^联系人/, mobile: /^联系手机/ },
  ...{ settlement: /^结算方式/, limit: /^授信额度/, no: /^协议编号/, now: /立即通过审核并签署协议/, made: /已创建/ },
  ...{ agency: /^旅行社/, search: "查询", save: "保存", end: "结束共享", reason: /原因/ },
  ...{ shared: (owner) => new RegExp(`由“${owner}”共享`), cardType: /^卡类型/, daily: /^每日限额/, stop: "停止通用" },
};
const en: Words = {
  ...{
    name: /^Customer's name/,
    type: /^Type/,
    licence: /^Licence no/,
    contact: /^Contact(?!'s)/,
    mobile: /^Contact's/,
  },
  ...{ settlement: /^Settlement/, limit: /^Credit limit/, no: /^Agreement no/, now: /approve and sign now/ },
  ...{
    made: /has been created/,
    agency: /^Agency/,
    search: "Search",
    save: "Save",
    end: "End sharing",
    reason: /[Rr]eason/,
  },
  ...{
    shared: (owner) => new RegExp(`[Ss]hared by “${owner}”`),
    cardType: /^Card type/,
    daily: /^Daily limit/,
    stop: "Stop",
  },
};

async function signIn({ page, open }: Visitor, code: string): Promise<void> {
  await open(`/login?corpCode=${code}`);
  await page.locator("[name=corpCode]").fill(code);
  await page.locator("[name=accName]").fill("chief");
  await page.locator("[name=password]").fill(running.account("admin").password);
  await page.locator("button[type=submit].button-primary").click();
  await page.waitForURL((url) => !url.pathname.startsWith("/login"));
}

async function makeAgency({ page, open }: Visitor, words: Words, name: string, place: number): Promise<void> {
  await open("/travelInfo/createCustomer");
  await page.getByLabel(words.name).fill(name);
  await page.getByLabel(words.type).selectOption("groups");
  await page.getByLabel(words.licence).fill(`L-GS-${place}`);
  await page.getByLabel(words.contact).fill("沈丽华");
  await page.getByLabel(words.mobile).fill(`1390013908${place}`);
  await page.getByLabel(words.settlement).selectOption("credit");
  await page.getByLabel(words.limit).fill("50000");
  await page.getByLabel(words.no).fill(`XY-GS-${place}`);
  await page.getByLabel(words.now).check();
  await page.getByLabel(words.no).press("Enter");
  await page.getByText(words.made).first().waitFor();
}

async function journey(visitor: Visitor, words: Words, place: number): Promise<void> {
  const { page, javaScript, open } = visitor;
  const [owner = "", member = ""] = [corps[0], corps[place]];
  const name = `${place} Cloud Tours`;
  const press = (what: string) => page.getByRole("button", { name: what, exact: true }).last().click();
  await signIn(visitor, codeOf(0));
  await makeAgency(visitor, words, name, place);
  await open("/travel/agencyShares/new");
  if (javaScript) {
    await page.getByRole("combobox", { name: words.agency }).fill(name);
    await page.getByRole("option", { name }).first().click();
  } else {
    await page.locator("button[value='search:agencyId']").click();
    await page.locator("[name='search.q']").fill(name);
    await page.getByRole("button", { name: words.search, exact: true }).click();
    await page.getByRole("button", { name }).first().click();
  }
  await page.locator("select[name=memberId]").selectOption({ label: member });
  await page.locator("[name=creditLimit]").fill("8000");
  if (javaScript) await expectAccessible(page);
  await press(words.save);
  await page.waitForURL(/\/agencyShares\/\d+$/);
  const share = new URL(page.url()).pathname;

  await open("/smartCard/groupShares/new");
  await page.locator("select[name=cardTypeId]").selectOption({ index: 1 });
  await page.locator("select[name=memberId]").selectOption({ label: member });
  await page.locator("[name=dailyLimit]").fill("500");
  await press(words.save);
  await page.waitForURL(/\/groupShares\/\d+$/);
  await page.getByText(member).first().waitFor();
  if (javaScript) await expectAccessible(page);

  // The member has the agency, says whose it is, and decides nothing that is the owner's.
  const other = await visitor.another({ locale: words === en ? "en-GB" : "zh-CN", javaScriptEnabled: javaScript });
  await signIn(other, codeOf(place));
  await other.open("/travel/agencyList");
  await other.page
    .getByRole("link", { name: new RegExp(name) })
    .first()
    .click();
  await other.page.waitForURL(/\/agencyList\/\d+/);
  // Why it suspends nothing and changes no limit stands with those commands.
  await other.page.getByText(words.shared(owner)).first().waitFor({ state: "attached" });
  if (javaScript) await expectAccessible(other.page);
  // Another member, with whom it is not shared, has none.
  const none = await visitor.another({ locale: words === en ? "en-GB" : "zh-CN", javaScriptEnabled: javaScript });
  await signIn(none, codeOf(place === 1 ? 2 : 1));
  await none.open(`/travel/agencyList?name=${encodeURIComponent(name)}`);
  expect(await none.page.getByRole("link", { name: new RegExp(name) }).count()).toBe(0);

  await open(`${share}/end`);
  await page.getByLabel(words.reason).fill("合作到期");
  await press(words.end);
  await page.waitForURL((url) => url.pathname === share || url.pathname === "/travel/agencyShares");
  await open("/smartCard/groupShares");
  const row = page.locator("tbody tr").filter({ hasText: member });
  await moreOf(row);
  await row
    .getByRole("link", { name: words.stop })
    .or(row.getByRole("button", { name: words.stop }))
    .first()
    .click();
  await page.getByLabel(words.reason).first().fill("年度结束");
  await press(words.stop);
  await page.getByText(member).first().waitFor();
}

inBothModes(running, "an agency and a card type are opened to a member of the group, and closed again", (visitor) =>
  journey(visitor, zh, visitor.javaScript ? 1 : 2),
);
inEnglish(running, "an agency and a card type are opened to a member of the group, and closed again", (visitor) =>
  journey(visitor, en, visitor.javaScript ? 3 : 4),
);
