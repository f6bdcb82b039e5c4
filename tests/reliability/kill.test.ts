/** kill -9 at random moments of a sale loop: no acknowledged order is lost, none is half there. */
import { afterAll, beforeAll, expect, test } from "vitest";
import { openBackendIn, type TestBackend } from "~tests/support/backend";
import { checkInvariants } from "~tests/support/invariants";
import { createPark } from "~tests/support/park";
import { makeWorkplace, type Workplace } from "./killed-child";

const rounds = 30;
let workplace: Workplace;
beforeAll(async () => {
  workplace = await makeWorkplace("tests/reliability/sale-loop.ts");
});
afterAll(() => workplace.remove());

/** Sells and is killed amid it; answers the orders that were acknowledged. */
async function sellUntilKilled(): Promise<string[]> {
  const lines = await workplace.workUntilKilled({ sign: "selling", after: 20, atMost: 420 });
  return lines.filter((line) => line.startsWith("OD"));
}

/** Orders that are not whole: without lines, tickets or payment, or with numbers that disagree. */
async function halfOrders(backend: TestBackend): Promise<unknown[]> {
  return backend.sql(`
    select o.order_no
    from orders o
    where (select coalesce(sum(quantity), 0) from sub_order l where l.corp_code = o.corp_code and l.order_id = o.id) <> o.quantity
       or (select count(*) from ticket t where t.corp_code = o.corp_code and t.order_id = o.id) <> o.quantity
       or (select coalesce(sum(amount), 0) from payment p where p.corp_code = o.corp_code and p.order_id = o.id) <> o.paid - o.refunded
  `);
}

test(`${rounds} kills in a sale loop lose no acknowledged order and leave no half order`, async () => {
  const acknowledged = new Set<string>();
  for (let round = 1; round <= rounds; round += 1) {
    for (const orderNo of await sellUntilKilled()) acknowledged.add(orderNo);
    const backend = await openBackendIn(workplace.dataDir);
    try {
      const rows = await backend.sql<{ order_no: string }>("select order_no from orders");
      const kept = new Set(rows.map((row) => row.order_no));
      expect(
        [...acknowledged].filter((orderNo) => !kept.has(orderNo)),
        `lost in round ${round}`,
      ).toEqual([]);
      expect(await halfOrders(backend), `half in round ${round}`).toEqual([]);
      if (round % 10 === 0) await checkInvariants(backend);
    } finally {
      await backend.close();
    }
  }
  console.log(`${rounds} kills, ${acknowledged.size} acknowledged orders, all of them whole`);
  expect(acknowledged.size).toBeGreaterThan(rounds);
});

test("the check sees a half order when there is one", async () => {
  const backend = await openBackendIn(workplace.dataDir);
  try {
    const park = await createPark(backend);
    const { orderId } = await park.sell();
    expect(await halfOrders(backend)).toEqual([]);
    await backend.sql("alter table ticket disable trigger all");
    await backend.sql("delete from print_log where ticket_id in (select id from ticket where order_id = $1)", [
      orderId,
    ]);
    await backend.sql("delete from ticket where id = (select min(id) from ticket where order_id = $1)", [orderId]);
    expect((await halfOrders(backend)).length).toBe(1);
  } finally {
    await backend.close();
  }
});
