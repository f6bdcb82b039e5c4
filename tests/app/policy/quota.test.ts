/** Quota pools: form, days, and the total of one day. */
import { describe, expect, test } from "vitest";
import "~/i18n/locale.server";
import { action as command, loader as list } from "~/resource/list";
import { loader as detail, action as setTotal } from "~/screens/ticket/quota-detail";
import { loader as loadForm, action as save } from "~/screens/ticket/quota-form";
import { page, screen } from "../resource/screen";
import { failure, outcome } from "../shell/fake-context";

const record = {
  id: 2,
  rowVersion: 1,
  name: "日承载量",
  ticketTypeIds: [1, 4],
  ticketTypeNames: "成人票、儿童票",
  dailyTotal: 6000,
  overbook: 0,
  parts: [],
  bySlot: false,
  status: "T",
};
const days = [
  { day: "2020-01-01", slot: "", total: 100, held: 1, sold: 20, overbooked: 0, parts: [] },
  { day: "2199-01-01", slot: "", total: 100, held: 0, sold: 0, overbooked: 0, parts: [] },
];
const answers = {
  quotaPoolGet: { record, ticketTypes: [{ value: "1", label: "成人票" }], days },
  getTktDictDetailByCode: [
    { value: "window", label: "窗口" },
    { value: "network", label: "网络" },
  ],
};
const params = { id: "2" };
const nothing = { days: 0, below: [], added: [], removed: [], orders: 0, tickets: 0, amount: 0, named: [] };

describe("the form", () => {
  test("ticks are the types; a new one leads to its page", async () => {
    const { args, seen } = screen("/ticket/quotaList/new", {
      answers: { quotaPoolLook: nothing, quotaPoolSave: { id: 8 } },
      form: { name: "夜场", dailyTotal: "500", bySlot: "T", "type-1": "T", "type-4": "T", "type-x": "T" },
    });
    expect(await outcome(save(args))).toMatchObject({ status: 303, location: "/ticket/quotaList/8" });
    expect(seen.calls[0]?.payload).toEqual({
      name: "夜场",
      dailyTotal: 500,
      overbook: 0,
      bySlot: true,
      ticketTypeIds: [1, 4],
      parts: [],
    });
  });

  test("an existing one shows its ticks and is saved with its version", async () => {
    const view = await loadForm(screen("/ticket/quotaList/2/edit", { answers, params }).args);
    expect(view.typed).toEqual({ name: "日承载量", dailyTotal: "6000", "type-1": "T", "type-4": "T" });
    const form = { ...view.typed, rowVersion: view.rowVersion };
    const { args, seen } = screen("/x", {
      answers: { quotaPoolLook: nothing, quotaPoolSave: { id: 2 } },
      params,
      form,
    });
    await outcome(save(args));
    expect(seen.calls[0]?.payload).toMatchObject({ id: 2, rowVersion: 1, bySlot: false });
  });

  test("what is set aside for channels is read and filled by channel; nonsense is said beside it", async () => {
    const set = {
      ...record,
      parts: [
        { channel: "network", places: 20 },
        { channel: "gone", places: 3 },
      ],
    };
    const own = { ...answers, quotaPoolGet: { ...answers.quotaPoolGet, record: set } };
    const view = await loadForm(screen("/ticket/quotaList/2/edit", { answers: own, params }).args);
    expect(view.typed).toMatchObject({ "part.network": "20", "part.gone": "3" });
    // A channel that is used no more keeps its input: saving does not take its places away unseen.
    expect(view.channels.map(({ value }) => value)).toEqual(["window", "network", "gone"]);
    const form = { name: "夜场", dailyTotal: "500", "type-1": "T", "part.window": "", "part.network": "30" };
    const saved = screen("/x", { answers: { quotaPoolLook: nothing, quotaPoolSave: { id: 2 } }, params, form });
    await outcome(save(saved.args));
    expect(saved.seen.calls[0]?.payload).toMatchObject({ parts: [{ channel: "network", places: 30 }] });
    const wrong = screen("/x", { params, form: { ...form, "part.network": "viele" } });
    expect(await outcome(save(wrong.args))).toMatchObject({
      status: 422,
      body: { errors: { "part.network": ["请输入整数"] }, typed: { "part.network": "viele" } },
    });
  });

  test("what it touches is shown first, and saved by the second press; below what is taken it is said", async () => {
    const looked = { ...nothing, days: 3, added: ["成人票"], orders: 2, tickets: 5, amount: 40_000 };
    const press = async (form: object, quotaPoolLook: Record<string, unknown> = looked) => {
      const wish = { name: "夜场", dailyTotal: "50", "type-1": "T", rowVersion: "1", ...form };
      const { args } = screen("/x", { answers: { quotaPoolLook, quotaPoolSave: { id: 2 } }, params, form: wish });
      return outcome(save(args));
    };
    const first = await press({});
    const { impact } = first.body as { impact: { seen: string; stop: string; lines: string[] } };
    expect([first.status, impact.stop, impact.lines.length]).toEqual([200, "", 3]);
    expect(await press({ seen: impact.seen })).toMatchObject({ status: 303 });
    const below = await press({}, { ...looked, below: [{ day: "2026-12-01", slot: "", taken: 60 }] });
    expect(below.body).toMatchObject({
      impact: { stop: "以下日期已占用超过新的总量，不能保存：2026-12-01 已占用 60" },
    });
  });

  test("wrong: 422 with what was typed", async () => {
    const { args, seen } = screen("/ticket/quotaList/new", { form: { name: "", dailyTotal: "-1" } });
    expect(await outcome(save(args))).toMatchObject({
      status: 422,
      body: {
        errors: { name: ["请输入名称"], dailyTotal: ["必须大于等于0"], ticketTypeIds: ["请至少选择一个票种"] },
        typed: { dailyTotal: "-1" },
      },
    });
    expect(seen.calls).toEqual([]);
  });
});

test("a pool that another changed meanwhile: 409 with the reason, and what was typed", async () => {
  const refused = { quotaPoolLook: nothing, quotaPoolSave: failure("failed", "张三 改过") };
  const form = { name: "新名", dailyTotal: "70", "type-4": "T", rowVersion: "0" };
  const { args } = screen("/ticket/quotaList/2/edit", { answers: refused, params, form });
  expect(await outcome(save(args))).toMatchObject({
    status: 409,
    body: { typed: form, notice: { message: "张三 改过" } },
  });
});

describe("the days", () => {
  const buttons = ["quota:edit"];

  test("a past day is closed, one to come is open to who may set it", async () => {
    const open = await detail(screen("/ticket/quotaList/2", { answers, params, buttons }).args);
    expect(open.days.map((one) => one.open)).toEqual([false, true]);
    const closed = await detail(screen("/ticket/quotaList/2?set=2199-01-01~", { answers, params }).args);
    expect(closed.days.map((one) => one.open)).toEqual([false, false]);
    expect(closed.setting).toBe("");
  });

  test("earlier and later days lie 31 days apart", async () => {
    const view = await detail(screen("/ticket/quotaList/2?from=2026-12-15", { answers, params }).args);
    expect([view.earlier, view.later]).toEqual([
      "/ticket/quotaList/2?from=2026-11-14",
      "/ticket/quotaList/2?from=2027-01-15",
    ]);
  });

  test("a total is set", async () => {
    const { args, seen } = screen("/ticket/quotaList/2?from=2026-12-01&set=2026-12-05~", {
      answers: { quotaDaySave: { poolId: 2 } },
      params,
      form: { day: "2026-12-05", slot: "", total: "80" },
    });
    expect(await outcome(setTotal(args))).toMatchObject({
      status: 303,
      location: "/ticket/quotaList/2?from=2026-12-01",
    });
    expect(seen.calls[0]?.payload).toEqual({ poolId: 2, day: "2026-12-05", slot: "", total: 80, parts: [] });
  });

  test("less than what is sold is refused with the reason, nonsense with the rule", async () => {
    const refused = { quotaDaySave: failure("failed", "已售和占用共 21，总量不能低于它") };
    const form = { day: "2026-12-05", slot: "", total: "5" };
    expect(await outcome(setTotal(screen("/x", { answers: refused, params, form }).args))).toMatchObject({
      status: 409,
      body: { typed: { total: "5" }, notice: { message: "已售和占用共 21，总量不能低于它" } },
    });
    const many = await outcome(setTotal(screen("/x", { params, form: { ...form, total: "lots" } }).args));
    expect(many).toMatchObject({ status: 422, body: { errors: { total: ["请输入整数"] } } });
  });
});

/** In the list a pool has the names of its types alone. */
const { ticketTypeIds: _, ...listed } = record;

test("a pool is suspended and resumed by who holds the button", async () => {
  const reply = { quotaPoolList: page([listed, { ...listed, id: 3, status: "F" }], {}) };
  const { rows } = await list(screen("/ticket/quotaList", { answers: reply, buttons: ["quota:suspend"] }).args);
  expect(rows.map((row) => row.commands?.[0])).toEqual([
    { intent: "suspend", label: "停用", tucked: true, to: "/ticket/quotaList?ask=suspend&id={id}" },
    { intent: "resume", label: "启用", to: "/ticket/quotaList?ask=resume&id={id}" },
  ]);
  const { args, seen } = screen("/ticket/quotaList", {
    answers: { quotaPoolResume: { id: 3 } },
    form: { resume: "3" },
  });
  expect(await outcome(command(args))).toMatchObject({ status: 303 });
  expect(seen.calls[0]).toEqual({ method: "quotaPoolResume", payload: { id: 3 } });
});

test("the list links to the days, and to the form for who may edit", async () => {
  const reply = { quotaPoolList: page([listed], { status: [{ value: "T", label: "启用" }] }) };
  const bare = await list(screen("/ticket/quotaList", { answers: reply }).args);
  expect(bare.rows[0]?.links).toEqual([]);
  expect(bare.columns[0]?.link).toBe("/ticket/quotaList/{id}");
  const full = await list(screen("/ticket/quotaList", { answers: reply, buttons: ["quota:edit", "quota:add"] }).args);
  expect(full.rows[0]?.links?.[0]?.to).toBe("/ticket/quotaList/{id}/edit");
  expect(full.create).toBe("/ticket/quotaList/new");
});
