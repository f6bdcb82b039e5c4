/** The screens of the function tree, the audit log and dictionaries: what they show, what they post. */
import { expect, test } from "vitest";
import "~/i18n/locale.server";
import type { FormView } from "~/resource/load-form.server";
import { loader as entry } from "~/screens/system/audit-entry";
import { loader as auditList } from "~/screens/system/audit-list";
import { loader as itemForm } from "~/screens/system/dict-item-form";
import { loader as form, action as save } from "~/screens/system/menu-form";
import { loader as list, action as listed } from "~/screens/system/menu-list";
import { action as command, loader as tree } from "~/screens/system/menu-tree";
import { page, screen } from "../resource/screen";
import { failure, outcome } from "../shell/fake-context";

const node = (id: number, parentId: number, more: object = {}) => ({
  id,
  parentId,
  level: parentId === 0 ? 1 : 2,
  funName: `菜单${id}`,
  funNameEn: `Menu ${id}`,
  funUrl: parentId === 0 ? "" : `/m/${id}`,
  funCode: parentId === 0 ? "" : `m${id}`,
  enabled: true,
  problem: "",
  own: false,
  ...more,
});
const menuTree = [node(100, 0), node(101, 100), node(102, 100, { own: true }), node(200, 0)];
const path = "/application/menuManage";
const treePath = `${path}/tree`;
const openWay = ["view", "_blank", "2", "9"].map((value) => ({ value, label: value }));
const yesNo = ["T", "F"].map((value) => ({ value, label: value }));
const groupId = [100, 200].map((id) => ({ value: String(id), label: `菜单${id}` }));
const options = { groupId, openWay, useFlag: yesNo, status: [{ value: "T", label: "启用" }] };
const record = (id: number, more: object = {}) => ({
  id,
  rowVersion: 4,
  groupId: 100,
  title: `菜单100 / 菜单${id}`,
  funName: `菜单${id}`,
  funNameEn: `Menu ${id}`,
  funUrl: `/m/${id}`,
  funCode: `m${id}`,
  openWay: "view",
  outerChain: "",
  cloudFunUrl: "",
  icon: "",
  iconActive: "",
  description: "",
  useFlag: "F",
  ofProduct: true,
  status: "T",
  place: id,
  ...more,
});

test("3c the tree has every entry in its place, with what may be done for who holds the buttons", async () => {
  const view = await tree(screen(treePath, { answers: { menuTree }, buttons: ["menu:edit"] }).args);
  expect(view.may).toEqual({ add: false, edit: true, switch: false, remove: false });
  expect(view.tree.map(({ id, entries }) => [id, entries.map((one) => one.id)])).toEqual([
    [100, [101, 102]],
    [200, []],
  ]);
  expect(view.shown).toBeNull();
});

test("3c an entry of the tree is shown at the side by its address; one that is none is not", async () => {
  const at = (query: string) => tree(screen(`${treePath}?open=${query}`, { answers: { menuTree } }).args);
  const [first, last] = [await at("101"), await at("102")];
  expect(first.shown).toMatchObject({ id: 101, first: true, last: false, below: 0 });
  expect(last.shown).toMatchObject({ id: 102, first: false, last: true, own: true });
  expect(last.tree[0]?.entries.map(({ now }) => now)).toEqual([false, true]);
  for (const nonsense of ["9", "x", ""]) expect((await at(nonsense)).shown).toBeNull();
});

test("3c a button of the tree posts one command, and comes back to where it stood", async () => {
  for (const [typed, method] of [
    [{ up: "101" }, "menuUp"],
    [{ down: "101" }, "menuDown"],
    [{ off: "101" }, "menuSuspend"],
    [{ on: "101" }, "menuResume"],
  ] as const) {
    const { args, seen } = screen(treePath, { answers: { [method]: { id: 101 } }, form: typed });
    expect(await outcome(command(args))).toMatchObject({ status: 303, location: `${treePath}?open=101` });
    expect(seen.calls).toEqual([{ method, payload: { id: 101 } }]);
  }
  for (const form of [{ up: "x" }, { explode: "101" }, {}] as Record<string, string>[])
    expect(await outcome(command(screen(treePath, { form }).args))).toMatchObject({ status: 400 });
  const answers = { menuResume: failure("failed", "不能启用") };
  expect(await outcome(command(screen(treePath, { answers, form: { on: "101" } }).args))).toMatchObject({
    status: 409,
  });
});

test("4 3c the list offers moving, switching and, of one's own, deleting; places are not changed by the dozen", async () => {
  const records = [record(101), record(102, { ofProduct: false, status: "F" })];
  const buttons = ["menu:add", "menu:edit", "menu:suspend", "menu:remove"];
  const answers = { menuList: page(records, options), menuUp: { id: 101 }, menuTree };
  const view = await list(screen(path, { answers, buttons }).args);
  expect(view.create).toBe(`${path}/new`);
  expect(view.rows.map(({ commands }) => commands?.map(({ intent }) => intent))).toEqual([
    ["suspend", "up", "down"],
    ["resume", "up", "down"],
  ]);
  expect(view.rows.map(({ links }) => links?.map(({ label }) => label))).toEqual([["编辑"], ["编辑", "删除"]]);
  expect(view.selection?.bulk.map(({ intent }) => intent)).toEqual(["suspend", "resume", "remove"]);
  const { args, seen } = screen(path, { answers, buttons, form: { up: "101" } });
  expect(await outcome(listed(args))).toMatchObject({ status: 303, location: path });
  expect(seen.calls).toEqual([{ method: "menuUp", payload: { id: 101 } }]);
});

test("3c the form hangs an entry under groups but its own; address and code of the product are fixed", async () => {
  const at = (id: string, row: object) =>
    form(
      screen(`${path}/${id}/edit`, { answers: { menuTree, menuGet: { record: row, options } }, params: { id } }).args,
    );
  const product = await at("101", record(101));
  const of = (view: FormView, name: string) => view.inputs.find((one) => one.name === name);
  expect([of(product, "funCode")?.disabled, of(product, "funUrl")?.disabled]).toEqual([true, true]);
  expect(of(await at("102", record(102, { ofProduct: false })), "funCode")?.disabled).toBe(false);
  const group = await at("100", record(100, { groupId: null, funUrl: "", funCode: "" }));
  expect(of(group, "groupId")?.options?.map(({ value }) => value)).toEqual(["200"]);
  expect(of(product, "funName")?.value).toBe("菜单101");
  expect([of(product, "groupId")?.value, product.rowVersion]).toEqual(["100", 4]);
  const begun = screen(`${path}/new?groupId=200`, { answers: { menuTree, menuGet: { record: null, options } } });
  expect(of(await form(begun.args), "groupId")?.value).toBe("200");
  const copied = screen(`${path}/new?copy=101`, { answers: { menuTree, menuGet: { record: record(101), options } } });
  const copy = await form(copied.args);
  expect(["funName", "funUrl", "funCode"].map((name) => of(copy, name)?.value)).toEqual(["菜单101", "", ""]);
  expect(of(copy, "funCode")?.disabled).toBe(false);
});

test("3c what is typed is posted whole; what is refused is kept", async () => {
  const typed = {
    groupId: "100",
    funName: "外链",
    funNameEn: "Outer",
    funUrl: "/o",
    funCode: "o",
    openWay: "_blank",
    outerChain: "https://x.cn",
    useFlag: "F",
  };
  const answers = { menuTree, menuGet: { record: null, options } };
  const good = screen(`${path}/new`, { answers: { ...answers, menuSave: { id: 9 } }, form: typed });
  expect(await outcome(save(good.args))).toMatchObject({ status: 303, location: `${path}/9` });
  expect(good.seen.calls.find(({ method }) => method === "menuSave")?.payload).toEqual({
    ...typed,
    groupId: 100,
    icon: null,
    iconActive: null,
    cloudFunUrl: null,
    description: null,
  });
  const bad = screen(`${path}/new`, { answers, form: { ...typed, funName: "", groupId: "x", outerChain: "x" } });
  const refused = await outcome(save(bad.args));
  expect(refused.status).toBe(422);
  const view = refused.body as FormView;
  expect(Object.keys(view.errors).sort()).toEqual(["funName", "groupId", "outerChain"]);
  expect(view.inputs.find(({ name }) => name === "funUrl")?.value).toBe("/o");
  expect(bad.seen.calls.map(({ method }) => method)).not.toContain("menuSave");
});

test("6 the audit log names things and fields in words, and an entry leads to all about its thing", async () => {
  const record = {
    id: 7,
    at: "2026-11-20 10:00:00",
    accountName: "王芳",
    method: "parkSave",
    thing: "park",
    thingId: 3,
    label: "",
    what: "新建景区“青云山”",
  };
  const list = screen("/system/auditList", { answers: { auditList: page([record]) } });
  const view = await auditList(list.args);
  expect(view.rows[0]?.cells).toEqual(["2026-11-20 10:00:00", "王芳", "新建景区“青云山”"]);
  expect(list.seen.calls.find(({ method }) => method === "auditList")?.payload).toMatchObject({
    filters: { look: "false" },
  });
  expect([view.filtered, view.tools]).toEqual([false, [{ to: "/system/auditList?look=all", label: "显示查看记录" }]]);
  expect(view.create).toBeNull();
  expect(view.rows[0]?.links).toEqual([{ to: "/system/auditList/{id}", label: "操作详情" }]);
  expect(view.filters.find(({ name }) => name === "thing")?.kind).toBe("choice");
  const auditEntry = {
    ...record,
    at: "2026-11-20T02:00:00Z",
    by: "王芳",
    requestId: "r",
    fields: [
      { name: "name", label: "名称", before: "甲", after: "乙", changed: true },
      { name: "code", label: "编码", before: "A", after: "A", changed: false },
    ],
  };
  const shown = await entry(screen("/system/auditList/7", { answers: { auditEntry }, params: { id: "7" } }).args);
  expect(shown.history).toBe("/system/auditList?thing=park&thingId.from=3&thingId.to=3");
  expect(shown.fields.map(({ label }) => label)).toEqual(["名称"]);
});

test("3j a new item begins in the dictionary that one came from", async () => {
  const dictItemGet = { record: null, options: { dictType: [{ value: "paymentType", label: "支付方式" }] } };
  const dictTypeList = page([{ id: 1, code: "paymentType", open: true }]);
  const asked = async (type: string) => {
    const { args } = screen(`/system/dictList/items/new?dictType=${type}`, { answers: { dictItemGet, dictTypeList } });
    return (await itemForm(args)).inputs.find(({ name }) => name === "dictType")?.value;
  };
  expect(await asked("paymentType")).toBe("paymentType");
  expect(await asked("nope")).toBe("");
});
