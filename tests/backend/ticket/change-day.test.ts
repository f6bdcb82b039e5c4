/** A random day with changes in it: whatever is sold, changed, given back and checked, every invariant holds. */
import * as fc from "fast-check";
import { afterAll, beforeAll, expect, it } from "vitest";
import { refundOrder } from "~/contract/order/order";
import { checkTicket } from "~/contract/ticket/check";
import { openTestBackend, type TestBackend } from "~tests/support/backend";
import { checkInvariants } from "~tests/support/invariants";
import { orderFaults } from "../order/sold";
import {
  type ChangePark,
  changeOf,
  createChangePark,
  fresh,
  goodTickets,
  later,
  type Sold,
  sellToChange,
  today,
  tomorrow,
  toTomorrow,
} from "./changing";

let backend: TestBackend;
let park: ChangePark;
beforeAll(async () => {
  backend = await openTestBackend();
  park = await createChangePark(backend, { changeTimes: 2, changeFeeBy: "rate", changeFeeRate: 33 });
});
afterAll(() => backend.close());

const step = fc.record({
  kind: fc.constantFrom("sell", "sell", "change", "change", "change", "refund", "check"),
  /** Which order, and how many of its tickets. */
  order: fc.nat(20),
  tickets: fc.integer({ min: 1, max: 3 }),
  day: fc.constantFrom(today, tomorrow, later),
  discount: fc.constantFrom(0, 1, 777),
  way: fc.constantFrom("cash", "wechat", "card"),
});

it("sold, changed, given back and checked as it comes", { timeout: 180_000 }, async () => {
  await park.priceOn(park.typeId, tomorrow, 12_345);
  await park.priceOn(park.typeId, later, 6789);
  await park.limit(park.typeId, 14);
  const [plan = []] = fc.sample(fc.array(step, { minLength: 70, maxLength: 70 }), { numRuns: 1, seed: 20_261_123 });
  const orders: Sold[] = [];
  const outcome = new Map<string, number>();
  const count = (kind: string, status: number) =>
    outcome.set(`${kind} ${status}`, (outcome.get(`${kind} ${status}`) ?? 0) + 1);
  for (const [at, { kind, order, tickets, day, discount, way }] of plan.entries()) {
    const sold = orders[order % Math.max(1, orders.length)];
    if (kind === "sell" || !sold) {
      const lines = [{ ticketTypeId: park.typeId, quantity: tickets }];
      const fields = { lines, visitDay: day, discount, paymentType: way };
      await sellToChange(backend, park.typeId, fields).then(
        (made) => orders.push(made),
        () => count("sold out", 409),
      );
    } else {
      const ticketIds = (await goodTickets(backend, sold.orderId)).slice(0, tickets);
      if (ticketIds.length === 0) continue;
      count(kind, await press(kind, { sold, ticketIds, day, way }));
    }
    if (at % 10 === 9) await checkInvariants(backend);
  }
  expect(await orderFaults(backend)).toEqual([]);
  await checkInvariants(backend);
  // The plan is of some use: changes were made and refused, tickets checked and given back.
  expect([...outcome.keys()]).toEqual(expect.arrayContaining(["change 200", "check 200", "refund 200"]));
  expect([...outcome.keys()].some((one) => one === "change 409" || one === "change 422")).toBe(true);
});

interface Press {
  sold: Sold;
  ticketIds: number[];
  day: string;
  way: string;
}

async function press(kind: string, { sold, ticketIds, day, way }: Press): Promise<number> {
  if (kind === "change") {
    return (await changeOf(backend, toTomorrow(sold, { ticketIds, toDay: day, paymentType: way }))).status;
  }
  if (kind === "refund") {
    const { orderId } = sold;
    return (await backend.call(refundOrder, { orderId, ticketIds, idempotencyKey: fresh("back-key"), reason: "退" }))
      .status;
  }
  const [ticket] = await backend.sql<{ code: string }>("select ticket_no as code from ticket where id = $1", [
    ticketIds[0],
  ]);
  const payload = { gateId: park.gateId, code: ticket?.code ?? "", idempotencyKey: fresh("pass-key"), people: 1 };
  return (await backend.call(checkTicket, payload as never)).status;
}
