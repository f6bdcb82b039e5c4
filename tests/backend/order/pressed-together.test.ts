/**
 * Commands of groups, reservations, closed days, gates and repairs pressed by several people at the same moment, and once
 * more afterwards: one of them does it, places and money move once. It proves something on PostgreSQL.
 */
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { repairOrder } from "~/contract/order/repair";
import { checkTicket, reversePassage } from "~/contract/ticket/check";
import { closure } from "~/contract/ticket/closure";
import { setInsideCount } from "~/contract/ticket/gate-board";
import { groupArrive, groupBooking, groupSettle } from "~/contract/ticket/group-booking";
import { quotaPoolSave } from "~/contract/ticket/quota";
import { reservation } from "~/contract/ticket/reservation";
import { createWorker } from "~server/backend/jobs/worker";
import { allKinds } from "~server/backend/served";
import { openTestBackend, type TestBackend } from "~tests/support/backend";
import { checkInvariants } from "~tests/support/invariants";
import { createPark, fresh, friday, type TestPark, today } from "~tests/support/park";
import { race, raceIsReal, withoutLock } from "~tests/support/race";
import { createReservingPark, type ReservingPark } from "../ticket/reserving";

const timeout = 120_000;
const people = 4;
let backend: TestBackend;
let park: TestPark;
let free: ReservingPark;
let poolId: number;
beforeAll(async () => {
  backend = await openTestBackend();
  park = await createPark(backend);
  free = await createReservingPark(backend);
  const pool = { name: fresh("承载量"), ticketTypeIds: [park.adultId], dailyTotal: 500, bySlot: false };
  poolId = await backend.saved(quotaPoolSave, pool);
}, timeout);
beforeEach(() => backend.setNow(friday));
afterAll(() => backend.close());

type Method = Parameters<TestBackend["call"]>[0];
const press = (method: Method, payload: object) => backend.call(method, payload as never);
const keyed = (method: Method, payload: object) => press(method, { ...payload, idempotencyKey: fresh("at-once-key") });

/** One of them does it; the others, and who comes later, are refused with a sentence. */
async function once(one: () => ReturnType<typeof press>): Promise<void> {
  const all = await race(backend, people, one);
  expect(all.filter(({ success }) => success)).toHaveLength(1);
  for (const refused of [...all.filter(({ success }) => !success), await one()]) {
    expect(refused.success).toBe(false);
    expect([404, 409]).toContain(refused.status);
    expect(refused.message).not.toBe("");
  }
  await checkInvariants(backend);
}
const places = async () =>
  (await backend.sql("select held::int, sold::int from quota_day where pool_id = $1 and day = $2", [poolId, today]))[0];
const book = () =>
  backend.saved(groupBooking.methods.save, {
    ...{ organisation: "青山旅行社", contactName: "王芳", mobile: "13800138000", guide: null, parkId: park.parkId },
    ...{ visitDay: today, slot: null, arrival: "10:30", customerGroup: "agency", remark: null },
    people: [{ ticketTypeId: park.adultId, quantity: 20 }],
  });
const confirm = (id: number) => press(groupBooking.commands.confirm.method, { id });
const cancel = (id: number) => press(groupBooking.commands.cancel.method, { id, reason: "行程取消" });
const arrive = (id: number, arrived: number) =>
  press(groupArrive, { id, people: [{ ticketTypeId: park.adultId, arrived }] });

test("the same group: confirmed once, cancelled once, its places held once and given back once", {
  timeout,
}, async () => {
  const id = await book();
  await once(() => confirm(id));
  expect(await places()).toEqual({ held: 20, sold: 0 });
  await once(() => cancel(id));
  expect(await places()).toEqual({ held: 0, sold: 0 });
});

test("a group received by one desk while another cancels it: one of the two", { timeout }, async () => {
  for (let round = 0; round < 3; round += 1) {
    const id = await book();
    await confirm(id);
    const both = await race(backend, 2, (person) => (person === 0 ? arrive(id, 18) : cancel(id)));
    const [row] = await backend.sql("select state from group_booking where id = $1", [id]);
    // Who comes first is free to choose: a group that was received may still be cancelled, a cancelled one is not received.
    expect(both.some(({ success }) => success)).toBe(true);
    if (row?.state === "cancelled") expect((await arrive(id, 18)).success).toBe(false);
    else expect((await keyed(groupSettle, { id, paymentType: "cash" })).message).toBe("");
    await checkInvariants(backend);
  }
  expect(await places()).toMatchObject({ held: 0 });
});

test("a reservation cancelled by several: its place is free once", { timeout }, async () => {
  await free.limitPlaces(5);
  const made = await free.book({ persons: 2, visitors: [{ name: "李四", identity: "11010119900307109X" }] });
  expect(made.message).toBe("");
  const { id = 0 } = (await free.rowOf(made.data.orderNo)) ?? {};
  expect(await free.places()).toContain(2);
  await once(() => press(reservation.methods.cancel, { id, cancelledFor: "visitor", reason: null }));
  expect(await free.places()).not.toContain(2);
});

test("a no-show excused by several is excused, each is told so, and nothing else changes", { timeout }, async () => {
  const made = await free.book();
  const { id = 0 } = (await free.rowOf(made.data.orderNo)) ?? {};
  await backend.sql("update reservation set state = 'noShow' where id = $1", [id]);
  const all = await race(backend, people, () => press(reservation.methods.excuse, { id, reason: "列车晚点" }));
  expect(all.some(({ success }) => success)).toBe(true);
  const [row] = await backend.sql("select state, excused from reservation where id = $1", [id]);
  expect(row).toEqual({ state: "noShow", excused: true });
});

test("a closed day: enforced, taken back and lifted once; its orders move once each way", { timeout }, async () => {
  const day = "2026-11-28";
  const work = () => createWorker({ database: backend.database, kinds: allKinds, now: () => friday }).drain();
  const { orderId } = await park.sell({ visitDay: day });
  const closed = { reason: "暴雨", parkId: park.parkId, firstDay: day, lastDay: day };
  const id = await backend.saved(closure.methods.save, closed);
  await once(() => press(closure.methods.enforce, { id }));
  await press(closure.methods.settle, { id, treatment: "move", toDay: "2026-12-05" });
  await work();
  await once(() => press(closure.methods.undo, { id }));
  await work();
  const days = await backend.sql(
    "select visit_day::text as day, count(*)::int as n from ticket where order_id = $1 group by 1",
    [orderId],
  );
  expect(days).toEqual([{ day, n: 2 }]);
  await once(() => press(closure.methods.lift, { id }));
});

test("a passage taken back by several: the ticket has its entry once more", { timeout }, async () => {
  const { orderId } = await park.sell();
  const [ticket] = await backend.sql<{ no: string }>("select ticket_no as no from ticket where order_id = $1", [
    orderId,
  ]);
  const entered = await keyed(checkTicket, { code: ticket?.no ?? "", gateId: park.gateId });
  expect(entered.data).toMatchObject({ admitted: true });
  const [passage] = await backend.sql<{ id: number }>("select max(id)::int as id from passage");
  await once(() => press(reversePassage, { passageId: passage?.id ?? 0, reason: "闸杆未转" }));
  const [after] = await backend.sql("select state, used from ticket where ticket_no = $1", [ticket?.no]);
  expect(after).toEqual({ state: "issued", used: 0 });
  expect(await backend.sql("select from passage where reverses_id = $1", [passage?.id])).toHaveLength(1);
});

test("a count of people inside set by several: each is in the log, the last one holds", { timeout }, async () => {
  const all = await race(backend, people, (person) =>
    keyed(setInsideCount, { parkId: park.parkId, people: 10 + person, reason: "清点" }),
  );
  expect(all.map(({ message }) => message)).toEqual(["", "", "", ""]);
  expect(await backend.sql("select from inside_count where park_id = $1", [park.parkId])).toHaveLength(people);
});

test("a text sent again under one key goes out once", { timeout }, async () => {
  const { orderId } = await park.sell({ contactMobile: "13800138000" } as never);
  const once = { orderId, action: "resend", reason: "没有收到短信", idempotencyKey: fresh("resend") };
  const all = await race(backend, people, () => press(repairOrder, once));
  for (const { data } of all) expect(data).toEqual(all[0]?.data);
  expect(await backend.sql("select from order_repair where order_id = $1", [orderId])).toHaveLength(1);
});

test.runIf(raceIsReal)(
  "the control: without the row's lock two are told that they cancelled the same group",
  {
    timeout,
  },
  async () => {
    const id = await book();
    expect((await confirm(id)).message).toBe("");
    const both = await withoutLock({ mark: '"group_booking"', lock: "for update", people: 2 }, () =>
      race(backend, 2, () => cancel(id)),
    );
    expect(both.map(({ status }) => status)).toEqual([200, 200]);
    // Its places stand in rows of their own, which go once whatever the state says.
    expect(await places()).toMatchObject({ held: 0 });
  },
);
