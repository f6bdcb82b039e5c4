/** Departments, employees, and who is on line. */
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { departmentOrder, departmentRemove, departmentSave, departmentTree } from "~/contract/platform/department";
import { employee } from "~/contract/platform/employee";
import { employeeAccount } from "~/contract/platform/employee-account";
import { online } from "~/contract/platform/online";
import { operator } from "~/contract/platform/operator";
import { park } from "~/contract/ticket/park";
import { openTestBackend, type TestBackend } from "~tests/support/backend";
import { fresh } from "~tests/support/park";

const { list: onlineList, end: sessionEnd } = online.methods;
let backend: TestBackend;
beforeAll(async () => {
  backend = await openTestBackend();
});
afterAll(() => backend.close());

const department = async (parentId = 0, name = fresh("部门")) =>
  (await backend.call(departmentSave, { parentId, name })).data.id;
const nodes = async () => (await backend.call(departmentTree, {})).data.nodes;
const childrenOf = async (parent: number) =>
  (await nodes()).filter(({ parentId }) => parentId === parent).map(({ id }) => id);

describe("departments", () => {
  test("are made, renamed, ordered and moved; operators keep the name of theirs", async () => {
    const root = await department();
    const [one, two, three] = [await department(root), await department(root), await department(root)];
    await backend.call(departmentOrder, { id: three, to: "up" });
    expect(await childrenOf(root)).toEqual([one, three, two]);
    await backend.call(departmentOrder, { id: one, to: "up" });
    await backend.call(departmentOrder, { id: one, to: "down" });
    expect(await childrenOf(root)).toEqual([three, one, two]);
    const { data } = await backend.call(operator.methods.save, {
      accName: fresh("dept").replaceAll("-", ""),
      name: "孙",
      departmentId: two,
    });
    expect((await backend.call(departmentSave, { id: two, parentId: three, name: "票务二部" })).status).toBe(200);
    expect(await childrenOf(three)).toEqual([two]);
    const [account] = await backend.sql("select dept_name from account where id = $1", [data.id]);
    expect(account).toEqual({ dept_name: "票务二部" });
    expect((await nodes()).find(({ id }) => id === two)?.people).toBe(1);
    const trail = await backend.sql("select method from audit_log where thing = 'department' and thing_id = $1", [two]);
    expect(trail.map(({ method }) => method)).toEqual(["departmentSave", "departmentSave"]);
  });

  test("never stand below themselves, also when two are moved at once", async () => {
    const [one, two] = [await department(), await department()];
    const below = await department(one);
    for (const parentId of [one, below]) {
      const { errors } = await backend.call(departmentSave, { id: one, parentId, name: "环" });
      expect(errors).toEqual({ parentId: ["部门不能移到自己或自己的下级之下"] });
    }
    const both = await Promise.all([
      backend.call(departmentSave, { id: one, parentId: two, name: fresh("甲") }),
      backend.call(departmentSave, { id: two, parentId: one, name: fresh("乙") }),
    ]);
    expect(both.map(({ status }) => status).sort()).toEqual([200, 422]);
  });

  test("have a name of their own among their siblings, and seven levels", async () => {
    const root = await department();
    await department(root, "财务");
    expect((await backend.call(departmentSave, { parentId: root, name: "财务" })).errors).toHaveProperty("name");
    expect((await backend.call(departmentSave, { parentId: root, name: " " })).errors).toHaveProperty("name");
    let deepest = root;
    for (let level = 2; level <= 7; level += 1) deepest = await department(deepest);
    expect((await backend.call(departmentSave, { parentId: deepest, name: "八" })).errors).toHaveProperty("parentId");
    // A branch counts with all that hangs under it.
    const pair = await department();
    await department(pair);
    const above = (await nodes()).find(({ id }) => id === deepest)?.parentId ?? 0;
    expect((await backend.call(departmentSave, { id: pair, parentId: above, name: "双" })).status).toBe(422);
  });

  test("stay while anything or anybody is in them", async () => {
    const root = await department();
    const child = await department(root);
    await hire({ departmentId: child });
    const refused = await backend.call(departmentRemove, { id: root });
    expect([refused.status, refused.message.includes("1 个下级部门")]).toEqual([409, true]);
    expect((await backend.call(departmentRemove, { id: child })).message).toContain("1 名员工");
    await backend.sql("delete from employee where department_id = $1", [child]);
    expect((await backend.call(departmentRemove, { id: child })).status).toBe(200);
    expect((await backend.call(departmentRemove, { id: root })).status).toBe(200);
  });

  test("6k are each tenant's own, and changed with the right button only", async () => {
    const id = await department();
    const stranger = await backend.createCorp("5411");
    expect((await backend.call(departmentSave, { id, parentId: 0, name: "x" }, { as: stranger })).status).toBe(404);
    expect((await backend.call(departmentSave, { parentId: id, name: "x" }, { as: stranger })).status).toBe(422);
    expect((await backend.call(departmentRemove, { id }, { as: stranger })).status).toBe(404);
    expect((await backend.call(departmentOrder, { id, to: "up" }, { as: stranger })).status).toBe(404);
    expect((await backend.call(departmentTree, {}, { as: stranger })).data.nodes).toEqual([]);
    const reader = await backend.createUser({ grants: ["departmentTree"] });
    expect((await backend.call(departmentTree, {}, { as: reader.token })).status).toBe(200);
    expect((await backend.call(departmentSave, { parentId: 0, name: "x" }, { as: reader.token })).status).toBe(403);
    expect((await backend.call(departmentRemove, { id }, { as: reader.token })).status).toBe(403);
  });
});

const { save, get, list, remove } = employee.methods;
const person = async (more: Record<string, unknown> = {}) => ({
  code: fresh("E"),
  name: "周芷若",
  departmentId: more.departmentId ?? (await department()),
  entryDay: "2025-03-01",
  state: "onDuty",
  ...more,
});
const hire = async (more: Record<string, unknown> = {}, as = backend.admin) =>
  backend.call(save, (await person(more)) as never, { as });
const statusOf = async (id: number) =>
  (await backend.sql<{ status: string }>("select status from account where id = $1", [id]))[0]?.status;

describe("employees", () => {
  test("4 have a number, a department, an entry, and numbers that are masked in lists", async () => {
    const departmentId = await department(0, "营销部");
    const { data } = await hire({ departmentId, identity: "11010519491231002X", mobile: "13800138000" });
    const reader = await backend.createUser({ grants: ["employeeList"] });
    const { records, otherData } = (
      await backend.call(list, { filters: { departmentId: String(departmentId) } }, { as: reader.token })
    ).data;
    expect(records).toMatchObject([{ id: data.id, identity: "110105********002X", mobile: "138****8000" }]);
    expect(otherData.options.departmentId).toContainEqual({ value: String(departmentId), label: "营销部" });
    expect((await hire({ identity: "11010519491231002X" })).errors).toHaveProperty("identity");
    expect((await hire({ departmentId: 987_654 })).errors).toHaveProperty("departmentId");
    expect((await hire({ entryDay: "" })).errors).toHaveProperty("entryDay");
  });

  test("leaving has a day that is not before the entry, and returning has none", async () => {
    const { data } = await hire();
    const edit = (more: object) => backend.call(save, { ...base, id: data.id, ...more } as never);
    const base = await person();
    expect((await edit({ state: "left" })).errors).toHaveProperty("leaveDay");
    expect((await edit({ state: "left", leaveDay: "2025-02-01" })).errors).toHaveProperty("leaveDay");
    expect((await edit({ state: "left", leaveDay: "2025-04-01" })).status).toBe(200);
    expect((await edit({ state: "onDuty" })).status).toBe(200);
    expect((await backend.call(get, { id: data.id })).data.record?.leaveDay).toBeNull();
  });

  test("6 whoever leaves is signed out and stays out", async () => {
    const user = await backend.createUser({ grants: ["parkList"] });
    const { data } = await hire({ accountId: user.id });
    const left = await person({ id: data.id, state: "left", leaveDay: "2026-01-31", accountId: user.id });
    expect((await backend.call(save, left as never)).status).toBe(200);
    expect(await statusOf(user.id)).toBe("F");
    expect((await backend.call(park.methods.list, {}, { as: user.token })).status).toBe(401);
    const log = await backend.sql("select thing from audit_log where method = 'employeeSave' and thing_id = $1", [
      user.id,
    ]);
    expect(log).toEqual([{ thing: "operator" }]);
    expect((await backend.call(remove, { id: data.id })).status).toBe(409);
  });

  test("6 leaving does not reach an account that holds more, one's own, or the first", async () => {
    const grants = ["employeeList", ...["add", "edit", "suspend"].map((verb) => `employeeList/employee:${verb}`)];
    const clerk = await backend.createUser({ grants });
    const higher = await backend.createUser({ grants: ["ticketList"] });
    for (const accountId of [higher.id, clerk.id, 1]) {
      const { data } = await hire({ accountId }, clerk.token);
      const left = await person({ id: data.id, state: "left", leaveDay: "2026-01-31", accountId });
      expect((await backend.call(save, left as never, { as: clerk.token })).status).toBe(409);
      // Nor by the way round: somebody who has left is given the account.
      const gone = await hire({ state: "left", leaveDay: "2026-01-31" }, clerk.token);
      await backend.sql("update employee set account_id = null where id = $1", [data.id]);
      const linked = await person({ id: gone.data.id, state: "left", leaveDay: "2026-01-31", accountId });
      expect((await backend.call(save, linked as never, { as: clerk.token })).status).toBe(409);
      expect(await statusOf(accountId)).toBe("T");
    }
  });

  test("6b leaving takes a button of its own; an account is one person's", async () => {
    const editor = await backend.createUser({
      grants: ["employeeList", "employeeList/employee:add", "employeeList/employee:edit"],
    });
    const { data } = await hire({}, editor.token);
    const left = await person({ id: data.id, state: "left", leaveDay: "2026-01-31" });
    expect((await backend.call(save, left as never, { as: editor.token })).errors).toHaveProperty("state");
    const user = await backend.createUser({});
    const fromTheStart = await hire({ accountId: user.id, state: "left", leaveDay: "2026-01-31" });
    expect([fromTheStart.errors, await statusOf(user.id)]).toEqual([
      { accountId: ["已离职的员工不能关联启用中的账号，请先停用该账号"] },
      "T",
    ]);
    await hire({ accountId: user.id });
    expect((await hire({ accountId: user.id })).errors).toHaveProperty("accountId");
    const stranger = await backend.createCorp("5412");
    expect((await backend.call(get, { id: data.id }, { as: stranger })).status).toBe(404);
    const theirs = await backend.createUser({ corpCode: "5412" });
    expect((await hire({ accountId: theirs.id })).errors).toHaveProperty("accountId");
  });
});

describe("who is on line", () => {
  const sessionOf = async (accountId: number) =>
    (await backend.sql<{ id: number }>("select id::int from session where account_id = $1", [accountId]))[0]?.id ?? 0;
  const rows = async (as: string, filters = {}) =>
    (await backend.call(onlineList, { pageSize: 100, filters }, { as })).data.records;

  test("is listed with device and times, of this tenant only; what has ended is not", async () => {
    const user = await backend.createUser({});
    await backend.sql(
      "update session set ip = '203.0.113.9', user_agent = 'Firefox/140 Windows' where account_id = $1",
      [user.id],
    );
    const [row] = await rows(backend.admin, { account: user.accName });
    expect(row).toMatchObject({ accName: user.accName, ip: "203.0.113.9", current: false, above: false });
    expect(row?.since).toMatch(/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/);
    const stranger = await backend.createCorp("5413");
    expect(await rows(stranger, { account: user.accName })).toEqual([]);
    expect(await rows(stranger)).toHaveLength(1);
    await backend.sql("update session set last_seen = now() - interval '3 hours' where account_id = $1", [user.id]);
    expect(await rows(backend.admin, { account: user.accName })).toEqual([]);
    expect((await backend.call(onlineList, { filters: { password: "x" } })).status).toBe(422);
  });

  test("6 is signed out at once, and that is in the log; twice at once is once", async () => {
    const user = await backend.createUser({ grants: ["parkList"] });
    const id = await sessionOf(user.id);
    const both = await Promise.all([backend.call(sessionEnd, { id }), backend.call(sessionEnd, { id })]);
    expect(both.map(({ status }) => status).sort()).toEqual([200, 404]);
    expect((await backend.call(park.methods.list, {}, { as: user.token })).status).toBe(401);
    const log = await backend.sql(
      "select after from audit_log where thing = 'operator' and method = 'sessionEnd' and thing_id = $1",
      [user.id],
    );
    expect(log).toEqual([{ after: { sessionEnded: id, ip: "" } }]);
  });

  test("6 one's own session, another tenant's, and that of somebody who holds more stay", async () => {
    const keeper = await backend.createUser({ grants: ["onlineList", "onlineList/session:end"] });
    const own = await backend.call(sessionEnd, { id: await sessionOf(keeper.id) }, { as: keeper.token });
    expect([own.status, own.message]).toEqual([409, "这是您自己的登录，请用“退出登录”"]);
    const higher = await backend.createUser({ grants: ["ticketList"] });
    const id = await sessionOf(higher.id);
    expect((await rows(keeper.token, { account: higher.accName }))[0]?.above).toBe(true);
    expect((await backend.call(sessionEnd, { id }, { as: keeper.token })).status).toBe(409);
    const stranger = await backend.createCorp("5414");
    expect((await backend.call(sessionEnd, { id }, { as: stranger })).status).toBe(404);
    const reader = await backend.createUser({ grants: ["onlineList"] });
    expect((await backend.call(sessionEnd, { id }, { as: reader.token })).status).toBe(403);
    expect((await backend.call(park.methods.list, {}, { as: higher.token })).status).toBe(403);
  });
});

describe("the account of an employee", () => {
  const hired = async (fields: Record<string, unknown> = {}) => {
    const departmentId = await department();
    const person = {
      code: fresh("E"),
      name: fresh("员工"),
      departmentId,
      entryDay: "2026-01-05",
      state: "onDuty",
      ...fields,
    };
    return (await backend.call(employee.methods.save, person as never)).data.id;
  };
  const accountOf = async (id: number, as?: string) => backend.call(employeeAccount, { id }, as ? { as } : {});
  const made = (employeeId: number) => ({ accName: fresh("emp").replaceAll("-", ""), name: "周", employeeId });

  test("is made for them, stands on their page, and is made once", async () => {
    const id = await hired();
    expect((await accountOf(id)).data).toEqual({ account: null, makes: true, switches: false });
    const { data } = await backend.call(operator.methods.save, made(id));
    expect((await accountOf(id)).data).toMatchObject({
      account: { id: data.id, status: "T", roles: "", seen: "" },
      makes: false,
      switches: true,
    });
    const again = made(id);
    expect((await backend.call(operator.methods.save, again)).status).toBe(409);
    expect(await backend.sql("select id from account where acc_name = $1", [again.accName])).toEqual([]);
  });

  test("not for who has left, nor by who may not edit employees; who only reads is offered nothing", async () => {
    const gone = await hired({ state: "left", leaveDay: "2026-02-01" });
    expect((await backend.call(operator.methods.save, made(gone))).status).toBe(409);
    const id = await hired();
    const maker = await backend.createUser({ grants: ["userManage", "userManage/operator:add"] });
    expect((await backend.call(operator.methods.save, made(id), { as: maker.token })).status).toBe(409);
    const reader = await backend.createUser({ grants: ["employeeList"] });
    expect((await accountOf(id, reader.token)).data).toEqual({ account: null, makes: false, switches: false });
    const stranger = await backend.createUser({ grants: ["userManage"] });
    expect((await accountOf(id, stranger.token)).status).toBe(403);
  });
});
