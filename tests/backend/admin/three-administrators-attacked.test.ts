/** Three administrators, of whom each would be another: by accounts, roles, pages, addresses, files of another tenant. */

import { sql } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { employee } from "~/contract/platform/employee";
import { audit } from "~/contract/platform/logs";
import { menu } from "~/contract/platform/menu";
import { operator, operatorReset } from "~/contract/platform/operator";
import { systemParameter } from "~/contract/platform/parameter-settings";
import { resetState, resetSystem } from "~/contract/platform/reset";
import { role, roleCopy, roleRightsSave, roleSee } from "~/contract/platform/role";
import { adminPassword, openTestBackend, type TestBackend } from "~tests/support/backend";
import { fresh } from "~tests/support/park";
import { operating } from "./operating";

let backend: TestBackend;
const { make, makeRole, makePark, rolesOf, statusOf } = operating(() => backend);

const of = (fun: string, ...buttons: string[]) => [fun, ...buttons.map((button) => `${fun}/${button}`)];
const operators = (...buttons: string[]) => of("userManage", ...buttons.map((button) => `operator:${button}`));
const parameters = of("paramList", "parameter:edit");
const duties = {
  system: [
    ...operators("add", "edit", "remove", "suspend", "reset"),
    ...parameters,
    ...of("menuManage", "menu:edit", "menu:suspend"),
  ],
  security: [
    ...operators("edit", "grant", "factor", "signOut"),
    ...of("sysRoleList", "role:add", "role:edit", "role:remove", "role:grant", "role:see"),
  ],
  audit: ["auditList", "signInLog"],
};
type Someone = Awaited<ReturnType<TestBackend["createUser"]>>;
let system: Someone;
let security: Someone;
let auditor: Someone;
let auditing: number;
let parkId: number;
let plain: number;
let second: number;

beforeAll(async () => {
  backend = await openTestBackend();
  system = await backend.createUser({ grants: duties.system });
  security = await backend.createUser({ grants: duties.security });
  auditor = await backend.createUser({ grants: duties.audit });
  parkId = await makePark();
  plain = await makeRole(["ticketList"]);
  second = await makeRole(["sysRoleList"]);
  auditing = (await rolesOf(auditor.id))[0] ?? 0;
});
afterAll(() => backend.close());

const refused = ({ status, message, errors }: { status: number; message: string; errors?: object }) => {
  expect(status, message).toBeGreaterThanOrEqual(400);
  expect(status, message).toBeLessThan(500);
  return [message, ...Object.values(errors ?? {}).flat()].join();
};

async function divide() {
  const [row] = await backend.sql<{ id: number; v: number }>(
    "select id::int as id, row_version::int as v from sys_param where corp_code = '0001' and param_code = 'dividedAdministration'",
  );
  const payload = { id: row?.id ?? 0, rowVersion: row?.v ?? 0, paramOption: "T" };
  return backend.call(systemParameter.methods.save, payload as never);
}

describe("turning it on", () => {
  test("who has two duties is named with both; a duty that nobody has is told with the rights it needs", async () => {
    const both = await backend.createUser({ grants: ["auditList", ...parameters] });
    expect(refused(await divide())).toContain(`“员工${both.accName}”同时拥有系统管理员和审计管理员的权限`);
    await backend.sql("delete from account_role where account_id = $1", [both.id]);
    await backend.sql("update account set status = 'F' where id = $1", [auditor.id]);
    expect(refused(await divide())).toMatch(/尚无启用的账号具备“审计管理员”所需的全部权限（[^a-z]+）/);
    await backend.sql("update account set status = 'T' where id = $1", [auditor.id]);
    auditor.token = await backend.signIn(auditor.accName, adminPassword);
  });

  test("a duty whose only holder a rule of addresses may shut out is not enough", async () => {
    await backend.sql("update role set addresses = '203.0.113.0/24' where id = $1", [auditing]);
    expect(refused(await divide())).toContain("“审计管理员”须至少有一人登录不受地址限制");
    await backend.sql("update role set addresses = null where id = $1", [auditing]);
    expect((await divide()).message).toBe("");
  });
});

describe("system becomes no other", () => {
  test("no password of the other two is reset, nor is one suspended, deleted or changed", async () => {
    for (const { id } of [security, auditor]) {
      const as = system.token;
      refused(await backend.call(operatorReset, { id }, { as }));
      refused(await backend.call(operator.methods.suspend, { id } as never, { as }));
      refused(await backend.call(operator.methods.remove, { id }, { as }));
      refused(await backend.call(operator.methods.save, { id, name: "改", mobile: "13800000000" } as never, { as }));
      expect(await statusOf(id)).toBe("T");
    }
  });

  test("a new account gets no role from its maker; a reset of it opens nothing", async () => {
    const made = await make({}, system.token);
    const as = system.token;
    for (const more of [{ roleIds: [auditing] }, { accType: "11" }]) {
      refused(await make(more, as));
      refused(await backend.call(operator.methods.save, { id: made.id, name: "改", ...more } as never, { as }));
    }
    const reset = await backend.call(operatorReset, { id: made.id }, { as });
    expect(reset.message).toBe("");
    expect(await rolesOf(made.id)).toEqual([]);
    // Given a duty by security, it is out of its maker's reach from then on.
    const given = { id: made.id, name: "审计二", roleIds: [auditing] };
    expect((await backend.call(operator.methods.save, given as never, { as: security.token })).message).toBe("");
    refused(await backend.call(operatorReset, { id: made.id }, { as }));
    await backend.sql("delete from account_role where account_id = $1", [made.id]);
  });

  test("pages that the duties need are not switched off; another page is", async () => {
    const ids = await backend.sql<{ id: number; code: string }>(
      "select id::int as id, fun_code as code from fun where fun_code in ('auditList', 'sysRoleList', 'signInLog') order by 2",
    );
    const idOf = (code: string) => ids.find((one) => one.code === code)?.id ?? 0;
    for (const code of ["auditList", "sysRoleList"])
      expect(
        refused(await backend.call(menu.methods.suspend, { id: idOf(code) } as never, { as: system.token })),
      ).toContain("三员分立");
    const other = await backend.call(menu.methods.suspend, { id: idOf("signInLog") } as never, { as: system.token });
    expect(other.message).toBe("");
    expect((await backend.call(audit.methods.list, {}, { as: auditor.token })).status).toBe(200);
  });

  test("the system is not initialised, since that would erase the log", async () => {
    const shown = await backend.call(resetState, {});
    expect(shown.data.refusals.join()).toContain("已启用三员分立，不能初始化系统");
    expect(refused(await backend.call(resetSystem, { phrase: "初始化系统" } as never))).toContain("三员分立");
    refused(await backend.call(resetSystem, { phrase: "初始化系统" } as never, { as: system.token }));
  });
});

describe("security becomes no other", () => {
  test("not by the role of its own, a copy of another's, or seeing as one", async () => {
    const as = security.token;
    const copied = await backend.call(roleCopy, { id: auditing, code: fresh("copy"), name: "副本" }, { as });
    expect(copied.message).toBe("");
    const self = { id: security.id, name: "我", roleIds: [...(await rolesOf(security.id)), copied.data.id] };
    refused(await backend.call(operator.methods.save, self as never, { as }));
    const [mine = 0] = await rolesOf(security.id);
    const rights = [...duties.security, "auditList"];
    refused(await backend.call(roleRightsSave, { id: mine, rowVersion: 0, rights }, { as }));
    const seeing = await backend.createUser({ grants: duties.security });
    expect((await backend.call(roleSee, { id: auditing }, { as: seeing.token })).message).toBe("");
    expect((await backend.call(audit.methods.list, {}, { as: seeing.token })).status).toBe(403);
    await backend.sql("update account set status = 'F' where id = $1", [seeing.id]);
  });

  test("the auditor's role is neither deleted nor shut to addresses, its holders are not", async () => {
    const as = security.token;
    refused(await backend.call(role.methods.remove, { id: auditing }, { as }));
    const [row] = await backend.sql<{ code: string; name: string; v: number }>(
      "select code, name, row_version::int as v from role where id = $1",
      [auditing],
    );
    const shut = { id: auditing, code: row?.code, name: row?.name, rowVersion: row?.v, addresses: "203.0.113.7" };
    expect(refused(await backend.call(role.methods.save, shut as never, { as }))).toContain("不受地址限制");
    for (const command of ["signOut", "resetFactor"] as const)
      refused(await backend.call(operator.methods[command], { id: auditor.id } as never, { as }));
  });

  test("bound to a park, it sees no fewer duties than there are", async () => {
    const bound = await backend.createUser({ grants: duties.security, parks: [parkId] });
    await backend.sql(
      "update role set data_scope = 'own' where id in (select role_id from account_role where account_id = $1)",
      [bound.id],
    );
    const person = await backend.createUser({ parks: [parkId] });
    const give = (roleIds: number[]) =>
      backend.call(operator.methods.save, { id: person.id, name: "两职", parkIds: [parkId], roleIds } as never, {
        as: bound.token,
      });
    expect(refused(await give([auditing, second]))).toContain("两职");
    expect((await give([auditing, plain])).message).toBe("");
    // And by a right of a role that somebody out of its sight has as well.
    const rights = ["ticketList", "sysRoleList"];
    expect(
      refused(await backend.call(roleRightsSave, { id: plain, rowVersion: 0, rights }, { as: bound.token })),
    ).toContain("两职");
    await backend.sql("delete from account_role where account_id = $1", [person.id]);
    await backend.sql("update account set status = 'F' where id = $1", [bound.id]);
  });

  test("nobody of staff who leaves takes the last of a duty along", async () => {
    const [department] = await backend.sql<{ id: number }>(
      "insert into department (corp_code, name) values ('0001', $1) returning id::int as id",
      [fresh("机房")],
    );
    const code = fresh("E");
    const [made] = await backend.sql<{ id: number }>(
      "insert into employee (corp_code, code, name, department_id, entry_day, account_id) values ('0001', $1, '安全员', $2, '2026-01-01', $3) returning id::int as id",
      [code, department?.id, security.id],
    );
    // It holds what the other's duty is, yet not all that the duty needs.
    const clerk = await backend.createUser({
      grants: [
        ...of("employeeList", "employee:edit", "employee:suspend"),
        ...duties.security.filter((right) => right !== "userManage/operator:edit"),
      ],
    });
    const left = {
      ...{ id: made?.id, code, name: "安全员", departmentId: department?.id, entryDay: "2026-01-01" },
      ...{ accountId: security.id, state: "left", leaveDay: "2026-11-01" },
    };
    const leaving = await backend.call(employee.methods.save, left as never, { as: clerk.token });
    expect(refused(leaving)).toContain("三员分立时须至少保留一名“安全管理员”");
    expect(await statusOf(security.id)).toBe("T");
  });
});

test("the parameter is not taken away under another name", async () => {
  const renamed = backend.database.tenant("0001", (tx) =>
    tx.execute(sql`update sys_param set param_code = 'other' where param_code = 'dividedAdministration'`),
  );
  await expect(renamed).rejects.toMatchObject({ cause: { code: "TA001" } });
});
