/** Supplements at the same moment: for the last place of a type, of one ticket by several, and against refund and gate. */
import { sql } from "drizzle-orm";
import { afterEach, describe, expect, it } from "vitest";
import { refundOrder } from "~/contract/order/order";
import { checkTicket } from "~/contract/ticket/check";
import { supplementTickets } from "~/contract/ticket/supplement";
import type { TakePlaces } from "~server/backend/business/ticket/change-places";
import { supplementWith } from "~server/backend/business/ticket/supplement";
import { allServed } from "~server/backend/served";
import { openTestBackend, type TestBackend } from "~tests/support/backend";
import { checkInvariants } from "~tests/support/invariants";
import { race, raceIsReal } from "~tests/support/race";
import { type ChangePark, createChangePark, fresh, type Sold, sellToChange, today } from "./changing";

let backend: TestBackend;
let park: ChangePark;
let dearer: number;

async function open(options: Parameters<typeof openTestBackend>[0] = {}) {
  backend = await openTestBackend(options);
  park = await createChangePark(backend);
  dearer = await park.addType({ name: "全价票", listPrice: 16_000, facePrice: 16_000 });
}
afterEach(() => backend.close());

const press = (sold: Sold, idempotencyKey = fresh("sup-key")) =>
  backend.call(supplementTickets, {
    ...{ orderId: sold.orderId, ticketIds: sold.ticketIds, toTypeId: dearer, paymentType: "cash", idempotencyKey },
  } as never);
const sell = () => sellToChange(backend, park.typeId, { lines: [{ ticketTypeId: park.typeId, quantity: 1 }] });

describe("for the last places of a type", () => {
  /** Six orders of one ticket each want a type with two places. */
  async function six() {
    const orders: Sold[] = [];
    for (let n = 0; n < 6; n += 1) orders.push(await sell());
    await park.limit(dearer, 2);
    return race(backend, 6, (person) => press(orders[person] as Sold));
  }

  it("no place goes twice: two become it, four are told that it is full", async () => {
    await open();
    const all = await six();
    expect(all.filter(({ status }) => status === 200)).toHaveLength(2);
    expect(all.filter(({ status }) => status === 409 || status === 422)).toHaveLength(4);
    expect(await backend.sql("select sold, total from quota_day where day = $1", [today])).toEqual([
      { sold: 2, total: 2 },
    ]);
    await checkInvariants(backend);
  });

  it.runIf(raceIsReal)("control: without the condition it oversells", async () => {
    const careless: TakePlaces = async (call) => {
      await call.db.execute(sql`select pg_sleep(0.2)`);
      return new Map();
    };
    const others = allServed.filter(({ method }) => method !== supplementTickets);
    await open({ served: [...others, supplementWith(careless)] });
    expect((await six()).filter(({ status }) => status === 200).length).toBeGreaterThan(2);
  });
});

it("four windows and one ticket: one takes the difference, the others are told", async () => {
  await open();
  const sold = await sell();
  const all = await race(backend, 4, () => press(sold));
  expect(all.map(({ status }) => status).sort()).toEqual([200, 409, 409, 409]);
  expect(await backend.sql("select count(*)::int as n from payment")).toEqual([{ n: 2 }]);
  await checkInvariants(backend);
});

it("the same press sent at once is done once", async () => {
  await open();
  const sold = await sell();
  const key = fresh("once");
  const all = await race(backend, 4, () => press(sold, key));
  expect(new Set(all.map(({ data }) => data?.changeNo)).size).toBe(1);
  expect(await backend.sql("select count(*)::int as n from order_change")).toEqual([{ n: 1 }]);
  await checkInvariants(backend);
});

it("a gate reads the ticket meanwhile: it admits once, and what was used is not supplemented", async () => {
  await open();
  const sold = await sell();
  const [paper] = await backend.sql<{ qr: string }>("select qr_text as qr from ticket where id = $1", sold.ticketIds);
  const [became, passed] = await race(backend, 2, async (person): Promise<boolean> => {
    if (person === 0) return (await press(sold)).success;
    const reply = await backend.call(checkTicket, {
      ...{ gateId: park.gateId, code: paper?.qr ?? "", idempotencyKey: fresh("pass") },
    } as never);
    return (reply.data as { admitted: boolean }).admitted;
  });
  const used = await backend.sql<{ used: number }>("select sum(used)::int as used from ticket");
  expect([became || passed, used]).toEqual([true, [{ used: passed ? 1 : 0 }]]);
  await checkInvariants(backend);
});

it("a refund and a supplement of the same ticket: the money agrees", async () => {
  await open();
  const sold = await sell();
  const all = await race(backend, 2, async (person): Promise<number> => {
    if (person === 0) return (await press(sold)).status;
    const wish = { orderId: sold.orderId, idempotencyKey: fresh("refund-key"), reason: "退" };
    return (await backend.call(refundOrder, wish)).status;
  });
  expect([
    [200, 200],
    [409, 200],
    [200, 409],
  ]).toContainEqual(all);
  await checkInvariants(backend);
});
