/** Importing rows: the pages that take a file, show what is wrong, and press what is pressed. */
import { describe, expect, test } from "vitest";
import "~/i18n/locale.server";
import { action as startAction, loader as startLoader } from "~/resource/import";
import { action as runAction, loader as runLoader } from "~/resource/import-run";
import { loader as listLoader } from "~/resource/list";
import { failure, outcome } from "../shell/fake-context";
import { page, screen } from "./screen";

const path = "/manage/tktPos/import";
const view = {
  id: 7,
  fileName: "终端.xlsx",
  state: "checked",
  mode: null,
  existing: "refuse",
  problem: "",
  ...{ rows: 0, good: 0, changing: 0, same: 0, bad: 0, imported: 0, changed: 0, undone: 0, kept: 0 },
  ...{ jobId: 0, done: 0, total: null, cancelAsked: false },
  mayUndo: true,
  createdAt: "2026-11-20T00:00:00Z",
  columns: [],
  onlyNew: [],
  options: {},
  page: { pageNo: 1, totalPage: 1, count: 0, records: [] },
};
const answers = { posImportGet: view, posImportStart: { id: 7 }, posImportRun: { id: 7 }, posImportUndo: { id: 7 } };

describe("7ap import", () => {
  test("the list offers it to who may", async () => {
    const offered = async (buttons: string[]) => {
      const { args } = screen("/manage/tktPos", { answers: { posList: page([]) }, buttons });
      return (await listLoader(args)).importTo;
    };
    expect(await offered(["pos:import"])).toBe(path);
    expect(await offered(["pos:add"])).toBeUndefined();
  });

  test("the form has a key of its own, and shows the latest import", async () => {
    const [one, other] = await Promise.all([1, 2].map(() => startLoader(screen(path, { answers }).args)));
    expect(one?.key).not.toBe(other?.key);
    expect(one?.latest).toMatchObject({ to: `${path}/7`, fileName: "终端.xlsx" });
  });

  test("without a file it says so and keeps the key; a resource without imports has no such page", async () => {
    const { args } = screen(path, { answers, form: { key: "abcd-1234" } });
    const refused = (await startAction(args)) as unknown as {
      data: { key: string; errors: object };
      init: { status: number };
    };
    expect([refused.init.status, refused.data.key, refused.data.errors]).toEqual([
      422,
      "abcd-1234",
      { file: ["请选择文件"] },
    ]);
    await expect(startLoader(screen("/sysRole/list/import", { answers }).args)).rejects.toMatchObject({ status: 404 });
  });

  test("an uploaded file begins an import, under the form's key", async () => {
    const file = "/files/0001/202611/abcdefghijklmnopqrstuvwxyz.csv";
    const { args, seen } = screen(path, { answers, form: { key: "abcd-1234", file } });
    expect((await outcome(startAction(args) as Promise<Response>)).location).toBe(`${path}/7`);
    expect(seen.calls[0]).toEqual({
      method: "posImportStart",
      payload: { path: file, key: "abcd-1234", existing: "refuse" },
    });
  });

  test("what was sent already stays chosen when the import is refused", async () => {
    const file = "/files/0001/202611/abcdefghijklmnopqrstuvwxyz.txt";
    const refused = {
      posImportStart: failure("failed", "不是表格"),
      describeFiles: [{ path: file, name: "终端.txt", size: 9 }],
    };
    const form = { key: "abcd-1234", file, existing: "change" };
    const answer = await startAction(screen(path, { answers: { ...answers, ...refused }, form }).args);
    const { data } = answer as unknown as { data: { files: object; existing: string; key: string } };
    expect([data.files, data.existing, data.key]).toMatchObject([
      [{ path: file, name: "终端.txt" }],
      "change",
      "abcd-1234",
    ]);
  });

  test("to change rows is offered to who may add and edit them, and told in words with what changes", async () => {
    const labelFor = async (buttons: string[]) => (await startLoader(screen(path, { answers, buttons }).args)).keyLabel;
    expect(await labelFor(["pos:import", "pos:add", "pos:edit"])).toBe("编码");
    for (const button of ["pos:add", "pos:edit"]) expect(await labelFor(["pos:import", button])).toBeNull();
    const changes = [
      { column: 1, field: "printer", before: "a4", after: "receipt80" },
      { column: 2, field: "window", before: null, after: "东" },
    ];
    const record = { line: 2, state: "good", cells: ["P-1", "小票", "东"], errors: [], found: true, changes };
    const posImportGet = {
      ...view,
      options: { printer: [{ value: "a4", label: "A4 纸" }] },
      page: { pageNo: 1, totalPage: 1, count: 1, records: [record] },
    };
    const { args } = screen(`${path}/7`, { answers: { posImportGet }, params: { id: "7" } });
    const { data } = (await runLoader(args)) as unknown as { data: { changes: object } };
    expect(data.changes).toEqual({
      2: [
        { column: 1, label: "打印机", before: "A4 纸", after: "receipt80" },
        { column: 2, label: "窗口", before: "（空）", after: "东" },
      ],
    });
  });

  const pressed = async (form: Record<string, string>, more = {}) => {
    const { args, seen } = screen(`${path}/7`, { answers: { ...answers, ...more }, form, params: { id: "7" } });
    const answer = await runAction(args);
    return { answer, sent: seen.calls.map(({ method, payload }) => [method, payload]) };
  };

  test("writing, taking back and cancelling are pressed by name; anything else is 400", async () => {
    expect((await pressed({ intent: "run", mode: "good" })).sent[0]).toEqual(["posImportRun", { id: 7, mode: "good" }]);
    expect((await pressed({ intent: "undo" })).sent[0]).toEqual(["posImportUndo", { id: 7 }]);
    const under = { posImportGet: { ...view, jobId: 9 }, ownJobCancel: { id: 9 } };
    expect((await pressed({ intent: "cancel" }, under)).sent[1]).toEqual(["ownJobCancel", { id: 9 }]);
    await expect(pressed({ intent: "run", mode: "some" })).rejects.toMatchObject({ status: 400 });
  });

  test("a rule that says no is shown on the page", async () => {
    const { answer } = await pressed(
      { intent: "run", mode: "all" },
      { posImportRun: failure("failed", "有 1 行有错误") },
    );
    const refused = answer as unknown as { data: { notice: { message: string } }; init: { status: number } };
    expect([refused.init.status, refused.data.notice.message]).toEqual([409, "有 1 行有错误"]);
  });

  test("what is under way reloads itself; the question before taking back is asked where it may be", async () => {
    const load = async (search: string, more = {}) =>
      (await runLoader(
        screen(`${path}/7${search}`, { answers: { posImportGet: { ...view, ...more } }, params: { id: "7" } }).args,
      )) as unknown as { data: { underWay: boolean; asksUndo: boolean }; init: { headers?: { refresh: string } } };
    expect((await load("", { jobId: 9 })).init.headers?.refresh).toBe("3");
    expect((await load("")).init.headers).toBeUndefined();
    expect((await load("?ask=undo")).data.asksUndo).toBe(true);
    expect((await load("?ask=undo", { mayUndo: false })).data.asksUndo).toBe(false);
  });
});
