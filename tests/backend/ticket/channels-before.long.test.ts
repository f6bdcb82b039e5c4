/** The channels of ticket types that a version before kept as text. */
import { expect, test } from "vitest";
import { migrate } from "~server/backend/db/migrate";
import { emptyDatabase } from "~tests/support/empty-database";
import { migrateUntil } from "~tests/support/migrate-until";

test("those of the version before are the same values, and none gains a channel that it is sold on", async () => {
  const empty = await emptyDatabase();
  const database = await empty.open();
  await migrateUntil(database, "0117_declared_tables.sql");
  await database.pool.query(`
    select set_config('app.corp_code', '0001', false);
    insert into park (corp_code, id, code, name) values ('0001', 1, 'P', '园');
    insert into ticket_type (corp_code, id, code, name, park_id, face_price, list_price, status, channels) values
      ('0001', 1, 'A', 'a', 1, 1, 1, 'onSale', 'window,internal'),
      ('0001', 2, 'B', 'b', 1, 1, 1, 'onSale', ' network，window , mobile'),
      ('0001', 3, 'C', 'c', 1, 1, 1, 'onSale', ''),
      ('0001', 4, 'D', 'd', 1, 1, 1, 'draft', ' , ');
  `);
  await migrate(database);
  const { rows } = await database.pool.query("select id, status, channels from ticket_type order by id");
  expect(rows).toEqual([
    { id: 1, status: "onSale", channels: ["window", "internal"] },
    { id: 2, status: "onSale", channels: ["network", "window", "mobile"] },
    { id: 3, status: "suspended", channels: ["window"] },
    { id: 4, status: "draft", channels: ["window"] },
  ]);
  await empty.close();
}, 120_000);
