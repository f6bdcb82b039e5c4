/** A list as its reader keeps it, and as it is printed. */
import { describe, expect, test } from "vitest";
import "~/i18n/locale.server";
import { parkingTariff } from "~/contract/parking/tariff";
import type { ColumnChoice } from "~/contract/platform/list-memory";
import { park } from "~/contract/ticket/park";
import { action } from "~/resource/list-memory";
import { loadList } from "~/resource/load-list.server";
import { failure, outcome } from "../shell/fake-context";
import { page, screen } from "./screen";

const parks = park;
const record = { id: 3, rowVersion: 0, code: "P3", name: "云山", capacity: 5, status: "T" };
const options = { status: [{ value: "T", label: "启用" }] };
const answer = page([record], options, { otherData: { options, capped: false, totals: { capacity: 5 } } });

async function open(search: string, memory: unknown) {
  const answers = { parkList: answer, listMemory: memory };
  return loadList(screen(`/manage/parkList${search}`, { answers }).args, parks);
}
const choice = (name: string, shown = true, width = 0) => ({ name, shown, width });

describe("columns", () => {
  test("stand in the order and width chosen, with their cells and totals", async () => {
    const columns = [choice("capacity"), choice("name", true, 240), choice("code", false), choice("gone")];
    const view = await open("", { columns, filters: [] });
    expect(view.columns.map(({ name, width }) => [name, width])).toEqual([
      ["capacity", undefined],
      ["name", 240],
      ["address", undefined],
      ["openingHours", undefined],
      ["status", undefined],
    ]);
    expect(view.rows[0]?.cells.slice(0, 2)).toEqual(["5", "云山"]);
    expect(view.totals?.cells.slice(0, 2)).toEqual(["5", ""]);
    expect(view.memory?.choices).toBeUndefined();
  });

  test("all hidden is none hidden; without an answer the list is as declared", async () => {
    const all = ["code", "name", "address", "openingHours", "capacity", "status"];
    const hidden = await open("", { columns: all.map((name) => choice(name, false)), filters: [] });
    expect(hidden.columns.map(({ name }) => name)).toEqual(all);
    expect((await open("", undefined)).columns.map(({ name }) => name)).toEqual(all);
  });

  test("are chosen in a panel that names every one", async () => {
    const view = await open("?memory=columns&name=a", { columns: [choice("name", false)], filters: [] });
    expect(view.memory?.choices?.slice(0, 2)).toEqual([
      { name: "name", shown: false, width: 0, label: "名称" },
      { name: "code", shown: true, width: 0, label: "编码" },
    ]);
    expect(view.memory?.here).toBe("/manage/parkList?name=a");
  });
});

describe("a column that is hidden at first", () => {
  const { list } = parkingTariff.methods;
  const tariff = { id: 1, rowVersion: 0, code: "T", name: "标准", nightFee: 1000, status: "T" };
  const shownFor = async (memory: unknown, search = "") => {
    const answers = { [list.name]: page([tariff], {}), listMemory: memory };
    return loadList(screen(`${parkingTariff.path}${search}`, { answers }).args, parkingTariff);
  };

  test("stands for nobody who has not chosen it, and no cell of it is sent", async () => {
    const view = await shownFor(undefined);
    expect(view.columns.map(({ name }) => name)).not.toContain("nightFee");
    expect(view.columns.map(({ name }) => name)).toContain("cap");
    expect(JSON.stringify(view.rows)).not.toContain("10.00");
  });

  test("is offered among the columns, not ticked, and stands for who ticks it", async () => {
    const panel = await shownFor(undefined, "?memory=columns");
    expect(panel.memory?.choices?.find(({ name }) => name === "nightFee")?.shown).toBe(false);
    const chosen = await shownFor({ columns: [choice("nightFee")], filters: [] });
    expect(chosen.columns[0]?.name).toBe("nightFee");
    expect(chosen.rows[0]?.cells[0]).toBe("10.00");
  });
});

describe("filters", () => {
  test("are links; the one that holds now says so", async () => {
    const filters = [
      { name: "停用的", search: "status=F" },
      { name: "山", search: "name=a" },
    ];
    const view = await open("?name=a&pageNo=2&sel=1", { columns: [], filters });
    expect(view.memory).toMatchObject({
      search: "name=a",
      filters: [
        { name: "停用的", to: "/manage/parkList?status=F" },
        { name: "山", now: true },
      ],
    });
  });
});

describe("views", () => {
  const filters = [
    { id: 7, name: "大园", search: "name=a", columns: [choice("capacity")], audience: "all", by: "王芳" },
  ];

  test("of another say whose they are, and their columns hold while they are looked at", async () => {
    const memory = { columns: [choice("name")], filters };
    const view = await open("?name=a&view=7&pageNo=2", memory);
    expect(view.columns[0]?.name).toBe("capacity");
    expect(view.memory?.search).toBe("name=a");
    const shared = "王芳 共享";
    const to = "/manage/parkList?name=a&view=7";
    expect(view.memory?.filters).toEqual([{ name: "大园", to, now: true, shared, theirs: 7 }]);
    expect((await open("?name=a", memory)).columns[0]?.name).toBe("name");
  });
});

const columnsIn = (call: { payload: unknown } | undefined) =>
  (call?.payload as { columns: ColumnChoice[] } | undefined)?.columns ?? [];

describe("keeping", () => {
  const post = (form: [string, string][], answers: Record<string, unknown> = {}) => {
    const data = new FormData();
    for (const [name, value] of [["list", "/manage/parkList"], ["search", "name=a"], ...form]) {
      data.append(name ?? "", value ?? "");
    }
    const { args, seen } = screen("/listMemory", { form: data, answers });
    return { answer: outcome(action(args)), seen };
  };
  const three: [string, string][] = ["a", "b", "x"].map((name) => ["c", name]);
  const shown: [string, string][] = [
    ["shown", "a"],
    ["shown", "x"],
    ["w.x", "120"],
    ["w.a", "9999"],
  ];

  test("columns as they stand in the form", async () => {
    const { answer, seen } = post([...three, ...shown, ["do", "columns"]]);
    expect(await answer).toMatchObject({ status: 303, location: "/manage/parkList?name=a" });
    const columns = [choice("a", true, 800), choice("b", false), choice("x", true, 120)];
    expect(seen.calls).toEqual([{ method: "saveListColumns", payload: { list: "/manage/parkList", columns } }]);
  });

  test("one up or down, without scripts; at the end nothing moves", async () => {
    const names = async (verb: string) => {
      const { answer, seen } = post([...three, ...shown, ["do", verb]]);
      expect(await answer).toMatchObject({ location: "/manage/parkList?name=a&memory=columns" });
      return columnsIn(seen.calls[0])
        .map(({ name }) => name)
        .join("");
    };
    expect(await names("up:x")).toBe("axb");
    expect(await names("down:a")).toBe("bax");
    expect(await names("up:a")).toBe("abx");
    expect(await names("down:nobody")).toBe("abx");
  });

  test("what is dragged on the list keeps what is hidden", async () => {
    const memory = { columns: [choice("h", false), choice("a")], filters: [] };
    const { answer, seen } = post([...three, ...shown, ["do", "drag"]], { listMemory: memory });
    expect(await answer).toMatchObject({ status: 204 });
    expect(columnsIn(seen.calls[1]).map(({ name }) => name)).toEqual(["a", "b", "x", "h"]);
  });

  test("a filter under its name, forgotten by its name", async () => {
    const saved = post([
      ["name", "我的"],
      ["do", "filter"],
    ]);
    expect(await saved.answer).toMatchObject({ status: 303, location: "/manage/parkList?name=a" });
    expect(saved.seen.calls[0]?.payload).toMatchObject({ list: "/manage/parkList", name: "我的", search: "name=a" });
    const gone = post([["do", "forget:a:b"]]);
    expect(await gone.answer).toMatchObject({ location: "/manage/parkList?name=a&memory=filters" });
    expect(gone.seen.calls[0]?.payload).toEqual({ list: "/manage/parkList", name: "a:b" });
    const dropped = post([["do", "drop:7"]]);
    expect(await dropped.answer).toMatchObject({ location: "/manage/parkList?name=a&memory=filters" });
    expect(dropped.seen.calls[0]?.payload).toEqual({ list: "/manage/parkList", id: 7 });
    const full = post([["do", "filter"]], { saveListFilter: failure("failed", "满了") });
    const why = "/manage/parkList?name=a&memory=filters&wrong=full";
    expect(await full.answer).toMatchObject({ status: 303, location: why });
    const { memory } = await open("?name=a&memory=filters&wrong=full", undefined);
    expect(memory).toMatchObject({ search: "name=a", naming: true, wrong: expect.stringContaining("20") });
  });

  test("leads to no other place", async () => {
    for (const list of ["//elsewhere", "https://elsewhere", "/a?b", ""]) {
      const form = new FormData();
      form.append("list", list);
      form.append("do", "reset");
      expect(await outcome(action(screen("/listMemory", { form }).args))).toMatchObject({ status: 400 });
    }
  });
});

test("1x the print view says what it is of and when", async () => {
  const view = await open("?status=T&capacity.from=1&print=1&pageSize=-1", undefined);
  expect(view.print?.filters).toEqual(["承载量：1–", "状态：启用"]);
  expect(view.print?.at).toMatch(/^\d{4}-\d\d-\d\d \d\d:\d\d$/);
  expect(view.print?.back).toBe("/manage/parkList?status=T&capacity.from=1");
  expect((await open("?status=T&pageSize=30", undefined)).memory?.print).toBe(
    "/manage/parkList?status=T&pageSize=-1&print=1",
  );
});
