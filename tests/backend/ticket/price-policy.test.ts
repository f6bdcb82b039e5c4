import { afterEach, beforeEach, describe, expect, it } from "vitest";
import type { PayloadOf } from "~/contract/method";
import {
  priceCalendar,
  priceCalendarSave,
  pricePolicyGet,
  pricePolicyRemove,
  pricePolicySave,
} from "~/contract/ticket/price";
import { pricePolicy } from "~/contract/ticket/price-policy-list";
import { quoteSale } from "~/contract/ticket/sale";
import { openTestBackend, type TestBackend } from "~tests/support/backend";
import { createPark, type TestPark, today } from "~tests/support/park";

let backend: TestBackend;
let park: TestPark;

beforeEach(async () => {
  backend = await openTestBackend();
  park = await createPark(backend);
});
afterEach(() => backend.close());

function draft(fields: Partial<PayloadOf<typeof pricePolicySave>> = {}): PayloadOf<typeof pricePolicySave> {
  return {
    name: "周末价",
    ticketTypeId: park.adultId,
    channel: "any",
    customerGroup: "any",
    startDay: "2026-01-01",
    endDay: "2026-12-31",
    weekdays: "FFFFFTT",
    holidays: "any",
    slot: "",
    price: 9900,
    priority: 10,
    ...fields,
  };
}

async function priceOn(visitDay: string): Promise<[number, string]> {
  const lines = [{ ticketTypeId: park.adultId, quantity: 1 }];
  const { data } = await backend.call(quoteSale, { visitDay, lines });
  return [data.lines[0]?.unitPrice ?? -1, data.lines[0]?.policyName ?? ""];
}

describe("price policies", () => {
  it("decide the price at the counter", async () => {
    expect(await priceOn("2026-11-21")).toEqual([8000, ""]);
    const { data } = await backend.call(pricePolicySave, draft());
    expect(await priceOn("2026-11-20")).toEqual([8000, ""]);
    expect(await priceOn("2026-11-21")).toEqual([9900, "周末价"]);
    await backend.call(pricePolicy.methods.suspend, { id: data.id });
    expect(await priceOn("2026-11-21")).toEqual([8000, ""]);
    await backend.call(pricePolicy.methods.resume, { id: data.id });
    await backend.call(pricePolicySave, draft({ name: "网络价", channel: "network", price: 1, priority: 99 }));
    expect(await priceOn("2026-11-21")).toEqual([9900, "周末价"]);
    expect((await backend.call(pricePolicyRemove, { id: data.id })).status).toBe(200);
    expect(await priceOn("2026-11-21")).toEqual([8000, ""]);
  });

  it.each<[string, Partial<PayloadOf<typeof pricePolicySave>>]>([
    ["endDay", { startDay: "2026-12-02", endDay: "2026-12-01" }],
    ["weekdays", { weekdays: "FFFFFFF" }],
    ["weekdays", { startDay: "2026-11-16", endDay: "2026-11-17" }],
    ["slot", { slot: "09:00-10:00" }],
    ["ticketTypeId", { ticketTypeId: 999999 }],
  ])("%s: %o is refused", async (field, wrong) => {
    const reply = await backend.call(pricePolicySave, draft(wrong));
    expect([reply.status, Object.keys(reply.errors ?? {})]).toEqual([422, [field]]);
  });

  it("belong to a corp; another's are not found and not changed", async () => {
    const { data } = await backend.call(pricePolicySave, draft());
    const stranger = await backend.createCorp("0002");
    const as = { as: stranger };
    expect((await backend.call(pricePolicyGet, { id: data.id }, as)).status).toBe(404);
    expect((await backend.call(pricePolicySave, { ...draft(), id: data.id }, as)).status).toBe(404);
    expect((await backend.call(pricePolicyRemove, { id: data.id }, as)).status).toBe(404);
    expect((await backend.call(pricePolicy.methods.suspend, { id: data.id }, as)).status).toBe(404);
    expect((await backend.call(pricePolicySave, draft(), as)).status).toBe(422);
    expect((await backend.call(pricePolicyGet, { id: data.id })).data.record).toMatchObject(draft());
  });

  it("need the right to add and to edit; a change in between is refused and says whose it was", async () => {
    const { token } = await backend.createUser({ grants: ["pricePolicyList", "pricePolicyList/pricePolicy:add"] });
    const { data } = await backend.call(pricePolicySave, draft(), { as: token });
    expect((await backend.call(pricePolicySave, { ...draft(), id: data.id }, { as: token })).status).toBe(403);
    const edit = { ...draft({ price: 1 }), id: data.id, rowVersion: 0 };
    expect((await backend.call(pricePolicySave, edit)).status).toBe(200);
    const late = await backend.call(pricePolicySave, edit);
    expect(late.status).toBe(409);
    expect(late.message).toMatch(/^.+ 在您打开之后改过“周末价”，请刷新后重试$/);
    const trail = await backend.sql("select method from audit_log where thing = 'pricePolicy' order by id");
    expect(trail).toEqual([{ method: "pricePolicySave" }, { method: "pricePolicySave" }]);
  });

  it("are listed by filter and sort", async () => {
    for (const [name, price] of [
      ["甲", 300],
      ["乙", 100],
      ["丙_", 200],
    ] as const) {
      await backend.call(pricePolicySave, draft({ name, price }));
    }
    const names = async (payload: PayloadOf<typeof pricePolicy.methods.list>) =>
      (await backend.call(pricePolicy.methods.list, payload)).data.records.map(({ name }) => name);
    expect(await names({})).toEqual(["丙_", "乙", "甲"]);
    expect(await names({ sort: "price", order: "asc" })).toEqual(["乙", "丙_", "甲"]);
    expect(await names({ filters: { name: "_" } })).toEqual(["丙_"]);
    expect(await names({ filters: { ticketTypeId: String(park.childId) } })).toEqual([]);
    expect((await backend.call(pricePolicy.methods.list, { filters: { colour: "red" } })).status).toBe(422);
    expect((await backend.call(pricePolicy.methods.list, { sort: "weekdays" })).status).toBe(422);
  });
});

describe("the price calendar", () => {
  it("a past day's price is not set, by a direct call either; today's is", async () => {
    const edit = { ticketTypeId: park.adultId, channel: "any", customerGroup: "any", price: 1 } as const;
    const late = await backend.call(priceCalendarSave, { ...edit, days: [today, "2026-11-19"] });
    expect([late.status, late.errors]).toEqual([422, { days: ["2026-11-19 已经过去，不能再设置价格"] }]);
    expect(await backend.sql("select 1 from price_policy")).toEqual([]);
    expect((await backend.call(priceCalendarSave, { ...edit, days: [today] })).status).toBe(200);
  });

  const month = "2026-10";

  it("shows for each day the price, who won it, holidays and make-up days", async () => {
    const weekend = await backend.call(pricePolicySave, draft());
    const holiday = await backend.call(
      pricePolicySave,
      draft({ name: "假日价", weekdays: "TTTTTTT", holidays: "only", price: 15000, priority: 20 }),
    );
    const { data } = await backend.call(priceCalendar, { ticketTypeId: park.adultId, month });
    expect(data).toMatchObject({ ticketTypeId: park.adultId, listPrice: 8000, slots: [] });
    expect(data.days).toHaveLength(31);
    const on = (day: string) => data.days.find((entry) => entry.day === day);
    const [holidayId, weekendId] = [holiday.data.id, weekend.data.id];
    expect(on("2026-10-01")).toMatchObject({ price: 15000, policyId: holidayId, holiday: "国庆节", makeUp: false });
    expect(on("2026-10-10")).toMatchObject({ price: 8000, policyId: null, holiday: "国庆节", makeUp: true });
    expect(on("2026-10-11")).toMatchObject({ price: 9900, policyId: weekendId, policyName: "周末价", holiday: "" });
    expect(on("2026-10-12")).toMatchObject({ price: 8000, policyId: null, policyName: "", holiday: "" });
    const first = await backend.call(priceCalendar, { month });
    expect(first.data.ticketTypeId).toBe(park.adultId);
    expect((await backend.call(priceCalendar, { ticketTypeId: 999999, month })).status).toBe(404);
  });

  it("writes one policy a run of days, above what holds there, and changes its price the second time", async () => {
    await backend.call(pricePolicySave, draft({ priority: 50 }));
    const edit = {
      ticketTypeId: park.adultId,
      channel: "any" as const,
      customerGroup: "any" as const,
      days: ["2026-11-22", "2026-11-20", "2026-11-21", "2026-11-25"],
      price: 5000,
    };
    const { data } = await backend.call(priceCalendarSave, edit);
    expect(data.policies).toHaveLength(2);
    expect(await priceOn(today)).toEqual([5000, "日历 2026-11-20 至 2026-11-22"]);
    expect(await priceOn("2026-11-21")).toEqual([5000, "日历 2026-11-20 至 2026-11-22"]);
    expect(await priceOn("2026-11-23")).toEqual([8000, ""]);
    expect(await priceOn("2026-11-25")).toEqual([5000, "日历 2026-11-25"]);
    const again = await backend.call(priceCalendarSave, { ...edit, price: 6000 });
    expect(again.data.policies).toEqual(data.policies);
    expect(await priceOn("2026-11-21")).toEqual([6000, "日历 2026-11-20 至 2026-11-22"]);
    const part = await backend.call(priceCalendarSave, { ...edit, days: ["2026-11-21"], price: 7000 });
    expect(part.data.policies).not.toEqual(data.policies);
    expect(await priceOn("2026-11-21")).toEqual([7000, "日历 2026-11-21"]);
    const { token } = await backend.createUser({ grants: ["priceCalendar"] });
    expect((await backend.call(priceCalendarSave, edit, { as: token })).status).toBe(403);
    expect((await backend.call(priceCalendar, { month }, { as: token })).status).toBe(200);
    const stranger = await backend.createCorp("0002");
    expect((await backend.call(priceCalendarSave, edit, { as: stranger })).status).toBe(422);
  });
});
