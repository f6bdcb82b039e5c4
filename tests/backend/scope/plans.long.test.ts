/** Long lists of an account with a scope: the policies cost no walk through a big table, and no look for every row of it. */
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { Method } from "~/contract/method";
import { offlineOrder } from "~/contract/order/order-lists";
import { refund } from "~/contract/order/refund-list";
import { issuedTicket } from "~/contract/ticket/issued";
import { openTestBackend, type TestBackend } from "~tests/support/backend";
import { plansDuring, rowsRead } from "~tests/support/plans";
import { allRights, type FullPark, twoParks } from "~tests/support/two-parks";

const many = 200_000;
const first = 10_000_000;
let backend: TestBackend;
let near: FullPark;
let as: string;
beforeAll(async () => {
  backend = await openTestBackend({ moneyMadeUp: true });
  const parks = await twoParks(backend);
  near = parks.near;
  as = (await allRights(backend, [near.parkId])).token;
  // As they are, many times over: every second one is the other park's. Without triggers and keys, which know them already.
  await backend.sql("set session_replication_role = replica");
  const copies = async (table: string, id: string, values: string) => {
    const kept = await backend.sql<{ names: string }>(
      `select string_agg(quote_ident(attname), ', ' order by attnum) as names from pg_attribute
       where attrelid = $1::regclass and attnum > 0 and not attisdropped and attgenerated = ''`,
      [table],
    );
    const names = kept[0]?.names ?? "";
    await backend.sql(
      `insert into "${table}" (${names})
       select ${names.replace(/\w+/g, "r.$&")}
       from generate_series(1, ${many}) n
       join "${table}" t on t.id = case when n % 2 = 0 then $1::bigint else $2::bigint end
       cross join lateral jsonb_populate_record(t, jsonb_build_object('id', ${first} + n, ${values})) r`,
      [parks.near[id as keyof FullPark], parks.other[id as keyof FullPark]],
    );
  };
  const at = "timestamptz '2025-01-01 08:00+08' + n * interval '40 seconds'";
  await copies("orders", "orderId", `'order_no', 'OX' || n, 'created_at', ${at}`);
  await copies(
    "ticket",
    "ticketId",
    `'ticket_no', 'TX' || n, 'qr_text', 'TX' || lpad(n::text, 30, '0'), 'order_id', ${first} + n, 'issued_at', ${at}`,
  );
  await copies("refund", "refundId", `'refund_no', 'RX' || n, 'order_id', ${first} + n, 'requested_at', ${at}`);
  await backend.sql("set session_replication_role = origin");
  await backend.sql("checkpoint");
  for (const table of ["orders", "ticket", "refund"]) await backend.sql(`vacuum analyze ${table}`);
}, 600_000);
afterAll(() => backend.close());

const big = ["orders", "ticket", "refund"];
/** A count is exact up to its bound, and a page has twenty rows: each may be looked up above once. */
const bound = 60_000;

describe.each<[string, Method, RegExp, object[]]>([
  [
    "orders",
    offlineOrder.methods.list,
    /orders/,
    [{}, { pageNo: 50 }, { sort: "createdAt", order: "desc" }, { filters: { orderNo: "OX7" } }],
  ],
  ["issued tickets", issuedTicket.methods.list, /ticket/, [{}, { pageNo: 50 }, { filters: { ticketNo: "TX7" } }]],
  ["refunds", refund.methods.list, /refund/, [{}, { pageNo: 50 }, { filters: { state: "waiting" } }]],
])("the list of %s", (_, list, about, payloads) => {
  test.each(payloads.map((payload) => [JSON.stringify(payload), payload] as const))(
    "%s",
    async (_text, payload) => {
      const { nodes, statements } = await plansDuring(backend, about, async () => {
        expect((await backend.call(list, payload as never, { as })).status).toBe(200);
      });
      expect(statements).toBeGreaterThan(0);
      const read = Object.fromEntries(big.map((table) => [table, rowsRead(nodes, table)]));
      for (const table of big) expect(read[table], JSON.stringify(read)).toBeLessThan(bound);
    },
    120_000,
  );
});
