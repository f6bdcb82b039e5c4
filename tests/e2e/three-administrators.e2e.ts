/** Administration divided in three by its parameter: refused until there are three people, and each excluded from the others' work. */
import path from "node:path";
import { expect } from "vitest";
import { openDatabase } from "~server/backend/db/database";
import { expectAccessible } from "./accessible";
import { journeyOf, runConsole, type Visitor } from "./support";

const duties = {
  system: [
    "userManage",
    "userManage/operator:add",
    "userManage/operator:edit",
    "paramList",
    "paramList/parameter:edit",
  ],
  security: [
    "userManage",
    "userManage/operator:edit",
    "userManage/operator:grant",
    "sysRoleList",
    "sysRoleList/role:grant",
  ],
  audit: ["auditList", "signInLog"],
};

/** Three people with a role each; the auditor's has nothing yet. */
async function arrange(dataDir: string): Promise<void> {
  const database = await openDatabase({ dataDir: path.resolve(dataDir) });
  for (const [duty, rights] of Object.entries(duties)) {
    await database.pool.query("insert into role (corp_code, code, name) values ('0001', $1, $1)", [`duty-${duty}`]);
    await database.pool.query(
      `insert into account (corp_code, acc_name, name, acc_type, password_hash, must_change_password, is_real_name)
       select '0001', $1, $1, '1', password_hash, must_change_password, is_real_name
       from account where corp_code = '0001' and acc_name = 'admin'`,
      [`${duty}-one`],
    );
    await database.pool.query(
      `insert into account_role (corp_code, account_id, role_id)
       select '0001', a.id, r.id from account a, role r
       where a.corp_code = '0001' and a.acc_name = $1 and r.corp_code = '0001' and r.code = $2`,
      [`${duty}-one`, `duty-${duty}`],
    );
    if (duty === "audit") continue;
    for (const right of rights)
      await database.pool.query(
        `insert into role_grant (corp_code, role_id, fun_code, button_code)
         select '0001', id, $2, $3 from role where corp_code = '0001' and code = $1`,
        [`duty-${duty}`, right.split("/")[0], right.split("/")[1] ?? ""],
      );
  }
  // The demonstration's manager has duties of two: as an operator would, the rights are taken out of the role.
  await database.pool.query(
    `delete from role_grant g using role r
     where r.corp_code = g.corp_code and r.id = g.role_id and r.code not like 'duty-%' and duty_of(g.fun_code, g.button_code) is not null`,
  );
  await database.close();
}

interface Words {
  save: string;
  parameter: string;
  nobody: RegExp;
  on: string;
  two: RegExp;
  stays: RegExp;
  untouched: RegExp;
}
const zh: Words = {
  ...{
    save: "保存",
    parameter: "系统、安全、审计三员分立",
    nobody: /尚无启用的账号具备“审计管理员”所需的全部权限/,
    on: "是",
  },
  ...{ two: /三员分立时不允许/, stays: /三员分立启用后不能在系统内关闭/, untouched: /不允许|不能|无权|没有/ },
};
const en: Words = {
  ...{ save: "Save", parameter: "Separate system, security and audit administrators", on: "Yes" },
  ...{ nobody: /No active account has all the permissions of the audit administrator yet/ },
  ...{ two: /They must be different people/, stays: /cannot be turned off here/, untouched: /not|cannot|No / },
};

async function signInAs({ page }: Visitor, accName: string, password: string): Promise<void> {
  const form = { accName, password, corpCode: "0001" };
  expect((await page.request.post("/login", { form, maxRedirects: 0 })).status()).toBe(303);
}

async function journey(visitor: Visitor, words: Words, mark: string, password: string): Promise<void> {
  const { page, javaScript, open } = visitor;
  const main = page.locator("main");
  const locale = words === en ? "en-GB" : "zh-CN";
  const look = async (who: Visitor, what: string) => {
    await who.page.screenshot({ path: `.cache/e2e/three-${mark}-${what}.png`, fullPage: true });
    if (javaScript) await expectAccessible(who.page);
  };
  const divide = async (who: Visitor, value: "T" | "F") => {
    await who.open("/system/paramList?paramCode=dividedAdministration");
    const row = who.page.locator("main").getByRole("row", { name: words.parameter });
    const href = await row.locator("a[href*='/edit']").first().getAttribute("href");
    await who.open(href ?? "");
    const choice = who.page.locator("[name=paramOption]");
    if (await choice.first().evaluate((one) => one instanceof HTMLSelectElement)) await choice.selectOption(value);
    else await who.page.locator("[name=paramOption][type=checkbox]").setChecked(value === "T");
    await look(who, `divide-${value}`);
    await who.page.locator("main").getByRole("button", { name: words.save, exact: true }).last().click();
  };
  await visitor.signIn("admin");
  await divide(visitor, "T");
  await main.getByText(words.nobody).first().waitFor();
  await look(visitor, "nobody");

  await open("/sysRole/list?code=duty-audit");
  const role = await main
    .getByRole("row", { name: "duty-audit" })
    .locator("a[href*='/sysRole/list/']")
    .first()
    .getAttribute("href");
  const id = /\/list\/(\d+)/.exec(role ?? "")?.[1] ?? "";
  await open(`/sysRole/rolePermissionSet?id=${id}`);
  for (const right of duties.audit) await page.locator(`input[name=right][value='${right}']`).check();
  await main.getByRole("button", { name: words.save, exact: true }).click();
  await page.locator("[role=status]").first().waitFor();
  await divide(visitor, "T");
  await page.waitForURL(/\/system\/paramList\/\d+(\?|$)|\/403|\/index/);
  // The administrator with all permissions is an ordinary account from the next click on.
  expect((await page.goto("/system/auditList"))?.status()).toBe(403);

  const people = { system: "system-one", security: "security-one", audit: "audit-one" };
  const pages = { system: "/system/paramList", security: "/sysRole/list", audit: "/system/auditList" };
  const at = {} as Record<keyof typeof people, Visitor>;
  for (const [duty, name] of Object.entries(people) as [keyof typeof people, string][]) {
    at[duty] = await visitor.another({ locale });
    await signInAs(at[duty], name, password);
    for (const [other, address] of Object.entries(pages))
      expect([duty, other, (await at[duty].page.goto(address))?.status()]).toEqual([
        duty,
        other,
        duty === other ? 200 : 403,
      ]);
  }
  await look(at.audit, "audit");

  // Who grants gives nobody a second duty: the role of security gets no log.
  await at.security.open("/sysRole/list?code=duty-security");
  const own = await at.security.page
    .locator("main")
    .getByRole("row", { name: "duty-security" })
    .locator("a[href*='/sysRole/list/']")
    .first()
    .getAttribute("href");
  await at.security.open(`/sysRole/rolePermissionSet?id=${/\/list\/(\d+)/.exec(own ?? "")?.[1]}`);
  await at.security.page.locator("input[name=right][value='auditList']").check();
  await at.security.page.locator("main").getByRole("button", { name: words.save, exact: true }).click();
  await at.security.page.getByText(words.two).first().waitFor();
  expect(await at.security.page.locator("input[name=right][value='auditList']").isChecked()).toBe(true);
  await look(at.security, "two");

  // Nobody turns it off from within.
  await divide(at.system, "F");
  await at.system.page.getByText(words.stays).first().waitFor();
  await look(at.system, "stays");
}

for (const { words, language, locale } of [
  { words: zh, language: "", locale: "zh-CN" },
  { words: en, language: "in English, ", locale: "en-GB" },
])
  for (const javaScriptEnabled of [true, false]) {
    const running = runConsole({}, arrange);
    const mode = `${language}${javaScriptEnabled ? "with" : "without"} scripts`;
    journeyOf(
      running,
      `three administrators exclude each other (${mode})`,
      (visitor) =>
        journey(visitor, words, `${locale}${javaScriptEnabled ? "" : "-lite"}`, running.account("admin").password),
      { javaScriptEnabled, locale },
    );
  }
