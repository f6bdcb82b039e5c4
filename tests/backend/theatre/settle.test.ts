/** A session is cancelled and its tickets move to another by one job: like for like, all of an order or none, and what is left is named. */
import { afterAll, beforeAll, expect, test } from "vitest";
import { theatreCheck, theatreUsher } from "~/contract/theatre/check";
import { theatreTickets } from "~/contract/theatre/sale";
import { theatreSettleForm } from "~/contract/theatre/settle";
import { createWorker } from "~server/backend/jobs/worker";
import { allKinds } from "~server/backend/served";
import { openTestBackend, type TestBackend } from "~tests/support/backend";
import { checkInvariants } from "~tests/support/invariants";
import { killedWhile } from "~tests/support/killed";
import { createPark, fresh, friday } from "~tests/support/park";
import { race, raceIsReal } from "~tests/support/race";
import { hold, openTheatre, seatIds, sell, seller, settle as settleIn, type Theatre } from "./support";

let backend: TestBackend;
let house: Theatre;
beforeAll(async () => {
  backend = await openTestBackend();
  const { parkId } = await createPark(backend);
  house = await openTheatre(backend, parkId);
});
afterAll(async () => {
  await checkInvariants(backend);
  await backend.close();
});

const work = () => createWorker({ database: backend.database, kinds: allKinds, now: () => friday }).drain();
const buy = async (sessionId: number, ...seats: string[]) => {
  await hold(backend, sessionId, await seatIds(backend, sessionId, ...seats));
  return (await sell(backend, sessionId)).data;
};
const settle = (sessionId: number, fields: object = {}, as = backend.admin) => settleIn(backend, sessionId, fields, as);
const form = async (sessionId: number, toSessionId?: number) =>
  (await backend.call(theatreSettleForm, { sessionId, ...(toSessionId && { toSessionId }) })).data;
const ticketsOf = (sessionId: number) =>
  backend.sql<{ label: string; state: string; price: number }>(
    "select label, state, price::int from theatre_ticket where session_id = $1 and state not in ('refunded', 'changed') order by id",
    [sessionId],
  );
const two = async (day: string, later: string) =>
  [await house.addSession({ day }), await house.addSession({ day: later })] as const;

test("each ticket has its own seat there under its own number; where it is taken, seats together of the same zone and price", async () => {
  const [from, to] = await two("2026-12-01", "2026-12-02");
  const same = await buy(from, "1/1", "1/2");
  const pair = await buy(from, "2/3", "2/4");
  const wheel = await buy(from, "3/7", "3/5");
  const lawn = await sell(backend, from, backend.admin, { areas: [{ areaId: await lawnOf(from), quantity: 2 }] });
  expect(lawn.message).toBe("");
  await backend.sql("update theatre_ticket set state = 'checked', checked_at = now() where order_id = $1", [
    same.orderId,
  ]);
  // Somebody has one of the pair's seats there already.
  await buy(to, "2/3");
  const before = await form(from, to);
  expect([before.open, before.preview]).toMatchObject([8, { toSessionId: to, moves: 8, stays: [], more: 0 }]);
  const started = await settle(from, { toSessionId: to });
  expect([started.message, started.data]).toEqual(["", { tickets: 8, aside: 0 }]);
  expect((await settle(from, { toSessionId: to })).message).toBe("上一次处理尚未完成，请稍候再操作");
  await work();
  const after = await form(from);
  expect([after.status, after.reason, after.busy, after.open, after.moved, after.left]).toEqual([
    ...["cancelled", "停电", false, 0, 8, 0],
  ]);
  expect((await ticketsOf(to)).map(({ label, state, price }) => [label, state, price])).toEqual([
    ["池座 1排1座", "sold", 8_000],
    ["池座 1排2座", "sold", 8_000],
    ["池座 1排3座", "sold", 8_000],
    ["池座 1排4座", "sold", 8_000],
    ["池座 3排7座", "sold", 5_000],
    ["池座 3排5座", "sold", 5_000],
    ["草坪", "sold", 3_000],
    ["草坪", "sold", 3_000],
    ["池座 2排3座", "sold", 8_000],
  ]);
  expect([
    await ticketsOf(from),
    await backend.sql("select 1 from theatre_place where session_id = $1", [from]),
  ]).toEqual([[], []]);
  // The number is good in the other session, and the order's day went along.
  const usher = (await backend.call(theatreUsher, { sessionId: to })).data;
  expect([usher.sold, usher.checked]).toEqual([9, 0]);
  expect((await backend.call(theatreCheck, { sessionId: to, ticketNo: `${pair.orderNo}-01` })).data.seat).toBe(
    "池座 1排3座",
  );
  const { data } = await backend.call(theatreTickets, { orderNo: wheel.orderNo });
  expect(data.tickets.map(({ startsAt }) => startsAt.slice(0, 10))).toEqual(["2026-12-02", "2026-12-02"]);
  const [order] = await backend.sql("select visit_day::text as day, refunded::int from orders where id = $1", [
    pair.orderId,
  ]);
  expect(order).toEqual({ day: "2026-12-02", refunded: 0 });
  expect((await settle(from, { toSessionId: to })).message).toBe("没有待处理的票了");
});

const lawnOf = async (sessionId: number): Promise<number> => {
  const [row] = await backend.sql<{ id: number }>(
    "select template_area_id::int as id from theatre_room where session_id = $1",
    [sessionId],
  );
  return row?.id ?? 0;
};

test("what has no like seat is left as a whole order, named, and refunded or moved elsewhere afterwards", async () => {
  const [from, to] = await two("2026-12-03", "2026-12-04");
  const third = await house.addSession({ day: "2026-12-05" });
  const couple = await buy(from, "3/2", "1/1");
  const plain = await buy(from, "1/2");
  // The one seat of its kind is gone over there.
  await hold(backend, to, await seatIds(backend, to, "3/7"));
  const wheel = await buy(from, "3/7", "3/5");
  const seen = await form(from, to);
  expect(seen.preview).toMatchObject({ moves: 3 });
  expect(seen.preview?.stays).toEqual([`${wheel.orderNo}-01 池座 3排7座`, `${wheel.orderNo}-02 池座 3排5座`]);
  await settle(from, { toSessionId: to });
  await work();
  const after = await form(from);
  expect([after.moved, after.left, after.open]).toEqual([3, 2, 2]);
  expect(after.rows.slice(0, 2).map(({ from: seat, state, note }) => [seat, state, note])).toEqual([
    ["池座 3排7座", "left", "没有同区同价同类的座位（本单 2 张）"],
    ["池座 3排5座", "left", "没有同区同价同类的座位（本单 2 张）"],
  ]);
  // Elsewhere there is room; of another order what is left goes back.
  await settle(from, { toSessionId: third });
  await work();
  expect((await ticketsOf(third)).map(({ label }) => label)).toEqual(["池座 3排7座", "池座 3排5座"]);
  expect([(await form(from)).moved, (await form(from)).left]).toEqual([5, 0]);
  const [job] = await backend.sql("select result from job where kind = 'moveSession' order by id desc limit 1");
  expect(job?.result).toMatchObject({ rows: 2, failed: 0 });
  expect([couple.tickets, plain.tickets]).toEqual([2, 1]);
});

test("tickets that are left are given back by the job, and the list says so", async () => {
  const [from, to] = await two("2026-12-06", "2026-12-07");
  const wheel = await buy(from, "3/7", "3/5");
  await buy(to, "3/7");
  await settle(from, { toSessionId: to });
  await work();
  expect((await form(from)).left).toBe(2);
  expect((await settle(from)).success).toBe(true);
  await work();
  const after = await form(from);
  expect([after.moved, after.left, after.refunded, after.open]).toEqual([0, 0, 2, 0]);
  const [order] = await backend.sql("select state, refunded::int from orders where id = $1", [wheel.orderId]);
  expect(order).toEqual({ state: "refunded", refunded: 10_000 });
});

test("a price that is another is no like: nothing moves there", async () => {
  const from = await house.addSession({ day: "2026-12-08" });
  const to = await house.addSession({ day: "2026-12-09" });
  await backend.sql(`update theatre_session set zone_prices = '{"A": 9000, "B": 5000}' where id = $1`, [to]);
  await buy(from, "1/1");
  expect((await form(from, to)).preview).toMatchObject({ moves: 0 });
  await settle(from, { toSessionId: to });
  await work();
  expect([await ticketsOf(to), (await ticketsOf(from)).length]).toEqual([[], 1]);
});

test("refused and nothing written: no reason, another show, itself, a cancelled or begun one, another tenant, no right", async () => {
  const [from, to] = await two("2026-12-10", "2026-12-11");
  await buy(from, "1/1");
  const cancelled = await house.addSession({ day: "2026-12-12" });
  await settle(cancelled);
  const other = await openTheatre(backend, (await createPark(backend)).parkId);
  const strange = await other.addSession({ day: "2026-12-11" });
  expect((await settle(from, { toSessionId: to, reason: "" })).errors?.reason).toBeDefined();
  expect((await settle(from, { toSessionId: strange })).errors?.toSessionId).toEqual(["请选同一节目的另一场"]);
  expect((await settle(from, { toSessionId: from })).status).toBe(422);
  expect((await settle(from, { toSessionId: cancelled })).message).toContain("已取消");
  const { token } = await backend.createUser({ grants: ["sessionList", "sessionList/theatreSession:check"] });
  expect((await settle(from, { toSessionId: to }, token)).status).toBe(403);
  expect((await settle(from, { toSessionId: to }, await backend.createCorp("0091"))).status).toBe(404);
  const park = await createPark(backend);
  const elsewhere = await backend.createUser({
    grants: ["sessionList", "sessionList/theatreSession:cancel"],
    parks: [park.parkId],
  } as never);
  expect((await settle(from, { toSessionId: to }, elsewhere.token)).status).toBe(404);
  expect(await backend.sql("select status from theatre_session where id = $1", [from])).toEqual([{ status: "onSale" }]);
  expect(await backend.sql("select 1 from job where kind = 'moveSession' and state = 'waiting'")).toEqual([]);
});

test("the same press twice is one work", async () => {
  const [from, to] = await two("2026-12-13", "2026-12-14");
  await buy(from, "1/1");
  const idempotencyKey = fresh("settle-key");
  const press = () => settle(from, { toSessionId: to, idempotencyKey });
  expect([(await press()).data, (await press()).data]).toMatchObject([{ tickets: 1 }, { tickets: 1 }]);
  const jobs = await backend.sql("select 1 from job where kind = 'moveSession' and payload ->> 'sessionId' = $1", [
    String(from),
  ]);
  expect(jobs).toHaveLength(1);
  await work();
  expect(await ticketsOf(to)).toHaveLength(1);
});

test.runIf(raceIsReal)("eight who cancel it at once start one work", async () => {
  const [from, to] = await two("2026-12-15", "2026-12-16");
  await buy(from, "1/1");
  const all = await race(backend, 8, () => settle(from, { toSessionId: to }));
  expect(all.filter(({ success }) => success)).toHaveLength(1);
  await work();
  expect(await ticketsOf(to)).toHaveLength(1);
});

test.runIf(raceIsReal)(
  "while it moves, others buy there: no seat has two tickets and every ticket is moved or left",
  {
    timeout: 120_000,
  },
  async () => {
    const [from, to] = await two("2026-12-17", "2026-12-18");
    const rows = ["1/1", "1/2", "1/3", "1/4", "1/5", "1/6", "1/7", "1/8"];
    for (const seat of rows) await buy(from, seat);
    const buyers = await Promise.all(Array.from({ length: 8 }, () => seller(backend)));
    const ids = await seatIds(backend, to, ...rows);
    await settle(from, { toSessionId: to });
    const all = await race(backend, 9, async (person) => {
      if (person === 8) return void (await work());
      const held = await hold(backend, to, [ids[person] ?? 0], buyers[person]);
      return held.success ? sell(backend, to, buyers[person]) : held;
    });
    const bought = all.filter((reply) => reply?.success).length;
    const { moved, left } = await form(from);
    expect(moved + left).toBe(8);
    expect(await ticketsOf(to)).toHaveLength(moved + bought);
    expect(await ticketsOf(from)).toHaveLength(left);
    await checkInvariants(backend);
  },
);

test.runIf(raceIsReal)(
  "killed in the middle of an order, it is whole in one session, and the job begun anew moves the rest",
  async () => {
    const [from, to] = await two("2026-12-19", "2026-12-20");
    for (const seats of [
      ["1/1", "1/2"],
      ["1/3", "1/4"],
      ["2/1", "2/2"],
    ])
      await buy(from, ...seats);
    await settle(from, { toSessionId: to });
    // The second order's seats are written, and then the connection dies.
    const { killed } = await killedWhile(
      backend,
      "theatre_move",
      async () => {
        await work();
        return { success: true };
      },
      "new.from_label like '%1排3座'",
    );
    expect(killed).toBe(1);
    expect((await ticketsOf(to)).map(({ label }) => label)).toEqual(["池座 1排1座", "池座 1排2座"]);
    expect(await ticketsOf(from)).toHaveLength(4);
    await checkInvariants(backend);
    await backend.sql("update job set run_at = now() where kind = 'moveSession' and state = 'waiting'");
    await work();
    expect((await ticketsOf(to)).map(({ label }) => label)).toEqual(
      ["1排1座", "1排2座", "1排3座", "1排4座", "2排1座", "2排2座"].map((seat) => `池座 ${seat}`),
    );
    const after = await form(from);
    expect([after.moved, after.left, after.open]).toEqual([6, 0, 0]);
  },
);
