/** The organisation's screens: what their forms post, what they show to whom, refusals with everything typed kept. */
import { describe, expect, test } from "vitest";
import "~/i18n/locale.server";
import * as list from "~/resource/list";
import * as departmentTree from "~/screens/admin/department-tree";
import * as operatorForm from "~/screens/admin/operator-form";
import * as operatorList from "~/screens/admin/operator-list";
import * as operatorPassword from "~/screens/admin/operator-password";
import { page, screen } from "../resource/screen";
import { failure, outcome } from "../shell/fake-context";

const choices = {
  roles: [
    { id: 3, name: "售票员", mine: true, has: true, duties: ["refund.one"] },
    { id: 4, name: "经理", mine: false, has: false, duties: ["refund.other"] },
  ],
  parks: [{ id: 5, name: "青云山", mine: true, has: true }],
  bound: false,
  administrator: false,
  grants: true,
};
const record = {
  id: 9,
  rowVersion: 2,
  accName: "zhaomin",
  name: "赵敏",
  mobile: "138****8000",
  departmentId: 12,
  accType: "1",
  isRealName: "F",
  status: "T",
};
const options = {
  departmentId: [
    { value: "11", label: "票务部" },
    { value: "12", label: "一组", parent: "11" },
  ],
  accType: [
    { value: "1", label: "普通账号" },
    { value: "11", label: "管理员" },
  ],
};
const answers = { operatorGet: { record, options }, operatorChoices: choices };
const edit = "/corp/userManage/9/edit";

describe("the form of an operator", () => {
  test("6 offers the roles and types that are the caller's to give, and leaves a masked mobile alone", async () => {
    const view = await operatorForm.loader(screen(edit, { answers, params: { id: "9" } }).args);
    expect(view.roles).toEqual([{ value: "3", label: "售票员" }]);
    expect(view.types.map(({ value }) => value)).toEqual(["1"]);
    expect(view.departments.map(({ label }) => label)).toEqual(["票务部", "\u3000一组"]);
    expect(view).toMatchObject({
      masked: true,
      own: false,
      typed: { "role-3": "T", "park-5": "T", departmentId: "12" },
    });
  });

  test("6 posts what is ticked; boxes that were not shown are not emptied", async () => {
    const answers = { operatorSave: { id: 9 } };
    const form = { rowVersion: "2", name: "赵敏", departmentId: "", "role-3": "T", roles: "shown" };
    const { args, seen } = screen(edit, { answers, params: { id: "9" }, form });
    expect(await outcome(operatorForm.action(args))).toMatchObject({ status: 303, location: "/corp/userManage/9" });
    expect(seen.calls[0]?.payload).toEqual({
      id: 9,
      rowVersion: 2,
      name: "赵敏",
      departmentId: 0,
      isRealName: "F",
      roleIds: [3],
    });
  });

  test("6 a new one without a password leads to where one is made; with one it goes in the form that tells its strength", async () => {
    const answers = { operatorSave: { id: 9 } };
    const form = { accName: "zhaomin", name: "赵敏", departmentId: "", password: "" };
    const path = "/corp/userManage/new";
    const none = screen(path, { answers, form, buttons: ["operator:reset"] });
    expect((await outcome(operatorForm.action(none.args))).location).toBe("/corp/userManage/9/password");
    const set = screen(path, { answers, form: { ...form, password: "First#2026" } });
    expect((await outcome(operatorForm.action(set.args))).location).toBe("/corp/userManage/9");
    expect(set.seen.calls[0]?.payload).toMatchObject({
      password: Buffer.from("zhaominFirst#2026").toString("base64"),
    });
  });

  test("5 a weak password and a missing name are said at their fields; what was typed stays, but the password", async () => {
    const form = { accName: "zhaomin", name: "", departmentId: "", password: "weak", "role-3": "T" };
    const { args, seen } = screen("/corp/userManage/new", { form });
    const { status, body } = await outcome(operatorForm.action(args));
    expect(status).toBe(422);
    expect(Object.keys((body as { errors: object }).errors).sort()).toEqual(["name", "password"]);
    expect(body).toMatchObject({ typed: { accName: "zhaomin", "role-3": "T" } });
    expect(JSON.stringify(body)).not.toContain("weak");
    expect(seen.calls).toEqual([]);
  });

  test("6 a refusal stands above the form", async () => {
    const answers = { operatorSave: failure("failed", "您没有分配角色的权限") };
    const { args } = screen(edit, { answers, params: { id: "9" }, form: { name: "赵敏", departmentId: "12" } });
    expect(await outcome(operatorForm.action(args))).toMatchObject({
      status: 409,
      body: { notice: { message: "您没有分配角色的权限" }, typed: { departmentId: "12" } },
    });
  });
});

describe("the list of operators", () => {
  const row = (more: object) => ({ ...record, roles: "售票员", locked: false, seen: "", above: false, ...more });
  const load = (rows: object[]) =>
    operatorList.loader(
      screen("/corp/userManage", {
        answers: {
          operatorList: page(rows, { ...options, status: [{ value: "T", label: "启用" }] }),
          listMemory: { filters: [], columns: [] },
        },
        buttons: ["operator:edit", "operator:remove", "operator:suspend", "operator:reset", "user:unlock"],
        lookup: () => [],
      }).args,
    );
  const commandsIn = async (more: object) => {
    const view = await load([row(more)]);
    const [shown] = view.rows;
    return [
      ...(shown?.links ?? []).map(({ label }) => String(label)),
      ...(shown?.commands ?? []).map(({ intent }) => intent),
    ];
  };

  test("6 offers what may be done to whom: nothing above, not suspending oneself, unlocking what is locked", async () => {
    expect(await commandsIn({})).toEqual(["重置密码", "编辑", "删除", "suspend"]);
    expect(await commandsIn({ locked: true })).toContain("unlock");
    expect(await commandsIn({ above: true })).toEqual([]);
    expect(await commandsIn({ id: 7 })).toEqual(["编辑"]);
  });
});

test("6 a password that was made stands in the answer to the post, and nowhere else", async () => {
  const path = "/corp/userManage/9/password";
  const made = { accName: "zhaomin", name: "赵敏", password: "Kx7mP2qRt4#9" };
  const { args } = screen(path, {
    answers: { ...answers, operatorReset: made },
    params: { id: "9" },
    form: { password: "" },
  });
  expect(await outcome(operatorPassword.action(args))).toMatchObject({
    location: null,
    body: { set: { accName: "zhaomin", password: "Kx7mP2qRt4#9" } },
  });
  const weak = screen(path, { answers, params: { id: "9" }, form: { password: "weak" } });
  expect(await outcome(operatorPassword.action(weak.args))).toMatchObject({ status: 422 });
  expect(weak.seen.calls).toEqual([]);
});

describe("departments", () => {
  const path = "/employ/departmentTree";
  const nodes = [
    { id: 1, parentId: 0, name: "票务部", sort: 1, people: 2 },
    { id: 2, parentId: 1, name: "一组", sort: 1, people: 0 },
  ];
  const post = async (form: Record<string, string>, more: Record<string, unknown> = {}) => {
    const answers = {
      departmentTree: { nodes },
      departmentSave: { id: 1 },
      departmentOrder: { id: 1 },
      departmentRemove: { id: 2 },
      ...more,
    };
    const { args, seen } = screen(path, { answers, form });
    const done = await outcome(departmentTree.action(args));
    return { done, calls: seen.calls.filter(({ method }) => method !== "departmentTree") };
  };

  test("each button posts its command", async () => {
    const save = (payload: object) => [{ method: "departmentSave", payload }];
    expect((await post({ tree: "add:1", "new:1": "二组" })).calls).toEqual(save({ parentId: 1, name: "二组" }));
    expect((await post({ tree: "rename:2", "name:2": "甲组" })).calls).toEqual(
      save({ id: 2, parentId: 1, name: "甲组" }),
    );
    expect((await post({ tree: "move:2", "parent:2": "0" })).calls).toEqual(save({ id: 2, parentId: 0, name: "一组" }));
    expect((await post({ tree: "up:2" })).calls).toEqual([{ method: "departmentOrder", payload: { id: 2, to: "up" } }]);
    expect((await post({ tree: "remove:2" })).calls).toEqual([{ method: "departmentRemove", payload: { id: 2 } }]);
    expect((await post({ tree: "remove:2" })).done).toMatchObject({ status: 303, location: `${path}?open=1` });
    // What was worked on stays at the side.
    expect((await post({ tree: "rename:2", "name:2": "甲组" })).done).toMatchObject({ location: `${path}?open=2` });
    expect((await post({ tree: "add:0", "new:0": "财务部" })).done).toMatchObject({ location: path });
  });

  test("the address says which department stands at the side", async () => {
    const at = (query: string) =>
      departmentTree.loader(screen(`${path}${query}`, { answers: { departmentTree: { nodes } } }).args);
    const view = await at("?open=2");
    expect(view.shown).toMatchObject({ node: { id: 2 }, above: "票务部", people: 0, below: 0, level: 2 });
    expect(view.links).toMatchObject([{ id: 1, now: false, note: "(2)", entries: [{ id: 2, now: true }] }]);
    expect((await at("?open=1")).shown).toMatchObject({ above: "（一级）", people: 2, below: 1, level: 1 });
    for (const nonsense of ["", "?open=9", "?open=x"]) expect((await at(nonsense)).shown).toBeNull();
  });

  test("Enter means the field that was filled or changed", async () => {
    expect((await post({ tree: "", "new:0": "财务部", "name:1": "票务部" })).calls).toMatchObject([
      { payload: { parentId: 0, name: "财务部" } },
    ]);
    expect((await post({ tree: "", "new:0": "", "name:1": "售票部" })).calls).toMatchObject([
      { payload: { id: 1, name: "售票部" } },
    ]);
    expect((await post({ tree: "", "new:0": "" })).done.status).toBe(422);
  });

  test("a refusal keeps what was typed", async () => {
    const refused = failure("failed", "“票务部”下还有1 名员工，不能删除");
    const { done } = await post({ tree: "remove:1", "name:1": "改了" }, { departmentRemove: refused });
    expect(done).toMatchObject({ status: 409, body: { typed: { "name:1": "改了" } } });
  });
});

describe("who is on line", () => {
  const session = {
    id: 31,
    accName: "zhaomin",
    name: "赵敏",
    deptName: "票务部",
    ip: "203.0.113.9",
    userAgent: "Mozilla/5.0 (Windows NT 10.0) Chrome/140.0",
    park: "",
    since: "2026-11-20 09:00:00",
    seen: "2026-11-20 10:00:00",
    state: "on",
    locked: false,
    current: false,
    above: false,
  };
  const blocked = { 32: { end: "这是您自己的登录" } };
  const more = { otherData: { options: {}, capped: false, blocked } };
  const answers = {
    onlineList: page([session, { ...session, id: 32, current: true, state: "this" }], {}, more),
    sessionEnd: { id: 31 },
  };
  const path = "/corp/onlineList";

  test("6 signing out is offered for others' sessions, and asked first; of one's own it says why not", async () => {
    const view = await list.loader(screen(`${path}?ask=end&id=31`, { answers, buttons: ["session:end"] }).args);
    expect(view.rows.map(({ commands }) => commands?.map(({ to, why }) => [Boolean(to), why]))).toEqual([
      [[true, undefined]],
      [[false, "这是您自己的登录"]],
    ]);
    expect(JSON.stringify(view.rows[0]?.cells)).toContain("Chrome · Windows");
    expect(view.ask?.question).toContain("强制下线");
    const reader = await list.loader(screen(`${path}?ask=end&id=31`, { answers }).args);
    expect([reader.ask, reader.rows[0]?.commands]).toEqual([undefined, []]);
  });

  test("6 signing out posts the session; nonsense is refused", async () => {
    const { args, seen } = screen(`${path}?ask=end&id=31`, { answers, form: { end: "31" } });
    expect(await outcome(list.action(args))).toMatchObject({ status: 303, location: path });
    expect(seen.calls).toEqual([{ method: "sessionEnd", payload: { id: 31 } }]);
    expect(await outcome(list.action(screen(path, { form: { end: "x" } }).args))).toMatchObject({ status: 400 });
  });
});
