/** The function tree as head office edits it. */
import { afterAll, beforeAll, expect, test } from "vitest";
import { importPaths } from "~/contract/import";
import { menu, menuTree } from "~/contract/platform/menu";
import { roleRights } from "~/contract/platform/role";
import { selectUserInfoById } from "~/contract/platform/session";
import { gate } from "~/contract/ticket/gate";
import { ticketDetail } from "~/contract/ticket/issued";
import { park } from "~/contract/ticket/park";
import { seedFirstStart } from "~server/backend/first-start";
import { openTestBackend, type TestBackend } from "~tests/support/backend";
import { fresh } from "~tests/support/park";

let backend: TestBackend;
beforeAll(async () => {
  backend = await openTestBackend();
});
afterAll(() => backend.close());

const tree = async () => (await backend.call(menuTree, {})).data;
async function nodeOf(code: string) {
  const found = (await tree()).find(({ funCode }) => funCode === code);
  if (!found) throw new Error(`no ${code}`);
  return found;
}
async function groupOf(name: string) {
  const found = (await tree()).find((node) => node.funName === name && node.funUrl === "");
  if (!found) throw new Error(`no ${name}`);
  return found;
}
const { list, get, changes, save, remove, suspend, resume, suspendMany, removeMany } = menu.methods;

/** As the form of the function tree has it; "" is sent as nothing. */
interface Fields {
  groupId: number | null;
  funName: string;
  funNameEn: string;
  funUrl: string;
  funCode: string;
  icon: string;
  iconActive: string;
  openWay: string;
  outerChain: string;
  cloudFunUrl: string;
  description: string;
  useFlag: string;
}
const blank = {
  funNameEn: "Own",
  icon: "",
  iconActive: "",
  openWay: "view",
  outerChain: "",
  cloudFunUrl: "",
  description: "",
  useFlag: "F",
};
const saved = (fields: Fields & { id?: number; rowVersion?: number }) => backend.call(save, fields as never);
const switched = (id: number, on: boolean, as = backend.admin) => backend.call(on ? resume : suspend, { id }, { as });
const moved = (id: number, to: "up" | "down") =>
  backend.call(to === "up" ? menu.methods.up : menu.methods.down, { id });
async function own(more: Partial<Fields>) {
  const funCode = fresh("fun");
  const { id: groupId } = await groupOf("报表");
  const fields = { ...blank, groupId, funName: "外部报表", funUrl: `/outer/${funCode}`, funCode, ...more };
  return { fields, ...(await saved(fields)) };
}
const frame = { openWay: "_blank", outerChain: "https://report.example.com/sales" };
const seen = async (token = backend.admin) =>
  (await backend.call(selectUserInfoById, {}, { as: token })).data.sysFunctionsSet;
const codesSeen = async (token?: string) => (await seen(token)).map(({ funCode }) => funCode);
async function edit(code: string, more: Partial<Fields>, rowVersion?: number) {
  const { id } = await nodeOf(code);
  const { record } = (await backend.call(get, { id })).data;
  const { title: _t, place: _p, ofProduct: _o, status: _s, ...fields } = record ?? {};
  return saved({ ...fields, ...more, id, rowVersion: rowVersion ?? record?.rowVersion } as never);
}

test("3c 2.2f an entry keeps every field, is seen by who is granted it, and is found among the rights of roles", async () => {
  const { data, fields } = await own({
    ...frame,
    funName: '["报表","一张报表"]',
    icon: "report",
    useFlag: "T",
    description: "/help/x.svg",
  });
  const node = (await seen()).find(({ id }) => id === data.id);
  expect(node).toMatchObject({
    funName: '["报表","一张报表"]',
    funUrl: fields.funUrl,
    funIco: "report,report",
    openType: "_blank",
    outerChain: frame.outerChain,
    description: "/help/x.svg",
    useFlag: "T",
    parentIds: `0,${fields.groupId}`,
  });
  const clerk = await backend.createUser({ grants: [fields.funCode] });
  expect(await codesSeen(clerk.token)).toContain(fields.funCode);
  const other = await backend.createUser({ grants: ["parkList"] });
  expect(await codesSeen(other.token)).not.toContain(fields.funCode);
  const [role] = await backend.sql<{ id: string }>("select id from role where corp_code = '0001' and code = 'seller'");
  const { groups } = (await backend.call(roleRights, { id: Number(role?.id) })).data;
  expect(groups.flatMap(({ functions }) => functions).map(({ right }) => right)).toContain(fields.funCode);
  expect((await backend.call(remove, { id: data.id })).status).toBe(200);
  expect(await codesSeen(clerk.token)).not.toContain(fields.funCode);
  expect(await backend.sql("select from role_grant where fun_code = $1", [fields.funCode])).toEqual([]);
});

test("3c names, places and switches are seen at the next request, and a new start leaves them as they are", async () => {
  const seller = await backend.createUser({ roles: ["seller"] });
  const { id } = await nodeOf("buyTktLog");
  expect((await edit("buyTktLog", { funName: "售票流水" })).status).toBe(200);
  expect((await seen(seller.token)).find((node) => node.id === id)?.funName).toBe("售票流水");
  expect((await switched(id, false)).status).toBe(200);
  expect(await codesSeen(seller.token)).not.toContain("buyTktLog");
  await seedFirstStart(backend.database);
  expect(await codesSeen(seller.token)).not.toContain("buyTktLog");
  expect((await switched(id, true)).status).toBe(200);
  await seedFirstStart(backend.database);
  expect((await seen(seller.token)).find((node) => node.id === id)?.funName).toBe("售票流水");
});

test("3c a group switched off takes everything below it along", async () => {
  const { id } = await groupOf("票务");
  expect((await switched(id, false)).status).toBe(200);
  expect(await codesSeen()).not.toContain("parkList");
  expect((await switched(id, true)).status).toBe(200);
  expect(await codesSeen()).toContain("parkList");
});

test("3c 6 a function that is off answers nobody, in no corp, until it is on again", async () => {
  const tenant = await backend.createCorp("5902");
  const clerk = (await backend.createUser({ grants: ["parkList", "parkList/park:add", "parkList/park:import"] })).token;
  const everybody = [clerk, backend.admin, tenant];
  const asked = async () => {
    const lists = await Promise.all(everybody.map((as) => backend.call(park.methods.list, {}, { as })));
    const made = await backend.call(park.methods.save, { code: fresh("PK"), name: "西山" } as never, { as: clerk });
    const template = await backend.app.request(`${importPaths.template}?business=ticket&noun=park&format=csv`, {
      headers: { "access-token": clerk },
    });
    return [...lists, made, template].map(({ status }) => status);
  };
  const { id } = await nodeOf("parkList");
  const { id: group } = await groupOf("票务");
  // By itself, and by what it hangs under.
  for (const one of [id, group]) {
    const before = await asked();
    expect(before).toEqual([200, 200, 200, 200, 200]);
    expect((await switched(one, false)).status).toBe(200);
    expect(await asked()).toEqual([403, 403, 403, 403, 403]);
    for (const [language, message] of [
      ["en", "“Parks” is switched off. An administrator can switch it on under Menus"],
      ["zh-CN", "“景区”已停用，管理员可在“菜单”中重新启用"],
    ] as const)
      expect((await backend.call(park.methods.list, {}, { as: clerk, language })).message).toBe(message);
    // What is asked under another function is answered as ever; the editor of the menu too.
    expect((await backend.call(gate.methods.list, {}, { as: tenant })).status).toBe(200);
    expect((await switched(one, true)).status).toBe(200);
    expect(await asked()).toEqual(before);
  }
});

test("3c 6 what several functions open is open while one of them is on and granted", async () => {
  const { id } = await nodeOf("issuedList");
  const [issued, log] = await Promise.all(
    ["issuedList", "buyTktLog"].map((fun) => backend.createUser({ grants: [fun] })),
  );
  const asked = (as = "") => backend.call(ticketDetail, { ticketNo: "none" }, { as });
  const before = (await asked(issued?.token)).status;
  expect(before).not.toBe(403);
  await switched(id, false);
  expect((await asked(issued?.token)).status).toBe(403);
  expect((await asked(log?.token)).status).toBe(before);
  await switched(id, true);
});

test("3c what leads nowhere is not switched on", async () => {
  const unbuilt = (await tree()).find(({ problem, own: mine }) => problem !== "" && !mine);
  const refused = await switched(unbuilt?.id ?? 0, true);
  expect([refused.status, refused.message]).toEqual([409, unbuilt?.problem]);
  // No screen has the code; no address has the frame.
  for (const more of [{}, { openWay: "_blank" }]) {
    const { data } = await own(more);
    expect((await tree()).find(({ id }) => id === data.id)).toMatchObject({ enabled: false });
    expect((await switched(data.id, true)).status).toBe(409);
  }
  // One that is on cannot be made to lead nowhere.
  const { data, fields } = await own(frame);
  expect((await saved({ ...fields, id: data.id, outerChain: "" })).status).toBe(422);
  // A micro-frontend, and a screen again under an id of its own.
  const micro = await own({ funUrl: `/qynk/${fresh("m")}` });
  const again = await own({ funCode: "parkList", openWay: "9" });
  for (const { data: made } of [micro, again])
    expect((await tree()).find(({ id }) => id === made.id)?.enabled).toBe(true);
});

test("3c the editor itself stays on, and so does what it hangs under", async () => {
  const { id } = await nodeOf("menuManage");
  const { id: group } = await groupOf("系统");
  for (const one of [id, group]) expect((await switched(one, false)).status).toBe(409);
  const off = await saved({ ...blank, groupId: null, funName: "空组", funUrl: "", funCode: "" });
  expect((await switched(off.data.id, false)).status).toBe(200);
  expect((await edit("menuManage", { groupId: off.data.id })).status).toBe(409);
  expect(await codesSeen()).toContain("menuManage");
});

test("3c moving: up, down, under another group; never in a circle, never too deep", async () => {
  const siblings = async (parentId: number) =>
    (await tree()).filter((node) => node.parentId === parentId).map(({ funCode }) => funCode);
  const gates = await groupOf("通道");
  const before = await siblings(gates.id);
  const second = await nodeOf(before[1] ?? "");
  expect((await moved(second.id, "up")).status).toBe(200);
  expect(await siblings(gates.id)).toEqual([before[1], before[0], ...before.slice(2)]);
  expect((await moved(second.id, "up")).status).toBe(200);
  expect((await moved(second.id, "down")).status).toBe(200);
  expect(await siblings(gates.id)).toEqual(before);
  const group = (groupId: number | null) => saved({ ...blank, groupId, funName: fresh("组"), funUrl: "", funCode: "" });
  const top = (await group(null)).data.id;
  const inner = (await group(top)).data.id;
  expect((await edit("tktPos", { groupId: inner })).status).toBe(200);
  expect((await seen()).find(({ funCode }) => funCode === "tktPos")?.parentIds).toBe(`0,${top},${inner}`);
  const cycle = (id: number, groupId: number) =>
    saved({ ...blank, id, groupId, funName: "组", funUrl: "", funCode: "" });
  for (const [id, parentId] of [
    [top, inner],
    [top, top],
    // Four levels; below an entry that has a page of its own.
    [top, gates.id],
    [inner, second.id],
    [inner, 987_654],
  ] as const)
    expect(Object.keys((await cycle(id, parentId)).errors ?? {}), `${id} under ${parentId}`).toEqual(["groupId"]);
  expect((await backend.call(remove, { id: inner })).status).toBe(409);
  // Two at once, each under the other: one of them is refused.
  const [one, two] = [(await group(null)).data.id, (await group(null)).data.id];
  const both = await Promise.all([cycle(one, two), cycle(two, one)]);
  expect(both.map(({ status }) => status).sort()).toEqual([200, 422]);
});

test.each<[keyof Fields, string[]]>([
  ["funUrl", ["javascript:alert(1)", "//evil.cn", "/\\evil.cn", "https://x.cn", "/a b", "/MANAGE/parkList", '/a"b']],
  ["outerChain", ["javascript:alert(1)", "/local", "data:text/html,x", "http://"]],
  ["cloudFunUrl", ["JaVaScRiPt:alert(1)"]],
  ["funCode", ["parkList", "PARKLIST", "a b", "中文", ""]],
  ["icon", ["a,b", "<svg>", "../x"]],
  ["description", ["javascript:alert(1)", "x.svg"]],
  ["openWay", ["3", "_self", ""]],
  ["funName", ["", "x".repeat(121)]],
])("3c %s refuses %j", async (field, wrong) => {
  for (const value of wrong) {
    const reply = await own({ ...frame, [field]: value });
    expect([reply.status, Object.keys(reply.errors ?? {})], value).toEqual([422, [field]]);
  }
});

test("3c of two editors the second is told; the product's codes and entries stay", async () => {
  const { id } = await nodeOf("priceCalendar");
  const rowVersion = Number((await backend.call(get, { id })).data.record?.rowVersion);
  const both = await Promise.all(["甲", "乙"].map((funName) => edit("priceCalendar", { funName }, rowVersion)));
  expect(both.map(({ status }) => status).sort()).toEqual([200, 409]);
  expect((await edit("priceCalendar", { funCode: "mine", funUrl: "/mine" })).status).toBe(200);
  expect(await nodeOf("priceCalendar")).toMatchObject({ funUrl: "/ticket/priceCalendar" });
  expect((await backend.call(remove, { id })).status).toBe(409);
});

test("6a 6b head office alone, with the button; a tenant neither sees nor edits the tree", async () => {
  const tenant = await backend.createCorp("5901");
  const { id } = await nodeOf("parkList");
  expect((await backend.call(menuTree, {}, { as: tenant })).status).toBe(403);
  expect((await switched(id, false, tenant)).status).toBe(403);
  expect(await codesSeen(tenant)).not.toContain("menuManage");
  const viewer = await backend.createUser({ grants: ["menuManage"] });
  expect((await backend.call(menuTree, {}, { as: viewer.token })).status).toBe(200);
  for (const method of [list, get, changes]) {
    const payload = method === list ? {} : { id };
    expect((await backend.call(method, payload as never, { as: tenant })).status, method.name).toBe(403);
  }
  for (const method of [suspend, resume, menu.methods.up, menu.methods.down, remove, save])
    expect((await backend.call(method, { id } as never, { as: viewer.token })).status, method.name).toBe(403);
  expect((await switched(987_654, true)).status).toBe(404);
});

test("4 3c the list has the tree's order, each entry with the names it hangs under, found by name, group, state and maker", async () => {
  const found = async (asked: object, language: "zh-CN" | "en" = "zh-CN") =>
    (await backend.call(list, { pageSize: -1, ...asked } as never, { language })).data.records;
  const nodes = await tree();
  const all = await found({});
  expect(all.map(({ id }) => id)).toEqual(nodes.map(({ id }) => id));
  const itself = await nodeOf("menuManage");
  expect(all.find(({ id }) => id === itself.id)?.title).toBe("系统 / 菜单");
  expect((await found({ filters: { title: "系统 / 菜" } })).map(({ id }) => id)).toEqual([itself.id]);
  expect((await found({ filters: { title: "system / menu" } }, "en")).map(({ id }) => id)).toEqual([itself.id]);
  const inGroup = await found({ filters: { groupId: String(itself.parentId) } });
  expect(inGroup.map(({ id }) => id)).toEqual(
    nodes.filter(({ parentId }) => parentId === itself.parentId).map(({ id }) => id),
  );
  const { data } = await own(frame);
  const ofMakers = await found({ filters: { ofProduct: "false" } });
  expect(ofMakers.map(({ id }) => id)).toContain(data.id);
  expect(ofMakers.some(({ id }) => id === itself.id)).toBe(false);
  expect((await found({ filters: { status: "F" } })).map(({ id }) => id)).toEqual(
    nodes.filter(({ enabled }) => !enabled).map(({ id }) => id),
  );
  // Groups alone are what an entry may hang under.
  const { options } = (await backend.call(get, { id: itself.id })).data;
  expect(options.groupId?.map(({ value }) => Number(value)).sort()).toEqual(
    (await tree()).flatMap(({ id, funUrl }) => (funUrl === "" ? [id] : [])).sort(),
  );
  // A group's new name is in front of all that hangs under it.
  const { id: group } = await groupOf("报表");
  const record = (await backend.call(get, { id: group })).data.record as unknown as Fields;
  await saved({ ...blank, ...pick(record), funName: "统计", id: group });
  expect((await found({ filters: { title: "统计 / 外部报表" } })).map(({ id }) => id)).toContain(data.id);
  await saved({ ...blank, ...pick(record), id: group });
});

const pick = ({ groupId, funName, funNameEn, funUrl, funCode, icon, iconActive }: Fields) => ({
  ...{ groupId, funName, funNameEn, funUrl, funCode, icon, iconActive },
});

test("4 6 an entry's page logs what was done to it, by whom", async () => {
  const { data, fields } = await own(frame);
  expect((await saved({ ...fields, funName: "外部报表二", id: data.id })).status).toBe(200);
  expect((await switched(data.id, false)).status).toBe(200);
  await moved(data.id, "up");
  const log = (await backend.call(changes, { id: data.id })).data.changes;
  expect(log.map(({ kind }) => kind)).toEqual(["command", "suspended", "edited", "created"]);
  expect(log[1]?.fields).toEqual([{ field: "status", before: "T", after: "F" }]);
  expect(log[2]?.fields).toEqual([{ field: "funName", before: "外部报表", after: "外部报表二" }]);
});

test("4 several at once: what may not is named, the rest is done", async () => {
  const itself = await nodeOf("menuManage");
  const [one, two] = [(await own(frame)).data.id, (await own(frame)).data.id];
  const off = (await backend.call(suspendMany, { ids: [one, itself.id, two] })).data;
  expect([off.done, off.refused.map(({ id }) => id)]).toEqual([2, [itself.id]]);
  expect(off.refused[0]?.message).toContain("停用后将无法再进入菜单管理");
  expect((await nodeOf("menuManage")).enabled).toBe(true);
  const gone = (await backend.call(removeMany, { ids: [one, itself.id, two] })).data;
  expect([gone.done, gone.refused.map(({ id }) => id)]).toEqual([2, [itself.id]]);
  expect((await tree()).some(({ id }) => id === one || id === two)).toBe(false);
});
