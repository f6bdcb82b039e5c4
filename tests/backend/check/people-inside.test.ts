/** Who is inside: a park's people over midnight, and those of one ticket. */
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { capacityBoard, parkCapacity } from "~/contract/ticket/capacity";
import { checkTicket, reversePassage } from "~/contract/ticket/check";
import { getGateBoard, setInsideCount } from "~/contract/ticket/gate-board";
import { ticketDetail } from "~/contract/ticket/issued";
import { parkToday } from "~/contract/ticket/thing-today";
import { parkLoad } from "~/contract/ticket/today";
import { createGrounds, type Grounds, orderFaults, type SaleWish, sell } from "~tests/backend/order/sold";
import { openTestBackend, type TestBackend } from "~tests/support/backend";
import { checkInvariants } from "~tests/support/invariants";
import { fresh } from "~tests/support/park";

let backend: TestBackend;
let grounds: Grounds;
const now = new Date("2026-11-20T18:00:00+08:00");

beforeAll(async () => {
  backend = await openTestBackend();
});
beforeEach(async () => {
  backend.setNow(now);
  grounds = await createGrounds(backend);
});
afterEach(async () => {
  expect(await orderFaults(backend)).toEqual([]);
  await checkInvariants(backend);
});
afterAll(() => backend.close());

const check = async (code: string, extra: object = {}) =>
  (
    await backend.call(checkTicket, {
      ...{ idempotencyKey: fresh("people-inside"), gateId: grounds.gateId, code },
      ...extra,
    })
  ).data;
const sold = async (wish: SaleWish = {}) => {
  const sale = await sell(backend, grounds, { lines: [{ quantity: 1 }], ...wish });
  return { code: sale.tickets[0]?.qrText ?? "", id: sale.tickets[0]?.id ?? 0 };
};
const insideNow = async () =>
  (await backend.call(getGateBoard, {})).data.parks.find(({ id }) => id === grounds.parkId)?.inside;

describe("a park whose exits nobody counts", () => {
  const at = (time: string) => backend.setNow(new Date(`2026-11-20T${time}:00+08:00`));
  const many = async (people: number) => {
    const lines = [{ quantity: 1, admissions: 40, rules: { persons: people } }];
    const { code } = await sold({ lines });
    return check(code, { people });
  };
  const loadOn = async () => {
    const { parks } = (await backend.call(capacityBoard, {})).data;
    return parks.find(({ parkId }) => parkId === grounds.parkId)?.inside;
  };

  it("takes people for gone after the usual stay: the board, the park's page and the stop of entry go by it", async () => {
    await backend.sql("update gate set status = 'F' where park_id = $1 and direction in ('out', 'both')", [
      grounds.parkId,
    ]);
    const limits = { parkId: grounds.parkId, dayMax: 1000, momentMax: 5, warnAt: 80, stops: true };
    await backend.saved(parkCapacity.methods.save, limits);
    at("10:00");
    expect(await many(4)).toMatchObject({ admitted: true });
    at("13:00");
    // Without it everybody of the day is inside for good, which stops nobody.
    expect([await insideNow(), await loadOn()]).toEqual([4, 4]);
    expect(await many(4)).toMatchObject({ admitted: true });

    await backend.sql("update park set usual_stay = 120 where id = $1", [grounds.parkId]);
    expect([await insideNow(), await loadOn()]).toEqual([4, 4]);
    expect(await many(2)).toMatchObject({ admitted: false, reason: "full" });
    at("15:01");
    expect([await insideNow(), await loadOn()]).toEqual([0, 0]);
    expect(await many(2)).toMatchObject({ admitted: true });
    const { data } = await backend.call(parkToday, { id: grounds.parkId });
    expect([data.inside, data.countsExits]).toEqual([2, true]);
    const key = fresh("inside-key");
    await backend.call(setInsideCount, { parkId: grounds.parkId, people: 3, reason: "清点", idempotencyKey: key });
    expect(await insideNow()).toBe(3);
    at("17:02");
    expect(await insideNow()).toBe(0);
  });
});

describe("an evening that goes on after midnight", () => {
  const at = (moment: string) => backend.setNow(new Date(`${moment}+08:00`));
  const parkOn = async () =>
    (await backend.call(capacityBoard, {})).data.parks.find(({ parkId }) => parkId === grounds.parkId);
  const limit = (momentMax: number) =>
    backend.saved(parkCapacity.methods.save, {
      parkId: grounds.parkId,
      dayMax: 1000,
      momentMax,
      warnAt: 80,
      stops: true,
    });
  const family = async (day: string, people: number) => {
    const { code } = await sold({
      visitDay: day,
      lines: [{ quantity: 1, admissions: 40, rules: { persons: people } }],
    });
    return code;
  };

  it("who leaves then leaves the evening, and nobody of the next day", async () => {
    await limit(10);
    const evening = await family("2026-11-20", 8);
    at("2026-11-20T20:00:00");
    expect(await check(evening, { people: 8 })).toMatchObject({ admitted: true });
    at("2026-11-21T00:30:00");
    expect([await insideNow(), (await parkOn())?.inside]).toEqual([8, 8]);
    expect(await check(evening, { people: 6, gateId: grounds.outGateId })).toMatchObject({ admitted: true });
    expect([await insideNow(), (await parkOn())?.inside, (await parkOn())?.mayComeIn]).toEqual([2, 2, 8]);
    at("2026-11-21T09:00:00");
    expect(await insideNow()).toBe(0);
    const morning = await family("2026-11-21", 9);
    await check(morning, { people: 9 });
    expect([await insideNow(), (await parkOn())?.mayComeIn]).toEqual([9, 1]);
    const next = await family("2026-11-21", 2);
    expect(await check(next, { people: 2 })).toMatchObject({ admitted: false, reason: "full" });
    expect(await check(next, { people: 1 })).toMatchObject({ admitted: true });
    expect((await backend.call(parkToday, { id: grounds.parkId })).data.inside).toBe(10);
    const { parks } = (await backend.call(parkLoad, {})).data;
    expect(parks.find(({ id }) => id === grounds.parkId)).toMatchObject({ entered: 10, left: 6, inside: 10 });
  });

  it("a full park stays full at midnight", async () => {
    await limit(8);
    const evening = await family("2026-11-20", 8);
    at("2026-11-20T23:50:00");
    await check(evening, { people: 8 });
    at("2026-11-21T00:10:00");
    const late = await family("2026-11-21", 1);
    expect(await check(late)).toMatchObject({ admitted: false, reason: "full" });
  });

  it("a park says when its count begins anew", async () => {
    const evening = await family("2026-11-20", 3);
    await check(evening, { people: 3 });
    await backend.sql("update park set inside_from = '06:30' where id = $1", [grounds.parkId]);
    at("2026-11-21T06:29:00");
    expect(await insideNow()).toBe(3);
    at("2026-11-21T06:31:00");
    expect(await insideNow()).toBe(0);
  });
});

it("the verdict and the ticket's page say who is inside since when, and that they left", async () => {
  const { code, id } = await sold({ lines: [{ quantity: 1, admissions: 4, rules: { persons: 3 } }] });
  const onPage = async () => (await backend.call(ticketDetail, { id, logPage: 1 })).data.presence;
  const later = (minutes: number) => backend.setNow(new Date(now.getTime() + minutes * 60_000));
  expect(await onPage()).toBeNull();
  const came = await check(code, { people: 3 });
  expect(came.ticket?.presence).toEqual({ inside: 3, at: "2026-11-20 18:00:00" });
  later(30);
  const left = await check(code, { people: 2, gateId: grounds.outGateId });
  expect(left.ticket?.presence).toEqual({ inside: 1, at: "2026-11-20 18:00:00" });
  later(40);
  const tooMany = await check(code, { people: 2, gateId: grounds.outGateId });
  expect([tooMany.reason, tooMany.ticket?.presence]).toEqual(["notInside", { inside: 1, at: "2026-11-20 18:00:00" }]);
  later(50);
  const last = await check(code, { gateId: grounds.outGateId });
  const gone = { inside: 0, at: "2026-11-20 18:50:00" };
  expect([last.ticket?.presence, await onPage()]).toEqual([gone, gone]);
  const again = await check(code, { people: 2 });
  expect(again.ticket?.presence).toEqual(gone);
  // What is taken back was never.
  expect((await backend.call(reversePassage, { passageId: last.passageIds[0] ?? 0, reason: "误检" })).status).toBe(200);
  expect(await onPage()).toEqual({ inside: 1, at: "2026-11-20 18:00:00" });
});
