/** A day at the till at random, against a plain model of it: who has which seat, and what every press answers. */
import { afterAll, beforeAll, expect, test } from "vitest";
import { refundOrder } from "~/contract/order/order";
import { theatreRelease } from "~/contract/theatre/sale";
import { openTestBackend, type TestBackend } from "~tests/support/backend";
import { checkInvariants } from "~tests/support/invariants";
import { createPark, fresh, friday } from "~tests/support/park";
import { hold, mapOf, openTheatre, sell, seller, type Theatre } from "./support";

let backend: TestBackend;
let house: Theatre;
let tills: string[] = [];
beforeAll(async () => {
  backend = await openTestBackend();
  const { parkId } = await createPark(backend);
  house = await openTheatre(backend, parkId, "1 oooooooo A");
  tills = [await seller(backend), await seller(backend)];
});
afterAll(() => backend.close());

function randomOf(seed: number) {
  let state = seed;
  return (below: number) => {
    state = (state * 1_664_525 + 1_013_904_223) % 4_294_967_296;
    return Math.floor((state / 4_294_967_296) * below);
  };
}

/** Minutes after which a hold is over. */
const holdFor = 10;

test("a hundred and fifty random presses answer what the model says, and leave the seats as it has them", {
  timeout: 240_000,
}, async () => {
  const sessionId = await house.addSession({ day: "2026-12-01" });
  const { rows } = await mapOf(backend, sessionId);
  const seats = rows[0]?.seats.map(({ id }) => id) ?? [];
  const random = randomOf(20_261_125);
  const held = new Map<number, { till: number; until: number }>();
  const sold = new Map<number, number>();
  const orders: number[] = [];
  const done: Record<string, number> = {};
  let minute = 0;
  const mine = (till: number) => [...held].filter(([, one]) => one.till === till && one.until > minute);
  const free = (seat: number, till: number) => {
    const one = held.get(seat);
    return !sold.has(seat) && (!one || one.until <= minute || one.till === till);
  };
  for (let step = 0; step < 150; step += 1) {
    const till = random(2);
    const as = tills[till];
    const what = random(100);
    if (what < 50) {
      const first = random(seats.length);
      const wanted = seats.slice(first, first + 1 + random(3));
      const reply = await hold(backend, sessionId, wanted, as);
      const may = wanted.every((seat) => free(seat, till));
      expect([step, reply.success]).toEqual([step, may]);
      if (may) for (const seat of wanted) held.set(seat, { till, until: minute + holdFor });
      done.hold = (done.hold ?? 0) + 1;
    } else if (what < 62) {
      const reply = await backend.call(theatreRelease, { sessionId }, as === undefined ? {} : { as });
      // Rows whose time is over may be there still: they are counted by nobody.
      expect(reply.data.seats).toBeGreaterThanOrEqual(mine(till).length);
      for (const [seat, one] of held) if (one.till === till) held.delete(seat);
      done.release = (done.release ?? 0) + 1;
    } else if (what < 80) {
      const reply = await sell(backend, sessionId, as);
      const own = mine(till);
      expect([step, reply.success]).toEqual([step, own.length > 0]);
      if (reply.success) {
        orders.push(reply.data.orderId);
        for (const [seat] of own) {
          sold.set(seat, reply.data.orderId);
          held.delete(seat);
        }
      }
      done.sell = (done.sell ?? 0) + 1;
    } else if (what < 92 && orders.length > 0) {
      const [orderId = 0] = orders.splice(random(orders.length), 1);
      const wish = { orderId, reason: "退", idempotencyKey: fresh("refund-key") };
      expect((await backend.call(refundOrder, wish as never)).success).toBe(true);
      for (const [seat, order] of sold) if (order === orderId) sold.delete(seat);
      done.refund = (done.refund ?? 0) + 1;
    } else {
      minute += 1 + random(12);
      backend.setNow(new Date(friday.getTime() + minute * 60_000));
      done.wait = (done.wait ?? 0) + 1;
    }
  }
  expect(Object.keys(done).sort()).toEqual(["hold", "refund", "release", "sell", "wait"]);
  const after = (await mapOf(backend, sessionId, tills[0])).rows[0]?.seats ?? [];
  const modelled = seats.map((seat) => {
    if (sold.has(seat)) return "sold";
    const one = held.get(seat);
    return one && one.until > minute ? (one.till === 0 ? "mine" : "held") : "free";
  });
  expect(after.map(({ state }) => state)).toEqual(modelled);
  await checkInvariants(backend);
});
