/** Reduced tickets: what a seat costs under one, in the sale, beside other tickets, at the door, in a change and a refund. */
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { refundOrder } from "~/contract/order/order";
import { theatreChangeQuote, theatreChangeSeat } from "~/contract/theatre/change-seat";
import { theatreUsher } from "~/contract/theatre/check";
import { theatrePolicy, theatrePolicySet } from "~/contract/theatre/policy";
import { theatreRelease, theatreTickets } from "~/contract/theatre/sale";
import { createWorker } from "~server/backend/jobs/worker";
import { allKinds } from "~server/backend/served";
import { openTestBackend, type TestBackend } from "~tests/support/backend";
import { changed, digests } from "~tests/support/digests";
import { checkInvariants } from "~tests/support/invariants";
import { createPark, fresh, friday } from "~tests/support/park";
import { race } from "~tests/support/race";
import { hold, mapOf, openTheatre, seatIds, sell, seller, settle, type Theatre } from "./support";

let backend: TestBackend;
let house: Theatre;
let sessionId: number;
let child: number;
let other: string;
let days = 0;

const policy = (fields: object) =>
  backend.saved(theatrePolicy.methods.save, {
    ...{ name: "儿童票", how: "asked", off: 50, showId: null, days: "any", fromTime: null, untilTime: null, ...fields },
  } as never);
const set = (seats: { seatId: number; policyId: number | null }[], as = backend.admin) =>
  backend.call(theatrePolicySet, { sessionId, seats }, { as });
const ids = (...names: string[]) => seatIds(backend, sessionId, ...names);
const mine = async (as = backend.admin) =>
  (await mapOf(backend, sessionId, as)).mine.map(({ full, price, policy: name }) => [full, price, name]);

beforeAll(async () => {
  backend = await openTestBackend();
  house = await openTheatre(backend, (await createPark(backend)).parkId);
  child = await policy({});
  other = await seller(backend);
});
afterAll(() => backend.close());
beforeEach(async () => {
  backend.setNow(friday);
  days += 1;
  sessionId = await house.addSession({
    day: new Date(friday.getTime() + days * 86_400_000).toISOString().slice(0, 10),
  });
});

test("is chosen for a held seat, and the order, its ticket and the usher say so", async () => {
  const [one = 0, two = 0] = await ids("1/1", "1/2");
  await hold(backend, sessionId, [one, two]);
  expect((await mapOf(backend, sessionId)).policies).toEqual([{ id: child, name: "儿童票", off: 50 }]);
  expect((await set([{ seatId: one, policyId: child }])).data.payable).toBe(12_000);
  // Held anew, it stays what was chosen.
  await hold(backend, sessionId, [one]);
  expect(await mine()).toEqual([
    [8_000, 4_000, "儿童票"],
    [8_000, 8_000, ""],
  ]);
  const sold = await sell(backend, sessionId);
  expect([sold.data.payable, sold.data.tickets]).toEqual([12_000, 2]);
  const { tickets } = (await backend.call(theatreTickets, { orderNo: sold.data.orderNo })).data;
  expect(tickets.map(({ price, policy: name }) => [price, name])).toEqual([
    [4_000, "儿童票"],
    [8_000, ""],
  ]);
  const { rows } = (await backend.call(theatreUsher, { sessionId })).data;
  expect(rows.flatMap(({ tickets: all }) => all.map(({ policy: name }) => name))).toEqual(["儿童票", ""]);
  const lines = await backend.sql(
    "select unit_price::int as unit, amount::int as amount, discount::int as off, terms -> 'reductions' -> 0 ->> 'name' as name from sub_order where order_id = $1 order by line_no",
    [sold.data.orderId],
  );
  expect(lines).toEqual([
    { unit: 8_000, amount: 8_000, off: 4_000, name: "儿童票" },
    { unit: 8_000, amount: 8_000, off: 0, name: null },
  ]);
  await checkInvariants(backend);
});

test("for all seats it is taken by itself on its days and at its times; what is chosen counts first, and none is added up", async () => {
  const early = await policy({ name: "早场", how: "all", off: 25, untilTime: "12:00" });
  const weekend = await policy({ name: "周末", how: "all", off: 10, days: "weekend" });
  const workdays = await policy({ name: "平日", how: "all", off: 20, days: "workdays", showId: house.showId });
  const at = async (day: string, time: string) => {
    sessionId = await house.addSession({ day, time });
    const [seat = 0] = await ids("1/1");
    await hold(backend, sessionId, [seat]);
    const [before] = await mine();
    await set([{ seatId: seat, policyId: child }]);
    const [after] = await mine();
    return [before, after];
  };
  const chosen = [8_000, 4_000, "儿童票"];
  expect(await at("2026-12-07", "19:30")).toEqual([[8_000, 6_400, "平日"], chosen]);
  expect(await at("2026-12-08", "10:00")).toEqual([[8_000, 6_000, "早场"], chosen]);
  expect(await at("2026-12-12", "19:30")).toEqual([[8_000, 7_200, "周末"], chosen]);
  // Places without seats cost less as well.
  const sold = await sell(backend, sessionId, backend.admin, { areas: [{ areaId: await lawn(), quantity: 2 }] });
  expect(sold.data.payable).toBe(4_000 + 2 * 2_700);
  for (const id of [early, weekend, workdays]) await backend.call(theatrePolicy.methods.suspend, { id });
  sessionId = await house.addSession({ day: "2026-12-09", time: "10:00" });
  await hold(backend, sessionId, await ids("1/1"));
  expect(await mine()).toEqual([[8_000, 8_000, ""]]);
  await checkInvariants(backend);
});

const lawn = async () => (await mapOf(backend, sessionId)).areas.find(({ name }) => name === "草坪")?.id ?? 0;

test("refused and nothing changed: another's seat, a hold that ended, a policy of no use, no right, another tenant", async () => {
  const [one = 0, two = 0] = await ids("1/1", "1/2");
  await hold(backend, sessionId, [one]);
  await hold(backend, sessionId, [two], other);
  expect(
    (
      await set([
        { seatId: one, policyId: child },
        { seatId: two, policyId: child },
      ])
    ).status,
  ).toBe(409);
  expect(await mine()).toEqual([[8_000, 8_000, ""]]);
  expect(await mine(other)).toEqual([[8_000, 8_000, ""]]);
  const elsewhere = await policy({ name: "深夜场", fromTime: "23:00" });
  expect((await set([{ seatId: one, policyId: elsewhere }])).message).toBe("这场没有所选的优惠票，请刷新后重选");
  expect((await set([{ seatId: one, policyId: 999_999 }])).status).toBe(409);
  expect((await set([])).status).toBe(422);
  const { token } = await backend.createUser({ grants: ["seatSale"] });
  expect((await set([{ seatId: one, policyId: child }], token)).status).toBe(403);
  expect((await set([{ seatId: one, policyId: child }], await backend.createCorp("0083"))).status).toBe(404);
  const times = { name: "错", how: "all", off: 10, showId: null, days: "any", fromTime: "12:00", untilTime: "10:00" };
  const wrong = await backend.call(theatrePolicy.methods.save, times as never);
  expect(wrong.errors?.untilTime).toEqual(["须晚于起始时间"]);
  backend.setNow(new Date(friday.getTime() + 11 * 60_000));
  expect((await set([{ seatId: one, policyId: child }])).status).toBe(409);
  // Whoever holds the seat next pays what it costs.
  await hold(backend, sessionId, [one], other);
  expect((await mine(other)).map(([, price]) => price)).toContain(8_000);
});

test("a seat let go is sold at its full price to the next, and a policy that is deleted takes nothing off", async () => {
  const [one = 0] = await ids("1/1");
  const short = await policy({ name: "学生票", off: 20 });
  await hold(backend, sessionId, [one]);
  await set([{ seatId: one, policyId: short }]);
  await backend.call(theatreRelease, { sessionId });
  await hold(backend, sessionId, [one], other);
  expect(await mine(other)).toEqual([[8_000, 8_000, ""]]);
  await set([{ seatId: one, policyId: short }], other);
  expect(await mine(other)).toEqual([[8_000, 6_400, "学生票"]]);
  expect((await backend.call(theatrePolicy.methods.remove, { id: short })).success).toBe(true);
  expect(await mine(other)).toEqual([[8_000, 8_000, ""]]);
});

test("in a change of seat the reduction stays what it was in money; a refund gives back what was paid", async () => {
  const [cheap = 0, dear = 0] = await ids("3/1", "1/1");
  await hold(backend, sessionId, [cheap]);
  await set([{ seatId: cheap, policyId: child }]);
  const { orderNo } = (await sell(backend, sessionId)).data;
  const [ticket] = (await backend.call(theatreTickets, { orderNo })).data.tickets;
  const wish = { ticketId: ticket?.id ?? 0, seatId: dear };
  expect((await backend.call(theatreChangeQuote, wish)).data).toMatchObject({
    price: 2_500,
    newPrice: 5_500,
    due: 3_000,
  });
  const exchanged = await backend.call(theatreChangeSeat, {
    ...{ ...wish, idempotencyKey: fresh("change-key"), expectedDue: 3_000, paymentType: "cash" },
  });
  expect([exchanged.message, exchanged.data.due]).toEqual(["", 3_000]);
  const after = (await backend.call(theatreTickets, { orderNo })).data.tickets;
  expect(after.map(({ price, policy: name }) => [price, name])).toEqual([[5_500, "儿童票"]]);
  expect((await settle(backend, sessionId)).data.tickets).toBe(1);
  await createWorker({ database: backend.database, kinds: allKinds, now: () => friday }).drain();
  const [order] = await backend.sql("select refunded::int as back from orders where order_no = $1", [orderNo]);
  expect(order?.back).toBe(2_500 + 3_000);
  await checkInvariants(backend);
});

test("two adults and a child without seats: each pays what they should, in one order, and a refund gives back that", async () => {
  const areaId = await lawn();
  const { areas } = await mapOf(backend, sessionId);
  expect(areas.find(({ id }) => id === areaId)?.costs).toEqual([
    { policyId: null, name: "", price: 3_000 },
    { policyId: child, name: "儿童票", price: 1_500 },
  ]);
  const family = [
    { areaId, quantity: 2 },
    { areaId, quantity: 1, policyId: child },
  ];
  const sold = await sell(backend, sessionId, backend.admin, { areas: family, expected: 7_500 });
  expect([sold.message, sold.data.payable, sold.data.tickets]).toEqual(["", 7_500, 3]);
  const { tickets } = (await backend.call(theatreTickets, { orderNo: sold.data.orderNo })).data;
  expect(tickets.map(({ label, price, policy: name }) => [label, price, name])).toEqual([
    ["草坪", 3_000, ""],
    ["草坪", 3_000, ""],
    ["草坪", 1_500, "儿童票"],
  ]);
  const { rest } = (await backend.call(theatreUsher, { sessionId })).data;
  expect(rest.map(({ policy: name }) => name)).toEqual(["", "", "儿童票"]);
  // Five have room there, whoever they are: three are in, and two of each are four.
  const many = [
    { areaId, quantity: 2 },
    { areaId, quantity: 2, policyId: child },
  ];
  const before = await digests(backend);
  expect((await sell(backend, sessionId, backend.admin, { areas: many })).message).toBe("草坪 余位不足");
  const elsewhere = await policy({ name: "深夜票", fromTime: "23:00" });
  const byAll = await policy({ name: "周年", how: "all", off: 5, showId: house.showId, fromTime: "23:00" });
  for (const policyId of [elsewhere, byAll, 999_999])
    expect(
      (await sell(backend, sessionId, backend.admin, { areas: [{ areaId, quantity: 1, policyId }] })).message,
    ).toBe("这场没有所选的优惠票，请刷新后重选");
  expect((await sell(backend, sessionId, backend.admin, { areas: [{ areaId, quantity: 0 }] })).status).toBe(422);
  expect(changed(before, await digests(backend)).filter((table) => !/policy|audit|log/.test(table))).toEqual([]);
  const wish = { orderId: sold.data.orderId, reason: "不来了", idempotencyKey: fresh("refund-key") };
  expect((await backend.call(refundOrder, wish as never)).success).toBe(true);
  const [order] = await backend.sql("select refunded::int as back from orders where id = $1", [sold.data.orderId]);
  expect(order?.back).toBe(7_500);
  for (const id of [elsewhere, byAll]) await backend.call(theatrePolicy.methods.suspend, { id });
  await checkInvariants(backend);
});

const saleOf = async (expected: number | undefined, policyId: number) => {
  const [seat = 0] = await ids("1/1");
  await hold(backend, sessionId, [seat]);
  expect((await set([{ seatId: seat, policyId }])).data.payable).toBe(expected);
};

test("a policy that is changed or suspended after its price was shown: refused with the new price, and nothing is sold", async () => {
  const student = await policy({ name: "学生票", off: 25 });
  await saleOf(6_000, student);
  const now = { name: "学生票", how: "asked", showId: null, days: "any", fromTime: null, untilTime: null, off: 10 };
  const rowVersion = await versionOf(student);
  await backend.saved(theatrePolicy.methods.save, { ...now, id: student, rowVersion } as never);
  const before = await digests(backend);
  const refused = await sell(backend, sessionId, backend.admin, { expected: 6_000 });
  expect([refused.status, refused.message]).toEqual([409, expect.stringMatching(/72\.00.*60\.00|60\.00.*72\.00/)]);
  expect(changed(before, await digests(backend))).toEqual([]);
  await backend.call(theatrePolicy.methods.suspend, { id: student });
  expect((await sell(backend, sessionId, backend.admin, { expected: 7_200 })).status).toBe(409);
  expect(await mine()).toEqual([[8_000, 8_000, ""]]);
  expect((await sell(backend, sessionId, backend.admin, { expected: 8_000 })).data.payable).toBe(8_000);
});

const versionOf = async (id: number) =>
  Number((await backend.sql<{ v: number }>("select row_version as v from theatre_policy where id = $1", [id]))[0]?.v);

test("suspended while it is paid: sold at the price that was shown or not at all; control: who sends no price pays another", async () => {
  const said = { shown: 0, refused: 0 };
  for (let round = 0; round < 6; round += 1) {
    const student = await policy({ name: `学生票${round}`, off: 25 });
    sessionId = await house.addSession({ day: `2027-04-0${round + 1}` });
    await saleOf(6_000, student);
    const [sold] = await race<{ success: boolean; status: number }>(backend, 2, (person) =>
      person === 0
        ? sell(backend, sessionId, backend.admin, { expected: 6_000 })
        : backend.call(theatrePolicy.methods.suspend, { id: student }),
    );
    const rows = await backend.sql<{ price: number; policy: string }>(
      "select price::int as price, policy from theatre_ticket where session_id = $1",
      [sessionId],
    );
    if (sold?.success) said.shown += 1;
    else said.refused += 1;
    expect([sold?.status, rows]).toEqual(
      sold?.success ? [200, [{ price: 6_000, policy: `学生票${round}` }]] : [409, []],
    );
  }
  expect(said.shown + said.refused).toBe(6);
  const student = await policy({ name: "学生票", off: 25 });
  sessionId = await house.addSession({ day: "2027-04-09" });
  await saleOf(6_000, student);
  await backend.call(theatrePolicy.methods.suspend, { id: student });
  expect((await sell(backend, sessionId)).data.payable).toBe(8_000);
  await checkInvariants(backend);
});
