/** Personal apps: an application elsewhere, its menu entries, and who sees them. */
import { afterAll, beforeAll, expect, test } from "vitest";
import { getSysSpecialMenuInfoList } from "~/contract/platform/function";
import { personalApplication, personalAppPage, personalMenu } from "~/contract/platform/personal-app";
import { role } from "~/contract/platform/role";
import { openTestBackend, type TestBackend } from "~tests/support/backend";
import { fresh } from "~tests/support/park";

let backend: TestBackend;
beforeAll(async () => {
  backend = await openTestBackend();
});
afterAll(() => backend.close());

const makeApp = async (more: object = {}) =>
  backend.call(personalApplication.methods.save, {
    code: fresh("app"),
    name: "地图",
    icon: null,
    url: "https://map.example.com/base/",
    parameters: [{ name: "skin", value: "a&b" }],
    ...more,
  } as never);
const makeMenu = async (applicationId: number, roleId: number, more: object = {}) =>
  backend.call(personalMenu.methods.save, {
    applicationId,
    menuCode: fresh("menu"),
    menuName: "园区地图",
    path: "/park?x=1",
    isShowScene: "T",
    sort: 0,
    roles: [{ roleId }],
    ...more,
  } as never);
async function makeRole(): Promise<number> {
  return (await backend.call(role.methods.save, { code: fresh("role"), name: "地图员" } as never)).data.id;
}
const codes = async (as: string) =>
  (await backend.call(getSysSpecialMenuInfoList, {}, { as })).data.map((app) => app.menuCode);
const pageOf = (menuCode: string, as: string) => backend.call(personalAppPage, { menuCode }, { as });

test("2.3i.1 2.2m 3g an entry leads to its application, with its parameters, the query id and isShowScene", async () => {
  const roleId = await makeRole();
  const app = (await makeApp()).data.id;
  const menuCode = fresh("menu");
  const { id } = (await makeMenu(app, roleId, { menuCode })).data;
  const { data } = await pageOf(menuCode, backend.admin);
  expect(data).toEqual({
    name: "园区地图",
    url: `https://map.example.com/base/park?x=1&skin=a%26b&id=${id}&isShowScene=T`,
  });
});

test("2.3i.1 only roles that are granted an entry see it; suspended ones are seen by nobody", async () => {
  const roleId = await makeRole();
  const app = (await makeApp()).data.id;
  const menuCode = fresh("menu");
  const { id } = (await makeMenu(app, roleId, { menuCode })).data;
  const clerk = await backend.createUser({});
  expect(await codes(clerk.token)).not.toContain(menuCode);
  expect((await pageOf(menuCode, clerk.token)).status).toBe(404);
  await backend.sql("insert into account_role values ('0001', $1, $2)", [clerk.id, roleId]);
  expect(await codes(clerk.token)).toContain(menuCode);
  expect((await pageOf(menuCode, clerk.token)).status).toBe(200);
  const other = await backend.createCorp("5951");
  expect(await codes(other)).toEqual([]);
  expect((await pageOf(menuCode, other)).status).toBe(404);
  for (const [method, row] of [
    [personalMenu.methods, id],
    [personalApplication.methods, app],
  ] as const) {
    expect((await backend.call(method.suspend, { id: row })).status).toBe(200);
    expect(await codes(clerk.token)).not.toContain(menuCode);
    expect((await backend.call(method.resume, { id: row })).status).toBe(200);
  }
});

test("2.3i.2 nonsense is refused; used applications and roles stay", async () => {
  const roleId = await makeRole();
  const app = (await makeApp()).data.id;
  for (const url of ["javascript:alert(1)", "/local", "", "ftp://x"])
    expect(Object.keys((await makeApp({ url })).errors ?? {}), url).toEqual(["url"]);
  const { id } = (await makeMenu(app, roleId)).data;
  for (const [more, field] of [
    [{ path: "javascript:1" }, "path"],
    [{ path: "//evil.cn" }, "path"],
    [{ menuCode: "addApp" }, "menuCode"],
    [{ menuCode: "a/b" }, "menuCode"],
    [{ applicationId: 987_654 }, "applicationId"],
    [{ roles: [{ roleId: 987_654 }] }, "roles.0.roleId"],
    [{ roles: [] }, "roles"],
  ] as const)
    expect(Object.keys((await makeMenu(app, roleId, more)).errors ?? {}), JSON.stringify(more)).toEqual([field]);
  expect((await backend.call(personalApplication.methods.remove, { id: app })).status).toBe(409);
  expect((await backend.call(role.methods.remove, { id: roleId })).status).toBe(409);
  expect((await backend.call(personalMenu.methods.remove, { id })).status).toBe(200);
  expect((await backend.call(personalApplication.methods.remove, { id: app })).status).toBe(200);
  expect((await backend.call(role.methods.remove, { id: roleId })).status).toBe(200);
});

test("6a 6b made by who may, and by nobody else", async () => {
  const viewer = await backend.createUser({ grants: ["addApp"] });
  const as = { as: viewer.token };
  expect((await backend.call(personalApplication.methods.list, {}, as)).status).toBe(200);
  const payload = { code: fresh("app"), name: "x", icon: null, url: "https://x.cn", parameters: [] };
  expect((await backend.call(personalApplication.methods.save, payload as never, as)).status).toBe(403);
  const nobody = await backend.createUser({ grants: ["parkList"] });
  expect((await backend.call(personalMenu.methods.list, {}, { as: nobody.token })).status).toBe(403);
});
