/** Rows chosen over several pages, and commands that ask before they bite. */
import { describe, expect, test, vi } from "vitest";
import "~/i18n/locale.server";
import { park } from "~/contract/ticket/park";
import { ticketType } from "~/contract/ticket/ticket-type";
import { commandList } from "~/resource/command-list.server";
import { loadList } from "~/resource/load-list.server";
import { readIds, writeIds } from "~/resource/parts/id-set";
import type { RowCommand } from "~/resource/row-commands.server";
import { failure, outcome } from "../shell/fake-context";
import { page, screen } from "./screen";

const parks = park;
const buttons = ["add", "edit", "remove", "suspend"].map((verb) => `park:${verb}`);
const record = (id: number) => ({ id, rowVersion: 0, code: `P${id}`, name: `园${id}`, status: "T" });
const list = page([record(3), record(4), record(5)], {}, { count: 25, totalPage: 3 });

async function open(search: string, more: Record<string, unknown> = {}, held = buttons) {
  const answers = { parkList: list, parkGet: { record: record(3), options: {} }, ...more };
  return loadList(screen(`/manage/parkList${search}`, { answers, buttons: held }).args, parks);
}

function post(search: string, form: [string, string][], answers: Record<string, unknown> = {}) {
  const data = new FormData();
  for (const [name, value] of form) data.append(name, value);
  const { args, seen } = screen(`/manage/parkList${search}`, { form: data, answers, buttons });
  return { answer: outcome(commandList(args, parks)), seen };
}

/** The address of the list where everything is chosen. */
async function choosingAll(): Promise<string> {
  const { selection } = await open("");
  return new URL(selection?.toAll?.to ?? "", "http://list").search;
}

test("ids are short in an address, and nonsense there is nobody's", () => {
  expect(writeIds([9, 3, 4, 5, 12, 3])).toBe("3-5.9.12");
  expect(readIds("3-5.9.12")).toEqual([3, 4, 5, 9, 12]);
  expect(readIds("x.0.-1.5-3.7e2.1-99999999999999999")).toEqual([]);
  expect(readIds("1-999999999999999")).toHaveLength(1000);
});

describe("choosing", () => {
  test("what was chosen on other pages comes along, what is here is ticked", async () => {
    const { selection, rows, pager } = await open("?name=a&pageNo=2&sel=1-2.4");
    expect(selection).toMatchObject({ others: "1-2", shown: "3-5", count: 3, all: "" });
    expect(rows.map(({ chosen }) => chosen ?? false)).toEqual([false, true, false]);
    expect(selection?.bulk.map(({ intent }) => intent)).toEqual(["suspend", "resume", "remove"]);
    expect(pager.next).toContain("sel=1-2.4");
    expect(selection?.clear).toBe("/manage/parkList?name=a");
    const all = expect.stringMatching(/^\/manage\/parkList\?name=a&all=25\.\d+\.\.[\w-]{22}$/);
    expect(selection?.toAll).toEqual({ to: all, label: "选择全部 25 条" });
    expect(selection?.elsewhere).toBe(2);
  });

  test("without a right to any command nothing can be chosen", async () => {
    expect((await open("?sel=1", {}, [])).selection).toBeUndefined();
    expect((await open("", {}, ["park:remove"])).selection?.bulk.map(({ intent }) => intent)).toEqual(["remove"]);
  });

  test("everything found may be chosen while its number is known and bounded", async () => {
    const many = page([record(3)], {}, { count: 1001, totalPage: 101 });
    expect((await open("", { parkList: many })).selection?.toAll).toBeNull();
    const all = await open(await choosingAll());
    expect(all.selection).toMatchObject({ all: expect.stringMatching(/^25\./), count: 25, toAll: null });
    expect(all.rows.every(({ chosen }) => chosen)).toBe(true);
  });

  test("everything found is chosen no longer once others are found, or by other filters, or made up", async () => {
    const search = await choosingAll();
    const more = page([record(3)], {}, { count: 26, totalPage: 3 });
    const drifted = await open(search, { parkList: more });
    expect(drifted.selection).toMatchObject({ all: "", count: 0 });
    expect(drifted.rows.some(({ chosen }) => chosen)).toBe(false);
    expect(drifted.drift).toBe("选择全部时是 25 条，现在是 26 条。请核对后重新选择");
    const stale = "选择已失效，现在共 25 条。请重新选择";
    for (const other of [search.replace("?", "?code=b&"), search.replace("all=25.", "all=26."), "?all=1"])
      expect((await open(other)).drift, other).toBe(stale);
    vi.useFakeTimers({ now: Date.now() + 31 * 60_000 });
    expect((await open(search)).drift).toBe(stale);
    vi.useRealTimers();
  });

  test("moving on takes the ticks along, and leads nowhere else", async () => {
    const form: [string, string][] = [
      ["sel", "1-2"],
      ["s", "4"],
      ["s", "5"],
    ];
    const moved = post("?name=a&sel=1-3", [...form, ["go", "/manage/parkList?name=a&sel=1-3&pageNo=3"]]);
    expect(await moved.answer).toMatchObject({ status: 303, location: "/manage/parkList?name=a&sel=1-2.4-5&pageNo=3" });
    for (const go of ["//elsewhere/manage/parkList", "/ticket/ticketList", "https://elsewhere/manage/parkList"]) {
      expect(await post("", [...form, ["go", go]]).answer).toMatchObject({ status: 400 });
    }
    const page = post("?pageNo=2", [
      ["sel", "1"],
      ["shown", "3-5"],
      ["tick", "page"],
    ]);
    expect(await page.answer).toMatchObject({ location: "/manage/parkList?pageNo=2&sel=1.3-5" });
  });

  test("too many scattered ids are refused with what to do instead", async () => {
    const sel = writeIds(Array.from({ length: 1000 }, (_, n) => 2 * n + 1));
    const { answer, seen } = post("", [
      ["sel", sel],
      ["s", "2"],
      ["ask", "suspend"],
    ]);
    expect(await answer).toMatchObject({ status: 422 });
    expect(seen.calls).toEqual([]);
  });
});

describe("asking", () => {
  test("a row's command that bites leads to a question that names the row", async () => {
    const { rows, ask } = await open("?pageNo=2&ask=suspend&id=3");
    expect(rows[0]?.commands).toEqual([
      { intent: "suspend", label: "停用", tucked: true, to: "/manage/parkList?pageNo=2&ask=suspend&id={id}" },
    ]);
    expect(ask).toMatchObject({
      question: "确定停用“园3”吗？",
      fields: [
        ["suspend", "3"],
        ["key", expect.stringMatching(/^[a-z0-9]{20}$/)],
      ],
      cancel: "/manage/parkList?pageNo=2",
    });
  });

  test("for those chosen it says how many", async () => {
    const asked = post("?pageNo=2", [
      ["sel", "1"],
      ["s", "3"],
      ["ask", "remove"],
    ]);
    expect(await asked.answer).toMatchObject({ status: 303, location: "/manage/parkList?pageNo=2&ask=remove&sel=1.3" });
    const { ask } = await open("?pageNo=2&ask=remove&sel=1.3");
    expect(ask).toMatchObject({ question: "确定删除所选的 2 条吗？", more: "删除后不能恢复。", danger: true });
    expect(ask?.fields).toEqual([
      ["many", "remove"],
      ["sel", "1.3"],
    ]);
    expect(await post("", [["ask", "remove"]]).answer).toMatchObject({
      status: 422,
      body: { notice: { message: "请先选择数据" } },
    });
    expect(await post("", [["ask", "destroy"]]).answer).toMatchObject({ status: 400 });
  });

  test("nobody is asked what they may not do, nor nonsense", async () => {
    expect((await open("?ask=suspend&id=3", {}, ["park:remove"])).ask).toBeUndefined();
    for (const search of ["?ask=destroy&id=3", "?ask=suspend&id=x", "?ask=suspend", "?ask=suspend&sel=x"]) {
      expect((await open(search)).ask, search).toBeUndefined();
    }
  });
});

describe("doing", () => {
  test("those chosen, in one call; then the list as it was", async () => {
    const { answer, seen } = post(
      "?name=a&pageNo=2&ask=suspend&sel=1.3",
      [
        ["many", "suspend"],
        ["sel", "1.3"],
      ],
      { parkSuspendMany: { done: 2, refused: [] } },
    );
    expect(await answer).toMatchObject({ status: 303, location: "/manage/parkList?name=a&pageNo=2" });
    expect(seen.calls).toEqual([{ method: "parkSuspendMany", payload: { ids: [1, 3] } }]);
    expect(seen.flash).toEqual([{ text: "已停用" }]);
  });

  test("what was refused is told with its reason", async () => {
    const refused = [
      { id: 1, message: "「园1」已停用" },
      { id: 2, message: "「园1」已停用" },
    ];
    const form: [string, string][] = [
      ["many", "suspend"],
      ["sel", "1-3"],
    ];
    const some = post("", form, { parkSuspendMany: { done: 1, refused } });
    expect(await some.answer).toMatchObject({
      status: 200,
      body: { notice: { title: "停用：完成 1 条，2 条未完成", message: "「园1」已停用" } },
    });
    const none = post("", form, { parkSuspendMany: { done: 0, refused } });
    expect(await none.answer).toMatchObject({ status: 409 });
    const failed = post("", form, { parkSuspendMany: failure("failed", "不行") });
    expect(await failed.answer).toMatchObject({ status: 409, body: { notice: { message: "不行" } } });
  });

  test("all that the filter finds, if they are the very ones that were asked about", async () => {
    const three = page([record(3), record(4), record(5)]);
    const { selection } = await open("?name=a", { parkList: { ...three, count: 13, totalPage: 2 } });
    const search = new URL(selection?.toAll?.to ?? "", "http://list").search;
    const { ask } = await open(`${search}&ask=suspend`, { parkList: { ...three, count: 13, totalPage: 2 } });
    const form = ask?.fields ?? [];
    expect(form).toEqual([
      ["many", "suspend"],
      ["all", expect.stringMatching(/^3\.\d+\.[\w-]{22}\.[\w-]{22}$/)],
    ]);
    const answers = { parkList: three, parkSuspendMany: { done: 3, refused: [] } };
    const { answer, seen } = post(search, form, answers);
    expect(await answer).toMatchObject({ status: 303, location: "/manage/parkList?name=a" });
    expect(seen.calls).toEqual([
      { method: "parkList", payload: { pageNo: 1, pageSize: -1, order: "asc", filters: { name: "a" } } },
      { method: "parkSuspendMany", payload: { ids: [3, 4, 5] } },
    ]);
    const said = async (records: unknown[], at = search, fields = form) => {
      const changed = post(at, fields, { ...answers, parkList: page(records) });
      const { status, body } = (await changed.answer) as { status: number; body?: { notice: { message: string } } };
      expect(changed.seen.calls.map(({ method }) => method)).not.toContain("parkSuspendMany");
      return [status, body?.notice.message];
    };
    const drifted = "选择全部时是 3 条，现在是 4 条。请核对后重新选择";
    expect(await said([3, 4, 5, 6].map(record))).toEqual([422, drifted]);
    const others = "选择后数据有变化（仍是 3 条，但不是原来那些）。请核对后重新选择";
    expect(await said([3, 4, 6].map(record))).toEqual([422, others]);
    const stale = [422, "选择已失效，现在共 3 条。请重新选择"];
    expect(await said(three.records, "?name=b")).toEqual(stale);
    const [, [, token = ""] = []] = form;
    expect(
      await said(three.records, search, [
        ["many", "suspend"],
        ["all", `9${token}`],
      ]),
    ).toEqual(stale);
    // What was chosen and never asked about.
    const [, chosen = ""] = /all=([^&]+)/.exec(search) ?? [];
    expect(
      (
        await said(three.records, search, [
          ["many", "suspend"],
          ["all", chosen],
        ])
      )[0],
    ).toBe(400);
  });

  test("a screen's own command without a method for many is done one by one", async () => {
    const publish: RowCommand = {
      intent: "announce",
      label: () => "公告",
      button: "ticketType:publish",
      method: ticketType.methods.publish,
      flash: "saved",
      when: () => true,
    };
    const form = { many: "announce", sel: "1-2" };
    const answers = { ticketTypePublish: { id: 1 } };
    const { args, seen } = screen("/ticket/ticketList", { form, answers });
    await outcome(commandList(args, ticketType, [publish]));
    expect(seen.calls.map(({ payload }) => payload)).toEqual([{ id: 1 }, { id: 2 }]);
  });
});
