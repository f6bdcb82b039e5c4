/** Red letters of before a rebate was a reason of its own: those that counted as an agency's rebate still do, and no others. */
import { afterAll, beforeAll, expect, test } from "vitest";
import type { Database } from "~server/backend/db/database";
import { migrate } from "~server/backend/db/migrate";
import { type EmptyDatabase, emptyDatabase } from "~tests/support/empty-database";
import { migrateUntil } from "~tests/support/migrate-until";

let empty: EmptyDatabase;
let database: Database;

beforeAll(async () => {
  empty = await emptyDatabase();
  database = await empty.open();
  await migrateUntil(database, "0431_red_letters_for_rebates.sql");
  await database.pool.query(`
    select set_config('app.corp_code', '0001', false);
    insert into travel_agency (corp_code, id, code, name, type, licence, contact, mobile, settlement, status)
    select corp, id, 'A' || id, '旅行社' || id, 'groups', 'L' || id, '李娜', '13800138000', 'prepaid', 'active'
    from (values ('0001', 1), ('0001', 2), ('0001', 3), ('0002', 1)) as a (corp, id);
    -- Of another corp's agency of the same number nothing is booked here.
    insert into agreed_quantity (corp_code, code, agency_id, from_day, to_day, reason, status, tickets, amount) values
      ('0001', 'XL1', 1, '2026-01-01', '2026-03-31', '合同', 'booked', 10, 5000),
      ('0001', 'XL2', 2, '2026-01-01', '2026-03-31', '合同', 'open', null, null),
      ('0001', 'XL3', 3, '2026-01-01', '2026-03-31', '合同', 'void', null, null);
    insert into invoice (
      corp_code, id, serial, status, title, gross, tax, kind, agency_id, number, issued_on, requested_at, seller_title,
      seller_number
    )
    select corp, id, 'FP' || id, 'issued', '抬头', 10000, 566, 'ordinary', agency, 'N' || id, '2026-04-01',
           '2026-04-01T10:00:00+08:00', '景区', '91330106MA2CFAFU7H'
    from (values ('0001', 1, 1), ('0001', 2, 2), ('0001', 3, 3), ('0001', 4, null), ('0002', 5, 1)) as i (corp, id, agency);
    insert into invoice_red (corp_code, id, serial, status, invoice_id, title, gross, tax, reason, requested_at)
    select corp, id, 'HZ' || id, status, invoice, '抬头', gross, 0, reason, '2026-04-02T10:00:00+08:00'
    from (values
      ('0001', 1, 'waiting', 1, 2000, 'allowance'),
      ('0001', 2, 'refused', 1, 2000, 'allowance'),
      ('0001', 3, 'confirmed', 1, 10000, 'allowance'),
      ('0001', 4, 'confirmed', 1, 2000, 'returned'),
      ('0001', 5, 'confirmed', 2, 2000, 'allowance'),
      ('0001', 6, 'confirmed', 3, 2000, 'allowance'),
      ('0001', 7, 'confirmed', 4, 2000, 'allowance'),
      ('0002', 8, 'confirmed', 5, 2000, 'allowance')
    ) as r (corp, id, status, invoice, gross, reason);
  `);
  await migrate(database);
});
afterAll(() => empty.close());

test("letters over part of an invoice of an agency with a rebate booked are for it; all others stay what they were", async () => {
  const { rows } = await database.pool.query("select id::int as id, reason from invoice_red order by id");
  expect(rows.map(({ id, reason }) => `${id} ${reason}`)).toEqual([
    "1 rebate",
    "2 rebate",
    "3 allowance",
    "4 returned",
    "5 allowance",
    "6 allowance",
    "7 allowance",
    "8 allowance",
  ]);
});

test("what keeps letters as they are is back on, and no reason but the five is taken", async () => {
  const off = await database.pool.query(
    "select tgname from pg_trigger where tgrelid = 'invoice_red'::regclass and not tgisinternal and tgenabled = 'D'",
  );
  expect(off.rows).toEqual([]);
  await expect(database.pool.query("update invoice_red set reason = 'gift' where id = 5")).rejects.toThrow();
});
