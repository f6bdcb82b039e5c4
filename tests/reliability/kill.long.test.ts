/** kill -9 at random moments of a sale loop: no acknowledged order is lost, none is half there. */
import { afterAll, beforeAll, expect, test } from "vitest";
import { openBackendIn, type TestBackend } from "~tests/support/backend";
import { checkInvariants } from "~tests/support/invariants";
import { createPark } from "~tests/support/park";
import { makeWorkplace, type Workplace } from "./killed-child";

/** Two side by side: while one process starts, what the other left is looked at. */
const places = 2;
const rounds = 15;
let workplace: Workplace;
beforeAll(async () => {
  workplace = await makeWorkplace("tests/reliability/sale-loop.ts");
});
afterAll(() => workplace.remove());

/** Sells and is killed amid it; answers the orders that were acknowledged. */
async function sellUntilKilled(dataDir: string): Promise<string[]> {
  const lines = await workplace.workUntilKilled(dataDir, { sign: "selling", after: 20, atMost: 1_200 });
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

/** Kills and looks, round after round, on one data directory; answers the orders that were acknowledged. */
async function killAgainAndAgain(dataDir: string): Promise<Set<string>> {
  const acknowledged = new Set<string>();
  for (let round = 1; round <= rounds; round += 1) {
    for (const orderNo of await sellUntilKilled(dataDir)) acknowledged.add(orderNo);
    const backend = await openBackendIn(dataDir);
    try {
      const rows = await backend.sql<{ order_no: string }>("select order_no from orders");
      const kept = new Set(rows.map((row) => row.order_no));
      expect(
        [...acknowledged].filter((orderNo) => !kept.has(orderNo)),
        `lost in round ${round}`,
      ).toEqual([]);
      expect(await halfOrders(backend), `half in round ${round}`).toEqual([]);
      if (round % 5 === 0) await checkInvariants(backend);
    } finally {
      await backend.close();
    }
  }
  return acknowledged;
}

test(`${places * rounds} kills in sale loops lose no acknowledged order and leave no half order`, async () => {
  const loops = Array.from({ length: places }, () => killAgainAndAgain(workplace.makeDataDir()));
  const acknowledged = (await Promise.all(loops)).reduce((sum, { size }) => sum + size, 0);
  console.log(`${places * rounds} kills, ${acknowledged} acknowledged orders, all of them whole`);
  expect(acknowledged).toBeGreaterThan(places * rounds);
}, 1_500_000);

test("the check sees a half order when there is one", async () => {
  const backend = await openBackendIn(workplace.makeDataDir());
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
