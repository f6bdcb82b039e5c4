/**
 * Ledgers and pages of the stock with 100,000 movements: `npx tsx tests/perf/stock.ts`, with TEST_DATABASE_URL on PostgreSQL.
 * Times are of one caller, of the backend with its database, without HTTP.
 */
import { sql } from "drizzle-orm";
import { stockMonth } from "~/contract/stock/month";
import { stockLedger, stockValueLedger } from "~/contract/stock/stock-ledger";
import { stockItem } from "~/contract/stock/store";
import { stockToOrder } from "~/contract/stock/to-order";
import { stockSerials } from "~/contract/stock/where";
import { openTestBackend } from "~tests/support/backend";
import { createPark, today } from "~tests/support/park";

const movements = Number(process.env.MOVEMENTS ?? 100_000);
const accounts = 100;

const backend = await openTestBackend({ moneyMadeUp: true });
const { parkId } = await createPark(backend);
const each = Math.floor(movements / accounts);
// Two pieces come and one goes in turn, at a yuan each, over the last two hundred days; everything is due to be ordered.
const kind = sql`case n % 2 when 1 then 'in' else 'out' end`;
const change = sql`case n % 2 when 1 then 2 else -1 end`;
const balance = sql`(n / 2 + n % 2 * 2)`;
const at = sql`${`${today}T09:00:00+08:00`}::timestamptz - make_interval(mins => (${each}::int - n) * (288000 / ${each}::int))`;
await backend.database.system(
  async (tx) => {
    await tx.execute(sql`set local session_replication_role = replica`);
    await tx.execute(sql`
      insert into stock_store (corp_code, code, name, park_id)
      select '0001', 'PF-' || n, '仓库 ' || n, ${parkId}::bigint from generate_series(1, 5) n
    `);
    await tx.execute(sql`
      insert into stock_item (corp_code, code, name, unit, safety, lead_days, serial_digits, serial_prefix)
      select '0001', 'PF-' || n, '物品 ' || n, '张', 600, 5, 8, 'P' || n || 'X' from generate_series(1, ${accounts / 5}::int) n
    `);
    await tx.execute(sql`
      insert into stock_account (corp_code, store_id, item_id, quantity)
      select '0001', s.id, i.id, ${each}::int / 2 from stock_store s, stock_item i where s.code like 'PF-%' and i.code like 'PF-%'
    `);
    await tx.execute(sql`
      insert into stock_value (corp_code, store_id, item_id, amount)
      select corp_code, store_id, item_id, quantity * 100 from stock_account
    `);
    await tx.execute(sql`
      insert into stock_ledger (corp_code, at, stock_account_id, kind, source, source_key, store_id, item_id, quantity, quantity_change, transit)
      select '0001', ${at}, a.id, ${kind}, 'PF' || a.id || '-' || n, 'stock/in/PF' || a.id || '-' || n, a.store_id, a.item_id, ${balance}, ${change}, 0
      from generate_series(1, ${each}::int) n cross join stock_account a
    `);
    await tx.execute(sql`
      insert into stock_value_ledger (corp_code, at, stock_value_id, kind, source, source_key, store_id, item_id, amount, amount_change, transit)
      select '0001', ${at}, a.id, ${kind}, 'PF' || a.id || '-' || n, 'stock/in/PF' || a.id || '-' || n, a.store_id, a.item_id, ${balance} * 100, ${change} * 100, 0
      from generate_series(1, ${each}::int) n cross join stock_value a
    `);
    await tx.execute(sql`
      insert into stock_in (corp_code, code, number, store_id, kind, supplier, status, amount, posted_at, maker_id)
      select '0001', 'PF-' || n, 'PF-' || n, (select min(id) from stock_store) + n % 5, 'purchase', '纸业', 'posted', 20000,
             now() - make_interval(hours => n), 1
      from generate_series(1, 2000) n
    `);
    await tx.execute(sql`
      insert into stock_in_line (corp_code, stock_in_id, position, item_id, quantity, amount)
      select '0001', b.id, p, (select min(id) from stock_item) + (b.id + p) % ${accounts / 5}::int, 100, 5000
      from stock_in b cross join generate_series(1, 4) p
    `);
    // Every second number has left: no two ranges are joined.
    await tx.execute(sql`
      insert into stock_range (corp_code, item_id, store_id, state, first_no, last_no, moved_at)
      select '0001', a.item_id, a.store_id, case n % 2 when 0 then 'stock' else 'issued' end,
             a.store_id * 100000 + n, a.store_id * 100000 + n, now()
      from generate_series(1, ${each}::int) n cross join stock_account a
    `);
    await tx.execute(sql`
      insert into stock_serial_log (corp_code, at, item_id, store_id, kind, first_no, last_no, source, account_id, account_name)
      select corp_code, now(), item_id, store_id, 'in', first_no, last_no, 'PF', 1, '保管员' from stock_range
    `);
  },
  { patience: "none" },
);
for (const table of ["account", "value", "ledger", "value_ledger", "range", "serial_log", "in", "in_line"])
  await backend.database.pool.query(`vacuum analyze stock_${table}`);
const [one] = await backend.sql<{ store: number; item: number; number: number }>(
  "select store_id::int as store, item_id::int as item, first_no::int as number from stock_range order by id limit 1",
);
const { store = 0, item = 0, number = 0 } = one ?? {};

const asked = {
  "ledger of pieces": () => backend.call(stockLedger.rows.methods.list, {}),
  "ledger of pieces, last page": () => backend.call(stockLedger.rows.methods.list, { pageNo: 1_000 } as never),
  "ledger of one item": () =>
    backend.call(stockLedger.rows.methods.list, { filters: { itemId: String(item) } } as never),
  "ledger of one warehouse and item": () =>
    backend.call(stockLedger.rows.methods.list, { filters: { storeId: String(store), itemId: String(item) } } as never),
  "ledger of value": () => backend.call(stockValueLedger.rows.methods.list, {}),
  "balances as of a day": () => backend.call(stockLedger.standing, {} as never),
  "a month of all warehouses": () => backend.call(stockMonth, { month: today.slice(0, 7) }),
  "a month of one warehouse": () => backend.call(stockMonth, { month: today.slice(0, 7), storeId: store }),
  "what to order": () => backend.call(stockToOrder, {}),
  items: () => backend.call(stockItem.methods.list, {}),
  "where a number is": () => backend.call(stockSerials, { serial: `P1X${String(number).padStart(8, "0")}` }),
  "ranges of an item": () => backend.call(stockSerials, { itemId: item }),
};
for (const [name, ask] of Object.entries(asked)) {
  const taken: number[] = [];
  for (let i = 0; i < 12; i += 1) {
    const began = performance.now();
    const reply = await ask();
    if (reply.status !== 200) throw new Error(`${name}: ${reply.message}`);
    if (i >= 2) taken.push(performance.now() - began);
  }
  taken.sort((a, b) => a - b);
  console.log(`${name}: middle ${taken[5]?.toFixed(1)} ms, slowest of ten ${taken.at(-1)?.toFixed(1)} ms`);
}
await backend.close();
process.exit(0);
