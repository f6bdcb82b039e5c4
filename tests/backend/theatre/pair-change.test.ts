/** Two couple seats that go into another pair at another price: dearer, cheaper, one of both, and two people at once. */
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { refundOrder } from "~/contract/order/order";
import { theatreChangeQuote, theatreChangeSeat } from "~/contract/theatre/change-seat";
import { theatreTickets } from "~/contract/theatre/sale";
import { openTestBackend, type TestBackend } from "~tests/support/backend";
import { changed, digests } from "~tests/support/digests";
import { checkInvariants } from "~tests/support/invariants";
import { createPark, fresh, friday } from "~tests/support/park";
import { race } from "~tests/support/race";
import { hold, mapOf, openTheatre, seatIds, sell, type Theatre } from "./support";

// Row 1 costs ¥80, row 2 ¥50; of row 3 the first costs ¥80 and its partner ¥50.
const plan = "1 cccc A\n2 cccc B\n3 cc AB";

let backend: TestBackend;
let house: Theatre;
let sessionId = 0;
let days = 0;
beforeAll(async () => {
  backend = await openTestBackend();
  house = await openTheatre(backend, (await createPark(backend)).parkId, plan);
});
beforeEach(async () => {
  backend.setNow(friday);
  days += 1;
  sessionId = await house.addSession({
    day: new Date(friday.getTime() + days * 86_400_000).toISOString().slice(0, 10),
  });
});
afterAll(async () => {
  await checkInvariants(backend);
  await backend.close();
});

const seatOf = async (name: string) => (await seatIds(backend, sessionId, name))[0] ?? 0;
async function buy(...names: string[]) {
  await hold(backend, sessionId, await seatIds(backend, sessionId, ...names));
  const { orderId, orderNo } = (await sell(backend, sessionId)).data;
  const { tickets } = (await backend.call(theatreTickets, { orderNo })).data;
  return { orderId, orderNo, ticketId: tickets[0]?.id ?? 0 };
}
const change = async (ticketId: number, to: string, more: object = {}) =>
  backend.call(theatreChangeSeat, {
    ...{ ticketId, seatId: await seatOf(to), idempotencyKey: fresh("change-key"), both: true },
    ...more,
  });
const moneyOf = async (id: number) =>
  (await backend.sql("select paid::int, exchanged::int, refunded::int from orders where id = $1", [id]))[0];
const ticketsOf = (orderId: number) =>
  backend.sql<{ state: string; label: string; price: number }>(
    "select state, label, price::int from theatre_ticket where order_id = $1 order by id",
    [orderId],
  );

test("dearer: both differences are paid in one, both old tickets are void, and a refund gives all of it back", async () => {
  const { ticketId, orderId, orderNo } = await buy("2/1", "2/2");
  const { data: quote } = await backend.call(theatreChangeQuote, { ticketId, seatId: await seatOf("1/1") });
  expect(quote).toMatchObject({ price: 10_000, newPrice: 16_000, due: 6_000, back: 0, both: true });
  const reply = await change(ticketId, "1/1", { expectedDue: 6_000, paymentType: "wechat" });
  expect([reply.message, reply.data]).toEqual([
    "",
    { label: "池座 1排1座、池座 1排2座", ticketNo: `${orderNo}-03、${orderNo}-04`, due: 6_000, back: 0 },
  ]);
  expect(await ticketsOf(orderId)).toEqual([
    { state: "changed", label: "池座 2排1座", price: 5_000 },
    { state: "changed", label: "池座 2排2座", price: 5_000 },
    { state: "sold", label: "池座 1排1座", price: 8_000 },
    { state: "sold", label: "池座 1排2座", price: 8_000 },
  ]);
  expect(await moneyOf(orderId)).toEqual({ paid: 16_000, exchanged: 10_000, refunded: 0 });
  await checkInvariants(backend);
  const back = await backend.call(refundOrder, { orderId, reason: "不来了", idempotencyKey: fresh("refund-key") });
  expect([back.message, back.data.amount]).toEqual(["", 16_000]);
  await checkInvariants(backend);
});

test("cheaper: both differences go back the way they came", async () => {
  const { ticketId, orderId } = await buy("1/3", "1/4");
  const reply = await change(ticketId, "2/3", { expectedDue: -6_000 });
  expect([reply.message, reply.data.due, reply.data.back]).toEqual(["", 0, 6_000]);
  const rows = await backend.sql("select amount::int from payment where order_id = $1 order by id", [orderId]);
  expect(rows.map(({ amount }) => amount)).toEqual([16_000, -6_000]);
  expect((await ticketsOf(orderId)).map(({ state }) => state)).toEqual(["changed", "changed", "sold", "sold"]);
  await checkInvariants(backend);
});

test("where one of both costs the same it keeps its ticket, and the other is exchanged", async () => {
  const { ticketId, orderId } = await buy("1/1", "1/2");
  const reply = await change(ticketId, "3/1", { expectedDue: -3_000 });
  expect([reply.message, reply.data.back]).toEqual(["", 3_000]);
  expect(await ticketsOf(orderId)).toEqual([
    { state: "sold", label: "池座 3排1座", price: 8_000 },
    { state: "changed", label: "池座 1排2座", price: 8_000 },
    { state: "sold", label: "池座 3排2座", price: 5_000 },
  ]);
  await checkInvariants(backend);
});

test("a dearer pair without its money, or at an amount that was not shown, is refused and moves nothing", async () => {
  const { ticketId } = await buy("2/1", "2/2");
  const before = await digests(backend);
  const short = await change(ticketId, "1/1", { expectedDue: 6_000, paymentType: "cash", given: 5_999 });
  expect([short.status, changed(before, await digests(backend))]).toEqual([422, []]);
  const other = await change(ticketId, "1/1", { expectedDue: 3_000, paymentType: "wechat" });
  expect([other.status, changed(before, await digests(backend))]).toEqual([409, []]);
});

test("two pairs that go for the same one at once, one by each half: one has both seats, the other keeps what it had", async () => {
  const [one, two] = [await buy("2/1", "2/2"), await buy("2/3", "2/4")];
  const replies = await race(backend, 2, (person) =>
    change(person === 0 ? one.ticketId : two.ticketId, person === 0 ? "1/1" : "1/2", { paymentType: "wechat" }),
  );
  expect(replies.map(({ status }) => status).sort()).toEqual([200, 409]);
  const { rows } = await mapOf(backend, sessionId);
  const sold = rows.slice(0, 2).map(({ seats }) => seats.map(({ state }) => (state === "sold" ? "+" : "-")).join(""));
  expect(sold[0]).toBe("++--");
  expect([sold[1]?.slice(0, 2), sold[1]?.slice(2)].sort()).toEqual(["++", "--"]);
  await checkInvariants(backend);
});
