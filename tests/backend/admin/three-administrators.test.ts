/** Administration divided in three that exclude each other: what each may do, and that the database keeps them apart. */
import { sql } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { buttons, functionTree } from "~/contract/function-tree";
import { dutyOf } from "~/contract/platform/duties";
import { audit } from "~/contract/platform/logs";
import { operator, operatorReset } from "~/contract/platform/operator";
import { parameterReset, systemParameter } from "~/contract/platform/parameter-settings";
import { role, roleRightsSave } from "~/contract/platform/role";
import { undivide } from "~server/backend/business/platform/duties";
import { openTestBackend, type TestBackend } from "~tests/support/backend";
import { meeting, raceIsReal } from "~tests/support/race";
import { operating } from "./operating";

let backend: TestBackend;
beforeAll(async () => {
  backend = await openTestBackend();
});
afterAll(() => backend.close());

const { make, makeRole } = operating(() => backend);
const duties = {
  system: ["userManage", "userManage/operator:add", "userManage/operator:edit", "userManage/operator:suspend"],
  security: [
    "userManage",
    "userManage/operator:edit",
    "userManage/operator:grant",
    "sysRoleList",
    "sysRoleList/role:grant",
  ],
  audit: ["auditList", "signInLog"],
};
type Someone = Awaited<ReturnType<TestBackend["createUser"]>>;
let system: Someone;
let security: Someone;
let auditor: Someone;

async function divided(as = backend.admin) {
  const { records } = (await backend.call(systemParameter.methods.list, { pageSize: -1 }, { as })).data;
  const found = records.find(({ paramCode }) => paramCode === "dividedAdministration");
  return { id: Number(found?.id), rowVersion: Number(found?.rowVersion), value: found?.paramOption };
}

async function set(paramOption: "T" | "F", as = backend.admin) {
  const { id, rowVersion } = await divided(as);
  return backend.call(systemParameter.methods.save, { id, rowVersion, paramOption } as never, { as });
}

const tenant = <T>(work: Parameters<typeof backend.database.tenant<T>>[1]) => backend.database.tenant("0001", work);
const give = (accountId: number, roleId: number) =>
  tenant((tx) =>
    tx.execute(sql`insert into account_role (corp_code, account_id, role_id) values ('0001', ${accountId}, ${roleId})`),
  );
/** The state of the database's refusal; "" where it took it. */
const refusedBy = (work: Promise<unknown>) =>
  work.then(
    () => "",
    (error: { cause?: { code?: string }; code?: string }) => error.cause?.code ?? error.code ?? "other",
  );

test("the database and the contract say the same of every right", async () => {
  const rights = functionTree
    .flatMap(({ entries }) => entries)
    .filter(({ code }) => code !== "")
    .flatMap(({ code }) =>
      ["", ...(buttons.get(code) ?? []).map((button) => button.code)].map((button) => [code, button]),
    );
  const rows = await backend.sql<{ fun: string; button: string; duty: string | null }>(
    "select r->>0 as fun, r->>1 as button, duty_of(r->>0, r->>1) as duty from jsonb_array_elements($1::jsonb) r",
    [JSON.stringify(rights)],
  );
  for (const { fun, button, duty } of rows) expect(duty, `${fun}/${button}`).toBe(dutyOf(`${fun}/${button}`));
  expect(new Set(rows.map(({ duty }) => duty))).toEqual(new Set([null, "system", "security", "audit"]));
});

describe("before it is divided", () => {
  test("nothing is refused: one person may hold all three", async () => {
    const all = await backend.createUser({});
    for (const grants of Object.values(duties)) await give(all.id, await makeRole(grants));
    expect((await set("T")).errors?.paramOption?.[0]).toContain("同时拥有");
    await backend.sql("delete from account_role where account_id = $1", [all.id]);
  });

  test("it is refused until each duty has somebody, and leaves everything as it was", async () => {
    system = await backend.createUser({ grants: [...duties.system, "paramList", "paramList/parameter:edit"] });
    security = await backend.createUser({ grants: duties.security });
    expect((await set("T")).errors?.paramOption).toEqual([
      "尚无启用的账号具备“审计管理员”所需的全部权限（审计），请先在角色中授权",
    ]);
    expect((await divided()).value).toBe("F");
    expect(await backend.sql("select acc_type from account where id = 1")).toEqual([{ acc_type: "11" }]);
    auditor = await backend.createUser({ grants: duties.audit });
  });
});

describe("2.3 divided in three", () => {
  let clerk: number;
  let sellers: number;
  let auditing: number;
  let granting: number;
  let plain: number;

  beforeAll(async () => {
    sellers = await makeRole(["ticketList"]);
    auditing = await makeRole(["auditList"]);
    granting = await makeRole(duties.security);
    plain = await makeRole(["ticketList"]);
    clerk = (await make()).id;
    expect((await set("T")).message).toBe("");
  });

  test("nobody has all rights any more, and nobody becomes such a one", async () => {
    expect(await backend.sql("select id from account where corp_code = '0001' and acc_type = '11'")).toEqual([]);
    expect((await backend.call(audit.methods.list, {})).status).toBe(403);
    const reply = await backend.call(
      operator.methods.save,
      { id: clerk, name: "赵敏", accType: "11" },
      { as: security.token },
    );
    expect(reply.status).toBe(422);
    expect(
      await refusedBy(tenant((tx) => tx.execute(sql`update account set acc_type = '11' where id = ${clerk}`))),
    ).toBe("TA001");
  });

  test("who makes accounts grants nothing, who grants reads no log, who reads logs does neither", async () => {
    const made = await make({}, system.token);
    expect(made.status).toBe(200);
    expect((await make({ roleIds: [sellers] }, system.token)).status).toBe(409);
    expect((await make({}, security.token)).status).toBe(403);
    const granted = await backend.call(
      operator.methods.save,
      { id: made.id, name: "赵敏", roleIds: [sellers] } as never,
      {
        as: security.token,
      },
    );
    expect(granted.message).toBe("");
    const reading = await Promise.all(
      [system, security, auditor].map(({ token }) => backend.call(audit.methods.list, {}, { as: token })),
    );
    expect(reading.map(({ status }) => status)).toEqual([403, 403, 200]);
    expect((await backend.call(operator.methods.list, {}, { as: auditor.token })).status).toBe(403);
  });

  test("rights of the house's work are granted by who does not hold them", async () => {
    const reply = await backend.call(
      roleRightsSave,
      { id: sellers, rowVersion: 0, rights: ["ticketList", "buyTktLog"] },
      { as: security.token },
    );
    expect(reply.message).toBe("");
  });

  test("none touches another's account, nor takes a second duty", async () => {
    for (const [as, other] of [
      [system, security],
      [system, auditor],
      [security, auditor],
    ] as const) {
      expect((await backend.call(operator.methods.save, { id: other.id, name: "被改" }, { as: as.token })).status).toBe(
        409,
      );
    }
    expect((await backend.call(operatorReset, { id: auditor.id }, { as: system.token })).status).toBe(403);
    const own = { id: security.id, name: "我", roleIds: [auditing] };
    expect((await backend.call(operator.methods.save, own as never, { as: security.token })).status).toBe(409);
    const mine = (
      await backend.sql<{ id: number }>("select role_id::int as id from account_role where account_id = $1", [
        security.id,
      ])
    )[0];
    const rights = [...duties.security, "auditList"];
    const more = await backend.call(
      roleRightsSave,
      { id: mine?.id ?? 0, rowVersion: 0, rights },
      { as: security.token },
    );
    expect([more.status, more.message]).toEqual([409, expect.stringContaining("三员分立时不允许")]);
  });

  test("the database refuses it whoever asks, by a role and by a right", async () => {
    expect(await refusedBy(give(security.id, auditing))).toBe("TA001");
    expect(await refusedBy(give(auditor.id, granting))).toBe("TA001");
    expect(await refusedBy(give(clerk, auditing))).toBe("");
    const add = tenant((tx) =>
      tx.execute(sql`insert into role_grant values ('0001', ${auditing}, 'sysRoleList', 'role:grant')`),
    );
    expect(await refusedBy(add)).toBe("TA001");
    await backend.sql("delete from account_role where account_id = $1", [clerk]);
  });

  test.runIf(raceIsReal)("two harmless changes at once do not add up to two duties", async () => {
    // The version of the corp's rights is a row that both write: without it they meet at this lock alone.
    const versions = (how: "enable" | "disable") =>
      Promise.all(
        ["account_role", "role_grant"].map((table) => backend.sql(`alter table ${table} ${how} trigger rights_added`)),
      );
    await versions("disable");
    const both = async (locked: boolean) => {
      const person = (await backend.createUser({})).id;
      await backend.sql("delete from role_grant where role_id = $1 and fun_code = 'auditList'", [plain]);
      const [begun, looked] = [meeting(2), meeting(2)];
      const change = (text: ReturnType<typeof sql>) =>
        tenant(async (tx) => {
          await begun();
          await tx.execute(text);
          // Nobody commits before both have looked; behind the lock the second looks after the first has.
          if (!locked) await looked();
        });
      await backend.sql("insert into account_role values ('0001', $1, $2)", [person, plain]);
      const ends = await Promise.all([
        refusedBy(change(sql`insert into account_role values ('0001', ${person}, ${granting})`)),
        refusedBy(change(sql`insert into role_grant values ('0001', ${plain}, 'auditList', '')`)),
      ]);
      await backend.sql("delete from account_role where account_id = $1", [person]);
      return ends.filter((end) => end === "").length;
    };
    expect(await both(true)).toBe(1);
    // Without the lock each looks at what the other has not committed.
    const [made] = await backend.sql<{ text: string }>(
      "select pg_get_functiondef('keep_duties_apart'::regproc) as text",
    );
    const text = made?.text ?? "";
    await backend.sql(text.replace("perform pg_advisory_xact_lock(hashtext('duties ' || corp));", ""));
    expect(await both(false)).toBe(2);
    await backend.sql(text);
    await versions("enable");
  });

  test("each duty keeps somebody: its last rights are not taken out of a role", async () => {
    const [held] = await backend.sql<{ id: number }>(
      "select role_id::int as id from account_role where account_id = $1",
      [system.id],
    );
    const without = duties.system.filter((right) => !right.endsWith("operator:add"));
    const asked = { id: held?.id ?? 0, rowVersion: 0, rights: [...without, "paramList"] };
    const reply = await backend.call(roleRightsSave, asked, { as: security.token });
    expect([reply.status, reply.message]).toEqual([409, "三员分立时须至少保留一名“系统管理员”"]);
  });

  test("no page turns it off, nor does the role of the tenant", async () => {
    expect((await set("F", system.token)).message).toContain("不能在系统内关闭");
    const { id } = await divided(system.token);
    expect((await backend.call(parameterReset, { id }, { as: system.token })).status).toBe(409);
    const off = sql`update sys_param set param_option = 'F' where param_code = 'dividedAdministration'`;
    expect(await refusedBy(tenant((tx) => tx.execute(off)))).toBe("TA001");
    expect((await divided(system.token)).value).toBe("T");
  });

  test("a tenant that has not chosen it is as it was", async () => {
    const other = await backend.createCorp("5602");
    expect((await backend.call(audit.methods.list, {}, { as: other })).status).toBe(200);
    expect((await backend.call(role.methods.list, {}, { as: other })).status).toBe(200);
  });

  test("who owns the data takes it back: account 1 has all rights again, and the log says so", async () => {
    expect(await undivide(backend.database, "5602")).toBeNull();
    expect(await undivide(backend.database, "0001")).toEqual({ accName: "admin" });
    expect((await divided()).value).toBe("F");
    const { records } = (
      await backend.call(audit.methods.list, { filters: { accountName: "admin:undivide" } } as never)
    ).data;
    expect(records.length).toBe(1);
  });
});
