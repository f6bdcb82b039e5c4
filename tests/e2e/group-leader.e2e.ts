/** What somebody of a group's leading company sees: the figures of its members, on the page and on the wall, and no list of groups. */
import path from "node:path";
import { expect } from "vitest";
import { openDatabase } from "~server/backend/db/database";
import { createCorp } from "~server/backend/first-start";
import { expectAccessible } from "./accessible";
import { arrangeSaas } from "./saas";
import { inBothModes, inEnglish, runConsole, type Visitor } from "./support";

const corps = { "5201": "Hills Holding 山水控股", "5202": "Pine Valley 松涛谷", "5203": "Mirror Lake 落霞湖" };

const running = runConsole({}, async (dataDir) => {
  await arrangeSaas(dataDir);
  const database = await openDatabase({ dataDir: path.resolve(dataDir) });
  await database.system(async (tx) => {
    for (const [code, name] of Object.entries(corps)) await createCorp(tx, code, name);
  });
  await database.pool.query(`
    insert into account (corp_code, acc_name, name, acc_type, password_hash, must_change_password, is_real_name)
    select t.code, 'chief', '丁一', a.acc_type, a.password_hash, a.must_change_password, a.is_real_name
    from tenant t, account a
    where a.corp_code = '0001' and a.acc_name = 'admin' and t.code in ('5201', '5203')
  `);
  await database.pool.query(`
    insert into corp_group (corp_code, code, name, leader_id) select '0001', 'G1', '山水集团', id from tenant where code = '5201'
  `);
  await database.pool.query(`
    insert into corp_group_member (corp_code, corp_group_id, position, tenant_id)
    select '0001', g.id, row_number() over (order by t.code) - 1, t.id
    from corp_group g, tenant t where t.code in ('5201', '5202')
  `);
  // Takings and visitors of the demonstration, as if they were the member's; what they refer to is not looked at here.
  const client = await database.pool.connect();
  await client.query("set session_replication_role = replica");
  for (const table of ["payment", "passage"])
    await client.query(
      `insert into ${table} select (jsonb_populate_record(null::${table}, to_jsonb(p) || '{"corp_code": "5202"}')).*
       from ${table} p where p.corp_code = '0001' order by p.id desc limit 2000`,
    );
  await client.query("set session_replication_role = origin");
  client.release();
  await database.close();
});

interface Words {
  report: string;
  total: string;
  wall: string;
  by: RegExp;
  refused: RegExp;
}
const zh: Words = { report: "集团经营", total: "合计", wall: "今日各租户", by: /^导出/, refused: /没有|无权|未开通/ };
const en: Words = { report: "Group figures", total: "Total", wall: "Tenants today", by: /^Export/, refused: /not|No / };

async function signIn({ page, open }: Visitor, code: string): Promise<void> {
  await open(`/login?corpCode=${code}`);
  await page.locator("[name=corpCode]").fill(code);
  await page.locator("[name=accName]").fill("chief");
  await page.locator("[name=password]").fill(running.account("admin").password);
  await page.locator("button[type=submit].button-primary").click();
  await page.waitForURL((url) => !url.pathname.startsWith("/login"));
}

async function journey(visitor: Visitor, words: Words, name: string): Promise<void> {
  const { page, javaScript, open } = visitor;
  const main = page.locator("main");
  const shoot = (what: string) => page.screenshot({ path: `.cache/e2e/leader-${name}-${what}.png`, fullPage: true });
  await signIn(visitor, "5201");
  await open("/statistics/group");
  await page.getByRole("heading", { name: words.report }).first().waitFor();
  await main.getByText(words.total).first().waitFor();
  // The member's takings are there; who is outside is not named.
  await main.locator("tbody").getByText(corps["5202"]).first().waitFor();
  expect(await page.content()).not.toContain("Mirror Lake");
  expect(await main.textContent()).toMatch(/[1-9][\d,]*\.\d\d/);
  if (javaScript) await expectAccessible(page);
  await shoot("report");
  await page.setViewportSize({ width: 390, height: 844 });
  await page.emulateMedia({ colorScheme: "dark" });
  await open("/statistics/group");
  await main.getByText(words.total).first().waitFor();
  await shoot("report-390-dark");
  await page.setViewportSize({ width: 1440, height: 900 });
  await page.emulateMedia({ colorScheme: "light" });
  await open("/datacenter");
  await page.getByRole("heading", { name: words.wall }).waitFor();
  await page.getByText(corps["5202"]).first().waitFor();
  expect(await page.content()).not.toContain("Mirror Lake");
  await shoot("wall");
  // Which groups there are is head office's matter.
  const groups = await page.goto("/tenantManage/groupList");
  expect(groups?.status()).toBe(403);
  await page.getByText(words.refused).first().waitFor();
  await shoot("groups");
  // Whoever leads none has neither.
  const other = await visitor.another({ locale: words === en ? "en-GB" : "zh-CN" });
  await signIn(other, "5203");
  expect((await other.page.goto("/statistics/group"))?.status()).toBe(403);
}

inBothModes(running, "the leading company of a group sees its members' figures, and nothing else of them", (visitor) =>
  journey(visitor, zh, visitor.javaScript ? "zh" : "zh-lite"),
);
inEnglish(running, "the leading company of a group sees its members' figures, and nothing else of them", (visitor) =>
  journey(visitor, en, visitor.javaScript ? "en" : "en-lite"),
);
