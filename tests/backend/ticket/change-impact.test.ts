/** What a price or a quota touches is told before it is saved, and telling it changes nothing. */
import { afterAll, beforeAll, expect, test } from "vitest";
import type { PayloadOf } from "~/contract/method";
import { refundOrder } from "~/contract/order/order";
import { priceCalendarLook, pricePolicyLook, quotaPoolLook } from "~/contract/ticket/change-impact";
import { priceCalendarSave, pricePolicySave } from "~/contract/ticket/price";
import { quotaPoolSave } from "~/contract/ticket/quota";
import { ticketType } from "~/contract/ticket/ticket-type";
import { openTestBackend, type TestBackend } from "~tests/support/backend";
import { changed, digests } from "~tests/support/digests";
import { createPark, fresh, type TestPark, today } from "~tests/support/park";

let backend: TestBackend;
let park: TestPark;
beforeAll(async () => {
  backend = await openTestBackend();
  park = await createPark(backend);
});
afterAll(() => backend.close());

const policy = (fields: Partial<PayloadOf<typeof pricePolicyLook>> = {}): PayloadOf<typeof pricePolicyLook> => ({
  ...{ name: "周末价", ticketTypeId: park.adultId, channel: "any", customerGroup: "any", slot: "", priority: 10 },
  ...{ startDay: "2026-11-01", endDay: "2026-11-29", weekdays: "FFFFFTT", holidays: "any", price: 9000, ...fields },
});
const look = async (fields = {}, as = backend.admin) => backend.call(pricePolicyLook, policy(fields), { as });

test("of a price: the days on which another wins, from today on, with what was sold for them", async () => {
  await park.sell({ visitDay: "2026-11-21" });
  await park.sell({ visitDay: "2026-11-24" });
  const before = await digests(backend);
  const { data } = await look();
  expect(data).toMatchObject({ days: 4, orders: 1, tickets: 2, amount: 16_000 });
  expect(data.runs).toEqual([
    { first: "2026-11-21", last: "2026-11-22", before: 8000, after: 9000 },
    { first: "2026-11-28", last: "2026-11-29", before: 8000, after: 9000 },
  ]);
  expect(data.named.map(({ visitDay, tickets }) => [visitDay, tickets])).toEqual([["2026-11-21", 2]]);
  expect(changed(before, await digests(backend))).toEqual([]);
});

test("of a change: days that it had and loses count too; what changes no price touches nothing", async () => {
  const { id } = (await backend.call(pricePolicySave, policy())).data;
  expect((await look({ id })).data).toMatchObject({ days: 0, orders: 0, runs: [] });
  const moved = (await look({ id, startDay: "2026-11-28" })).data;
  expect(moved.runs).toEqual([{ first: "2026-11-21", last: "2026-11-22", before: 9000, after: 8000 }]);
  expect((await look({ priority: 1 })).data.days).toBe(0);
  expect((await look({ startDay: "2026-01-01", endDay: "2026-10-31" })).data.days).toBe(0);
  await backend.sql("delete from price_policy");
});

test("what would be refused on saving is refused on looking, by right and by tenant as well", async () => {
  expect(Object.keys((await look({ endDay: "2026-10-01" })).errors ?? {})).toEqual(["endDay"]);
  const reader = await backend.createUser({ grants: ["pricePolicyList", "quotaList"] });
  expect((await look({}, reader.token)).status).toBe(403);
  expect((await look({}, await backend.createCorp("3401"))).status).toBe(422);
  const other = await createPark(backend);
  const bound = await backend.createUser({
    grants: ["pricePolicyList", "pricePolicyList/pricePolicy:add"],
    parks: [other.parkId],
  });
  expect((await look({}, bound.token)).status).toBe(422);
});

test("of the calendar: a range by weekday and holiday is one policy, above the others, priced anew the second time", async () => {
  const edit = { ticketTypeId: park.adultId, channel: "any", customerGroup: "any", slot: "" } as const;
  const range = { from: "2026-12-26", to: "2027-01-03", weekdays: "TTTTTTT", holidays: "only" } as const;
  const wish = { ...edit, range, price: 12_000 };
  const before = await digests(backend);
  const { data } = await backend.call(priceCalendarLook, wish);
  expect(data.runs).toEqual([{ first: "2027-01-01", last: "2027-01-01", before: 8000, after: 12_000 }]);
  const refused = async (fields: object) => {
    const both = [priceCalendarLook, priceCalendarSave].map((method) => backend.call(method, { ...wish, ...fields }));
    const [one, other] = await Promise.all(both);
    expect(one?.errors).toEqual(other?.errors);
    expect([one?.status, other?.status]).toEqual([422, 422]);
    return Object.keys(one?.errors ?? {});
  };
  expect(await refused({ range: { ...range, to: "2026-12-01" } })).toEqual(["to"]);
  expect(await refused({ range: { ...range, from: "2026-01-01" } })).toEqual(["from"]);
  expect(await refused({ range: { ...range, weekdays: "FFFFFFF" } })).toEqual(["weekdays"]);
  expect(await refused({ days: ["2026-12-27"] })).toEqual(["days"]);
  expect(await refused({ range: undefined })).toEqual(["days"]);
  expect(changed(before, await digests(backend))).toEqual([]);
  const first = (await backend.call(priceCalendarSave, wish)).data.policies;
  const again = (await backend.call(priceCalendarSave, { ...wish, price: 13_000 })).data.policies;
  expect(again).toEqual(first);
  const but = { ...wish, range: { ...range, holidays: "never" as const }, price: 7000 };
  expect((await backend.call(priceCalendarLook, but)).data.days).toBe(8);
  const reader = await backend.createUser({ grants: ["priceCalendar"] });
  expect((await backend.call(priceCalendarLook, wish, { as: reader.token })).status).toBe(403);
  expect((await backend.call(priceCalendarLook, wish, { as: await backend.createCorp("3403") })).status).toBe(422);
  await backend.sql("delete from price_policy");
});

test("of a quota: days that follow the new total, those below what is taken, and types that come and go", async () => {
  const pool = { name: fresh("日承载量"), ticketTypeIds: [park.adultId], dailyTotal: 100, bySlot: false };
  const { id } = (await backend.call(quotaPoolSave, pool)).data;
  await park.sell({ visitDay: "2026-11-27", lines: [{ ticketTypeId: park.adultId, quantity: 3 }] });
  const before = await digests(backend);
  const ask = async (fields: object) => (await backend.call(quotaPoolLook, { ...pool, id, ...fields })).data;
  expect(await ask({})).toMatchObject({ days: 0, orders: 0, below: [], added: [], removed: [] });
  expect(await ask({ dailyTotal: 50 })).toMatchObject({ days: 1, below: [], orders: 3, tickets: 7, amount: 56_000 });
  expect((await ask({ dailyTotal: 2 })).below).toEqual([{ day: "2026-11-27", slot: "", taken: 3 }]);
  expect(await ask({ ticketTypeIds: [park.childId] })).toMatchObject({
    ...{ added: ["儿童票"], removed: ["成人票"], orders: 3, tickets: 7 },
  });
  expect(changed(before, await digests(backend))).toEqual([]);
  expect((await backend.call(quotaPoolLook, { ...pool, id }, { as: await backend.createCorp("3402") })).status).toBe(
    404,
  );
  expect(today).toBe("2026-11-20");
});

test("of a ticket type: what is out and unused, with its money and its days; nothing where there is none", async () => {
  const typeId = await park.addType({ name: "新规则票", listPrice: 3000 });
  const impact = async () => (await backend.call(ticketType.methods.get, { id: typeId })).data.impact;
  expect(await impact()).toBeUndefined();
  const lines = [{ ticketTypeId: typeId, quantity: 2 }];
  await park.sell({ lines, visitDay: "2026-11-21" });
  const sold = await park.sell({ lines, visitDay: "2026-11-24" });
  expect(await impact()).toMatch(/^已售未用 4 张（2 个订单，已付 ¥120\.00，游玩日 2026-11-21 至 2026-11-24）/);
  await backend.call(refundOrder, { idempotencyKey: fresh("back"), orderId: sold.orderId, reason: "改行程" });
  expect(await impact()).toMatch(/^已售未用 2 张（1 个订单，已付 ¥60\.00/);
});
