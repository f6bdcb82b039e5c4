/** The blocks of the workbench read by indexes, however many orders there are. */
import { afterAll, beforeAll, expect, test } from "vitest";
import { bookingsTomorrow, ownSalesToday, salesToday, takingsByDay } from "~/contract/order/today";
import { admissionsByHour, fullSlots, gatesToday, parkLoad, quietGates } from "~/contract/ticket/today";
import { createGrounds, type Grounds } from "~tests/backend/order/sold";
import { openTestBackend, type TestBackend } from "~tests/support/backend";
import { plansDuring } from "~tests/support/plans";

let backend: TestBackend;
let grounds: Grounds;
beforeAll(async () => {
  backend = await openTestBackend({ moneyMadeUp: true });
  // A Friday, ten in the morning in China.
  backend.setNow(new Date("2026-11-20T10:00:00+08:00"));
  grounds = await createGrounds(backend);
}, 300_000);
afterAll(() => backend.close());

test.skipIf(process.env.TEST_DATABASE_URL)(
  "2.3a the workbench reads by indexes, over tables that have grown",
  async () => {
    await backend.sql("set session_replication_role = replica");
    const at = "timestamptz '2026-11-20 08:00+08' - n * interval '30 minutes'";
    await backend.sql(
      `insert into orders (corp_code, order_no, channel, state, visit_day, quantity, total, payable, paid, created_at)
       select '0001', 'HP' || n, case when n % 2 = 0 then 'window' else 'ota' end, 'paid', date '2026-11-20' - n / 48, 1, 1, 1, 1, ${at}
       from generate_series(1, 20000) n`,
    );
    await backend.sql(
      `insert into sub_order (corp_code, order_id, line_no, business, kind, subject_id, name, park_id, quantity, unit_price, amount)
       select '0001', id, 1, 'ticket', 'ticketType', 1, '票', ${grounds.parkId}, 1, 1, 1 from orders where order_no like 'HP%'`,
    );
    await backend.sql(
      `insert into payment (corp_code, at, order_id, kind, payment_type, amount)
       select '0001', ${at}, (select min(id) from orders), 'payment', 'cash', 1 from generate_series(1, 20000) n`,
    );
    await backend.sql(
      `insert into passage (corp_code, gate_id, park_id, direction, admitted, reason, at, counts_at, through)
       select '0001', ${grounds.gateId}, ${grounds.parkId}, 'in', true, 'ok', ${at}, ${at}, 1 from generate_series(1, 20000) n`,
    );
    await backend.sql("insert into quota_pool (corp_code, name, daily_total) values ('0001', '湖上观光', 10)");
    await backend.sql(
      `insert into quota_day (corp_code, pool_id, day, total, sold)
       select '0001', pool, date '2026-11-20' - n, 10, 9
       from generate_series(1, 4000) n, (select min(id) as pool from quota_pool) p`,
    );
    await backend.sql("set session_replication_role = origin");
    await backend.sql("checkpoint");
    const tables = ["orders", "sub_order", "payment", "passage", "quota_day"];
    for (const table of tables) await backend.sql(`vacuum analyze ${table}`);
    const asked = [
      salesToday,
      ownSalesToday,
      takingsByDay,
      bookingsTomorrow,
      admissionsByHour,
      parkLoad,
      fullSlots,
      quietGates,
      gatesToday,
    ];
    for (const method of asked) {
      const { nodes, statements } = await plansDuring(backend, /\b(orders|payment|passage|quota_day)\b/, async () => {
        expect((await backend.call(method, {})).status).toBe(200);
      });
      expect(statements, method.name).toBeGreaterThan(0);
      const walked = nodes.filter(
        (node) => tables.includes(node["Relation Name"] ?? "") && node["Node Type"] === "Seq Scan",
      );
      expect(walked, method.name).toEqual([]);
      if (method === takingsByDay) expect(nodes.map((node) => node["Node Type"])).toContain("Index Only Scan");
    }
  },
  180_000,
);
