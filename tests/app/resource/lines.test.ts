/** Lines in a form without scripts, on a row's page, in its log, and when two people edit them. */
import { describe, expect, test } from "vitest";
import "~/i18n/locale.server";
import { lineSayers } from "~/contract/line-sayers";
import { ticketType } from "~/contract/ticket/ticket-type";
import { lineChanges } from "~/resource/line-changes.server";
import { linesTables } from "~/resource/lines-table.server";
import { loadDetail } from "~/resource/load-detail.server";
import { type FormView, saveForm } from "~/resource/load-form.server";
import { billLines } from "~tests/backend/resource/stock-bill";
import { outcome } from "../shell/fake-context";
import { screen } from "./screen";

const terms = {
  ...{ code: "A1", name: "成人票", facePrice: "120", listPrice: "100", admissions: "1", parkId: "1", kind: "single" },
  ...{ realName: "none", channels: "window", minPerOrder: "1", maxPerOrder: "50", sort: "10", validity: "day" },
  refundRule: "free",
};

const bandTexts = (...bands: [id: string, hours: string, fee: string][]) =>
  Object.assign(
    {},
    ...bands.map(([id, hours, fee], row) => ({
      [`refundBands[${row}].id`]: id,
      [`refundBands[${row}].hours`]: hours,
      [`refundBands[${row}].feePercent`]: fee,
    })),
  ) as Record<string, string>;
const band = (id: number, hours: number, feePercent: number) => ({ id, hours, feePercent });

function post(form: Record<string, string>, answers: Record<string, unknown> = {}, id?: number) {
  const all = { ticketTypeGet: { record: null, options: {} }, ticketTypeSave: { id: 4 }, ...answers };
  return screen(`/ticket/ticketEdit${id === undefined ? "" : `?id=${id}`}`, {
    answers: all,
    form: { ...terms, ...form },
  });
}

async function viewOf(asked: ReturnType<typeof post>): Promise<FormView & { status: number }> {
  const { status, body } = await outcome(saveForm(asked.args));
  return { ...(body as FormView), status };
}

function bandsOf(view: FormView): string[] {
  const input = view.inputs.find(({ name }) => name === "refundBands");
  return (input?.rows ?? []).map((row, at) =>
    [input?.lines?.ids[at], ...row.slice(0, 2).map(({ value }) => value)].join(" "),
  );
}

test("each band's rule is said below it as it was typed; one that is not whole says nothing", async () => {
  const typed = { ...bandTexts(["7", "24", "0"], ["8", "2", "x"], ["", "-2", "30"]), "refundBands[2].feeEach": "5" };
  const view = await viewOf(post({ ...typed, intent: "up:refundBands:2" }));
  const { spoken } = view.inputs.find(({ name }) => name === "refundBands")?.lines ?? {};
  expect(spoken).toEqual({
    by: "refundBand",
    said: ["提前 24 小时，收 0%", "开始后 2 小时内，收 30% 加每张 5.00 元", ""],
  });
  // What the browser says by is the same.
  expect((await lineSayers.refundBand())({ hours: "24", feePercent: "0" })).toBe("提前 24 小时，收 0%");
});

describe("buttons without scripts", () => {
  const two = bandTexts(["7", "24", "0"], ["8", "2", "x"]);

  test.each([
    ["add:refundBands", ["7 24 0", "8 2 x", "  "], "refundBands[2].hours"],
    ["copy:refundBands:0", ["7 24 0", " 24 0", "8 2 x"], "refundBands[1].hours"],
    ["up:refundBands:1", ["8 2 x", "7 24 0"], "refundBands[0].hours"],
    ["down:refundBands:0", ["8 2 x", "7 24 0"], "refundBands[1].hours"],
    ["drop:refundBands:0", ["8 2 x"], "refundBands[0].hours"],
    ["up:refundBands:0", ["7 24 0", "8 2 x"], ""],
    ["down:refundBands:9", ["7 24 0", "8 2 x"], ""],
  ])("%s: nothing typed is lost, nothing is saved", async (intent, bands, focus) => {
    const asked = post({ ...two, intent });
    const view = await viewOf(asked);
    expect([view.status, view.focus, bandsOf(view)]).toEqual([200, focus, bands]);
    expect(asked.seen.calls.map(({ method }) => method)).not.toContain("ticketTypeSave");
  });

  test("lines that stand by their key are not moved", async () => {
    const slots = { "slots[0].startTime": "13:00", "slots[1].startTime": "09:00" };
    const view = await viewOf(post({ ...slots, intent: "up:slots:1" }));
    const input = view.inputs.find(({ name }) => name === "slots");
    expect(input?.rows?.map((row) => row[0]?.value)).toEqual(["13:00", "09:00"]);
    expect(input?.lines?.ordered).toBe(false);
  });
});

describe("saving", () => {
  const saved = async (form: Record<string, string>) => {
    const asked = post(form, {}, 4);
    const { status } = await outcome(saveForm(asked.args));
    return { status, payload: asked.seen.calls.at(-1)?.payload };
  };

  test("a line that was there says which it is; empty ones at the end were never filled in", async () => {
    const { status, payload } = await saved(bandTexts(["7", "24", "0"], ["", "２", "12.5"], ["", "", ""]));
    expect(status).toBe(303);
    expect(payload).toMatchObject({ refundBands: [band(7, 24, 0), { hours: 2, feePercent: 12.5 }] });
  });

  test.each([
    [["", "24", ""], "refundBands[0].feePercent"],
    [["", "x", "1"], "refundBands[0].hours"],
    [["", "1", "101"], "refundBands[0].feePercent"],
  ] as const)("%o is said at %s", async (line, at) => {
    const view = await viewOf(post(bandTexts([...line], ["", "0", "0"])));
    expect([view.status, Object.keys(view.errors)]).toEqual([422, [at]]);
  });

  test("rules over the lines are said at their line, before the backend is asked", async () => {
    const asked = post({
      ...bandTexts(["", "2", "0"], ["", "24", "0"]),
      ...{ "slots[0].startTime": "09:00", "slots[0].endTime": "12:00" },
      ...{ "slots[1].startTime": "11:00", "slots[1].endTime": "13:00" },
    });
    const view = await viewOf(asked);
    expect(Object.keys(view.errors).sort()).toEqual(["refundBands[1].hours", "slots[1].startTime"]);
    expect(asked.seen.calls.map(({ method }) => method)).not.toContain("ticketTypeSave");
  });
});

describe("two people at the lines of one document", () => {
  const old = [band(7, 24, 0), band(8, 2, 20), band(9, -2, 30)];
  const meet = (now: object[], mine: [string, string, string][], intent: string) => {
    const record = {
      ...terms,
      id: 4,
      rowVersion: 2,
      facePrice: 12_000,
      listPrice: 10_000,
      refundBands: now,
      slots: [],
    };
    const change = { id: 1, at: "2026-11-20T02:00:00Z", by: "乙", kind: "edited" };
    const fields = [{ field: "refundBands", before: old, after: now }];
    const answers = {
      ticketTypeGet: { record, options: {} },
      ticketTypeChanges: { changes: [{ ...change, fields }], more: false },
    };
    return viewOf(post({ ...bandTexts(...mine), rowVersion: "1", intent }, answers, 4));
  };
  const asWere: [string, string, string][] = [
    ["7", "24", "0"],
    ["8", "2", "20"],
    ["9", "-2", "30"],
  ];

  test("theirs where I changed nothing, mine where they did not; what they added comes behind", async () => {
    const now = [band(7, 24, 5), band(8, 2, 20), band(12, -4, 50)];
    const mine: typeof asWere = [
      ["7", "24", "0"],
      ["8", "2", "25"],
      ["", "1", "40"],
      ["9", "-2", "30"],
    ];
    const view = await meet(now, mine, "merge");
    expect(bandsOf(view)).toEqual(["7 24 5", "8 2 25", " 1 40", "12 -4 50"]);
    expect(view.conflict?.fields.map(({ before, theirs, clash }) => [before, theirs, clash])).toEqual([
      ["提前 24 小时，收 0%", "提前 24 小时，收 5%", false],
      ["开始后 2 小时内，收 30%", "（空）", false],
      ["（空）", "开始后 4 小时内，收 50%", false],
    ]);
    expect(view.conflict?.merged).toBe(true);
  });

  test("the same line, to different things, is a clash: mine is kept, as a new line where they took it out", async () => {
    const now = [band(7, 24, 5), band(8, 2, 20)];
    const mine: typeof asWere = [
      ["7", "24", "9"],
      ["8", "2", "20"],
      ["9", "-2", "35"],
    ];
    const view = await meet(now, mine, "merge");
    expect(bandsOf(view)).toEqual(["7 24 9", "8 2 20", " -2 35"]);
    expect(view.conflict?.fields.map(({ mine: own, clash }) => [own, clash])).toEqual([
      ["提前 24 小时，收 9%", true],
      ["开始后 2 小时内，收 35%", true],
    ]);
  });

  test("who touched no line gets theirs as they stand, in their order", async () => {
    const now = [band(9, 48, 30), band(7, 24, 0)];
    expect(bandsOf(await meet(now, asWere, "merge"))).toEqual(["9 48 30", "7 24 0"]);
  });

  test("a line that I took out and they left stays out", async () => {
    const now = [band(7, 24, 5), band(8, 2, 20), band(9, -2, 30)];
    const view = await meet(now, asWere.slice(0, 2), "merge");
    expect(bandsOf(view)).toEqual(["7 24 5", "8 2 20"]);
  });
});

describe("what became of lines, in words", () => {
  const said = (name: string, _: unknown, value: unknown) => (value === null ? "" : `${name} ${value}`);
  const good = (id: number, goodsId: number, amount: number) => ({ id, goodsId, unit: null, quantity: 1, amount });

  test("taken out, changed, added, and in another order, line by line", () => {
    const from = [good(1, 5, 100), good(2, 6, 100), good(3, 7, 100)];
    const to = [good(3, 7, 100), good(1, 5, 200), good(9, 8, 100)];
    expect(lineChanges(billLines, from, to, said).map(({ label }) => label)).toEqual([
      "明细：修改",
      "明细：删除",
      "明细：新增",
      "明细：顺序",
    ]);
    const [changed] = lineChanges(billLines, from, to, said);
    expect(changed?.before).toBe("商品 goodsId 5 · 数量 quantity 1 · 金额 amount 100");
    expect(lineChanges(billLines, from, from, said)).toEqual([]);
  });
});

describe("on a row's page", () => {
  test("lines are tables with sums and the names of what they refer to", () => {
    const goods = [
      { id: 1, goodsId: 5, unit: "T", quantity: 2, amount: 1250 },
      { id: 2, goodsId: 6, unit: null, quantity: 3, amount: 100_000 },
    ];
    const options = { "goods.goodsId": [{ value: "5", label: "门票纸" }], "goods.unit": [{ value: "T", label: "卷" }] };
    const [table] = linesTables({ fields: { goods: billLines } }, { goods }, options);
    expect(table?.columns.map(({ label, numeric }) => [label, numeric])).toEqual([
      ["商品", false],
      ["单位", false],
      ["数量", true],
      ["金额（元）", true],
    ]);
    expect(table?.rows).toEqual([
      ["门票纸", "卷", "2", "12.50"],
      ["6", "", "3", "1,000.00"],
    ]);
    expect(table?.totals).toEqual(["", "", "5", "1,012.50"]);
  });

  test("they are no facts beside the others", async () => {
    const record = {
      id: 4,
      rowVersion: 0,
      status: "onSale",
      name: "演出票",
      slots: [{ id: 1, startTime: "09:00", endTime: "10:00" }],
    };
    const answers = {
      ticketTypeGet: { record, options: {} },
      ticketTypeChanges: { changes: [], more: false },
    };
    const { args } = screen("/ticket/ticketList/4", { answers, params: { id: "4" } });
    const view = await loadDetail(args);
    expect(view.lines.map(({ label, rows }) => [label, rows])).toEqual([["时段", [["09:00", "10:00"]]]]);
    expect(view.facts.map(({ label }) => label)).not.toContain(ticketType.fields.slots.label());
  });
});
