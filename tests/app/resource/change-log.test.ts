/** Two people at one row, the change log, and copying: what the engine's pages make of the audit trail. */
import type { AppLoadContext } from "@remix-run/node";
import { describe, expect, test } from "vitest";
import { offlineOrder } from "~/contract/order/order-lists";
import "~/i18n/locale.server";
import { askedLogPage, changeLog } from "~/resource/change-log.server";
import { commandDetail, loadDetail } from "~/resource/load-detail.server";
import { type FormView, loadForm, saveForm } from "~/resource/load-form.server";
import { failure, outcome } from "../shell/fake-context";
import { screen } from "./screen";

const seen = { id: 3, rowVersion: 4, code: "P1", name: "云山", address: "山路 1 号", capacity: 800, status: "T" };
const now = { ...seen, rowVersion: 6, name: "云山风景区", address: "山路 9 号" };
const options = { status: [{ value: "T", label: "启用" }] };
const changes = [
  {
    ...{ id: 12, at: "2026-11-21T02:03:04.000Z", by: "李四", kind: "edited" },
    fields: [{ field: "name", before: "云山景区", after: "云山风景区" }],
  },
  {
    ...{ id: 11, at: "2026-11-21T02:00:00.000Z", by: "张三", kind: "edited" },
    fields: [
      { field: "name", before: "云山", after: "云山景区" },
      { field: "address", before: "山路 1 号", after: "山路 9 号" },
    ],
  },
];
const params = { id: "3" };

function saved(form: Record<string, string>) {
  const parkSave = failure("failed", "李四 刚刚修改了此记录");
  const answers = { parkGet: { record: now, options }, parkChanges: { changes, more: false }, parkSave };
  return screen("/manage/parkList/3/edit", { answers, params, form: { code: "P1", rowVersion: "4", ...form } });
}

const valuesOf = (view: FormView) => Object.fromEntries(view.inputs.map(({ name, value }) => [name, value]));

describe("the second of two editors", () => {
  const mine = { name: "云山乐园", address: "山路 1 号", capacity: "900" };

  test("is told who changed what, beside what was typed, which stays", async () => {
    const { args, seen: calls } = saved(mine);
    const { status, body } = await outcome(saveForm(args));
    const view = body as FormView;
    expect(status).toBe(409);
    expect(view.rowVersion).toBe(4);
    expect(valuesOf(view)).toMatchObject(mine);
    expect(view.conflict).toEqual({
      title: "您编辑期间，张三、李四 修改了此记录",
      fields: [
        { label: "名称", before: "云山", theirs: "云山风景区", mine: "云山乐园", clash: true },
        { label: "地址", before: "山路 1 号", theirs: "山路 9 号", mine: "山路 1 号", clash: false },
      ],
      reload: "/manage/parkList/3/edit",
      merged: false,
    });
    expect(calls.calls.at(-1)).toEqual({ method: "parkChanges", payload: { id: 3, since: 4 } });
  });

  test("merges: theirs where nothing was typed, the own elsewhere, on the present version; nothing is saved", async () => {
    const { args, seen: calls } = saved({ ...mine, intent: "merge" });
    const { status, body } = await outcome(saveForm(args));
    const view = body as FormView;
    expect(status).toBe(200);
    expect(valuesOf(view)).toMatchObject({ name: "云山乐园", address: "山路 9 号", capacity: "900" });
    expect(view).toMatchObject({ rowVersion: 6, conflict: { merged: true } });
    expect(calls.calls.map(({ method }) => method)).not.toContain("parkSave");
  });

  test("one's own wrong field and another's change are told at once", async () => {
    const { args } = saved({ ...mine, capacity: "many" });
    const { status, body } = await outcome(saveForm(args));
    expect(status).toBe(422);
    expect(body).toMatchObject({ errors: { capacity: ["请输入数字"] }, conflict: { merged: false } });
  });
});

describe("the page of a row", () => {
  const answers = { parkGet: { record: now, options }, parkChanges: { changes, more: true } };

  test("logs who changed what and when, page by page", async () => {
    const { args, seen: calls } = screen("/manage/parkList/3?log=2", { answers, params });
    const { log } = await loadDetail(args);
    expect(log?.entries[0]).toMatchObject({
      ...{ at: "2026-11-21 10:03:04", title: "李四修改了这条记录" },
      changed: [{ label: "名称", before: "云山景区", after: "云山风景区" }],
    });
    expect([log?.newer, log?.older]).toEqual(["/manage/parkList/3", "/manage/parkList/3?log=3"]);
    expect(calls.calls.at(-1)?.payload).toEqual({ id: 3, pageNo: 2 });
  });

  test("commands stand where state and rights allow them", async () => {
    const intents = async (buttons: string[]) =>
      (await loadDetail(screen("/manage/parkList/3", { answers, params, buttons }).args)).commands.map(
        ({ intent }) => intent,
      );
    expect(await intents([])).toEqual([]);
    expect(await intents(["park:suspend"])).toEqual(["suspend"]);
  });

  test("a command leads back to the row", async () => {
    const { args } = screen("/manage/parkList/3", { answers: { parkSuspend: { id: 3 } }, form: { suspend: "3" } });
    expect(await outcome(commandDetail(args))).toMatchObject({ status: 303, location: "/manage/parkList/3" });
  });

  test("copying begins a new row with its values, without its code", async () => {
    const { args } = screen("/manage/parkList/3", { answers, params, buttons: ["park:add"] });
    expect((await loadDetail(args)).copy).toBe("/manage/parkList/new?copy=3");
    const view = await loadForm(screen("/manage/parkList/new?copy=3", { answers }).args);
    expect(view).toMatchObject({ rowVersion: null, title: "新建景区" });
    expect(valuesOf(view)).toMatchObject({ code: "", name: "云山风景区（副本）", capacity: "800" });
  });
});

test("4 pages of a log keep the rest of the address, which may say whose log it is", async () => {
  const log = (path: string, more: boolean) => {
    const context = { path } as AppLoadContext;
    return changeLog(context, offlineOrder, {}, {}, { changes: [], more, pageNo: askedLogPage(context) });
  };
  const path = "/offlineOrderDetail?id=7";
  expect(await log(path, true)).toMatchObject({ older: `${path}&log=2`, newer: null });
  expect(await log(`${path}&log=2`, true)).toMatchObject({ older: `${path}&log=3`, newer: path });
  expect(await log("/manage/parkList/3?log=2", false)).toMatchObject({ older: null, newer: "/manage/parkList/3" });
  expect(askedLogPage({ path: "/x?log=../1" })).toBe(1);
});
