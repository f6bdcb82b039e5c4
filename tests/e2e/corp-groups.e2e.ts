/** A group of tenants: head office makes it, a tenant's page shows it, a tenant is in no second one; its figures and the wall. */
import path from "node:path";
import { openDatabase } from "~server/backend/db/database";
import { expectAccessible } from "./accessible";
import { arrangeSaas } from "./saas";
import { inEnglish, runConsole, type Visitor, withScripts } from "./support";

/** Two tenants a journey: each is in one group at most. */
const tenants = ["松涛谷", "落霞湖", "青岚山", "月牙泉", "Pine Valley", "Mirror Lake", "North Ridge", "Salt Cove"];

const running = runConsole({}, async (dataDir) => {
  await arrangeSaas(dataDir);
  const database = await openDatabase({ dataDir: path.resolve(dataDir) });
  // Nobody signs in to them here: a row of theirs is enough.
  for (const [place, name] of tenants.entries()) {
    await database.pool.query("insert into corp (corp_code, name) values ($1, $2)", [`310${place}`, name]);
    await database.pool.query("insert into tenant (corp_code, code, name) values ('0001', $1, $2)", [
      `310${place}`,
      name,
    ]);
  }
  await database.close();
});

interface Words {
  add: string;
  save: string;
  search: string;
  leader: RegExp;
  tenant: RegExp;
  missing: string;
  elsewhere: RegExp;
  leads: RegExp;
  report: string;
  total: string;
  wall: string;
}

const zh: Words = {
  ...{ add: "添加一行", save: "保存", search: "查询", leader: /^牵头企业/, tenant: /^租户/ },
  ...{ missing: "牵头企业也须列入成员企业", elsewhere: /已在集团“.*”中，请先从那里移出/ },
  ...{ leads: /集团 \d（牵头企业）/, report: "集团经营", total: "合计", wall: "今日各租户" },
};
const en: Words = {
  ...{ add: "Add row", save: "Save", search: "Search", leader: /^Leading company/, tenant: /^Tenant/ },
  ...{ missing: "The leading company must be one of the members", elsewhere: /is already in the group .*\. Remove it/ },
  ...{ leads: /Group \d \(leading company\)/, report: "Group figures", total: "Total", wall: "Tenants today" },
};

async function choose({ page, javaScript }: Visitor, field: string, label: RegExp, what: string, search: string) {
  if (javaScript) {
    await page.getByRole("combobox", { name: label }).last().fill(what);
    await page.getByRole("option", { name: what }).first().click();
    return;
  }
  await page.locator(`button[value="search:${field}"]`).click();
  await page.locator("[name='search.q']").fill(what);
  await page.getByRole("button", { name: search, exact: true }).click();
  await page.getByRole("button", { name: what }).first().click();
}

async function journey(visitor: Visitor, words: Words, first: number, name: string): Promise<void> {
  const { page, javaScript, open } = visitor;
  const [leading = "", other = ""] = tenants.slice(first, first + 2);
  const press = (what: string) => page.getByRole("button", { name: what, exact: true }).first().click();
  const addMember = async (place: number, tenant: string) => {
    if ((await page.locator(`[name="members[${place}].tenantId"]`).count()) === 0)
      await page.getByRole("button", { name: new RegExp(`^${words.add}`) }).click();
    await choose(visitor, `members[${place}].tenantId`, words.tenant, tenant, words.search);
  };
  await visitor.signIn("admin");
  await open("/tenantManage/groupList/new");
  await page.locator("[name=code]").fill(`G${first}`);
  await page.locator("[name=name]").fill(name);
  await choose(visitor, "leaderId", words.leader, leading, words.search);
  await addMember(0, other);
  await press(words.save);
  await page.getByText(words.missing).first().waitFor();
  await addMember(1, leading);
  if (javaScript) await expectAccessible(page);
  await press(words.save);
  await page.waitForURL(/\/tenantManage\/groupList(\/\d+)?(\?|$)/);

  // In no second one: it is said beside the members, and what was typed is there.
  await open("/tenantManage/groupList/new");
  await page.locator("[name=code]").fill(`X${first}`);
  await page.locator("[name=name]").fill(`${name} 2`);
  await choose(visitor, "leaderId", words.leader, other, words.search);
  await addMember(0, other);
  await press(words.save);
  await page.getByText(words.elsewhere).first().waitFor();

  await open("/tenantManage/list");
  await page.getByRole("link", { name: leading }).first().click();
  await open(`/tenantManage/tenantManageDetail?id=${first + 1}`);
  await page.getByText(words.leads).first().waitFor();
  if (javaScript) await expectAccessible(page);

  await open("/statistics/group");
  await page.getByRole("heading", { name: words.report }).first().waitFor();
  await page.getByText(words.total).first().waitFor();
  if (javaScript) await expectAccessible(page);
  await open("/datacenter");
  await page.getByRole("heading", { name: words.wall }).waitFor();
}

withScripts(running, "a group is made of tenants, each in one at most, and has its figures", (visitor) =>
  journey(visitor, zh, visitor.javaScript ? 0 : 2, visitor.javaScript ? "山水集团 1" : "山水集团 2"),
);
inEnglish(running, "a group is made of tenants, each in one at most, and has its figures", (visitor) =>
  journey(visitor, en, visitor.javaScript ? 4 : 6, visitor.javaScript ? "Hills Group 3" : "Hills Group 4"),
);
