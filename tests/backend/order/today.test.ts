/** The workbench's figures of today. */
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { ownSalesToday, refundsWaiting, salesToday } from "~/contract/order/today";
import { admissionsToday } from "~/contract/ticket/today";
import { openTestBackend, type TestBackend } from "~tests/support/backend";

let backend: TestBackend;
beforeAll(async () => {
  backend = await openTestBackend();
  // Ten in the morning in China.
  backend.setNow(new Date("2026-06-01T02:00:00Z"));
});
afterAll(() => backend.close());

let made = 0;
async function order(sellerId: number, at: string, state = "paid", corp = "0001") {
  made += 1;
  const [row] = await backend.sql<{ id: number }>(
    `insert into orders (corp_code, order_no, channel, state, visit_day, quantity, total, payable, paid, seller_id, created_at)
     values ($1, $2, 'window', $3, '2026-06-01', 2, 1000, 1000, 1000, $4, $5) returning id`,
    [corp, `OD${made}`, state, sellerId, at],
  );
  await backend.sql(
    `insert into payment (corp_code, at, order_id, kind, payment_type, amount, account_id) values ($1, $2, $3, 'payment', 'cash', 1000, $4)`,
    [corp, at, row?.id, sellerId],
  );
  return row?.id ?? 0;
}

describe("2.3a today on the workbench", () => {
  test("2.3a orders, tickets and money of this business day; a seller sees their own", async () => {
    const seller = await backend.createUser({ roles: ["seller"] });
    const other = await backend.createUser({ roles: ["seller"] });
    await backend.createCorp("DAY2");
    await order(seller.id, "2026-05-31T16:00:01Z");
    await order(seller.id, "2026-05-31T15:59:59Z");
    await order(seller.id, "2026-06-01T01:00:00Z", "cancelled");
    const refunded = await order(other.id, "2026-06-01T01:00:00Z");
    await order(1, "2026-06-01T01:00:00Z", "paid", "DAY2");
    await backend.sql(
      `insert into refund (refund_no, order_id, state, quantity, amount, ways, requested_by_id, requested_by, corp_code)
       select no, $1, state, 1, 300, '[{"paymentType": "cash", "amount": 300}]', $2, '甲', '0001'
       from (values ('RF1', 'done'), ('RF2', 'waiting')) as made (no, state)`,
      [refunded, other.id],
    );
    const [refund] = await backend.sql<{ id: number }>("select id from refund where refund_no = 'RF1'");
    await backend.sql(
      `insert into payment (corp_code, at, order_id, refund_id, kind, payment_type, amount) values ('0001', '2026-06-01T01:30:00Z', $1, $2, 'refund', 'cash', -300)`,
      [refunded, refund?.id],
    );
    await backend.sql("update orders set refunded = 300, refunding = 300 where id = $1", [refunded]);
    expect((await backend.call(salesToday, {})).data).toMatchObject({
      orders: 2,
      tickets: 4,
      revenue: 3000,
      refunded: 300,
    });
    const own = (await backend.call(ownSalesToday, {}, { as: seller.token })).data;
    expect(own).toMatchObject({ orders: 1, tickets: 2, revenue: 2000 });
    expect((await backend.call(salesToday, {}, { as: seller.token })).status).toBe(403);
    expect((await backend.call(admissionsToday, {})).data).toEqual({ people: 0 });
  });

  test("2.3a refunds wait for another than who asked", async () => {
    const decider = await backend.createUser({ grants: ["refundList", "refundList/refund:decide"] });
    const count = async (as: string) => (await backend.call(refundsWaiting, {}, { as })).data.count;
    expect(await count(decider.token)).toBe(1);
    await backend.sql("update refund set requested_by_id = $1", [decider.id]);
    expect(await count(decider.token)).toBe(0);
    const looker = await backend.createUser({ grants: ["refundList"] });
    expect((await backend.call(refundsWaiting, {}, { as: looker.token })).status).toBe(403);
  });
});
