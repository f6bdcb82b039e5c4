/** Operators: creating, changing, suspending, passwords, locks, deleting; and every way up that must stay closed. */
import md5 from "md5";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { operator, operatorChoices, operatorReset, unlockAccount } from "~/contract/platform/operator";
import { role } from "~/contract/platform/role";
import { changpwd, selectUserInfoById } from "~/contract/platform/session";
import { park } from "~/contract/ticket/park";
import { isStrongPassword } from "~/contract/validators";
import { adminPassword, openTestBackend, type TestBackend } from "~tests/support/backend";
import { accountName, operating, wire } from "./operating";

let backend: TestBackend;
beforeAll(async () => {
  backend = await openTestBackend();
});
afterAll(() => backend.close());

const { save, suspend, resume, remove, list, get, changes } = operator.methods;
const { clerk, make, makeRole, makePark, statusOf, rolesOf, signIn } = operating(() => backend);

describe("creating", () => {
  test("6 a new operator signs in with the password set, and must change it before anything else", async () => {
    const accName = accountName();
    const roleId = await makeRole(["parkList"]);
    const made = await backend.call(save, {
      accName,
      name: "赵敏",
      mobile: "13800138000",
      password: wire(accName, "First#2026"),
      roleIds: [roleId],
    });
    expect(made.status).toBe(200);
    const arrived = await signIn(accName, "First#2026");
    expect(arrived.data.step).toBe("mustChangePassword");
    const as = arrived.data.tokenInfo.token;
    expect((await backend.call(park.methods.list, {}, { as })).status).toBe(423);
    const id = made.data.id;
    const changed = await backend.call(
      changpwd,
      { id, oldpass: md5("First#2026"), newpass: md5("Second#2026") },
      { as },
    );
    expect(changed.status).toBe(200);
    expect((await backend.call(park.methods.list, {}, { as })).status).toBe(200);
    expect((await signIn(accName, "Second#2026")).data.step).toBe("");
    const { data } = await backend.call(selectUserInfoById, {}, { as });
    expect(data.sysFunctionsSet.map(({ funCode }) => funCode)).toContain("parkList");
  });

  test("5 weak passwords are refused, and so are those whose strength the wire does not tell", async () => {
    for (const password of ["short", "onlyletters", "12345678", "Admin2026"]) {
      const accName = accountName();
      const { status, errors } = await backend.call(save, { accName, name: "弱", password: wire(accName, password) });
      expect([status, Object.keys(errors ?? {})], password).toEqual([422, ["password"]]);
    }
    expect((await make({ password: md5("Strong#2026") })).status).toBe(422);
    expect((await make({ password: wire("another", "Strong#2026") })).status).toBe(422);
  });

  test("6 without a password nobody gets in until one is made; it is told once, and not kept", async () => {
    const { id, accName } = await make();
    expect((await signIn(accName, "")).success).toBe(false);
    const { data } = await backend.call(operatorReset, { id });
    expect(isStrongPassword(data.password ?? "")).toBe(true);
    expect((await signIn(accName, data.password ?? "")).data.step).toBe("mustChangePassword");
    const trail = JSON.stringify(await backend.sql("select * from audit_log where thing_id = $1", [id]));
    expect(trail).not.toContain(data.password);
    expect(trail).toContain('"password":"reset"');
  });

  test("5 the account name is one that nobody has, whatever its case, and keeps to its rule", async () => {
    const { accName } = await make();
    const taken = await backend.call(save, { accName: accName.toUpperCase(), name: "重名" });
    expect(taken.errors).toEqual({ accName: [`账号 ${accName.toUpperCase()} 已被使用`] });
    for (const wrong of ["", "7up", "a b", "张三", "a".repeat(41)])
      expect((await backend.call(save, { accName: wrong, name: "x" })).status, wrong).toBe(422);
    const [first, second] = await Promise.all(
      ["Twice1", "twice1"].map((accName) => backend.call(save, { accName, name: "同时" })),
    );
    expect([first?.status, second?.status].sort()).toEqual([200, 422]);
  });

  test("6 roles, parks and department must be there, and of this corp", async () => {
    const stranger = await backend.createCorp("5401");
    const theirs = await backend.call(role.methods.save, { code: "R", name: "别家" } as never, { as: stranger });
    expect((await make({ roleIds: [theirs.data.id] })).errors).toHaveProperty("roleIds");
    expect((await make({ parkIds: [987_654] })).errors).toHaveProperty("parkIds");
    expect((await make({ departmentId: 987_654 })).errors).toHaveProperty("departmentId");
    expect((await make({ mobile: "12345" })).errors).toHaveProperty("mobile");
  });
});

describe("changing", () => {
  test("6 roles and parks are replaced, and it is in the log by name", async () => {
    const [one, two] = [await makeRole([]), await makeRole(["parkList"])];
    const parkId = await makePark();
    const { id } = await make({ roleIds: [one] });
    const edit = { id, name: "赵敏敏", roleIds: [two], parkIds: [parkId] };
    expect((await backend.call(save, edit)).status).toBe(200);
    expect(await rolesOf(id)).toEqual([two]);
    const { data } = await backend.call(operatorChoices, { id });
    expect(data.parks.filter(({ has }) => has).map((one) => one.id)).toEqual([parkId]);
    const log = (await backend.call(changes, { id })).data.changes;
    expect(log.map(({ kind }) => kind)).toEqual(["edited", "created"]);
    expect(log[0]?.fields.map(({ field }) => field)).toEqual(expect.arrayContaining(["name", "parks"]));
    // Left out, they stay.
    expect((await backend.call(save, { id, name: "赵敏" })).status).toBe(200);
    expect(await rolesOf(id)).toEqual([two]);
    expect((await backend.call(get, { id })).data.record).toMatchObject({ roles: "临时" });
  });

  test("6 of two who change one account at once the second is told who was first", async () => {
    const { id } = await make();
    const both = await Promise.all(["甲", "乙"].map((name) => backend.call(save, { id, rowVersion: 0, name })));
    expect(both.map(({ status }) => status).sort()).toEqual([200, 409]);
    expect(both.find(({ status }) => status === 409)?.message).toContain("系统管理员");
  });

  test("6b a mobile is masked for who may not see it, and not theirs to change", async () => {
    const { id } = await make({ mobile: "13912345678" });
    const reader = await clerk();
    const seen = await backend.call(get, { id }, { as: reader.token });
    expect(seen.data.record?.mobile).toBe("139****5678");
    const { records } = (await backend.call(list, { filters: { mobile: "13912345678" } }, { as: reader.token })).data;
    expect(records.map(({ mobile }) => mobile)).toEqual(["139****5678"]);
    await backend.call(save, { id, name: "改名", mobile: "13700000000" }, { as: reader.token });
    const known = await clerk(["offlineOrderList", "offlineOrderList/sensitive:view"]);
    expect((await backend.call(get, { id }, { as: known.token })).data.record?.mobile).toBe("13912345678");
    await backend.call(save, { id, name: "改名", mobile: "" }, { as: known.token });
    expect((await backend.call(get, { id })).data.record?.mobile).toBe("");
  });

  test("6 the list tells roles, locks and who stands above the reader", async () => {
    const mine = await clerk(["parkList"]);
    const { id } = await make({ roleIds: [await makeRole(["ticketList"])] });
    await backend.sql("update account set locked_until = now() + interval '5 minutes' where id = $1", [id]);
    const { data } = await backend.call(list, { pageSize: 100, order: "desc", sort: "id" }, { as: mine.token });
    const of = (wanted: number) => data.records.find((record) => record.id === wanted);
    expect(of(id)).toMatchObject({ roles: "临时", locked: true, above: true, seen: "" });
    expect(of(mine.id)).toMatchObject({ locked: false, above: false });
    expect(of(1)).toMatchObject({ above: true });
  });
});

describe("suspending", () => {
  test("6 ends its sessions at once, and it comes back only by signing in again", async () => {
    const user = await backend.createUser({ grants: ["parkList"] });
    expect((await backend.call(suspend, { id: user.id })).status).toBe(200);
    expect((await backend.call(park.methods.list, {}, { as: user.token })).status).toBe(401);
    expect((await signIn(user.accName, adminPassword)).success).toBe(false);
    expect((await backend.call(resume, { id: user.id })).status).toBe(200);
    expect((await backend.call(park.methods.list, {}, { as: user.token })).status).toBe(401);
    expect((await signIn(user.accName, adminPassword)).success).toBe(true);
    const log = await backend.sql("select method from audit_log where thing = 'operator' and thing_id = $1", [user.id]);
    expect(log.map(({ method }) => method)).toEqual(["operatorSuspend", "operatorResume"]);
  });

  test("6 nobody suspends or deletes themselves", async () => {
    const mine = await clerk();
    for (const method of [suspend, remove]) {
      const { status, message } = await backend.call(method, { id: mine.id }, { as: mine.token });
      expect([status, message]).toEqual([409, "不能停用或删除自己的账号"]);
    }
    const many = await backend.call(operator.methods.suspendMany, { ids: [mine.id] }, { as: mine.token });
    expect(many.data.done).toBe(0);
    expect(await statusOf(mine.id)).toBe("T");
  });

  test("6 the last administrator stays, also when two suspend one another at once", async () => {
    const first = await backend.createCorp("5402");
    const [one] = await backend.sql<{ id: number }>("select id from account where corp_code = '5402'");
    const second = await backend.createUser({ corpCode: "5402", accType: "11" });
    const both = await Promise.all([
      backend.call(suspend, { id: second.id }, { as: first }),
      backend.call(suspend, { id: one?.id ?? 0 }, { as: second.token }),
    ]);
    expect(both.filter(({ status }) => status === 200)).toHaveLength(1);
    const [{ n } = { n: 0 }] = await backend.sql<{ n: number }>(
      "select count(*)::int as n from account where corp_code = '5402' and status = 'T'",
    );
    expect(n).toBe(1);
  });

  test("6 an administrator is made an ordinary account only while another one is left", async () => {
    const chief = await backend.createCorp("5403");
    const second = await backend.createUser({ corpCode: "5403", accType: "11" });
    const [one] = await backend.sql<{ id: number }>("select min(id)::int as id from account where corp_code = '5403'");
    expect((await backend.call(save, { id: second.id, name: "二", accType: "1" }, { as: chief })).status).toBe(200);
    const own = await backend.call(save, { id: one?.id ?? 0, name: "一", accType: "1" }, { as: chief });
    expect([own.status, own.message]).toEqual([409, "不能修改自己的角色、景区或账号类型"]);
  });
});

describe("passwords and locks", () => {
  test("6 a reset ends every session, voids a code that waits, and must be changed", async () => {
    const user = await backend.createUser({ grants: ["parkList"] });
    await backend.sql(
      `insert into check_code (session_hash, corp_code, account_id, code_hash, sent_at, expires_at)
       values ($1, '0001', $2, 'x', now(), now() + interval '5 minutes')`,
      [Buffer.from(user.accName), user.id],
    );
    const { data } = await backend.call(operatorReset, { id: user.id, password: wire(user.accName, "Given#2026") });
    expect(data.password).toBeNull();
    expect((await backend.call(park.methods.list, {}, { as: user.token })).status).toBe(401);
    expect(await backend.sql("select from check_code where account_id = $1", [user.id])).toEqual([]);
    expect((await signIn(user.accName, adminPassword)).success).toBe(false);
    expect((await signIn(user.accName, "Given#2026")).data.step).toBe("mustChangePassword");
    const weak = await backend.call(operatorReset, { id: user.id, password: wire(user.accName, "weak") });
    expect(weak.errors).toHaveProperty("password");
  });

  test("6 one's own password is changed by knowing it, not by resetting it", async () => {
    const mine = await clerk();
    expect((await backend.call(operatorReset, { id: mine.id }, { as: mine.token })).status).toBe(409);
  });
});

describe("deleting", () => {
  test("6 one that never did anything goes; one with a history stays, with what it has", async () => {
    const { id } = await make();
    expect((await backend.call(remove, { id })).status).toBe(200);
    expect((await backend.call(get, { id })).status).toBe(404);
    const user = await backend.createUser({});
    const { status, message } = await backend.call(remove, { id: user.id });
    expect(status).toBe(409);
    expect(message).toContain("登录记录");
    expect(await statusOf(user.id)).toBe("T");
  });
});

test("6k another tenant's accounts are not found", async () => {
  const stranger = await backend.createCorp("5404");
  const { id } = await make();
  for (const [method, payload] of [
    [get, { id }],
    [changes, { id }],
    [operatorChoices, { id }],
    [save, { id, name: "x" }],
    [suspend, { id }],
    [remove, { id }],
    [operatorReset, { id }],
    [unlockAccount, { id }],
  ] as const)
    expect((await backend.call(method, payload as never, { as: stranger })).status, method.name).toBe(404);
  const { records } = (await backend.call(list, { pageSize: 100 }, { as: stranger })).data;
  expect(records).toHaveLength(1);
});
