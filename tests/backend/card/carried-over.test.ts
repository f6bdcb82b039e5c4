/** Types and charges of the version before: rules that were never obeyed go, and what was paid keeps the scale of that day. */
import { afterAll, beforeAll, expect, test } from "vitest";
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
  await migrateUntil(database, "0469_rules_of_stored_types.sql");
  await database.pool.query(`
    select set_config('app.corp_code', '0001', false);
    insert into orders (corp_code, id, order_no, channel, state, visit_day, quantity, total, payable, paid)
      values ('0001', 3, 'OD1', 'window', 'paid', '2026-11-20', 1, 8000, 8000, 8000);
    insert into card_fee (corp_code, id, code, name, issue, deposit, replacement, renewal, scale_basis)
      values ('0001', 1, 'F1', '标准', 0, 0, 0, 0, 'days'), ('0001', 2, 'F2', '不退', 0, 0, 0, 0, 'share');
    insert into card_fee_step (corp_code, card_fee_id, position, until, percent)
      values ('0001', 1, 1, 30, 50), ('0001', 1, 0, 7, 100);
    insert into card_type (corp_code, id, code, name, kind, price, card_fee_id, validity, months, holders_most, asks_photo,
                           renewable, renew_before, gift_order, refund_rule, wallet, wallet_rotates)
      values ('0001', 1, 'T1', '年卡', 'annual', 100, 1, 'activation', 12, 3, true, true, 30, null, null, true, true),
             ('0001', 2, 'T2', '储值卡', 'stored', 0, 1, 'activation', 12, 3, true, true, 30, 'last', 'anytime', true, true),
             ('0001', 3, 'T3', '员工卡', 'employee', 0, 1, 'sale', 12, 1, true, true, 30, null, null, true, true),
             ('0001', 4, 'T4', '季卡', 'season', 100, 2, 'sale', 3, 1, false, true, 30, null, null, false, false);
    insert into season_card (corp_code, id, number, card_type_id, status) values ('0001', 1, 'A', 1, 'sold'), ('0001', 2, 'B', 4, 'sold');
    insert into season_card_charge (corp_code, id, card_id, order_id, line_id, kind, amount, state, paid_at)
      values ('0001', 1, 1, 3, 1, 'card', 100, 'paid', now()), ('0001', 2, 1, 3, 2, 'issue', 10, 'paid', now()),
             ('0001', 3, 2, 3, 3, 'renewal', 100, 'refunding', now()), ('0001', 4, 2, 3, 4, 'card', 100, 'refunded', now());
  `);
  await migrate(database);
});
afterAll(() => empty.close());

test("a type of stored value keeps none of the rules of cards that admit, and its term begins with the sale as it always did", async () => {
  expect(
    await rows(`
      select id::int, validity, holders_most as holders, asks_photo as photo, renewable, renew_before as before
      from card_type order by id limit 2`),
  ).toEqual([
    { id: 1, validity: "activation", holders: 3, photo: true, renewable: true, before: 30 },
    { id: 2, validity: "sale", holders: null, photo: false, renewable: false, before: null },
  ]);
});

test("types of employees' cards offer no card on a phone any more, others as before", async () => {
  expect(await rows("select id::int, wallet, wallet_rotates as rotates from card_type order by id")).toEqual([
    { id: 1, wallet: true, rotates: true },
    { id: 2, wallet: true, rotates: true },
    { id: 3, wallet: false, rotates: false },
    { id: 4, wallet: false, rotates: false },
  ]);
});

test("what was paid for a term has the scale of its type, in its order; fees and what went back have none", async () => {
  expect(await rows("select id::int, scale from season_card_charge order by id")).toEqual([
    {
      id: 1,
      scale: {
        basis: "days",
        steps: [
          { until: 7, percent: 100 },
          { until: 30, percent: 50 },
        ],
      },
    },
    { id: 2, scale: null },
    { id: 3, scale: { basis: "share", steps: [] } },
    { id: 4, scale: null },
  ]);
});
