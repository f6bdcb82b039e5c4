import { afterAll, beforeAll, expect, test } from "vitest";
import { functionTree } from "~/contract/function-tree";
import {
  getAllSysFunctionsListById,
  getSysSpecialMenuInfoList,
  getUserCommonFunList,
  saveUserCommonFun,
} from "~/contract/platform/function";
import { selectUserInfoById, userInfo } from "~/contract/platform/session";
import { park } from "~/contract/ticket/park";
import { openTestBackend, type TestBackend } from "~tests/support/backend";
import { functionId } from "~tests/support/function-id";

let backend: TestBackend;
beforeAll(async () => {
  backend = await openTestBackend();
});
afterAll(() => backend.close());

/** Pages for tenants are of the SaaS edition alone. */
const built = functionTree
  .flatMap((group) => group.entries.filter((entry) => entry.built).map((entry) => entry.url))
  .filter((url) => !url.startsWith("/tenantManage/"));

test("3a 3c 7n the administrator has every built function, in the menu's order, under its group, and every button", async () => {
  const { data } = await backend.call(selectUserInfoById, {});
  expect(userInfo.parse(data)).toEqual(data);
  const nodes = data.sysFunctionsSet;
  expect(Object.keys(nodes[0] ?? {}).sort()).toEqual(
    // Spec 3 "Function", whose funIco is the normal and the active icon.
    "cloudFunUrl description funCode funIco funName funUrl id openType outerChain parentId parentIds sort useFlag".split(
      " ",
    ),
  );
  for (const { funIco } of nodes.filter((node) => node.funIco)) expect(funIco).toMatch(/^[\w-]+(,[\w-]+)?$/);
  expect(nodes.map((node) => node.funUrl).filter(Boolean)).toEqual(built);
  expect(nodes.map((node) => node.sort)).toEqual(nodes.map((node) => node.sort).toSorted((a, b) => a - b));
  const ids = new Set([0, ...nodes.map((node) => node.id)]);
  for (const node of nodes) expect(ids.has(node.parentId), node.funName).toBe(true);
  for (const group of nodes.filter((node) => node.funUrl === "")) {
    expect(
      nodes.some((node) => node.parentId === group.id),
      group.funName,
    ).toBe(true);
  }
  const [buttons] = await backend.sql<{ n: number }>("select count(*)::int as n from button");
  expect(data.sysButtonRolePOSet).toHaveLength(buttons?.n ?? 0);
});

test("6 names come in the language asked for", async () => {
  const names = async (language: string) =>
    (await backend.call(getAllSysFunctionsListById, { id: 0 }, { language })).data.map((node) => node.funName);
  expect(await names("zh-CN")).toContain("窗口售票");
  expect(await names("en-GB,en;q=0.8")).toContain("Counter sale");
  expect((await names("en")).join()).not.toMatch(/\p{Script=Han}/u);
});

test("7g getAllSysFunctionsListById answers what stands below an id", async () => {
  const all = (await backend.call(getAllSysFunctionsListById, { id: 0 })).data;
  const group = all.find((node) => node.funName === "售票");
  const below = (await backend.call(getAllSysFunctionsListById, { id: group?.id ?? 0 })).data;
  expect(below.map((node) => node.funUrl)).toEqual([
    ...["/inside/buyTktList", "/inside/buyTktLog", "/manage/tktChevkPage", "/manage/shift"],
    ...["/createGroup", "/groupPrepaid"],
  ]);
  expect((await backend.call(getAllSysFunctionsListById, { id: 999_999 })).data).toEqual([]);
});

test("6 a seller and a gate keeper see their own part; a function switched off is seen by nobody", async () => {
  const urls = async (token: string) =>
    (await backend.call(selectUserInfoById, {}, { as: token })).data.sysFunctionsSet
      .map((node) => node.funUrl)
      .filter(Boolean);
  const seller = await backend.createUser({ roles: ["seller"] });
  const gate = await backend.createUser({ roles: ["gatekeeper"] });
  expect(await urls(seller.token)).toEqual([
    ...["/index", "/message", "/inside/buyTktList", "/inside/buyTktLog", "/manage/shift"],
    ...["/manage/storelist/rolls", "/statistics/payments"],
  ]);
  expect(await urls(gate.token)).toEqual(["/index", "/message", "/manage/tktChevkPage"]);
  await backend.sql("update fun set enabled = false where fun_code = 'tktChevkPage'");
  expect(await urls(gate.token)).toEqual(["/index", "/message"]);
  await backend.sql("update fun set enabled = true where fun_code = 'tktChevkPage'");
});

test("6 a right given or taken holds at the next request", async () => {
  const { token, id } = await backend.createUser({ roles: ["seller"] });
  const list = () => backend.call(park.methods.list, {}, { as: token });
  expect((await list()).status).toBe(403);
  const [seller] = await backend.sql<{ role_id: number }>("select role_id from account_role where account_id = $1", [
    id,
  ]);
  await backend.sql("insert into role_grant values ('0001', $1, 'parkList', '')", [seller?.role_id]);
  expect((await list()).status).toBe(200);
  await backend.sql("delete from role_grant where fun_code = 'parkList' and role_id = $1", [seller?.role_id]);
  expect((await list()).status).toBe(403);
  // A grant of the same name in another corp is no grant here.
  await backend.createCorp("2004");
  await backend.sql(
    "insert into role_grant select '2004', id, 'parkList', '' from role where corp_code = '2004' and code = 'seller'",
  );
  expect((await list()).status).toBe(403);
});

test("7 another account's data is not found", async () => {
  const user = await backend.createUser({});
  expect((await backend.call(selectUserInfoById, { id: 1 }, { as: user.token })).status).toBe(404);
  expect((await backend.call(selectUserInfoById, { id: user.id }, { as: user.token })).data.id).toBe(user.id);
});

test("3d 7q 7r favourites keep their order, know only functions that exist, and pressed twice at once stay sound", async () => {
  const { token, id: accId } = await backend.createUser({});
  const save = (funId: number) =>
    backend.call(saveUserCommonFun, { funId, funName: `第${funId}`, accId }, { as: token });
  const codes = ["tktChevkPage", "buyTktList", "buyTktLog"] as const;
  const ids = await Promise.all(codes.map((code) => functionId(backend, code)));
  const [first = 0] = ids;
  const other = await functionId(backend, "parkList");
  for (const funId of ids) expect((await save(funId)).success).toBe(true);
  const list = async () => (await backend.call(getUserCommonFunList, { accId }, { as: token })).data;
  expect(await list()).toEqual(ids.map((funId) => ({ funId, funName: `第${funId}` })));
  expect(
    await backend.sql("select account_id::int as id from favourite where fun_id = $1 and fun_name = $2", [
      first,
      `第${first}`,
    ]),
  ).toEqual([{ id: accId }]);
  expect((await save(987_654)).status).toBe(404);
  const twice = await Promise.all([save(other), save(other)]);
  for (const reply of twice) expect(reply.status).toBe(200);
  expect((await list()).filter((row) => row.funId === other).length).toBeLessThanOrEqual(1);
});

test("3g personal apps are those of the corp", async () => {
  const other = await backend.createCorp("2005");
  await backend.sql("insert into personal_app (corp_code, menu_code, menu_name) values ('0001', 'map', '地图')");
  expect((await backend.call(getSysSpecialMenuInfoList, {})).data).toMatchObject([
    { menuCode: "map", isShowScene: "F" },
  ]);
  expect((await backend.call(getSysSpecialMenuInfoList, {}, { as: other })).data).toEqual([]);
});
