/** What the blocks of the workbench are told: takings by day, tomorrow, hours, loads, places, gates. */
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { bookingsTomorrow, ownSalesToday, salesToday, takingsByDay } from "~/contract/order/today";
import { admissionsByHour, fullSlots, gatesToday, parkLoad, quietGates } from "~/contract/ticket/today";
import { createGrounds, type Grounds } from "~tests/backend/order/sold";
import { openTestBackend, type TestBackend } from "~tests/support/backend";

let backend: TestBackend;
let grounds: Grounds;
beforeAll(async () => {
  backend = await openTestBackend({ moneyMadeUp: true });
  // A Friday, ten in the morning in China.
  backend.setNow(new Date("2026-11-20T10:00:00+08:00"));
  grounds = await createGrounds(backend);
}, 120_000);
afterAll(() => backend.close());

let made = 0;
async function order(
  more: {
    at?: string;
    visitDay?: string;
    state?: string;
    channel?: string;
    corp?: string;
    seller?: number;
    park?: number;
  } = {},
) {
  const { at = "2026-11-20T09:00:00+08:00", visitDay = "2026-11-20", state = "paid", channel = "window" } = more;
  const { corp = "0001", seller = 0, park = grounds.parkId } = more;
  made += 1;
  const [row] = await backend.sql<{ id: number }>(
    `insert into orders (corp_code, order_no, channel, state, visit_day, quantity, total, payable, paid, seller_id, created_at, parks)
     values ($1, $2, $3, $4, $5, 2, 1000, 1000, 1000, $6, $7, array[$8::bigint]) returning id`,
    [corp, `HB${made}`, channel, state, visitDay, seller, at, park],
  );
  await backend.sql(
    `insert into sub_order (corp_code, order_id, line_no, business, kind, subject_id, name, park_id, quantity, unit_price, amount, refunded)
     values ($1, $2, 1, 'ticket', 'ticketType', 1, '票', $3, 2, 500, 1000, case when $4 = 'partlyRefunded' then 1 else 0 end)`,
    [corp, row?.id, park, state],
  );
  await backend.sql(
    "insert into payment (corp_code, at, order_id, kind, payment_type, amount, account_id) values ($1, $2, $3, 'payment', 'cash', 1000, $4)",
    [corp, at, row?.id, seller],
  );
  return row?.id ?? 0;
}

async function passage(
  gateId: number,
  at: string,
  more: { people?: number; out?: boolean; admitted?: boolean; account?: number } = {},
) {
  await backend.sql(
    `insert into passage (corp_code, gate_id, park_id, direction, admitted, reason, people, at, counts_at, received_at, account_id, through)
     select '0001', id, park_id, $2, $3, 'ok', $4, $5, $5, $5, $6, case when $3 then $4::int else 0 end from gate where id = $1`,
    [gateId, more.out ? "out" : "in", more.admitted ?? true, more.people ?? 1, at, more.account ?? 0],
  );
}

describe("2.3a blocks about orders", () => {
  test("2.3a today stands beside the same weekday up to the same hour; takings by day; another corp's are nobody's business", async () => {
    await backend.createCorp("HOME2");
    await order();
    await order({ at: "2026-11-13T09:59:00+08:00" });
    await order({ at: "2026-11-13T10:00:00+08:00" });
    await order({ at: "2026-10-22T00:00:00+08:00" });
    await order({ at: "2026-10-21T23:59:59+08:00" });
    await backend.sql("insert into park (corp_code, code, name) values ('HOME2', 'P', 'P')");
    await order({ corp: "HOME2" });
    const now = (await backend.call(salesToday, {})).data;
    expect(now).toMatchObject({ day: "2026-11-20", orders: 1, revenue: 1000 });
    expect(now.weekBefore).toEqual({ orders: 1, tickets: 2, revenue: 1000, refunded: 0 });
    const days = (await backend.call(takingsByDay, {})).data;
    expect(days).toHaveLength(30);
    expect([days[0], days.at(-8), days.at(-1)]).toEqual([
      { day: "2026-10-22", sales: 1000, refunds: 0 },
      { day: "2026-11-13", sales: 2000, refunds: 0 },
      { day: "2026-11-20", sales: 1000, refunds: 0 },
    ]);
  });

  test("2.3a what is booked for tomorrow: paid for, less what was given back, by the two lists", async () => {
    const visitDay = "2026-11-21";
    await order({ visitDay, channel: "ota" });
    await order({ visitDay, channel: "ota", state: "partlyRefunded" });
    await order({ visitDay, channel: "ota", state: "cancelled" });
    await order({ visitDay });
    await order({ visitDay: "2026-11-22" });
    expect((await backend.call(bookingsTomorrow, {})).data).toEqual({
      day: visitDay,
      network: { orders: 2, tickets: 3 },
      offline: { orders: 1, tickets: 2 },
    });
  });

  test("2.3a a seller has their own totals by payment type, and not the corp's", async () => {
    const seller = await backend.createUser({ roles: ["seller"] });
    await order({ seller: seller.id });
    const own = (await backend.call(ownSalesToday, {}, { as: seller.token })).data;
    expect(own).toMatchObject({ orders: 1, tickets: 2, revenue: 1000 });
    expect(own.ways).toEqual([{ paymentType: "cash", label: "现金", taken: 1000, refunded: 0 }]);
    for (const method of [
      salesToday,
      takingsByDay,
      bookingsTomorrow,
      admissionsByHour,
      parkLoad,
      fullSlots,
      quietGates,
    ])
      expect([method.name, (await backend.call(method, {}, { as: seller.token })).status]).toEqual([method.name, 403]);
  });

  test("2.3a who is bound to a park is told of that park alone", async () => {
    const bound = await backend.createUser({ grants: ["offlineOrderList", "passageList", "parkList"] });
    await backend.sql("insert into account_park values ('0001', $1, $2)", [bound.id, grounds.otherParkId]);
    expect((await backend.call(salesToday, {}, { as: bound.token })).data).toMatchObject({ orders: 0, revenue: 0 });
    const days = (await backend.call(takingsByDay, {}, { as: bound.token })).data;
    expect(days.reduce((sum, { sales }) => sum + sales, 0)).toBe(0);
    const load = (await backend.call(parkLoad, {}, { as: bound.token })).data;
    expect(load.parks.map(({ id }) => id)).toEqual([grounds.otherParkId]);
  });
});

describe("2.3a blocks about parks and gates", () => {
  test("2.3a people by hour, by park and by gate; who went out is inside no more", async () => {
    await passage(grounds.gateId, "2026-11-12T15:00:00+08:00", { people: 50 });
    await passage(grounds.gateId, "2026-11-13T15:00:00+08:00", { people: 9 });
    await passage(grounds.gateId, "2026-11-20T08:10:00+08:00", { people: 3 });
    await passage(grounds.gateId, "2026-11-20T09:55:00+08:00", { people: 2, account: 77 });
    await passage(grounds.gateId, "2026-11-20T09:56:00+08:00", { admitted: false });
    await passage(grounds.outGateId, "2026-11-20T09:40:00+08:00", { out: true });
    const { today, weekBefore } = (await backend.call(admissionsByHour, {})).data;
    expect([today[8], today[9], today[15], weekBefore[15]]).toEqual([3, 2, 0, 9]);
    expect(weekBefore.reduce((sum, n) => sum + n, 0)).toBe(9);
    await backend.sql("update park set capacity = 100 where id = $1", [grounds.parkId]);
    const { parks } = (await backend.call(parkLoad, {})).data;
    expect(parks[0]).toMatchObject({ id: grounds.parkId, capacity: 100, entered: 5, left: 1, countsExits: true });
    const keeper = await backend.createUser({ roles: ["gatekeeper"] });
    await passage(grounds.sideGateId, "2026-11-20T09:50:00+08:00", { account: keeper.id, people: 4 });
    const gates = (await backend.call(gatesToday, {}, { as: keeper.token })).data;
    expect(gates[0]).toMatchObject({ id: grounds.sideGateId, admitted: 4, mine: true });
    expect(gates.find(({ id }) => id === grounds.gateId)).toMatchObject({ admitted: 5, mine: false });
  });

  test("2.3a a gate is quiet after half an hour, and only while others of its park are passed", async () => {
    const { quiet, inService } = (await backend.call(quietGates, {})).data;
    expect(inService).toBe(4);
    // The exit was passed twenty minutes ago; nobody passes the other park at all.
    expect(quiet).toEqual([]);
    backend.setNow(new Date("2026-11-20T10:20:00+08:00"));
    const later = (await backend.call(quietGates, {})).data.quiet;
    expect(later.map(({ id, last }) => [id, last])).toEqual([[grounds.outGateId, "2026-11-20 09:40:00"]]);
    backend.setNow(new Date("2026-11-20T12:00:00+08:00"));
    expect((await backend.call(quietGates, {})).data.quiet).toEqual([]);
  });

  test("2.3a days and slots from four fifths; not those that are over, suspended, or further than a week", async () => {
    backend.setNow(new Date("2026-11-20T12:00:00+08:00"));
    const [pool] = await backend.sql<{ id: number }>(
      "insert into quota_pool (corp_code, name, daily_total) values ('0001', '湖上观光', 10) returning id",
    );
    const [off] = await backend.sql<{ id: number }>(
      "insert into quota_pool (corp_code, name, daily_total, status) values ('0001', '停用', 10, 'F') returning id",
    );
    const day = (poolId: number | undefined, one: string, slot: string, sold: number) =>
      backend.database.system(async (tx) => {
        await tx.execute("set local session_replication_role = replica");
        await tx.execute(
          `insert into quota_day (corp_code, pool_id, day, slot, total, sold) values ('0001', ${poolId}, '${one}', '${slot}', 10, ${sold})`,
        );
      });
    await day(pool?.id, "2026-11-20", "09:00-11:00", 10);
    await day(pool?.id, "2026-11-20", "13:00-15:00", 8);
    await day(pool?.id, "2026-11-21", "", 7);
    await day(pool?.id, "2026-11-26", "", 10);
    await day(pool?.id, "2026-11-27", "", 10);
    await day(off?.id, "2026-11-21", "", 10);
    const { slots, more } = (await backend.call(fullSlots, {})).data;
    expect(slots.map(({ day: one, slot, taken }) => [one, slot, taken])).toEqual([
      ["2026-11-20", "13:00-15:00", 8],
      ["2026-11-26", "", 10],
    ]);
    expect(more).toBe(0);
    await backend.sql("delete from quota_day");
  });
});
