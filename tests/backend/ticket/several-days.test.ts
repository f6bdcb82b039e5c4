/** One order for several days: each line is priced, judged, issued and given back by its own day. */
import { afterEach, beforeEach, expect, it } from "vitest";
import { orderDetail, quoteRefund, refundOrder } from "~/contract/order/order";
import { networkOrder, offlineOrder } from "~/contract/order/order-lists";
import { parkCapacity } from "~/contract/ticket/capacity";
import { changeTickets } from "~/contract/ticket/change";
import { fetchCart, holdCart } from "~/contract/ticket/held-cart";
import { pricePolicySave } from "~/contract/ticket/price";
import { quotaPoolSave } from "~/contract/ticket/quota";
import { quoteSale, sellTickets } from "~/contract/ticket/sale";
import { openTestBackend, type TestBackend } from "~tests/support/backend";
import { checkInvariants } from "~tests/support/invariants";
import { createPark, fresh, saleOf, type TestPark, today } from "~tests/support/park";
import { race } from "~tests/support/race";
import { freely } from "./changing";
import { addConcession } from "./concessions";

const tomorrow = "2026-11-21";
const sunday = "2026-11-22";

let backend: TestBackend;
let park: TestPark;
beforeEach(async () => {
  backend = await openTestBackend();
  park = await createPark(backend);
});
afterEach(async () => {
  await checkInvariants(backend);
  await backend.close();
});

const both = (quantity = 1) => [
  { ticketTypeId: park.adultId, quantity },
  { ticketTypeId: park.adultId, quantity, visitDay: tomorrow },
];
const sell = (payload: Parameters<typeof saleOf>[1], as?: string) =>
  backend.call(sellTickets, saleOf(park.adultId, payload), as === undefined ? {} : { as });
const nothingSold = async () => {
  expect(await backend.sql("select 1 from orders")).toEqual([]);
  expect(await backend.sql("select 1 from ticket")).toEqual([]);
  expect(await backend.sql("select 1 from payment")).toEqual([]);
};
const soldOn = async () =>
  Object.fromEntries(
    (await backend.sql<{ day: string; sold: number }>("select day::text as day, sold from quota_day order by day")).map(
      ({ day, sold }) => [day, sold],
    ),
  );

it("quotes and sells two days in one order, each at the price of its day, paid once", async () => {
  const weekend = {
    ...{ name: "周末价", ticketTypeId: park.adultId, channel: "any", customerGroup: "any", price: 10_000 },
    ...{ startDay: tomorrow, endDay: sunday, weekdays: "TTTTTTT", holidays: "any", slot: "", priority: 1 },
  };
  expect((await backend.call(pricePolicySave, weekend as never)).status).toBe(200);
  const lines = [...both(), { ticketTypeId: park.childId, quantity: 2, visitDay: tomorrow }];
  const quoted = await backend.call(quoteSale, { visitDay: today, lines });
  expect(quoted.data).toMatchObject({ whyNot: "", total: 26_000, payable: 26_000 });
  expect(quoted.data.lines.map(({ visitDay, unitPrice }) => [visitDay, unitPrice])).toEqual([
    [today, 8_000],
    [tomorrow, 10_000],
    [tomorrow, 4_000],
  ]);
  const sold = await sell({ lines, expectedPayable: 26_000 });
  expect(sold.status).toBe(200);
  expect(await backend.sql("select amount::int from payment")).toEqual([{ amount: 26_000 }]);
});

it("issues each ticket for its day; order, line and lists say so", async () => {
  const sold = await sell({ lines: both(2), expectedPayable: 32_000, discount: 0 });
  expect(sold.status).toBe(200);
  const { orderId } = sold.data;
  const tickets = await backend.sql(
    "select visit_day::text as day, valid_from::text as from, valid_to::text as to from ticket order by id",
  );
  expect(tickets).toEqual([today, today, tomorrow, tomorrow].map((day) => ({ day, from: day, to: day })));
  const { data } = await backend.call(orderDetail, { id: orderId });
  expect(data).toMatchObject({ visitDay: today, lastVisitDay: tomorrow, paid: 32_000, payable: 32_000 });
  expect(data.lines.map(({ visitDay }) => visitDay)).toEqual([today, tomorrow]);
  expect(data.payments).toHaveLength(1);
  const list = await backend.call(offlineOrder.methods.list, {});
  expect(list.data.records).toMatchObject([{ visitDay: today, lastVisitDay: tomorrow }]);
  const found = async (visitDay: string) =>
    (await backend.call(offlineOrder.methods.list, { filters: { visitDay } } as never)).data.records.length;
  expect(await Promise.all([today, tomorrow, sunday, `${tomorrow}~${sunday}`, `~${today}`].map(found))).toEqual([
    1, 1, 0, 1, 1,
  ]);
  const none = await backend.call(networkOrder.methods.list, {});
  expect(none.data.records).toEqual([]);
});

it("an order of one day says nothing of others", async () => {
  const { orderId } = await park.sell();
  const { data } = await backend.call(orderDetail, { id: orderId });
  expect(data).toMatchObject({ visitDay: today, lastVisitDay: null });
  expect(data.lines.map(({ visitDay }) => visitDay)).toEqual([""]);
  const [line] = await backend.sql<{ terms: Record<string, unknown> }>("select terms from sub_order");
  expect(line?.terms).not.toHaveProperty("visitDay");
});

it("places are those of each day: the day that is full refuses all, and nothing is written", async () => {
  const pool = { name: fresh("pool"), ticketTypeIds: [park.adultId], dailyTotal: 2 };
  expect((await backend.call(quotaPoolSave, pool as never)).status).toBe(200);
  await park.sell({ visitDay: tomorrow });
  const refused = await sell({ lines: both() });
  expect(refused.status).toBe(409);
  expect(refused.message).toContain(tomorrow);
  expect(await soldOn()).toEqual({ [tomorrow]: 2 });
  expect(await backend.sql("select 1 from orders")).toHaveLength(1);
  expect((await sell({ lines: [{ ticketTypeId: park.adultId, quantity: 2 }] })).status).toBe(200);
});

it("what a park bears is counted by day", async () => {
  const limit = { parkId: park.parkId, dayMax: 3, momentMax: 100, warnAt: 90, stops: true };
  expect((await backend.call(parkCapacity.methods.save, limit as never)).status).toBe(200);
  const sold = await sell({ lines: both(3) });
  expect(sold.status).toBe(200);
  expect((await sell({ lines: both(1) })).message).toContain(today);
  expect(await backend.sql("select day::text as day, people from park_day order by day")).toEqual([
    { day: today, people: 3 },
    { day: tomorrow, people: 3 },
  ]);
});

it("a person's limit is by day: two on each of two days are within it, a third on one is not", async () => {
  const person = { name: "王小明", identity: "11010519491231002X" };
  const line = (quantity: number, visitDay?: string) => ({
    ...{ ticketTypeId: park.namedId, quantity },
    ...(visitDay && { visitDay }),
  });
  const quoted = await backend.call(quoteSale, {
    ...{ visitDay: today, lines: [line(1), line(3, tomorrow)] },
    visitors: Array(4).fill(person),
  });
  expect(quoted.data.refusedVisitors).toHaveLength(1);
  expect(quoted.data.whyNot).toContain(tomorrow);
  const beyond = await sell({ lines: [line(1), line(3, tomorrow)], visitors: Array(4).fill(person) });
  expect(beyond.status).toBe(409);
  expect(beyond.message).toContain(tomorrow);
  await nothingSold();
  const within = await sell({ lines: [line(2), line(2, tomorrow)], visitors: Array(4).fill(person) });
  expect(within.status).toBe(200);
  const more = await sell({ lines: [line(1, sunday), line(1, tomorrow)], visitors: Array(2).fill(person) });
  expect(more.status).toBe(409);
});

it("children beside adults count on their own day, when sold and when given back", async () => {
  const concessionId = await addConcession(backend, { basis: "age", name: "儿童", ageTo: 12, perAdult: 1 });
  const childId = await park.addType({ ...{ name: "优惠票", listPrice: 2_000, facePrice: 2_000 }, concessionId });
  const line = (ticketTypeId: number, visitDay: string) => ({ ticketTypeId, quantity: 1, visitDay });
  const proofs = (seen: number) => [{ concessionId, seen }];
  const apart = [line(park.adultId, today), line(park.adultId, today), line(childId, tomorrow)];
  expect((await sell({ lines: apart, proofs: proofs(1) })).status).toBe(409);
  await nothingSold();
  const together = [today, tomorrow].flatMap((day) => [line(park.adultId, day), line(childId, day)]);
  const sold = await sell({ lines: together, proofs: proofs(2) });
  expect(sold.status).toBe(200);
  const { data } = await backend.call(quoteRefund, { orderId: sold.data.orderId });
  const adult = data.tickets.find(({ day, price }) => day === tomorrow && price === 8_000);
  const alone = await backend.call(quoteRefund, { orderId: sold.data.orderId, ticketIds: [adult?.id ?? 0] });
  expect(alone.data.whyNot).not.toBe("");
  const ofDay = data.tickets.filter(({ day }) => day === tomorrow).map(({ id }) => id);
  expect((await backend.call(quoteRefund, { orderId: sold.data.orderId, ticketIds: ofDay })).data.whyNot).toBe("");
});

it("a past day, a day too far, too many days and another tenant's types are refused and write nothing", async () => {
  const on = (visitDay: string) => [
    { ticketTypeId: park.adultId, quantity: 1 },
    { ticketTypeId: park.adultId, quantity: 1, visitDay },
  ];
  expect((await sell({ lines: on("2026-11-19") })).status).toBe(409);
  expect((await sell({ lines: on("2029-01-01") })).status).toBe(409);
  expect((await sell({ lines: on("2026-02-30") })).status).toBe(422);
  const many = Array.from({ length: 11 }, (_, n) => ({
    ...{ ticketTypeId: park.adultId, quantity: 1, visitDay: `2026-12-${String(n + 10)}` },
  }));
  const tooMany = await sell({ lines: many });
  expect(tooMany.status).toBe(422);
  expect(tooMany.errors).toEqual({ lines: ["一个订单最多包含 10 个游玩日期"] });
  const stranger = await backend.createCorp("0002");
  expect((await sell({ lines: both() }, stranger)).status).toBe(422);
  await nothingSold();
});

it("goes back line by line: the place of its day is free again, and the money is its own", async () => {
  const pool = { name: fresh("pool"), ticketTypeIds: [park.adultId], dailyTotal: 5 };
  await backend.call(quotaPoolSave, pool as never);
  const sold = await sell({ lines: both(2) });
  const { orderId } = sold.data;
  expect(await soldOn()).toEqual({ [today]: 2, [tomorrow]: 2 });
  const quote = await backend.call(quoteRefund, { orderId });
  expect(quote.data.tickets.map(({ day }) => day)).toEqual([today, today, tomorrow, tomorrow]);
  const second = quote.data.lines[1]?.lineId ?? 0;
  const back = await backend.call(refundOrder, {
    ...{ orderId, idempotencyKey: fresh("refund"), items: [{ lineId: second, quantity: 2 }], reason: "改行程" },
  });
  expect(back.data).toMatchObject({ state: "done", amount: 16_000 });
  expect(await soldOn()).toEqual({ [today]: 2, [tomorrow]: 0 });
});

it("one of its days is changed to another; the order's days follow its tickets", async () => {
  const typeId = await park.addType({ name: "可改票", ...freely });
  const sold = await sell({
    lines: [
      { ticketTypeId: typeId, quantity: 1 },
      { ticketTypeId: typeId, quantity: 1, visitDay: tomorrow },
    ],
  });
  expect(sold.status).toBe(200);
  const { orderId } = sold.data;
  const [, second] = await backend.sql<{ id: number }>("select id::float8 as id from ticket order by id");
  const wish = { orderId, ticketIds: [second?.id ?? 0], toDay: sunday };
  const change = { ...wish, idempotencyKey: fresh("change"), reason: "改期", paymentType: "cash" };
  expect((await backend.call(changeTickets, change as never)).status).toBe(200);
  const { data } = await backend.call(orderDetail, { id: orderId });
  expect(data).toMatchObject({ visitDay: today, lastVisitDay: sunday });
  expect(data.lines.at(-1)?.visitDay).toBe(sunday);
});

it("set aside and fetched back it has its days", async () => {
  const cart = { visitDay: sunday, lines: both() };
  const held = await backend.call(holdCart, { idempotencyKey: fresh("hold"), cart });
  expect(held.status).toBe(200);
  const back = await backend.call(fetchCart, { idempotencyKey: fresh("fetch"), id: held.data.id });
  expect(back.data.cart).toMatchObject({ visitDay: sunday, lines: [{ quantity: 1 }, { visitDay: tomorrow }] });
});

it("pressed twice it is sold once, and a discount of the whole is spread over both days to the fen", async () => {
  const payload = saleOf(park.adultId, {
    lines: both(),
    discount: 1_001,
    discountReason: "regular",
    expectedPayable: 14_999,
  });
  const [one, other] = [await backend.call(sellTickets, payload), await backend.call(sellTickets, payload)];
  expect(other.data).toEqual(one.data);
  expect(await backend.sql("select payable::int from orders")).toEqual([{ payable: 14_999 }]);
  const prices = await backend.sql<{ price: number }>("select price::int from ticket order by id");
  expect(prices.reduce((sum, { price }) => sum + price, 0)).toBe(14_999);
});

it("of many who buy the last places of two days at once none gets half an order", async () => {
  const pool = { name: fresh("pool"), ticketTypeIds: [park.adultId], dailyTotal: 3 };
  await backend.call(quotaPoolSave, pool as never);
  const all = await race(backend, 8, (person) =>
    // Half of them name the days the other way round: they lock in one order all the same.
    sell({ lines: person % 2 === 0 ? both() : [...both()].reverse() }),
  );
  expect(all.filter(({ status }) => status === 200)).toHaveLength(3);
  expect(all.filter(({ status }) => status === 409)).toHaveLength(5);
  expect(await soldOn()).toEqual({ [today]: 3, [tomorrow]: 3 });
  expect(await backend.sql("select 1 from ticket")).toHaveLength(6);
});
