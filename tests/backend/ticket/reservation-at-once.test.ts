/** Reservations at the same moment: the last places, a person's limit, and a cancellation against the gate. */
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { reservation, reserve } from "~/contract/ticket/reservation";
import { defaultPaths, encodePayload, tokenHeader } from "~/contract/wire";
import { createBackend } from "~server/backend/app";
import { takeQuota } from "~server/backend/business/ticket/quota-take";
import { reserveWith } from "~server/backend/business/ticket/reservation";
import { checkReservations, refuseReservations } from "~server/backend/business/ticket/reservation-limits";
import { allServed } from "~server/backend/served";
import { openTestBackend, type TestBackend } from "~tests/support/backend";
import { checkInvariants } from "~tests/support/invariants";
import { friday, today } from "~tests/support/park";
import { race, raceIsReal, raceToInsert } from "~tests/support/race";
import { createReservingPark, type ReservingPark, somebody } from "./reserving";

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

describe("two at once", () => {
  it("the last places go once", async () => {
    await park.limitPlaces(3);
    const all = await race(backend, 8, () => park.book());
    expect(all.filter(({ status }) => status === 200)).toHaveLength(3);
    expect(await park.places()).toEqual([3]);
  });

  it("a person's limit holds at several desks at once", async () => {
    await park.rule("reservationLimit", 1);
    const guest = somebody();
    const all = await race(backend, 8, (person) =>
      park.book({ visitDay: `2026-11-2${(person % 3) + 3}`, visitors: [guest] }),
    );
    expect(all.filter(({ status }) => status === 200)).toHaveLength(1);
  });

  it.runIf(raceIsReal)("control: without one after the other the limit is passed", async () => {
    await park.rule("reservationLimit", 1);
    const guest = somebody();
    const served = [
      ...allServed.filter(({ method }) => method !== reserve),
      reserveWith(takeQuota, refuseReservations),
    ];
    const app = createBackend({ database: backend.database, now: () => friday, served });
    await raceToInsert(backend, "reservation", 8, () =>
      app.request(defaultPaths.ticket, {
        method: "POST",
        headers: { "content-type": "application/x-www-form-urlencoded", [tokenHeader]: backend.admin },
        body: new URLSearchParams(
          encodePayload({ method: reserve.name, ...park.wish({ visitors: [guest] }) }),
        ).toString(),
      }),
    );
    expect((await backend.sql("select 1 from reservation")).length).toBeGreaterThan(1);
    expect(checkReservations).not.toBe(refuseReservations);
  });

  it("cancelling while the gate checks leaves one of the two", async () => {
    const { orderNo } = (await park.book({ visitDay: today })).data;
    const id = (await park.rowOf(orderNo))?.id ?? 0;
    const cancel = async () =>
      (await backend.call(reservation.methods.cancel, { id, cancelledFor: "visitor", reason: null } as never))
        .status === 200;
    const both = await race(backend, 2, async (person) =>
      person === 0 ? cancel() : (await park.enter(orderNo)).admitted,
    );
    expect(both.filter(Boolean)).toHaveLength(1);
    expect((await park.rowOf(orderNo))?.state).toBe(both[0] ? "cancelled" : "arrived");
  });
});
