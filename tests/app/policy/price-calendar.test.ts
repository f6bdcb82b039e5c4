/** The price calendar: the month from the address, why a day has its price, and one price on many days. */
import { describe, expect, test } from "vitest";
import "~/i18n/locale.server";
import { letterOf, weeksOf } from "~/screens/ticket/calendar-view";
import { action, loader } from "~/screens/ticket/price-calendar";
import { page, screen } from "../resource/screen";
import { failure, outcome } from "../shell/fake-context";

const day = (text: string, policyId: number | null = null) => ({
  day: text,
  price: policyId ? 14000 : 12000,
  policyId,
  policyName: policyId ? `政策${policyId}` : "",
  holiday: "",
  makeUp: false,
});
const calendar = {
  ticketTypeId: 1,
  ticketTypes: [{ value: "1", label: "成人票" }],
  slots: ["09:00-12:00"],
  listPrice: 12000,
  days: [day("2026-10-01", 9), day("2026-10-02"), { ...day("2026-10-03", 4), holiday: "国庆节" }],
};
/** Items of any dictionary. */
const items = [
  { value: "window", label: "窗口" },
  { value: "retail", label: "散客" },
];
const answers = { priceCalendar: calendar, getTktDictDetailByCode: items };
const address = "/ticket/priceCalendar?type=1&channel=window&group=retail&month=2026-10";

describe("the month", () => {
  test("says price, winner and holiday of every day", async () => {
    const view = await loader(screen(address, { answers }).args);
    expect(view.days.map(({ price, mark, holiday }) => [price, letterOf(mark), holiday])).toEqual([
      ["140.00", "A", ""],
      ["120.00", "", ""],
      ["140.00", "B", "国庆节"],
    ]);
    expect(view.legend.map(({ name }) => name)).toEqual(["政策9", "政策4"]);
    // 1 October 2026 is a Thursday.
    expect(view.blanks).toBe(3);
  });

  test("months before and after keep the choices, over the turn of the year too", async () => {
    const { args } = screen(address.replace("2026-10", "2026-01"), { answers });
    const view = await loader(args);
    expect(view.previous).toBe("/ticket/priceCalendar?type=1&channel=window&group=retail&month=2025-12");
    expect(view.next).toBe("/ticket/priceCalendar?type=1&channel=window&group=retail&month=2026-02");
  });

  test("nonsense in the address counts as not asked for", async () => {
    const { args, seen } = screen("/ticket/priceCalendar?type=x&channel=moon&group=&slot=9&month=2026-13&win=never", {
      answers,
    });
    await loader(args);
    expect(seen.calls.findLast(({ method }) => method === "priceCalendar")?.payload).toEqual({
      channel: "window",
      customerGroup: "retail",
      slot: "",
      month: expect.stringMatching(/^\d{4}-\d{2}$/),
    });
  });

  test("a slot of another type is left behind", async () => {
    const { args } = screen(`${address}&slot=13:00-17:00`, { answers });
    expect(await outcome(loader(args))).toMatchObject({ status: 302, location: address });
  });

  test("without the right nothing is ticked, with it days may be", async () => {
    expect((await loader(screen(address, { answers }).args)).mayEdit).toBe(false);
    expect((await loader(screen(address, { answers, buttons: ["pricePolicy:add"] }).args)).mayEdit).toBe(true);
  });

  test("a day tells which policies stand over it and which won; the list is asked of who may open it only", async () => {
    const policy = {
      ...{ rowVersion: 0, ticketTypeId: 1, ticketTypeName: "", slot: "", status: "T" },
      ...{ channel: "any", customerGroup: "any", weekdays: "TTTTTTT", holidays: "any" },
      ...{ startDay: "2026-01-01", endDay: "2026-12-31", price: 14000 },
    };
    const rivals = [
      { ...policy, id: 9, name: "政策9", priority: 30 },
      { ...policy, id: 2, name: "政策2", priority: 10 },
    ];
    const all = { ...answers, pricePolicyList: page(rivals) };
    const { args, seen } = screen(`${address}&win=2026-10-01`, { answers: all, functions: ["pricePolicyList"] });
    const view = await loader(args);
    expect(view.why).toMatchObject({ day: "2026-10-01", price: "140.00", winner: "政策9" });
    expect(view.why?.rivals.map(({ id, won }) => [id, won])).toEqual([
      [9, true],
      [2, false],
    ]);
    expect(seen.calls.at(-1)?.payload).toMatchObject({
      filters: { ticketTypeId: "1", status: "T", startDay: "~2026-10-01", endDay: "2026-10-01~" },
    });
    const other = screen(`${address}&win=2026-10-01`, { answers, functions: ["priceCalendar"] });
    expect((await loader(other.args)).why).toMatchObject({ winner: "政策9", rivals: [] });
    expect(other.seen.calls.some(({ method }) => method === "pricePolicyList")).toBe(false);
  });
});

describe("setting a price", () => {
  const form = { ticketTypeId: "1", channel: "any", customerGroup: "any", slot: "", price: "99.5" };
  const nothing = { days: 0, runs: [], orders: 0, tickets: 0, amount: 0, named: [] };
  const ticked = { "day-2026-10-03": "T", "day-2026-10-01": "T", "day-soon": "T", daylight: "T" };

  test("all ticked days in one call, back to the month", async () => {
    const { args, seen } = screen(address, {
      answers: { priceCalendarLook: nothing, priceCalendarSave: { policies: [5, 6] } },
      form: { ...form, ...ticked },
    });
    expect(await outcome(action(args))).toMatchObject({ status: 303, location: address });
    expect(seen.calls.slice(1)).toEqual([
      {
        method: "priceCalendarSave",
        payload: {
          ticketTypeId: 1,
          channel: "any",
          customerGroup: "any",
          slot: "",
          price: 9950,
          days: ["2026-10-01", "2026-10-03"],
        },
      },
    ]);
  });

  test("a range goes by weekday and holiday; what it touches is shown first, and set when it is sent again", async () => {
    const range = { rangeFrom: "2026-12-01", rangeTo: "2027-02-28", weekday5: "T", weekday6: "T", holidays: "never" };
    const touched = { ...nothing, days: 2, runs: [{ first: "2026-12-05", last: "2026-12-06", before: 1, after: 2 }] };
    const answers = { priceCalendarLook: touched, priceCalendarSave: { policies: [5] } };
    const first = screen(address, { answers, form: { ...form, ...range } });
    const shown = (await outcome(action(first.args))) as { body: { impact: { seen: string } } };
    expect(first.seen.calls.map(({ method }) => method)).toEqual(["priceCalendarLook"]);
    const again = screen(address, { answers, form: { ...form, ...range, seen: shown.body.impact.seen } });
    expect(await outcome(action(again.args))).toMatchObject({ status: 303 });
    expect(again.seen.calls.at(-1)?.payload).toMatchObject({
      range: { from: "2026-12-01", to: "2027-02-28", weekdays: "FFFFFTT", holidays: "never" },
    });
    const both = await outcome(action(screen(address, { form: { ...form, ...ticked, ...range } }).args));
    expect(both).toMatchObject({ status: 422, body: { errors: { days: ["已勾选日期，请清空日期范围；或取消勾选"] } } });
    const half = await outcome(action(screen(address, { form: { ...form, rangeFrom: "12/40" } }).args));
    expect(half).toMatchObject({ status: 422, body: { errors: { rangeTo: ["请选择结束日期"] } } });
  });

  test("no day, no price: 422, and the ticks are kept", async () => {
    const none = await outcome(action(screen(address, { form: { ...form, price: "" } }).args));
    expect(none).toMatchObject({
      status: 422,
      body: { errors: { days: ["请至少选择一天"], price: ["请输入价格"] } },
    });
    const wrong = await outcome(action(screen(address, { form: { ...form, ...ticked, price: "x" } }).args));
    expect(wrong).toMatchObject({ status: 422, body: { typed: { "day-2026-10-01": "T", price: "x" } } });
  });

  test("a refusal is shown", async () => {
    const answers = { priceCalendarLook: nothing, priceCalendarSave: failure("failed", "已有优先级为 9999 的政策") };
    const { args } = screen(address, { answers, form: { ...form, ...ticked } });
    expect(await outcome(action(args))).toMatchObject({ status: 409, body: { notice: { title: "未能保存" } } });
  });
});

test("weeks of seven, empty before and after", () => {
  expect(weeksOf([1, 2, 3, 4, 5], 4)).toEqual([
    [null, null, null, null, 1, 2, 3],
    [4, 5, null, null, null, null, null],
  ]);
  expect(weeksOf([1, 2, 3, 4, 5, 6, 7], 0)).toEqual([[1, 2, 3, 4, 5, 6, 7]]);
  expect([-1, 0, 25, 26].map(letterOf)).toEqual(["", "A", "Z", "27"]);
});
