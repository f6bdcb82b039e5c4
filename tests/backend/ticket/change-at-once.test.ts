/** Changes at the same moment: to a day with few places, of one ticket by two, and against a refund. */
import { sql } from "drizzle-orm";
import { afterEach, describe, expect, it } from "vitest";
import { refundOrder } from "~/contract/order/order";
import { changeTickets } from "~/contract/ticket/change";
import { changeWith } from "~server/backend/business/ticket/change";
import type { TakePlaces } from "~server/backend/business/ticket/change-places";
import { allServed } from "~server/backend/served";
import { openTestBackend, type TestBackend } from "~tests/support/backend";
import { checkInvariants } from "~tests/support/invariants";
import { race, raceIsReal } from "~tests/support/race";
import {
  type ChangePark,
  changeOf,
  createChangePark,
  fresh,
  type Sold,
  sellToChange,
  tomorrow,
  toTomorrow,
} from "./changing";

let backend: TestBackend;
let park: ChangePark;

async function open(options: Parameters<typeof openTestBackend>[0] = {}) {
  backend = await openTestBackend(options);
  park = await createChangePark(backend);
}
afterEach(() => backend.close());

const soldTomorrow = async () =>
  (
    await backend.sql<{ sold: number; total: number }>("select sold, total from quota_day where day = $1", [tomorrow])
  )[0];

describe("to one day at once", () => {
  /** Six orders of one ticket each want a day with two places. */
  async function six() {
    const orders: Sold[] = [];
    for (let n = 0; n < 6; n += 1) {
      orders.push(await sellToChange(backend, park.typeId, { lines: [{ ticketTypeId: park.typeId, quantity: 1 }] }));
    }
    await park.limit(park.typeId, 2);
    return race(backend, 6, (person) =>
      changeOf(backend, toTomorrow(orders[person] ?? { orderId: 0, orderNo: "", ticketIds: [] })),
    );
  }

  it("no place goes twice: two are changed, four are told that it is full", async () => {
    await open();
    const all = await six();
    // Those that come after are told before they have read, or by the place that is gone: 422 at the day, or 409.
    expect(all.filter(({ status }) => status === 200)).toHaveLength(2);
    expect(all.filter(({ status }) => status === 409 || status === 422)).toHaveLength(4);
    expect(await soldTomorrow()).toEqual({ sold: 2, total: 2 });
    await checkInvariants(backend);
  });

  it.runIf(raceIsReal)("control: without the condition it oversells", async () => {
    const careless: TakePlaces = async (call) => {
      await call.db.execute(sql`select pg_sleep(0.2)`);
      return new Map();
    };
    const others = allServed.filter(({ method }) => method !== changeTickets);
    await open({ served: [...others, changeWith(careless)] });
    const all = await six();
    expect(all.filter(({ status }) => status === 200).length).toBeGreaterThan(2);
  });
});

it("two windows change the same tickets: one does, the other is told", async () => {
  await open();
  const sold = await sellToChange(backend, park.typeId);
  const all = await race(backend, 4, () => changeOf(backend, toTomorrow(sold)));
  expect(all.map(({ status }) => status).sort()).toEqual([200, 409, 409, 409]);
  expect(all.find(({ status }) => status === 409)?.message).toMatch(/已改签过|同时|刚/);
  await checkInvariants(backend);
});

it("the same press sent at once is done once", async () => {
  await open();
  const payload = toTomorrow(await sellToChange(backend, park.typeId));
  const all = await race(backend, 4, () => changeOf(backend, payload));
  expect(new Set(all.map(({ data }) => data?.changeNo)).size).toBe(1);
  expect(await backend.sql("select count(*)::int as n from order_change")).toEqual([{ n: 1 }]);
  await checkInvariants(backend);
});

it("a refund and a change of the same tickets: one of them, and the money agrees", async () => {
  await open();
  const sold = await sellToChange(backend, park.typeId);
  const all = await race(backend, 2, async (person): Promise<number> => {
    const reply =
      person === 0
        ? await changeOf(backend, toTomorrow(sold, { ticketIds: sold.ticketIds }))
        : await backend.call(refundOrder, { orderId: sold.orderId, idempotencyKey: fresh("refund-key"), reason: "退" });
    return reply.status;
  });
  const [change, refund] = all;
  // Whoever comes first: a refund of everything takes the new tickets as well.
  expect([
    [200, 200],
    [409, 200],
    [200, 409],
  ]).toContainEqual([change, refund]);
  await checkInvariants(backend);
});
