/** Orders of the version before, when lines had the columns of a ticket: nothing of them is lost. */
import { afterAll, beforeAll, expect, test } from "vitest";
import type { Database } from "~server/backend/db/database";
import { migrate } from "~server/backend/db/migrate";
import { type EmptyDatabase, emptyDatabase } from "~tests/support/empty-database";
import { migrateUntil } from "~tests/support/migrate-until";

const lines = "0094_order_lines.sql";
let empty: EmptyDatabase;
let database: Database;
const rows = async (text: string) => (await database.pool.query(text)).rows;

beforeAll(async () => {
  empty = await emptyDatabase();
  database = await empty.open();
  await migrateUntil(database, lines);
  await database.pool.query("select set_config('app.corp_code', '0001', false)");
  await database.pool.query(`
    insert into park (corp_code, id, code, name) values ('0001', 1, 'P', '云山');
    insert into ticket_type (corp_code, id, code, name, park_id, face_price, list_price) values ('0001', 7, 'T', '成人票', 1, 9000, 8000);
    insert into orders (corp_code, id, order_no, channel, state, visit_day, quantity, total, payable, paid, refunding)
      values ('0001', 3, 'OD1', 'window', 'paid', '2026-11-20', 2, 16000, 16000, 16000, 8000);
    insert into sub_order (corp_code, id, order_id, line_no, ticket_type_id, ticket_type_name, kind, park_id, slot,
        quantity, face_price, list_price, unit_price, amount, policy_id, policy_name, real_name, refund_rule, refund_bands,
        validity, valid_from, valid_to, admissions, pass_interval, entry_from, entry_to, used, refunding)
      values ('0001', 5, 3, 1, 7, '成人票', 'single', 1, '09:00-12:00', 2, 9000, 8000, 8000, 16000, null, '', 'none', 'approval',
        '24: 10', 'day', '2026-11-20', '2026-11-20', 1, 30, '08:00', null, 0, 1);
    insert into ticket (corp_code, id, ticket_no, qr_text, order_id, line_id, ticket_type_id, ticket_type_name, park_id,
        visit_day, valid_from, valid_to, price, admissions, state)
      values ('0001', 11, 'TK1', repeat('q', 27), 3, 5, 7, '成人票', 1, '2026-11-20', '2026-11-20', '2026-11-20', 8000, 1, 'refunding');
    insert into payment (corp_code, order_id, kind, payment_type, amount) values ('0001', 3, 'payment', 'wechat', 16000);
    insert into refund (corp_code, id, refund_no, order_id, state, needs_approval, quantity, amount, requested_by_id, requested_by)
      values ('0001', 13, 'RF1', 3, 'waiting', true, 1, 8000, 1, '甲');
    insert into refund_item (corp_code, refund_id, line_id, ticket_id, price, fee) values ('0001', 13, 5, 11, 8000, 0);
  `);
  await migrate(database);
});
afterAll(() => empty.close());

test("a ticket's line says its business and keeps every term that it was sold under", async () => {
  expect(await rows("select * from sub_order")).toEqual([
    {
      corp_code: "0001",
      id: 5,
      order_id: 3,
      line_no: 1,
      business: "ticket",
      kind: "single",
      subject_id: 7,
      name: "成人票",
      park_id: 1,
      quantity: 2,
      unit_price: 8000,
      amount: 16000,
      discount: 0,
      used: 0,
      refunding: 1,
      refunded: 0,
      changed: 0,
      terms: {
        slot: "09:00-12:00",
        facePrice: 9000,
        listPrice: 8000,
        policyId: null,
        policyName: "",
        realName: "none",
        refundRule: "approval",
        refundBands: [{ hours: 24, feePercent: 10 }],
        validity: "day",
        validFrom: "2026-11-20",
        validTo: "2026-11-20",
        admissions: 1,
        passInterval: 30,
        gateGroupId: null,
        entryFrom: "08:00",
        entryTo: null,
      },
    },
  ]);
});

test("a refund that waited goes back by the way its order was paid, and holds its ticket as a piece", async () => {
  expect(await rows("select ways from refund")).toEqual([{ ways: [{ paymentType: "wechat", amount: 8000 }] }]);
  expect(await rows("select line_id, piece_id, price from refund_item")).toEqual([
    { line_id: 5, piece_id: 11, price: 8000 },
  ]);
  expect(await rows("select amount, received from payment")).toEqual([{ amount: 16000, received: null }]);
});
