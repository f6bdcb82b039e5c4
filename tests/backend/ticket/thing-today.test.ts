/** What the pages of a ticket type, a park, a gate, a POS and a task say of today: their figures, and to whom. */

import { afterAll, beforeAll, expect, test } from "vitest";
import { documentNames } from "~/contract/document-kinds";
import { posToday } from "~/contract/order/pos-today";
import { openShift } from "~/contract/order/shift";
import { scheduleRuns } from "~/contract/platform/schedule";
import { gateToday, parkToday, ticketTypeToday } from "~/contract/ticket/thing-today";
import { openTestBackend, type TestBackend } from "~tests/support/backend";
import { createPark, fresh, friday, type TestPark } from "~tests/support/park";

let backend: TestBackend;
let park: TestPark;

beforeAll(async () => {
  backend = await openTestBackend({ moneyMadeUp: true });
  park = await createPark(backend);
});
afterAll(() => backend.close());

const type = async () => (await backend.call(ticketTypeToday, { id: park.adultId })).data;
const sold = async () => (await type()).soldByDay.map(({ count }) => count);
const issuedAt = (orderId: number, at: string) =>
  backend.sql("update ticket set issued_at = $2 where order_id = $1", [orderId, at]);

test("a ticket type: seven business days of sales less what was taken back, today's price and why, quotas", async () => {
  await park.sell();
  const { orderId: before } = await park.sell();
  await issuedAt(before, "2026-11-14T00:00:00+08:00");
  const { orderId: tooLong } = await park.sell();
  await issuedAt(tooLong, "2026-11-13T23:59:59+08:00");
  const { orderId: back } = await park.sell();
  await backend.sql("update ticket set state = 'refunded' where order_id = $1", [back]);
  expect(await sold()).toEqual([2, 0, 0, 0, 0, 0, 2]);
  expect((await type()).soldByDay[0]).toEqual({ day: "2026-11-14", count: 2, amount: 16_000 });
  expect(await type()).toMatchObject({ day: "2026-11-20", price: 8_000, listPrice: 8_000, policy: "", policies: [] });

  const [pool] = await backend.sql<{ id: number }>(
    "insert into quota_pool (corp_code, name, daily_total) values ('0001', $1, 50) returning id",
    [fresh("Q")],
  );
  await backend.sql("insert into quota_pool_type (corp_code, pool_id, ticket_type_id) values ('0001', $1, $2)", [
    pool?.id,
    park.adultId,
  ]);
  expect((await type()).pools).toMatchObject([{ total: 50, taken: 0 }]);
  await park.sell();
  expect((await type()).pools).toMatchObject([{ total: 50, taken: 2 }]);

  await backend.sql(
    `insert into price_policy (corp_code, name, ticket_type_id, channel, customer_group, start_day, end_day, weekdays, holidays, slot, price, priority)
     values ('0001', '工作日价', $1, 'any', 'any', '2026-11-01', '2026-11-30', 'TTTTTFF', 'any', '', 7000, 1)`,
    [park.adultId],
  );
  expect(await type()).toMatchObject({ price: 7_000, listPrice: 8_000, policy: "工作日价" });
  expect((await type()).policies).toMatchObject([{ name: "工作日价", price: 7_000, startDay: "2026-11-01" }]);
});

async function passed(at: string, people: number, { admitted = true, direction = "in", gateId = park.gateId } = {}) {
  await backend.sql(
    `insert into passage (corp_code, at, counts_at, gate_id, park_id, direction, admitted, reason, people, through, account_name)
     values ('0001', $1, $1, $2, $3, $4, $5, 'ok', $6, case when $5 then $6::int else 0 end, '张验票')`,
    [at, gateId, park.parkId, direction, admitted, people],
  );
}

test("a park and a gate: who is in, the last scan, open by the season's hours before the usual ones", async () => {
  await passed("2026-11-20T08:10:00+08:00", 3);
  await passed("2026-11-20T09:10:00+08:00", 2);
  await passed("2026-11-20T09:20:00+08:00", 1, { direction: "out", gateId: park.gateOutId });
  await passed("2026-11-19T23:59:59+08:00", 9);
  await passed("2026-11-20T09:30:00+08:00", 1, { admitted: false });
  const gate = (await backend.call(gateToday, { id: park.gateId })).data;
  const last = { at: "2026-11-20 09:30:00", admitted: false, by: "张验票" };
  expect(gate).toMatchObject({ admitted: 5, refused: 1, last });
  expect([gate.byHour.length, gate.byHour[8], gate.byHour[9]]).toEqual([24, 3, 2]);
  const now = async () => (await backend.call(parkToday, { id: park.parkId })).data;
  expect(await now()).toMatchObject({ opens: "08:00", closes: "18:00", open: true, capacity: null });
  expect(await now()).toMatchObject({ entered: 5, left: 1, countsExits: true, tickets: 4, sold: 32_000 });
  expect((await now()).gates[0]).toMatchObject({ id: park.gateId, admitted: 5, last: "2026-11-20 09:30:00" });
  const seasons = JSON.stringify([{ days: "2026-11-20~2026-11-30", opens: "13:00", closes: "15:00" }]);
  await backend.sql("update park set seasons = $2 where id = $1", [park.parkId, seasons]);
  expect(await now()).toMatchObject({ opens: "13:00", closes: "15:00", open: false });
  await backend.sql("update park set seasons = '[]', opening_hours = '全天' where id = $1", [park.parkId]);
  expect(await now()).toMatchObject({ opens: "", open: null });
});

test("a gate: whether it is in service, and which of its devices nobody has heard of", async () => {
  const gate = async () => (await backend.call(gateToday, { id: park.gateId })).data;
  expect(await gate()).toMatchObject({ active: true, devices: [] });
  await backend.sql(
    `insert into gate_device (corp_code, name, gate_id, park_id, state, token_hash, salt, paired_at, last_seen)
     select '0001', name, $1, $2, state, name, name, $3::timestamptz - interval '1 day', $3::timestamptz - seen
     from (values ('闸机平板', 'paired', interval '1 minute'), ('手持机', 'paired', interval '42 minutes'),
                  ('新手持机', 'paired', null), ('旧手持机', 'revoked', interval '9 hours')) d (name, state, seen)`,
    [park.gateId, park.parkId, friday.toISOString()],
  );
  await backend.sql("update gate set status = 'F' where id = $1", [park.gateId]);
  expect(await gate()).toMatchObject({
    active: false,
    devices: [
      { name: "闸机平板", seenMinutes: 1, silent: false },
      { name: "手持机", seenMinutes: 42, silent: true },
      { name: "新手持机", seenMinutes: null, silent: true },
    ],
  });
  await backend.sql("update gate set status = 'T' where id = $1", [park.gateId]);
});

test("a POS: what was sold at it today and by whom, the last seller first", async () => {
  const at = async (seller: number, name: string, moment: string) => {
    const { orderId } = await park.sell();
    await backend.sql(
      "update orders set pos_id = $2, seller_id = $3, seller_name = $4, created_at = $5 where id = $1",
      [orderId, park.posId, seller, name, moment],
    );
    return orderId;
  };
  await at(1, "李售票", "2026-11-20T08:30:00+08:00");
  const last = await at(2, "王经理", "2026-11-20T09:30:00+08:00");
  await at(1, "李售票", "2026-11-19T09:30:00+08:00");
  const { data } = await backend.call(posToday, { id: park.posId });
  expect([data.count, data.tickets]).toEqual([2, 4]);
  expect(data.sellers.map(({ name, count }) => [name, count])).toEqual([
    ["王经理", 1],
    ["李售票", 1],
  ]);
  // Whose shift it is says the shift, not the last sale.
  expect(data.shift).toBeNull();
  const seller = await backend.createUser({ grants: ["shift", "shift/shift:work"] });
  const opening = { idempotencyKey: fresh("shift"), posId: park.posId, opening: 0 };
  expect((await backend.call(openShift, opening, { as: seller.token })).message).toBe("");
  expect((await backend.call(posToday, { id: park.posId })).data).toMatchObject({
    shift: { sellerName: `员工${seller.accName}`, openedAt: expect.stringMatching(/^2026-11-20 /) },
    sellers: [{ name: "王经理" }, { name: "李售票" }],
  });
  expect([data.orders.length, data.orders[0]?.id, data.orders[0]?.at]).toEqual([3, last, "2026-11-20 09:30:00"]);
});

test("a task: its last fourteen runs, the latest last", async () => {
  const [task] = await backend.sql<{ id: number }>(
    "insert into job_schedule (corp_code, kind, cron, next_run_at) values ('0001', 'looked', '20 3 * * *', '2026-11-21 03:20+08') returning id",
  );
  const id = Number(task?.id);
  await backend.sql(
    `insert into job (corp_code, kind, state, created_at, started_at, finished_at)
     select '0001', s.kind, case when n = 16 then 'failed' else 'done' end, at, at, at + interval '3 seconds'
     from job_schedule s, generate_series(1, 16) n, lateral (select timestamptz '2026-11-01 03:20+08' + n * interval '1 day' as at) one
     where s.corp_code = '0001' and s.id = $1`,
    [id],
  );
  const { data } = await backend.call(scheduleRuns, { id });
  expect(data.runs).toHaveLength(14);
  expect(data.runs.at(-1)).toMatchObject({ state: "failed", at: "2026-11-17 03:20:00", seconds: 3 });
  expect(data.runs.at(-1)?.label).not.toBe("failed");
  expect([data.cron, data.next]).toEqual(["20 3 * * *", "2026-11-21 03:20:00"]);
});

test("a ticket type says its rules: validity, admissions, who is named, how many, and what giving back costs", async () => {
  const { says, sample } = await type();
  expect(says.sale).toContain("购票无需证件");
  const group = fresh("G");
  const [row] = await backend.sql<{ id: number }>(
    "insert into gate_group (corp_code, park_id, code, name) values ('0001', $1, $2, $2) returning id",
    [park.parkId, group],
  );
  await backend.sql(
    `update ticket_type set validity = 'days', valid_days = 3, admissions = 2, real_name = 'perTicket', documents = array['resident', 'passport'],
       per_identity_day = 2, min_per_order = 1, max_per_order = 5, refund_rule = 'approval', gate_group_id = $2
     where id = $1`,
    [park.adultId, row?.id],
  );
  for (const [position, hours, fee] of [
    [0, 24, 0],
    [1, 0, 10.5],
    [2, -2, 50],
  ]) {
    await backend.sql(
      "insert into ticket_type_refund_band (corp_code, ticket_type_id, position, hours, fee_percent) values ('0001', $1, $2, $3, $4)",
      [park.adultId, position, hours, fee],
    );
  }
  const now = await type();
  expect(now.says.use.slice(0, 3)).toEqual(["自售出之日起 3 天内有效", "共可入园 2 次", `只能从闸机组“${group}”通过`]);
  expect(now.says.sale).toEqual([
    "每单 1 至 5 张",
    "每张票登记一位游客的姓名和证件",
    `可用证件：${documentNames.resident()}、${documentNames.passport()}`,
    "每个证件每天限购 2 张",
  ]);
  expect(now.says.refund).toEqual([
    "游玩日前 1 天 00:00 前退票，不收手续费",
    "游玩日零点前退票，收 10.5% 手续费",
    "游玩日当天 02:00 前退票，收 50% 手续费",
    "过后不可退",
    "退票需要审批",
    "改签：售出后不能改签",
  ]);
  expect([sample.validTo, now.sample.validTo, now.sample.admissions]).toEqual(["2026-11-20", "2026-11-22", 2]);
  await backend.sql("update ticket_type set refund_rule = 'never' where id = $1", [park.adultId]);
  expect((await type()).says.refund).toEqual(["售出后不可退", "改签：售出后不能改签"]);
});

test("each under the right of its list; another corp's id is none of theirs", async () => {
  const stranger = await backend.createCorp("0005");
  const clerk = await backend.createUser({ grants: ["issuedList"] });
  const asked = [
    [ticketTypeToday, park.adultId],
    [parkToday, park.parkId],
    [gateToday, park.gateId],
  ] as const;
  for (const [method, id] of asked) {
    expect((await backend.call(method, { id }, { as: clerk.token })).status, method.name).toBe(403);
    expect((await backend.call(method, { id }, { as: stranger })).status, method.name).toBe(404);
    expect((await backend.call(method, { id: 999_999_999 })).status, method.name).toBe(404);
  }
  expect((await backend.call(posToday, { id: park.posId }, { as: clerk.token })).status).toBe(403);
  expect((await backend.call(posToday, { id: park.posId }, { as: stranger })).status).toBe(404);
});
