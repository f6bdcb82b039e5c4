/** Quotas of the version before, when their ledger was one of its own: every row is there, and the next sale goes on. */
import { afterAll, beforeAll, expect, test } from "vitest";
import { invariants } from "~server/backend/business/manifests";
import type { Database } from "~server/backend/db/database";
import { migrate } from "~server/backend/db/migrate";
import { type EmptyDatabase, emptyDatabase } from "~tests/support/empty-database";
import { migrateUntil } from "~tests/support/migrate-until";

let empty: EmptyDatabase;
let database: Database;
const rows = async (text: string) => (await database.pool.query(text)).rows;

beforeAll(async () => {
  empty = await emptyDatabase();
  database = await empty.open();
  await migrateUntil(database, "0100_ledgers.sql");
  await database.pool.query(`
    select set_config('app.corp_code', '0001', false);
    insert into quota_pool (corp_code, id, name, daily_total) values ('0001', 3, '东区', 10);
    insert into quota_day (corp_code, id, pool_id, day, slot, total, held, sold) values
      ('0001', 7, 3, '2026-11-20', '', 12, 0, 2),
      ('0001', 8, 3, '2026-11-21', '09:00-10:00', 10, 0, 0);
    insert into quota_ledger (corp_code, at, quota_day_id, kind, total_change, sold_change, total, held, sold, order_no, account_id, account_name) values
      ('0001', '2026-11-20T10:00:00+08:00', 7, 'adjust', 10, 0, 10, 0, 0, '', 1, '甲'),
      ('0001', '2026-11-20T10:00:02+08:00', 7, 'sell', 0, 3, 10, 0, 3, 'OD1', 1, '甲'),
      ('0001', '2026-11-20T10:00:01+08:00', 7, 'giveBack', 0, -1, 10, 0, 2, 'OD1', 2, '乙'),
      ('0001', '2026-11-20T09:59:00+08:00', 7, 'adjust', 2, 0, 12, 0, 2, '', 2, '乙'),
      ('0001', '2026-11-20T10:00:00+08:00', 8, 'adjust', 10, 0, 10, 0, 0, '', 1, '甲');
  `);
  await migrate(database);
});
afterAll(() => empty.close());

test("no row is lost, and none says anything else than it did", async () => {
  const said = `
    select quota_day_id, pool_id, day::text, slot, kind, total_change, sold_change, total, sold, source, source_key, account_name
    from quota_ledger order by id`;
  const first = { quota_day_id: 7, pool_id: 3, day: "2026-11-20", slot: "", source_key: null };
  expect(await rows(said)).toEqual([
    { ...first, kind: "adjust", total_change: 10, sold_change: 0, total: 10, sold: 0, source: "", account_name: "甲" },
    { ...first, kind: "sell", total_change: 0, sold_change: 3, total: 10, sold: 3, source: "OD1", account_name: "甲" },
    {
      ...first,
      kind: "giveBack",
      total_change: 0,
      sold_change: -1,
      total: 10,
      sold: 2,
      source: "OD1",
      account_name: "乙",
    },
    { ...first, kind: "adjust", total_change: 2, sold_change: 0, total: 12, sold: 2, source: "", account_name: "乙" },
    {
      ...first,
      quota_day_id: 8,
      day: "2026-11-21",
      slot: "09:00-10:00",
      kind: "adjust",
      total_change: 10,
      sold_change: 0,
      total: 10,
      sold: 0,
      source: "",
      account_name: "甲",
    },
  ]);
  expect(await rows("select id, total, sold, moved_at from quota_day order by id")).toEqual([
    { id: 7, total: 12, sold: 2, moved_at: new Date("2026-11-20T10:00:02+08:00") },
    { id: 8, total: 10, sold: 0, moved_at: new Date("2026-11-20T10:00:00+08:00") },
  ]);
});

test("what must hold of every ledger holds of it", async () => {
  const own = Object.entries(invariants).filter(([rule]) => rule.startsWith("quota_ledger"));
  expect(own).toHaveLength(3);
  for (const [rule, { broken }] of own) expect(await rows(broken), rule).toEqual([]);
});
