import { afterAll, beforeAll, expect, test } from "vitest";
import { role, roleCopy, roleHolders, roleRights, roleRightsSave } from "~/contract/platform/role";
import { park } from "~/contract/ticket/park";
import { openTestBackend, type TestBackend } from "~tests/support/backend";
import { fresh } from "~tests/support/park";

let backend: TestBackend;
beforeAll(async () => {
  backend = await openTestBackend();
});
afterAll(() => backend.close());

async function makeRole(rights: string[] = [], as = backend.admin): Promise<number> {
  const { data } = await backend.call(role.methods.save, { code: fresh("role"), name: "临时" } as never, { as });
  if (rights.length > 0) await grant(data.id, rights);
  return data.id;
}

async function versionOf(id: number): Promise<number> {
  return (await backend.call(roleRights, { id })).data.role.rowVersion;
}

async function grant(id: number, rights: string[], as = backend.admin) {
  return backend.call(roleRightsSave, { id, rowVersion: await versionOf(id), rights }, { as });
}

async function rightsOf(id: number): Promise<string[]> {
  const { groups } = (await backend.call(roleRights, { id })).data;
  const leaves = groups.flatMap(({ functions }) => functions.flatMap((fun) => [fun, ...fun.buttons]));
  return leaves.filter(({ granted }) => granted).map(({ right }) => right);
}

/** Someone who may grant, with these rights beside. */
const granter = (grants: string[] = []) =>
  backend.createUser({ grants: ["sysRoleList", "sysRoleList/role:grant", "sysRoleList/role:add", ...grants] });

test("6 the tree has every enabled function with its buttons, those asked for under it included, in both languages", async () => {
  const id = await makeRole();
  const { data } = await backend.call(roleRights, { id });
  const functions = data.groups.flatMap((group) => group.functions);
  const log = functions.find(({ right }) => right === "buyTktLog");
  expect(log?.buttons.map(({ right }) => right)).toEqual(
    expect.arrayContaining(["buyTktLog/sale:viewAll", "buyTktLog/order:refund", "buyTktLog/sale:print"]),
  );
  expect(functions.some(({ right }) => right === "skiPassList")).toBe(false);
  expect(functions.every(({ mine, granted }) => mine && !granted)).toBe(true);
  const english = await backend.call(roleRights, { id }, { language: "en" });
  expect(JSON.stringify(english.data.groups)).not.toMatch(/\p{Script=Han}/u);
});

test("6 a grant holds at the next request of whoever has the role, and so does taking it", async () => {
  const id = await makeRole();
  const user = await backend.createUser({});
  await backend.sql("insert into account_role values ('0001', $1, $2)", [user.id, id]);
  const list = async () => (await backend.call(park.methods.list, {}, { as: user.token })).status;
  expect(await list()).toBe(403);
  // A button brings its function.
  expect((await grant(id, ["parkList/park:add"])).status).toBe(200);
  expect(await list()).toBe(200);
  expect(await rightsOf(id)).toEqual(["parkList", "parkList/park:add"]);
  expect((await grant(id, [])).status).toBe(200);
  expect(await list()).toBe(403);
  const trail = await backend.sql("select after from audit_log where thing = 'role' and thing_id = $1 order by id", [
    id,
  ]);
  expect(trail.at(1)).toEqual({ after: { added: ["parkList", "parkList/park:add"] } });
});

test("6 nobody grants what they do not hold, nor takes it; what they hold they may give", async () => {
  const id = await makeRole(["ticketList", "ticketList/ticketType:add"]);
  const clerk = await granter(["parkList"]);
  const more = await grant(
    id,
    ["ticketList", "ticketList/ticketType:add", "parkList", "parkList/park:add"],
    clerk.token,
  );
  expect([more.status, more.message]).toEqual([403, "您自己没有“景区 · 新建”，不能授予"]);
  expect((await grant(id, ["parkList"], clerk.token)).status).toBe(200);
  // The ticket rights, which the clerk does not hold, are still there.
  expect(await rightsOf(id)).toEqual(["parkList", "ticketList", "ticketList/ticketType:add"]);
  expect((await grant(id, [], clerk.token)).status).toBe(200);
  expect(await rightsOf(id)).toEqual(["ticketList", "ticketList/ticketType:add"]);
  // Not to oneself either.
  const [own] = await backend.sql<{ role_id: number }>("select role_id from account_role where account_id = $1", [
    clerk.id,
  ]);
  expect((await grant(own?.role_id ?? 0, ["userManage"], clerk.token)).status).not.toBe(200);
  expect((await grant(own?.role_id ?? 0, ["ticketList"], clerk.token)).status).toBe(403);
  const { groups } = (await backend.call(roleRights, { id }, { as: clerk.token })).data;
  const mine = groups.flatMap(({ functions }) => functions).filter((fun) => fun.mine);
  expect(mine.map(({ right }) => right)).toEqual(["parkList", "sysRoleList"]);
});

test("6 without the button, for another tenant, or for what there is not, nothing is granted", async () => {
  const id = await makeRole();
  const viewer = await backend.createUser({ grants: ["sysRoleList", "sysRoleList/role:edit", "parkList"] });
  expect((await grant(id, ["parkList"], viewer.token)).status).toBe(403);
  const stranger = await backend.createCorp("4501");
  const payload = { id, rowVersion: 0, rights: ["parkList"] };
  for (const [method, body] of [
    [roleRights, { id }],
    [roleHolders, { id }],
    [roleRightsSave, payload],
    [roleCopy, { id, code: "X", name: "x" }],
  ] as const) {
    expect((await backend.call(method, body as never, { as: stranger })).status).toBe(404);
  }
  for (const right of ["nonsense", "parkList/ticketType:add", "skiPassList"]) {
    expect((await grant(id, [right])).status, right).toBe(422);
  }
  expect(await rightsOf(id)).toEqual([]);
});

test("6 of two who grant at once one is told that the other was first", async () => {
  const id = await makeRole();
  const rowVersion = await versionOf(id);
  const both = await Promise.all([
    backend.call(roleRightsSave, { id, rowVersion, rights: ["parkList"] }),
    backend.call(roleRightsSave, { id, rowVersion, rights: ["ticketList"] }),
  ]);
  expect(both.map(({ status }) => status).sort()).toEqual([200, 409]);
  expect(await rightsOf(id)).toHaveLength(1);
  expect(both.find(({ status }) => status === 409)?.message).toContain("系统管理员");
});

test("6 a copy has the same rights, for who holds them all", async () => {
  const id = await makeRole(["parkList", "parkList/park:add", "ticketList"]);
  const code = fresh("copy");
  const made = await backend.call(roleCopy, { id, code, name: "副本" });
  expect(await rightsOf(made.data.id)).toEqual(["parkList", "parkList/park:add", "ticketList"]);
  expect((await backend.call(roleCopy, { id, code: code.toUpperCase(), name: "副本" })).errors).toEqual({
    code: [`编码 ${code.toUpperCase()} 已被使用`],
  });
  const clerk = await granter(["parkList", "parkList/park:add"]);
  const refused = await backend.call(roleCopy, { id, code: fresh("copy"), name: "副本" }, { as: clerk.token });
  expect([refused.status, refused.message]).toEqual([403, "您自己没有“票种”，不能授予"]);
});

test("6 who has a role is listed, and a role that somebody has is not deleted", async () => {
  const id = await makeRole();
  expect((await backend.call(roleHolders, { id })).data.holders).toEqual([]);
  const user = await backend.createUser({});
  await backend.sql("insert into account_role values ('0001', $1, $2)", [user.id, id]);
  expect((await backend.call(roleHolders, { id })).data.holders).toMatchObject([
    { id: user.id, accName: user.accName, status: "T" },
  ]);
  const removal = await backend.call(role.methods.remove, { id });
  expect(removal.status).toBe(409);
  expect(removal.message).toContain("1 个操作员");
  await backend.sql("delete from account_role where role_id = $1", [id]);
  expect((await backend.call(role.methods.remove, { id })).status).toBe(200);
});

test("6 the time line of a role names what was granted and revoked, and that it was copied", async () => {
  const id = await makeRole(["parkList/park:add"]);
  await grant(id, ["parkList"]);
  const { data } = await backend.call(role.methods.changes, { id });
  expect(data.changes.map(({ kind, event }) => event?.detail ?? kind)).toEqual([
    "收回：景区 · 新建",
    "增加：景区和景区 · 新建",
    "created",
  ]);
  const copied = await backend.call(roleCopy, { id, code: fresh("role"), name: "副本" });
  const ofCopy = await backend.call(role.methods.changes, { id: copied.data.id });
  expect(ofCopy.data.changes).toHaveLength(1);
  expect(ofCopy.data.changes[0]?.event?.title).toContain("复制");
});
