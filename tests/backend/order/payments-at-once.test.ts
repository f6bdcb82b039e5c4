/** Two refunds of one order at the same moment: no way of payment gives back more than came in by it. */
import pg from "pg";
import { afterAll, beforeAll, expect, test } from "vitest";
import { orderDetail, refundOrder } from "~/contract/order/order";
import { sellTickets } from "~/contract/ticket/sale";
import { openTestBackend, type TestBackend } from "~tests/support/backend";
import { createPark, fresh, saleOf, type TestPark } from "~tests/support/park";
import { race, raceIsReal } from "~tests/support/race";

let backend: TestBackend;
let park: TestPark;
let child: number;
beforeAll(async () => {
  // The control writes what must not be.
  backend = await openTestBackend({ moneyMadeUp: true });
  park = await createPark(backend);
  child = await park.addType({ name: "同价票" });
});
afterAll(() => backend.close());

/** Sells two lines for 50 yuan by telephone and the rest in cash, gives both back at once; answers what each way lost too much. */
async function overdrawn(): Promise<number> {
  const { paymentType, ...rest } = saleOf(park.adultId);
  const lines = [park.adultId, child].map((ticketTypeId) => ({ ticketTypeId, quantity: 1 }));
  const payments = [
    { paymentType: "cash", amount: 11_000 },
    { paymentType: "wechat", amount: 5_000 },
  ];
  const { data } = await backend.call(sellTickets, { ...rest, lines, payments, idempotencyKey: fresh("at-once") });
  const order = (await backend.call(orderDetail, { id: data.orderId })).data;
  await race(backend, 2, (person) =>
    backend.call(refundOrder, {
      orderId: data.orderId,
      items: [{ lineId: order.lines[person]?.id ?? 0, quantity: 1 }],
      idempotencyKey: fresh("at-once"),
      reason: "改期",
    }),
  );
  const ways = await backend.sql<{ left: number }>(
    "select sum(amount)::int as left from payment where order_id = $1 group by payment_type",
    [data.orderId],
  );
  return ways.reduce((sum, { left }) => sum + Math.max(0, -left), 0);
}

test("each way of payment gives back at most what came in by it", { timeout: 120_000 }, async () => {
  for (let round = 0; round < 5; round += 1) expect(await overdrawn()).toBe(0);
});

test.runIf(raceIsReal)(
  "the control: without the lock on the order one way gives back too much",
  { timeout: 120_000 },
  async () => {
    const { query } = pg.Client.prototype;
    const unlocked = (asked: unknown): unknown => {
      if (typeof asked === "string") return asked.replace(/for update( of \w+)?/g, "");
      return typeof asked === "object" && asked !== null && "text" in asked
        ? // Without its name, which belongs to the text with the lock.
          { ...asked, text: unlocked(asked.text), name: undefined }
        : asked;
    };
    Object.assign(pg.Client.prototype, {
      query(this: pg.Client, asked: unknown, ...more: unknown[]) {
        return Reflect.apply(query, this, [unlocked(asked), ...more]);
      },
    });
    try {
      let worst = 0;
      for (let round = 0; round < 10 && worst === 0; round += 1) worst = await overdrawn();
      expect(worst).toBeGreaterThan(0);
    } finally {
      pg.Client.prototype.query = query;
    }
  },
);
