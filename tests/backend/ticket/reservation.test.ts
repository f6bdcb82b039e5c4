/** Reservations: a day and slot at no price, with a person's limit, no-shows, and places that are never given twice. */
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import type { PayloadOf } from "~/contract/method";
import { orderDetail, refundOrder } from "~/contract/order/order";
import { schedule } from "~/contract/platform/schedule";
import { checkTicket, reversePassage } from "~/contract/ticket/check";
import { pricePolicySave } from "~/contract/ticket/price";
import { quotaPoolSave } from "~/contract/ticket/quota";
import { reservation, reservationDay, reservationDesk, reserve } from "~/contract/ticket/reservation";
import { restrictedVisitor } from "~/contract/ticket/restricted-visitor";
import { quoteSale, sellTickets } from "~/contract/ticket/sale";
import { ticketType } from "~/contract/ticket/ticket-type";
import { defaultPaths, encodePayload, tokenHeader } from "~/contract/wire";
import { createBackend } from "~server/backend/app";
import { takeQuota } from "~server/backend/business/ticket/quota-take";
import { reserveWith } from "~server/backend/business/ticket/reservation";
import { checkReservations, refuseReservations } from "~server/backend/business/ticket/reservation-limits";
import { createWorker } from "~server/backend/jobs/worker";
import { allKinds, allServed } from "~server/backend/served";
import { openTestBackend, type TestBackend } from "~tests/support/backend";
import { changed, digests } from "~tests/support/digests";
import { withCheckDigit } from "~tests/support/identity";
import { checkInvariants } from "~tests/support/invariants";
import { createPark, fresh, friday, saleOf, type TestPark, today } from "~tests/support/park";
import { race, raceIsReal } from "~tests/support/race";

let backend: TestBackend;
let park: TestPark;
let typeId: number;
let serial = 100;

beforeEach(async () => {
  backend = await openTestBackend();
  park = await createPark(backend);
  typeId = await addFree();
});
afterEach(async () => {
  await checkInvariants(backend);
  await backend.close();
});

const slots = [
  { startTime: "09:00", endTime: "12:00" },
  { startTime: "13:00", endTime: "17:00" },
];
const free = { name: "免费预约", kind: "reservation", facePrice: 0, listPrice: 0, realName: "perOrder" };
const addFree = (fields: object = {}) => park.addType({ ...free, slots, ...fields });

const somebody = (name = "张三") => {
  serial += 1;
  return { name, identity: withCheckDigit(`11010519900307${serial}`) };
};
const wish = (payload: Partial<PayloadOf<typeof reserve>> = {}): PayloadOf<typeof reserve> => ({
  ...{ ticketTypeId: typeId, visitDay: "2026-11-25", slot: "09:00-12:00", persons: 1, mobile: "13800138000" },
  ...{ visitors: [somebody()], idempotencyKey: fresh("reserve-key"), ...payload },
});
const book = (payload: Partial<PayloadOf<typeof reserve>> = {}, as = backend.admin) =>
  backend.call(reserve, wish(payload), { as });
const rowOf = async (orderNo: string) =>
  (await backend.call(reservation.methods.list, { filters: { orderNo } } as never)).data.records[0] as
    | (Record<string, unknown> & { id: number; state: string })
    | undefined;
const rule = (code: string, value: number) =>
  backend.sql(
    `insert into sys_param (corp_code, param_code, param_option) values ('0001', $1, $2)
     on conflict (corp_code, param_code) do update set param_option = excluded.param_option`,
    [code, String(value)],
  );
const limitPlaces = (dailyTotal: number) =>
  backend.call(quotaPoolSave, { name: fresh("名额"), ticketTypeIds: [typeId], dailyTotal, bySlot: true });
const places = async () =>
  (await backend.sql<{ sold: number }>("select sold from quota_day order by day, slot")).map(({ sold }) => sold);
const enter = async (code: string) =>
  (await backend.call(checkTicket, { gateId: park.gateId, code, idempotencyKey: fresh("check-key") })).data;
/** The night after a day. */
async function night(day: string): Promise<void> {
  const [next] = await backend.sql<{ day: string }>("select ($1::date + 1)::text as day", [day]);
  const now = new Date(`${next?.day}T00:20:00+08:00`);
  backend.setNow(now);
  const worker = createWorker({ database: backend.database, kinds: allKinds, now: () => now });
  await worker.drain();
  const kept = (await backend.call(schedule.methods.list, {})).data.records.find(
    ({ kind }) => kind === "expireTickets",
  );
  await backend.call(schedule.methods.run, { id: Number(kept?.id) });
  await worker.drain();
}

describe("at the desk", () => {
  it("a reservation costs nothing, takes its places, has tickets and stands in the list", async () => {
    await limitPlaces(5);
    const made = await book({ persons: 3, visitors: [somebody("李四")] });
    expect(made.message).toBe("");
    const order = (await backend.call(orderDetail, { id: made.data.orderId })).data;
    expect([order.paid, order.payments, order.tickets.map(({ slot }) => slot)]).toEqual([
      0,
      [],
      ["09:00-12:00", "09:00-12:00", "09:00-12:00"],
    ]);
    expect(await places()).toEqual([3]);
    expect(await rowOf(made.data.orderNo)).toMatchObject({
      ...{ name: "李四", persons: 3, arrived: 0, state: "booked", visitDay: "2026-11-25", slot: "09:00-12:00" },
    });
    const desk = (await backend.call(reservationDesk, { visitDay: "2026-11-25" })).data;
    expect(desk.offers.map(({ name, slots: own }) => [name, own.map(({ left }) => left)])).toEqual([
      ["免费预约", [2, 5]],
    ]);
  });

  it("no open shift is asked for, and the same press twice is one reservation", async () => {
    await rule("saleNeedsShift", 0);
    await backend.sql("update sys_param set param_option = 'T' where param_code = 'saleNeedsShift'");
    const once = wish();
    const [first, second] = [await backend.call(reserve, once), await backend.call(reserve, once)];
    expect(first.message).toBe("");
    expect(second.data).toEqual(first.data);
    expect(await backend.sql("select 1 from reservation")).toHaveLength(1);
  });

  it("what is refused writes nothing: full, past, another kind, names missing, restricted", async () => {
    await limitPlaces(2);
    const guest = somebody();
    await backend.call(restrictedVisitor.methods.save, {
      ...{
        name: "张三",
        document: "resident",
        country: null,
        identity: guest.identity,
        untilDay: "2026-12-31",
        reason: "x",
      },
    } as never);
    const before = await digests(backend);
    const said = async (payload: Partial<PayloadOf<typeof reserve>>) => {
      const { status, message, errors } = await book(payload);
      return [status, ...Object.keys(errors ?? {}), ...(errors ? [] : [message])];
    };
    expect(await said({ persons: 3 })).toEqual([409, expect.stringContaining("只剩 2 张")]);
    expect((await said({ visitDay: "2026-11-19" }))[0]).toBe(409);
    expect(await said({ ticketTypeId: park.namedId, slot: "" })).toEqual([422, "ticketTypeId"]);
    expect(await said({ visitors: [] })).toEqual([422, "visitors"]);
    expect(await said({ visitors: [guest] })).toEqual([422, "visitors.0.identity"]);
    expect((await said({ ticketTypeId: 99_999 }))[0]).toBe(422);
    expect((await said({ slot: "" }))[0]).toBe(409);
    expect(changed(before, await digests(backend))).toEqual([]);
  });

  it("another park's account, another tenant and a missing right reserve nothing", async () => {
    const other = await createPark(backend);
    const bound = await backend.createUser({
      grants: ["reservationList", "reservationList/reservation:add"],
      parks: [other.parkId],
    });
    expect((await book({}, bound.token)).status).toBe(422);
    const reader = await backend.createUser({ grants: ["reservationList"] });
    expect((await book({}, reader.token)).status).toBe(403);
    expect((await book({}, await backend.createCorp("3301"))).status).toBe(422);
    const { id } = (await rowOf((await book()).data.orderNo)) ?? { id: 0 };
    const cancel = (as: string) =>
      backend.call(reservation.methods.cancel, { id, cancelledFor: "visitor", reason: null } as never, { as });
    expect((await cancel(reader.token)).status).toBe(403);
    expect((await cancel(bound.token)).status).toBe(403);
    expect((await cancel(await backend.createCorp("3302"))).status).toBe(404);
  });

  it("prices stay at nought, names are asked for, and a type that sold does not become one", async () => {
    const priced = { ...free, code: fresh("TT"), parkId: park.parkId, channels: ["window"] };
    const save = async (fields: object) =>
      Object.keys(
        (
          await backend.call(ticketType.methods.save, {
            ...{
              ...priced,
              validity: "day",
              admissions: 1,
              refundRule: "free",
              minPerOrder: 1,
              maxPerOrder: 9,
              sort: 1,
            },
            ...fields,
          } as never)
        ).errors ?? {},
      );
    expect(await save({ listPrice: 100, facePrice: 100 })).toEqual(["listPrice", "facePrice"]);
    expect(await save({ realName: "none" })).toEqual(["realName"]);
    expect(await save({ validity: "days", validDays: 3 })).toEqual(["validity"]);
    expect(await save({ changes: ["day"] })).toEqual(["changes"]);
    const policy = await backend.call(pricePolicySave, {
      ...{
        name: "周末",
        ticketTypeId: typeId,
        channel: "any",
        customerGroup: "any",
        startDay: today,
        endDay: "2026-12-31",
      },
      ...{ weekdays: "TTTTTTT", holidays: "any", slot: "", price: 100, priority: 1 },
    } as never);
    expect(Object.keys(policy.errors ?? {})).toEqual(["price"]);
    await park.sell();
    const { status: _, ...adult } =
      (await backend.call(ticketType.methods.get, { id: park.adultId })).data.record ?? {};
    const turned = await backend.call(ticketType.methods.save, {
      ...{ ...adult, kind: "reservation", facePrice: 0, listPrice: 0, realName: "perOrder" },
    } as never);
    expect(Object.keys(turned.errors ?? {})).toEqual(["kind"]);
  });
});

describe("what becomes of it", () => {
  it("the gate checks it like any ticket; a reversal takes the arrival back", async () => {
    const { orderNo } = (await book({ visitDay: today })).data;
    const passed = await enter(orderNo);
    expect(passed.admitted).toBe(true);
    expect(await rowOf(orderNo)).toMatchObject({ state: "arrived" });
    const [row] = await backend.sql<{ id: number }>("select id from passage where admitted order by id limit 1");
    const back = await backend.call(reversePassage, {
      ...{ passageId: row?.id ?? 0, reason: "误刷" },
    });
    expect(back.message).toBe("");
    expect((await rowOf(orderNo))?.state).toBe("booked");
  });

  it("cancelled, its places are free in the same moment; then nothing is cancelled again", async () => {
    await limitPlaces(2);
    const { orderNo, orderId } = (await book({ persons: 2 })).data;
    const id = (await rowOf(orderNo))?.id ?? 0;
    const cancel = () =>
      backend.call(reservation.methods.cancel, { id, cancelledFor: "visitor", reason: "改行程" } as never);
    expect((await cancel()).message).toBe("");
    expect(await places()).toEqual([0]);
    expect(await rowOf(orderNo)).toMatchObject({
      state: "cancelled",
      persons: 2,
      cancelledFor: "visitor",
      reason: "改行程",
    });
    expect((await backend.call(orderDetail, { id: orderId })).data.state).toBe("refunded");
    expect((await enter(orderNo)).admitted).toBe(false);
    expect((await cancel()).status).toBe(409);
    expect((await book({ persons: 2 })).message).toBe("");
  });

  it("who has entered is not cancelled; some given back at the order leave a smaller party", async () => {
    const { orderNo, orderId } = (await book({ visitDay: today, persons: 3 })).data;
    const tickets = (await backend.call(orderDetail, { id: orderId })).data.tickets;
    const refund = { orderId, ticketIds: [tickets[0]?.id ?? 0], reason: "少一人", idempotencyKey: fresh("refund-key") };
    expect((await backend.call(refundOrder, refund as never)).message).toBe("");
    expect(await rowOf(orderNo)).toMatchObject({ state: "booked", persons: 2 });
    await enter(tickets[1]?.ticketNo ?? "");
    expect(await rowOf(orderNo)).toMatchObject({ state: "arrived", persons: 2, arrived: 1 });
    const before = await digests(backend);
    const id = (await rowOf(orderNo))?.id ?? 0;
    const no = await backend.call(reservation.methods.cancel, { id, cancelledFor: "park", reason: null } as never);
    expect(no.status).toBe(409);
    expect(changed(before, await digests(backend))).toEqual([]);
  });

  it("the night after the day finds who did not come, and no one else", async () => {
    const missed = (await book({ visitDay: today })).data.orderNo;
    const came = (await book({ visitDay: today })).data.orderNo;
    const later = (await book({ visitDay: "2026-11-22" })).data.orderNo;
    await enter(came);
    await night(today);
    expect([await rowOf(missed), await rowOf(came), await rowOf(later)].map((row) => row?.state)).toEqual([
      ...["noShow", "arrived", "booked"],
    ]);
  });

  it("the sheet of a day has everybody who is expected, masked, with sums by slot", async () => {
    const guest = somebody("王五");
    await book({ visitDay: today, persons: 2, visitors: [guest] });
    await book({ visitDay: today, slot: "13:00-17:00" });
    const gone = (await book({ visitDay: today, slot: "13:00-17:00" })).data.orderNo;
    await backend.call(reservation.methods.cancel, {
      ...{ id: (await rowOf(gone))?.id ?? 0, cancelledFor: "park", reason: null },
    } as never);
    const sheet = (await backend.call(reservationDay, {})).data;
    expect(sheet.slots).toEqual([
      { slot: "09:00-12:00", booked: 2, arrived: 0, cancelled: 0, noShow: 0 },
      { slot: "13:00-17:00", booked: 1, arrived: 0, cancelled: 1, noShow: 0 },
    ]);
    expect(sheet.rows.map(({ name, identity, mobile, persons }) => [name, identity, mobile, persons])).toEqual([
      ["王五", `${guest.identity.slice(0, 6)}********${guest.identity.slice(-4)}`, "138****8000", 2],
      ["张三", expect.any(String), "138****8000", 1],
    ]);
    expect((await backend.call(reservationDay, { slot: "13:00-17:00" })).data.rows).toHaveLength(1);
  });
});

describe("a person's limit and no-shows", () => {
  it("so many in any run of days; another person, and a cancelled one, do not count", async () => {
    await rule("reservationLimit", 2);
    await rule("reservationPeriod", 7);
    const guest = somebody();
    const on = (visitDay: string, visitors = [guest]) => book({ visitDay, visitors });
    const first = (await on("2026-11-23")).data.orderNo;
    expect((await on("2026-11-26")).message).toBe("");
    const before = await digests(backend);
    const no = await on("2026-11-29");
    expect(no.errors).toEqual({
      "visitors.0.identity": [
        expect.stringContaining("在 2026-11-23 至 2026-11-29 已有 2 个预约，每人 7 天内最多 2 个"),
      ],
    });
    expect(changed(before, await digests(backend))).toEqual([]);
    expect((await on("2026-11-30")).message).toBe("");
    expect((await on("2026-11-29", [somebody()])).message).toBe("");
    const id = (await rowOf(first))?.id ?? 0;
    await backend.call(reservation.methods.cancel, { id, cancelledFor: "visitor", reason: null } as never);
    // 26, 29 and 30 are three again.
    expect((await on("2026-11-29")).status).toBe(422);
    expect((await on("2026-11-23")).message).toBe("");
  });

  it("the counter's sale and its quotation ask for the same limit", async () => {
    await rule("reservationLimit", 1);
    const guest = somebody();
    await book({ visitDay: today, visitors: [guest] });
    const lines = [{ ticketTypeId: typeId, slot: "13:00-17:00", quantity: 1 }];
    const sale = saleOf(typeId, { lines, visitors: [guest] });
    expect(Object.keys((await backend.call(sellTickets, sale)).errors ?? {})).toEqual(["visitors.0.identity"]);
    const quoted = (await backend.call(quoteSale, { visitDay: today, lines, visitors: [guest] })).data;
    expect([quoted.refusedVisitors.length, quoted.whyNot !== ""]).toEqual([1, true]);
    const sold = await backend.call(sellTickets, saleOf(typeId, { lines, visitors: [somebody()] }));
    expect(sold.message).toBe("");
    expect((await rowOf(sold.data.orderNo))?.state).toBe("booked");
  });

  it("who stays away too often reserves nothing for a while, unless it is excused", async () => {
    await rule("noShowLimit", 2);
    await rule("noShowPeriod", 30);
    await rule("noShowBar", 10);
    const guest = somebody();
    const missed: string[] = [];
    for (const visitDay of ["2026-11-20", "2026-11-22"])
      missed.push((await book({ visitDay, visitors: [guest] })).data.orderNo);
    await night("2026-11-20");
    expect((await book({ visitDay: "2026-11-27", visitors: [guest] })).message).toBe("");
    await night("2026-11-22");
    const no = await book({ visitDay: "2026-11-28", visitors: [guest] });
    expect(no.errors?.["visitors.0.identity"]?.[0]).toContain(
      "在 30 天内爽约 2 次（最近 2026-11-22），2026-12-02（含）前不能预约",
    );
    const id = (await rowOf(missed[0] ?? ""))?.id ?? 0;
    const excuse = () => backend.call(reservation.methods.excuse, { id, reason: "航班取消" } as never);
    expect((await excuse()).message).toBe("");
    expect((await excuse()).status).toBe(409);
    expect((await book({ visitDay: "2026-11-28", visitors: [guest] })).message).toBe("");
  });

  it("of a party that names each, who came has not stayed away", async () => {
    await rule("noShowLimit", 1);
    typeId = await addFree({ realName: "perTicket" });
    const [came, away] = [somebody("来"), somebody("未来")];
    const { orderId } = (await book({ visitDay: today, persons: 2, visitors: [came, away] })).data;
    const [ticket] = (await backend.call(orderDetail, { id: orderId })).data.tickets;
    await enter(ticket?.ticketNo ?? "");
    await night(today);
    expect((await book({ visitors: [came] })).message).toBe("");
    expect((await book({ visitors: [away] })).status).toBe(422);
  });
});

describe("two at once", () => {
  it("the last places go once", async () => {
    await limitPlaces(3);
    const all = await race(backend, 8, () => book());
    expect(all.filter(({ status }) => status === 200)).toHaveLength(3);
    expect(await places()).toEqual([3]);
  });

  it("a person's limit holds at several desks at once", async () => {
    await rule("reservationLimit", 1);
    const guest = somebody();
    const all = await race(backend, 8, (person) =>
      book({ visitDay: `2026-11-2${(person % 3) + 3}`, visitors: [guest] }),
    );
    expect(all.filter(({ status }) => status === 200)).toHaveLength(1);
  });

  it.runIf(raceIsReal)("control: without one after the other the limit is passed", async () => {
    await rule("reservationLimit", 1);
    const guest = somebody();
    const served = [
      ...allServed.filter(({ method }) => method !== reserve),
      reserveWith(takeQuota, refuseReservations),
    ];
    const app = createBackend({ database: backend.database, now: () => friday, served });
    await race(backend, 12, () =>
      app.request(defaultPaths.ticket, {
        method: "POST",
        headers: { "content-type": "application/x-www-form-urlencoded", [tokenHeader]: backend.admin },
        body: new URLSearchParams(encodePayload({ method: reserve.name, ...wish({ visitors: [guest] }) })).toString(),
      }),
    );
    expect((await backend.sql("select 1 from reservation")).length).toBeGreaterThan(1);
    expect(checkReservations).not.toBe(refuseReservations);
  });

  it("cancelling while the gate checks leaves one of the two", async () => {
    const { orderNo } = (await book({ visitDay: today })).data;
    const id = (await rowOf(orderNo))?.id ?? 0;
    const cancel = async () =>
      (await backend.call(reservation.methods.cancel, { id, cancelledFor: "visitor", reason: null } as never))
        .status === 200;
    const both = await race(backend, 2, async (person) => (person === 0 ? cancel() : (await enter(orderNo)).admitted));
    expect(both.filter(Boolean)).toHaveLength(1);
    expect((await rowOf(orderNo))?.state).toBe(both[0] ? "cancelled" : "arrived");
  });
});
