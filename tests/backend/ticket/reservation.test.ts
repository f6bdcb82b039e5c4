/** Reservations: a day and slot at no price, with a person's limit, no-shows, and places that are never given twice. */
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import type { PayloadOf } from "~/contract/method";
import { orderDetail, refundOrder } from "~/contract/order/order";
import { reversePassage } from "~/contract/ticket/check";
import { pricePolicySave } from "~/contract/ticket/price";
import { reservation, reservationDay, reservationDesk, reserve } from "~/contract/ticket/reservation";
import { restrictedVisitor } from "~/contract/ticket/restricted-visitor";
import { quoteSale, sellTickets } from "~/contract/ticket/sale";
import { ticketType } from "~/contract/ticket/ticket-type";
import { openTestBackend, type TestBackend } from "~tests/support/backend";
import { changed, digests } from "~tests/support/digests";
import { checkInvariants } from "~tests/support/invariants";
import { createPark, fresh, saleOf, today } from "~tests/support/park";

import { createReservingPark, free, type ReservingPark, somebody } from "./reserving";

let backend: TestBackend;
let park: ReservingPark;

beforeEach(async () => {
  backend = await openTestBackend();
  park = await createReservingPark(backend);
});
afterEach(async () => {
  await checkInvariants(backend);
  await backend.close();
});

describe("at the desk", () => {
  it("a reservation costs nothing, takes its places, has tickets and stands in the list", async () => {
    await park.limitPlaces(5);
    const made = await park.book({ persons: 3, visitors: [somebody("李四")] });
    expect(made.message).toBe("");
    const order = (await backend.call(orderDetail, { id: made.data.orderId })).data;
    expect([order.paid, order.payments, order.tickets.map(({ slot }) => slot)]).toEqual([
      0,
      [],
      ["09:00-12:00", "09:00-12:00", "09:00-12:00"],
    ]);
    expect(await park.places()).toEqual([3]);
    expect(await park.rowOf(made.data.orderNo)).toMatchObject({
      ...{ name: "李四", persons: 3, arrived: 0, state: "booked", visitDay: "2026-11-25", slot: "09:00-12:00" },
    });
    const desk = (await backend.call(reservationDesk, { visitDay: "2026-11-25" })).data;
    expect(desk.offers.map(({ name, slots: own }) => [name, own.map(({ left }) => left)])).toEqual([
      ["免费预约", [2, 5]],
    ]);
  });

  it("no open shift is asked for, and the same press twice is one reservation", async () => {
    await park.rule("saleNeedsShift", 0);
    await backend.sql("update sys_param set param_option = 'T' where param_code = 'saleNeedsShift'");
    const once = park.wish();
    const [first, second] = [await backend.call(reserve, once), await backend.call(reserve, once)];
    expect(first.message).toBe("");
    expect(second.data).toEqual(first.data);
    expect(await backend.sql("select 1 from reservation")).toHaveLength(1);
  });

  it("what is refused writes nothing: full, past, another kind, names missing, restricted", async () => {
    await park.limitPlaces(2);
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
      const { status, message, errors } = await park.book(payload);
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
      grants: ["reservationList", "reservationList/reservation:book"],
      parks: [other.parkId],
    });
    expect((await park.book({}, bound.token)).status).toBe(422);
    const reader = await backend.createUser({ grants: ["reservationList"] });
    expect((await park.book({}, reader.token)).status).toBe(403);
    expect((await park.book({}, await backend.createCorp("3301"))).status).toBe(422);
    const { id } = (await park.rowOf((await park.book()).data.orderNo)) ?? { id: 0 };
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
        ticketTypeId: park.typeId,
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
    const { orderNo } = (await park.book({ visitDay: today })).data;
    const passed = await park.enter(orderNo);
    expect(passed.admitted).toBe(true);
    expect(await park.rowOf(orderNo)).toMatchObject({ state: "arrived" });
    const [row] = await backend.sql<{ id: number }>("select id from passage where admitted order by id limit 1");
    const back = await backend.call(reversePassage, {
      ...{ passageId: row?.id ?? 0, reason: "误刷" },
    });
    expect(back.message).toBe("");
    expect((await park.rowOf(orderNo))?.state).toBe("booked");
  });

  it("cancelled, its places are free in the same moment; then nothing is cancelled again", async () => {
    await park.limitPlaces(2);
    const { orderNo, orderId } = (await park.book({ persons: 2 })).data;
    const id = (await park.rowOf(orderNo))?.id ?? 0;
    const cancel = () =>
      backend.call(reservation.methods.cancel, { id, cancelledFor: "visitor", reason: "改行程" } as never);
    expect((await cancel()).message).toBe("");
    expect(await park.places()).toEqual([0]);
    expect(await park.rowOf(orderNo)).toMatchObject({
      state: "cancelled",
      persons: 2,
      cancelledFor: "visitor",
      reason: "改行程",
    });
    expect((await backend.call(orderDetail, { id: orderId })).data.state).toBe("refunded");
    expect((await park.enter(orderNo)).admitted).toBe(false);
    expect((await cancel()).status).toBe(409);
    expect((await park.book({ persons: 2 })).message).toBe("");
  });

  it("who has entered is not cancelled; some given back at the order leave a smaller party", async () => {
    const { orderNo, orderId } = (await park.book({ visitDay: today, persons: 3 })).data;
    const tickets = (await backend.call(orderDetail, { id: orderId })).data.tickets;
    const refund = { orderId, ticketIds: [tickets[0]?.id ?? 0], reason: "少一人", idempotencyKey: fresh("refund-key") };
    expect((await backend.call(refundOrder, refund as never)).message).toBe("");
    expect(await park.rowOf(orderNo)).toMatchObject({ state: "booked", persons: 2 });
    await park.enter(tickets[1]?.ticketNo ?? "");
    expect(await park.rowOf(orderNo)).toMatchObject({ state: "arrived", persons: 2, arrived: 1 });
    const before = await digests(backend);
    const id = (await park.rowOf(orderNo))?.id ?? 0;
    const no = await backend.call(reservation.methods.cancel, { id, cancelledFor: "park", reason: null } as never);
    expect(no.status).toBe(409);
    expect(changed(before, await digests(backend))).toEqual([]);
  });

  it("the night after the day finds who did not come, and no one else", async () => {
    const missed = (await park.book({ visitDay: today })).data.orderNo;
    const came = (await park.book({ visitDay: today })).data.orderNo;
    const later = (await park.book({ visitDay: "2026-11-22" })).data.orderNo;
    await park.enter(came);
    await park.night(today);
    expect(
      [await park.rowOf(missed), await park.rowOf(came), await park.rowOf(later)].map((row) => row?.state),
    ).toEqual([...["noShow", "arrived", "booked"]]);
  });

  it("the sheet of a day has everybody who is expected, masked, with sums by slot", async () => {
    const guest = somebody("王五");
    await park.book({ visitDay: today, persons: 2, visitors: [guest] });
    await park.book({ visitDay: today, slot: "13:00-17:00" });
    const gone = (await park.book({ visitDay: today, slot: "13:00-17:00" })).data.orderNo;
    await backend.call(reservation.methods.cancel, {
      ...{ id: (await park.rowOf(gone))?.id ?? 0, cancelledFor: "park", reason: null },
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
    await park.rule("reservationLimit", 2);
    await park.rule("reservationPeriod", 7);
    const guest = somebody();
    const on = (visitDay: string, visitors = [guest]) => park.book({ visitDay, visitors });
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
    const id = (await park.rowOf(first))?.id ?? 0;
    await backend.call(reservation.methods.cancel, { id, cancelledFor: "visitor", reason: null } as never);
    // 26, 29 and 30 are three again.
    expect((await on("2026-11-29")).status).toBe(422);
    expect((await on("2026-11-23")).message).toBe("");
  });

  it("the counter's sale and its quotation ask for the same limit", async () => {
    await park.rule("reservationLimit", 1);
    const guest = somebody();
    await park.book({ visitDay: today, visitors: [guest] });
    const lines = [{ ticketTypeId: park.typeId, slot: "13:00-17:00", quantity: 1 }];
    const sale = saleOf(park.typeId, { lines, visitors: [guest] });
    expect(Object.keys((await backend.call(sellTickets, sale)).errors ?? {})).toEqual(["visitors.0.identity"]);
    const quoted = (await backend.call(quoteSale, { visitDay: today, lines, visitors: [guest] })).data;
    expect([quoted.refusedVisitors.length, quoted.whyNot !== ""]).toEqual([1, true]);
    const sold = await backend.call(sellTickets, saleOf(park.typeId, { lines, visitors: [somebody()] }));
    expect(sold.message).toBe("");
    expect((await park.rowOf(sold.data.orderNo))?.state).toBe("booked");
  });

  it("who stays away too often reserves nothing for a while, unless it is excused", async () => {
    await park.rule("noShowLimit", 2);
    await park.rule("noShowPeriod", 30);
    await park.rule("noShowBar", 10);
    const guest = somebody();
    const missed: string[] = [];
    for (const visitDay of ["2026-11-20", "2026-11-22"])
      missed.push((await park.book({ visitDay, visitors: [guest] })).data.orderNo);
    await park.night("2026-11-20");
    expect((await park.book({ visitDay: "2026-11-27", visitors: [guest] })).message).toBe("");
    await park.night("2026-11-22");
    const no = await park.book({ visitDay: "2026-11-28", visitors: [guest] });
    expect(no.errors?.["visitors.0.identity"]?.[0]).toContain(
      "在 30 天内爽约 2 次（最近 2026-11-22），2026-12-02（含）前不能预约",
    );
    const id = (await park.rowOf(missed[0] ?? ""))?.id ?? 0;
    const excuse = () => backend.call(reservation.methods.excuse, { id, reason: "航班取消" } as never);
    expect((await excuse()).message).toBe("");
    expect((await excuse()).status).toBe(409);
    expect((await park.book({ visitDay: "2026-11-28", visitors: [guest] })).message).toBe("");
  });

  it("of a party that names each, who came has not stayed away", async () => {
    await park.rule("noShowLimit", 1);
    const ticketTypeId = await park.addFree({ realName: "perTicket" });
    const [came, away] = [somebody("来"), somebody("未来")];
    const { orderId } = (await park.book({ ticketTypeId, visitDay: today, persons: 2, visitors: [came, away] })).data;
    const [ticket] = (await backend.call(orderDetail, { id: orderId })).data.tickets;
    await park.enter(ticket?.ticketNo ?? "");
    await park.night(today);
    expect((await park.book({ ticketTypeId, visitors: [came] })).message).toBe("");
    expect((await park.book({ ticketTypeId, visitors: [away] })).status).toBe(422);
  });
});
