/** The screens of system parameters: what is offered to whom, what is posted in which units, and what is forgotten afterwards. */
import { expect, test } from "vitest";
import "~/i18n/locale.server";
import { type ParameterCode, parameterDefaults, parameterDefinitions } from "~/contract/parameters";
import type { FormView } from "~/resource/load-form.server";
import { loader as detail } from "~/screens/system/parameter-detail";
import { action, loader } from "~/screens/system/parameter-form";
import { action as command, loader as list } from "~/screens/system/parameter-list";
import { page, screen } from "../resource/screen";
import { failure, outcome } from "../shell/fake-context";

const path = "/system/paramList";
const buttons = ["parameter:edit"];
const row = (paramCode: ParameterCode, more: object = {}) => ({
  id: 7,
  rowVersion: 2,
  paramCode,
  name: parameterDefinitions[paramCode].label(),
  paramGroup: "shell",
  paramOption: parameterDefaults[paramCode] as string,
  byDefault: parameterDefaults[paramCode],
  changed: false,
  ofPlatform: false,
  changedBy: "",
  changedAt: null,
  ...more,
});
const got = (paramCode: ParameterCode, more: object = {}) => ({
  parameterGet: { record: row(paramCode, more), options: {} },
  parameterChanges: { changes: [], more: false },
});
const at = (answers: object, more: object = {}) =>
  screen(`${path}/7/edit`, { params: { id: "7" }, answers: answers as Record<string, unknown>, ...more });
const inputOf = (view: FormView) => {
  const [input, ...others] = view.inputs;
  expect([input?.name, others]).toEqual(["paramOption", []]);
  return input;
};

test("3f amounts are typed in yuan and kept in fen; once saved, what was remembered is forgotten", async () => {
  const answers = { ...got("refundApprovalLimit"), parameterSave: { id: 7 } };
  const view = await loader(at(answers).args);
  expect(view.title).toBe("编辑“退款审批限额（元）”");
  expect(inputOf(view)).toMatchObject({
    value: "500.00",
    help: "超过此金额的退款要由另一个人审批；同一订单未经审批的退款合并计算。 默认值：¥500.00",
    required: true,
  });
  const { args, seen } = at(answers, { form: { paramOption: "1,234.5", rowVersion: "2" } });
  expect(await outcome(action(args))).toMatchObject({ status: 303, location: `${path}/7` });
  expect(seen.calls.at(-1)).toEqual({
    method: "parameterSave",
    payload: { id: 7, paramOption: "123450", rowVersion: 2 },
  });
  expect(seen.forgot).toBe(true);
});

test.each<[ParameterCode, object]>([
  ["isOpenNewPage", { options: [{ value: "T" }, { value: "F" }], required: true, value: "F" }],
  ["thirdPartySystemMode", { options: ["1", "2", "3", "4"].map((value) => ({ value })), value: "1" }],
  ["sessionIdleMinutes", { html: { type: "number", min: "5", max: "1440" }, value: "120" }],
  ["supportPhone", { html: { type: "tel" }, required: false }],
  ["onlineConsultUrl", { html: { type: "text" }, required: false }],
  ["qynkLoginUrl", { html: { type: "url", maxLength: 300 } }],
])("3f %s has the input of its kind", async (code, input) => {
  expect(inputOf(await loader(at(got(code)).args))).toMatchObject(input);
});

test("3f an address left out is saved as none", async () => {
  const answers = { ...got("qynkLoginUrl", { paramOption: "https://x.cn" }), parameterSave: { id: 7 } };
  const { args, seen } = at(answers, { form: { paramOption: "", rowVersion: "2" } });
  expect(await outcome(action(args))).toMatchObject({ status: 303 });
  expect(seen.calls.at(-1)?.payload).toMatchObject({ id: 7, paramOption: null });
});

test("3f a refusal keeps what was typed, in its own units, and nothing is forgotten", async () => {
  const answers = { ...got("refundApprovalLimit"), parameterSave: failure("failed", "不行") };
  for (const [typed, shown] of [
    ["12.5", "12.50"],
    ["much", "much"],
  ] as const) {
    const { args, seen } = at(answers, { form: { paramOption: typed, rowVersion: "2" } });
    const { status, body } = await outcome(action(args));
    expect(status).toBe(409);
    expect(body).toMatchObject({ notice: { message: "不行" } });
    expect(inputOf(body as FormView)).toMatchObject({ value: shown, required: true });
    expect(seen.forgot).toBe(false);
  }
});

test("4 the second of two is told what the first set, in words", async () => {
  const answers = {
    ...got("browseMode", { rowVersion: 3, paramOption: "2" }),
    parameterChanges: {
      changes: [
        {
          ...{ id: 1, at: "2026-11-21T02:00:00.000Z", by: "张三", kind: "edited" },
          fields: [{ field: "paramOption", before: "1", after: "2" }],
        },
      ],
      more: false,
    },
    parameterSave: failure("failed", "张三"),
  };
  const { args } = at(answers, { form: { paramOption: "1", rowVersion: "2" } });
  const { status, body } = await outcome(action(args));
  expect([status, (body as FormView).conflict?.fields]).toEqual([
    409,
    [{ label: "值", before: "1 标准", theirs: "2 兼容", mine: "1 标准", clash: false }],
  ]);
});

test("3f the list shows values in words, and offers what is the reader's to do", async () => {
  const records = [
    row("refundApprovalLimit", { id: 1, paramOption: "5" }),
    row("isOpenNewPage", { id: 2 }),
    row("isSaasEdition", { id: 3, ofPlatform: true, paramOption: "T" }),
  ];
  const { view, groups } = await list(screen(path, { answers: { parameterList: page(records) }, buttons }).args);
  expect(view.create).toBeNull();
  // Each under its heading, with a switch for yes or no, and what differs from the default marked.
  expect(groups.map(({ code, settings }) => [code, settings.map(({ value, differs }) => [value, differs])])).toEqual([
    [
      "shell",
      [
        ["¥0.05", "已修改，默认 ¥500.00"],
        ["否", ""],
        ["是", "已修改，默认 否"],
      ],
    ],
  ]);
  expect(groups[0]?.settings.map(({ flag }) => flag?.press)).toEqual([undefined, "2:2:T", "3:2:F"]);
  const value = view.columns.findIndex(({ name }) => name === "paramOption");
  expect(view.rows.map(({ cells }) => cells.slice(value, value + 2))).toEqual([
    ["¥0.05", "¥500.00"],
    ["否", "否"],
    ["是", "否"],
  ]);
  const offered = (rows: typeof view.rows) =>
    rows.map(({ links = [], commands = [] }) => [
      links.map(({ label }) => label),
      commands.map(({ intent }) => intent),
    ]);
  expect(offered(view.rows)).toEqual([
    [["编辑"], ["reset"]],
    [["编辑"], []],
    [["编辑"], ["reset"]],
  ]);
  expect(view.selection?.bulk.map(({ intent }) => intent)).toEqual(["reset"]);
  const tenant = screen(path, { answers: { parameterList: page(records) }, buttons });
  const theirs = { ...tenant.args.context.user, corpCode: "5601" };
  const seen = await list({ ...tenant.args, context: { ...tenant.args.context, user: theirs } as never });
  expect(offered(seen.view.rows)[2]).toEqual([[], []]);
  const looker = await list(screen(path, { answers: { parameterList: page(records) } }).args);
  expect(offered(looker.view.rows).flat(2)).toEqual([]);
  expect(looker.groups[0]?.settings.map(({ flag }) => flag?.press)).toEqual([undefined, "", ""]);
  expect(seen.groups[0]?.settings.at(-1)?.flag?.press).toBe("");
});

test("3f reset is asked about, posts the row, and what was remembered is forgotten", async () => {
  const records = [row("browseMode", { paramOption: "2" })];
  const answers = {
    ...got("browseMode", { paramOption: "2" }),
    parameterList: page(records),
    parameterReset: { id: 7 },
  };
  const { view } = await list(screen(`${path}?ask=reset&id=7`, { answers, buttons }).args);
  expect(view.ask).toMatchObject({ label: "恢复默认", fields: [["reset", "7"]] });
  expect(view.ask?.question).toContain("浏览模式");
  const { args, seen } = screen(path, { answers, buttons, form: { reset: "7" } });
  expect(await outcome(command(args))).toMatchObject({ status: 303, location: path });
  expect(seen.calls).toEqual([{ method: "parameterReset", payload: { id: 7 } }]);
  expect(seen.forgot).toBe(true);
});

test("3f a switch sets its parameter, with the version that was read, and what was remembered is forgotten", async () => {
  const pressed = (set: string, parameterSave: unknown) =>
    screen(path, { answers: { parameterSave }, buttons, form: { set } });
  const { args, seen } = pressed("2:5:T", { id: 2 });
  expect(await outcome(command(args))).toMatchObject({ status: 303, location: path });
  expect(seen.calls).toEqual([{ method: "parameterSave", payload: { id: 2, rowVersion: 5, paramOption: "T" } }]);
  expect(seen.forgot).toBe(true);
  const refused = pressed("2:5:T", failure("failed", "张三 刚刚修改了此记录"));
  expect(await outcome(command(refused.args))).toMatchObject({
    status: 409,
    body: { notice: { message: "张三 刚刚修改了此记录" } },
  });
  expect(refused.seen.forgot).toBe(false);
  for (const nonsense of ["", "2", "2:5:1", "0:5:T", "2:x:F"])
    expect(await outcome(command(pressed(nonsense, { id: 2 }).args))).toMatchObject({ status: 400 });
});

test("3f its page says it in words, and leads to the question before a reset", async () => {
  const params = { id: "7" };
  const answers = got("browseMode", { paramOption: "2", place: 7 });
  const view = await detail(screen(`${path}/7`, { answers, params, buttons }).args);
  expect(view).toMatchObject({
    heading: "浏览模式",
    edit: `${path}/7/edit`,
    remove: null,
    copy: null,
    commands: [{ intent: "reset", label: "恢复默认", to: `${path}?ask=reset&id=7` }],
  });
  expect(view.facts).toContainEqual({ label: "值", cell: "2 兼容" });
  // Its place in the list is for the list alone.
  expect(view.facts.map(({ label }) => label)).not.toContain("排序");
  expect((await detail(screen(`${path}/7`, { answers: got("browseMode"), params, buttons }).args)).commands).toEqual(
    [],
  );
});

test("3f a parameter's code in the address leads to where it is set, or to where one may read it", async () => {
  const params = { id: "isSaasEdition" };
  const parameterList = page([row("isSaasEdition", { id: 9, ofPlatform: true })]);
  const asked = screen(`${path}/isSaasEdition`, { answers: { parameterList }, params, buttons });
  expect(await outcome(detail(asked.args))).toMatchObject({ status: 302, location: `${path}/9/edit` });
  const theirs = { ...asked.args.context.user, corpCode: "5601" };
  const tenant = { ...asked.args, context: { ...asked.args.context, user: theirs } as never };
  expect(await outcome(detail(tenant))).toMatchObject({ status: 302, location: `${path}/9` });
  for (const id of ["toString", "nope"])
    expect(await outcome(detail(screen(`${path}/${id}`, { params: { id } }).args))).toMatchObject({ status: 404 });
});

test("3f one of head office's is not edited by a tenant", async () => {
  const { args } = at(got("isSaasEdition", { ofPlatform: true }), { buttons });
  const context = { ...args.context, user: { ...args.context.user, corpCode: "5601" } } as never;
  expect(await outcome(loader({ ...args, context }))).toMatchObject({ status: 302, location: `${path}/7` });
  expect(await outcome(loader(at({ parameterGet: { record: null, options: {} } }).args))).toMatchObject({
    status: 404,
  });
});
