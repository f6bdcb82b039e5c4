/** The screens of the function tree, the audit log and dictionaries: what they show, what they post. */
import { expect, test } from "vitest";
import "~/i18n/locale.server";
import { loader as entry } from "~/screens/system/audit-entry";
import { loader as auditList } from "~/screens/system/audit-list";
import { loader as itemForm } from "~/screens/system/dict-item-form";
import { loader as form, action as save } from "~/screens/system/menu-form";
import { action as command, loader as list } from "~/screens/system/menu-list";
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
  icon: "",
  iconActive: "",
  openType: "",
  outerChain: "",
  cloudFunUrl: "",
  description: "",
  useFlag: "F",
  enabled: true,
  problem: "",
  own: false,
  rowVersion: 4,
  ...more,
});
const menuTree = [node(100, 0), node(101, 100), node(102, 100, { own: true }), node(200, 0)];
const path = "/application/menuManage";

test("3c the tree has every entry in its place, with what may be done for who holds the buttons", async () => {
  const view = await list(screen(path, { answers: { menuTree }, buttons: ["menu:edit"] }).args);
  expect(view.may).toEqual({ add: false, edit: true, switch: false, remove: false });
  expect(view.tree.map(({ id, entries }) => [id, entries.map((one) => [one.id, one.first, one.last])])).toEqual([
    [
      100,
      [
        [101, true, false],
        [102, false, true],
      ],
    ],
    [200, []],
  ]);
});

test("3c a button posts one command, and comes back to where it stood", async () => {
  for (const [form, called] of [
    [{ up: "101" }, { method: "menuMove", payload: { id: 101, to: "up" } }],
    [{ off: "101" }, { method: "menuSwitch", payload: { id: 101, on: false } }],
  ] as const) {
    const { args, seen } = screen(path, { answers: { menuMove: {}, menuSwitch: {} }, form });
    expect(await outcome(command(args))).toMatchObject({ status: 303, location: `${path}#menu-101` });
    expect(seen.calls).toEqual([called]);
  }
  for (const form of [{ up: "x" }, { explode: "101" }, {}] as Record<string, string>[])
    expect(await outcome(command(screen(path, { form }).args))).toMatchObject({ status: 400 });
  const answers = { menuSwitch: failure("failed", "不能启用") };
  expect(await outcome(command(screen(path, { answers, form: { on: "101" } }).args))).toMatchObject({ status: 409 });
});

test("3c the form hangs an entry under groups but its own; address and code of the product are fixed", async () => {
  const at = (id: string) => form(screen(`${path}/${id}/edit`, { answers: { menuTree }, params: { id } }).args);
  const product = await at("101");
  const of = (view: Awaited<ReturnType<typeof at>>, name: string) => view.controls.find((one) => one.name === name);
  expect(of(product, "funCode")?.fixed).toBe(true);
  expect(of(await at("102"), "funCode")?.fixed).toBe(false);
  expect(of(await at("100"), "parentId")?.options?.map(({ value }) => value)).toEqual(["0", "200"]);
  expect(product.typed).toMatchObject({ funName: "菜单101", parentId: "100", rowVersion: "4" });
  expect(await outcome(at("999"))).toMatchObject({ status: 404 });
});

test("3c what is typed is posted whole; what is refused is kept", async () => {
  const typed = {
    parentId: "100",
    funName: "外链",
    funNameEn: "Outer",
    funUrl: "/o",
    funCode: "o",
    openType: "_blank",
    outerChain: "https://x.cn",
  };
  const good = screen(`${path}/new`, { answers: { menuSave: { id: 9 } }, form: typed });
  expect(await outcome(save(good.args))).toMatchObject({ status: 303, location: `${path}#menu-9` });
  expect(good.seen.calls[0]?.payload).toEqual({
    ...typed,
    parentId: 100,
    icon: "",
    iconActive: "",
    cloudFunUrl: "",
    description: "",
    useFlag: "F",
  });
  const bad = screen(`${path}/new`, {
    form: { ...typed, funUrl: "javascript:alert(1)", parentId: "x", outerChain: "x" },
  });
  const refused = await outcome(save(bad.args));
  expect(refused.status).toBe(422);
  expect(refused.body).toMatchObject({
    typed: { funUrl: "javascript:alert(1)", funName: "外链" },
    errors: { funUrl: [expect.any(String)], parentId: [expect.any(String)], outerChain: [expect.any(String)] },
  });
  expect(bad.seen.calls).toEqual([]);
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
  };
  const view = await auditList(screen("/system/auditList", { answers: { auditList: page([record]) } }).args);
  expect(view.rows[0]?.cells).toEqual(["2026-11-20 10:00:00", "王芳", "parkSave", "景区", "3", "（无名称）"]);
  expect(view.create).toBeNull();
  expect(view.rows[0]?.links).toEqual([{ to: "/system/auditList/{id}", label: "操作详情" }]);
  expect(view.filters.find(({ name }) => name === "thing")?.kind).toBe("choice");
  const auditEntry = {
    ...record,
    at: "2026-11-20T02:00:00Z",
    by: "王芳",
    requestId: "r",
    fields: [{ name: "name", before: "甲", after: "乙", changed: true }],
  };
  const shown = await entry(screen("/system/auditList/7", { answers: { auditEntry }, params: { id: "7" } }).args);
  expect(shown.history).toBe("/system/auditList?thing=park&thingId.from=3&thingId.to=3");
  expect(shown.fields[0]?.label).toBe("名称");
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
