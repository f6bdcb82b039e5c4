/** Accounts that can do two things which two people should do: also through two roles, and nobody else. */
import { afterAll, beforeAll, expect, test } from "vitest";
import { dutiesOf, dutyPairs } from "~/contract/duty-pairs";
import { buttons, moneyButtons } from "~/contract/function-tree";
import { dutyConflict } from "~/contract/platform/duty-conflict";
import { operatorChoices } from "~/contract/platform/operator";
import { resources } from "~/contract/registry";
import { openTestBackend, type TestBackend } from "~tests/support/backend";

let backend: TestBackend;
const code = "7019";
beforeAll(async () => {
  backend = await openTestBackend();
  await backend.createCorp(code);
});
afterAll(() => backend.close());

const { list } = dutyConflict.methods;
const found = async (filters: Record<string, string> = {}, language?: "en") =>
  (await backend.call(list, { filters, pageSize: 100 } as never, { ...(language && { language }) })).data.records;

/** A role with these rights, given to the account. */
async function give(account: string, role: string, rights: readonly string[]): Promise<void> {
  await backend.sql("insert into role (corp_code, code, name) values ('0001', $1, $1)", [role]);
  for (const right of rights)
    await backend.sql(
      `insert into role_grant (corp_code, role_id, fun_code, button_code)
       select '0001', id, split_part($2, '/', 1), split_part($2, '/', 2) from role where corp_code = '0001' and code = $1`,
      [role, right],
    );
  await backend.sql(
    `insert into account_role (corp_code, account_id, role_id)
     select '0001', a.id, r.id from account a, role r
     where a.corp_code = '0001' and a.acc_name = $1 and r.corp_code = '0001' and r.code = $2`,
    [account, role],
  );
}

test("the pairs are of buttons that there are, and every approval has its own", () => {
  const known = new Set([...buttons.values()].flat().map((button) => button.code));
  const sides = Object.values(dutyPairs).flatMap(({ one, other }) => [...one, ...other]);
  expect(sides.filter((button) => !known.has(button))).toEqual([]);
  expect(moneyButtons.size).toBeGreaterThan(40);
  const decided = new Set(Object.values(dutyPairs).flatMap(({ other }) => [...other]));
  const without = resources
    .flatMap(({ commands }) => Object.values(commands))
    .flatMap(({ decides }) => (decides && !decided.has(decides) ? [decides] : []));
  expect([...new Set(without)].sort()).toEqual([]);
  expect(dutiesOf(["order:change"])).toEqual(["refund.one"]);
});

test("two roles of one account are a conflict; the same rights of two accounts, and of another tenant, are none", async () => {
  const users = [];
  for (const name of ["both", "asks", "decides"]) {
    const { token: _, ...user } = (await backend.createUser({ grants: ["buyTktLog"] })) as { token: string };
    users.push(user);
    const [last] = await backend.sql<{ id: number }>("select max(id)::int as id from account where corp_code = '0001'");
    await backend.sql("update account set acc_name = $2, name = $2 where id = $1", [last?.id, `duty-${name}`]);
  }
  await give("duty-both", "退款员", ["offlineOrderList", "offlineOrderList/order:refund"]);
  await give("duty-both", "审批员", ["refundList", "refundList/refund:decide"]);
  await give("duty-asks", "申请员", ["offlineOrderList", "offlineOrderList/order:refund"]);
  await give("duty-decides", "复核员", ["refundList", "refundList/refund:decide"]);
  const own = await found({ accName: "duty-" });
  expect(own.map(({ accName, pair }) => [accName, pair])).toEqual([["duty-both", "申请退款与审批退款"]]);
  expect(own[0]).toMatchObject({ one: "线下订单 · 退票（退款员）", status: "T" });
  expect(String(own[0]?.other)).toContain("（审批员）");
  const [english] = await found({ accName: "duty-" }, "en");
  expect(english?.pair).toBe("Requesting refunds and approving them");
  // The form of an operator warns by what each role grants.
  const { roles } = (await backend.call(operatorChoices, {})).data;
  const granted = (name: string) => roles.find((role) => role.name === name)?.duties;
  expect(granted("退款员")).toContain("refund.one");
  expect(granted("退款员")).not.toContain("refund.other");
  expect(granted("审批员")).toContain("refund.other");
  // Administrators have every duty, and the list says so instead of listing all that there is.
  const everything = await found({ accName: "admin" });
  expect(everything.length).toBe(Object.keys(dutyPairs).length);
  expect(new Set(everything.map(({ one }) => one))).toEqual(new Set(["全部权限（管理员账号）"]));
  expect((await found({ pair: "stockCount" })).map(({ accName }) => accName)).toEqual(["admin"]);
  expect((await found()).every(({ accountId }) => Number(accountId) > 0)).toBe(true);
  const [foreign] = await backend.sql<{ n: number }>("select count(*)::int as n from account where corp_code = $1", [
    code,
  ]);
  expect(foreign?.n).toBeGreaterThan(0);
  expect((await found({ accName: code })).length).toBe(0);
});

test("who may not open roles does not see it", async () => {
  const { token: as } = await backend.createUser({ grants: ["buyTktLog"] });
  expect((await backend.call(list, {}, { as })).status).toBe(403);
  const { token: reader } = await backend.createUser({ grants: ["sysRoleList"] });
  expect((await backend.call(list, {}, { as: reader })).status).toBe(200);
});
