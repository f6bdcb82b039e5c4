/** Seats that a seller holds, sold at the counter in one order with tickets: all of it or nothing. */
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import type { PayloadOf } from "~/contract/method";
import { orderDetail, quoteRefund, refundOrder } from "~/contract/order/order";
import { theatreRelease, theatreTickets } from "~/contract/theatre/sale";
import { quotaPoolSave } from "~/contract/ticket/quota";
import { getCounter, quoteSale, sellTickets } from "~/contract/ticket/sale";
import { openTestBackend, type TestBackend } from "~tests/support/backend";
import { changed, digests } from "~tests/support/digests";
import { checkInvariants } from "~tests/support/invariants";
import { createPark, fresh, friday, saleOf, type TestPark, today } from "~tests/support/park";
import { race } from "~tests/support/race";
import { hold, mapOf, openTheatre, seatIds, seller, type Theatre } from "./support";

let backend: TestBackend;
let house: Theatre;
let park: TestPark;
let other = "";
let sessionId = 0;
let day = "";
let count = 0;
beforeAll(async () => {
  backend = await openTestBackend();
  park = await createPark(backend);
  house = await openTheatre(backend, park.parkId);
  other = await seller(backend);
});
beforeEach(async () => {
  backend.setNow(friday);
  count += 1;
  day = new Date(friday.getTime() + count * 86_400_000).toISOString().slice(0, 10);
  sessionId = await house.addSession({ day });
});
afterAll(async () => {
  await checkInvariants(backend);
  await backend.close();
});

type Sale = Partial<PayloadOf<typeof sellTickets>>;
const beside = () => [{ business: "theatre", key: String(sessionId) }];
const quote = async (more: object = {}) => {
  const lines = [{ ticketTypeId: park.adultId, quantity: 2 }];
  return (await backend.call(quoteSale, { visitDay: today, lines, beside: beside(), ...more } as never)).data;
};
const sell = (payload: Sale = {}, as = backend.admin) =>
  backend.call(sellTickets, saleOf(park.adultId, { beside: beside(), ...payload }), { as });
const seats = (...names: string[]) => seatIds(backend, sessionId, ...names);
const holdTwo = async (as = backend.admin) => hold(backend, sessionId, await seats("1/1", "1/2"), as);
const sold = async () =>
  (await backend.sql("select 1 from theatre_ticket where session_id = $1 and state = 'sold'", [sessionId])).length;

test("what the seller holds is offered, quoted, and sold with tickets in one order with one payment", async () => {
  expect((await backend.call(getCounter, {})).data.beside).toEqual([]);
  await holdTwo();
  const counter = (await backend.call(getCounter, {})).data;
  expect(counter.beside).toMatchObject([
    { business: "theatre", key: String(sessionId), day, quantity: 2, amount: 16_000 },
  ]);
  expect(await quote()).toMatchObject({
    total: 32_000,
    payable: 32_000,
    whyNot: "",
    beside: [{ amount: 16_000, whyNot: "" }],
  });
  const reply = await sell({ expectedPayable: 32_000 });
  expect(reply.message).toBe("");
  const { orderId, orderNo } = reply.data;
  const { data } = await backend.call(orderDetail, { id: orderId });
  expect(data).toMatchObject({ visitDay: today, lastVisitDay: day, paid: 32_000, quantity: 4 });
  expect(data.payments).toHaveLength(1);
  expect(data.lines.map(({ business, visitDay }) => [business, visitDay])).toEqual([
    ["ticket", today],
    ["theatre", day],
  ]);
  expect(data.pages).toEqual([{ label: expect.any(String), path: `/theatre/seatSale/sold?order=${orderNo}` }]);
  expect((await backend.call(theatreTickets, { orderNo })).data.tickets).toHaveLength(2);
  await checkInvariants(backend);
});

test("goes back line by line: the seats are free, the tickets stay, and the money is theirs alone", async () => {
  await holdTwo();
  const { orderId } = (await sell()).data;
  const { data } = await backend.call(quoteRefund, { orderId });
  const seatLine = data.lines.find(({ business }) => business === "theatre");
  const back = await backend.call(refundOrder, {
    ...{ orderId, idempotencyKey: fresh("refund"), reason: "不看了" },
    items: [{ lineId: seatLine?.lineId ?? 0, quantity: 2 }],
  });
  expect(back.data).toMatchObject({ amount: 16_000, state: "done" });
  const { rows } = await mapOf(backend, sessionId);
  expect(rows[0]?.seats.slice(0, 2).map(({ state }) => state)).toEqual(["free", "free"]);
  expect(await backend.sql("select 1 from ticket where order_id = $1 and state = 'issued'", [orderId])).toHaveLength(2);
  await checkInvariants(backend);
});

test("a hold that ended, or was let go, is said before anybody pays; nothing is sold then", async () => {
  await holdTwo();
  expect((await quote()).whyNot).toBe("");
  backend.setNow(new Date(friday.getTime() + 3_600_000));
  const late = await quote();
  expect(late.whyNot).toContain("没有为您保留的座位");
  expect(late.beside).toMatchObject([{ amount: 0, whyNot: late.whyNot }]);
  const before = await digests(backend);
  const refused = await sell({ expectedPayable: 32_000 });
  expect(refused.status).toBe(409);
  expect(changed(before, await digests(backend))).toEqual([]);
  backend.setNow(friday);
  await backend.call(theatreRelease, { sessionId });
  expect((await sell()).status).toBe(409);
  expect(await sold()).toBe(0);
});

test("tickets that are sold out sell no seat either: it stays held", async () => {
  const typeId = await park.addType({ name: "限量票" });
  const pool = { name: fresh("pool"), ticketTypeIds: [typeId], dailyTotal: 1 };
  await backend.call(quotaPoolSave, pool as never);
  await holdTwo();
  const refused = await sell({ lines: [{ ticketTypeId: typeId, quantity: 2 }] });
  expect(refused.status).toBe(409);
  expect(await sold()).toBe(0);
  expect((await backend.call(getCounter, {})).data.beside).toHaveLength(1);
});

test("a price that moved, another seller's hold, no right, nonsense and another tenant are refused and write nothing", async () => {
  await holdTwo(other);
  const { token } = await backend.createUser({ grants: ["buyTktList", "buyTktList/sale:sell"] });
  const before = await digests(backend);
  expect((await sell()).status).toBe(409);
  expect((await sell({ beside: [{ business: "stock", key: "1" }] })).status).toBe(422);
  expect((await sell({ beside: [{ business: "theatre", key: "x" }] })).status).toBe(422);
  expect((await sell({ beside: [{ business: "theatre", key: "999999" }] })).status).toBe(404);
  expect((await sell({}, token)).status).toBe(409);
  expect(changed(before, await digests(backend))).toEqual([]);
  await holdTwo(other);
  const stranger = await backend.createCorp("0002");
  const theirs = await createPark(backend, stranger);
  const foreign = await backend.call(sellTickets, saleOf(theirs.adultId, { beside: beside() }), { as: stranger });
  expect(foreign.status).toBe(404);
  expect(await sold()).toBe(0);
  backend.setNow(friday);
});

test("pressed twice it is one order", async () => {
  await holdTwo();
  const payload = saleOf(park.adultId, { beside: beside() });
  const [one, again] = [await backend.call(sellTickets, payload), await backend.call(sellTickets, payload)];
  expect(again.data).toEqual(one.data);
  expect(await sold()).toBe(2);
});

test("of two windows of one seller that sell the same seats at once one does", async () => {
  await holdTwo();
  const all = await race(backend, 4, () => sell());
  expect(all.filter(({ status }) => status === 200)).toHaveLength(1);
  expect(all.filter(({ status }) => status === 409)).toHaveLength(3);
  expect(await sold()).toBe(2);
  await checkInvariants(backend);
});
