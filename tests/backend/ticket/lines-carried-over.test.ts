/** Ticket types of the version before, when refund bands and slots were texts: each says what it said, and none is free by mistake. */
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { judgeTickets } from "~server/backend/business/ticket/rules/refund-pieces";
import type { Database } from "~server/backend/db/database";
import { migrate } from "~server/backend/db/migrate";
import { type EmptyDatabase, emptyDatabase } from "~tests/support/empty-database";
import { migrateUntil } from "~tests/support/migrate-until";

let empty: EmptyDatabase;
let database: Database;
const rows = async (text: string) => (await database.pool.query(text)).rows;

const versionBefore = async () => {
  empty = await emptyDatabase();
  database = await empty.open();
  await migrateUntil(database, "0114_ticket_type_lines.sql");
  await database.pool.query(`
    select set_config('app.corp_code', '0001', false);
    insert into park (corp_code, id, code, name) values ('0001', 1, 'P', '云山');
    insert into orders (corp_code, id, order_no, channel, state, visit_day, quantity, total, payable, paid)
      values ('0001', 3, 'OD1', 'window', 'paid', '2026-11-20', 1, 8000, 8000, 8000);
  `);
};

const type = (id: number, bands: string | null, slots: string | null) =>
  database.pool.query(
    `insert into ticket_type (corp_code, id, code, name, park_id, face_price, list_price, refund_bands, slots)
     values ('0001', $1::bigint, 'T' || $1::text, '成人票', 1, 9000, 8000, $2, $3)`,
    [id, bands, slots],
  );
const sold = (id: number, terms: object) =>
  database.pool.query(
    `insert into sub_order (corp_code, id, order_id, line_no, business, kind, subject_id, name, park_id, quantity, unit_price, amount, terms)
     values ('0001', $1::bigint, 3, $1::int, 'ticket', 'single', 7, '成人票', 1, 1, 8000, 8000, $2)`,
    [id, terms],
  );

describe("what is stored moves over", () => {
  beforeAll(async () => {
    await versionBefore();
    await type(7, "24: 0\n2: 20.5\n-1: 50", "09:00-12:00,13:00-17:00");
    await type(8, " 2 ： 20 % ；24:0% ", "");
    await type(9, null, null);
    await sold(1, { slot: "", refundRule: "approval", refundBands: "24: 0\n2: 20" });
    await sold(2, { slot: "", refundRule: "free", refundBands: "" });
    await sold(3, { slot: "", refundRule: "free", refundBands: null });
    await sold(4, { slot: "", refundRule: "free", refundBands: "soon: 10" });
    await sold(5, { slot: "", refundRule: "perhaps", refundBands: "" });
    await migrate(database);
  });
  afterAll(() => empty.close());

  test("bands and slots become lines, in their order", async () => {
    expect(
      await rows(`
        select ticket_type_id as type, position, hours::float, fee_percent::float as fee
        from ticket_type_refund_band order by ticket_type_id, position`),
    ).toEqual([
      { type: 7, position: 0, hours: 24, fee: 0 },
      { type: 7, position: 1, hours: 2, fee: 20.5 },
      { type: 7, position: 2, hours: -1, fee: 50 },
      { type: 8, position: 0, hours: 24, fee: 0 },
      { type: 8, position: 1, hours: 2, fee: 20 },
    ]);
    expect(
      await rows(
        "select ticket_type_id as type, position, start_time, end_time from ticket_type_slot order by position",
      ),
    ).toEqual([
      { type: 7, position: 0, start_time: "09:00", end_time: "12:00" },
      { type: 7, position: 1, start_time: "13:00", end_time: "17:00" },
    ]);
  });

  test("what was sold keeps its bands; a text that nobody can read stays, and is not free", async () => {
    const lines = await rows("select id, name, terms from sub_order order by id");
    expect(lines.map(({ terms }) => terms.refundBands)).toEqual([
      [
        { hours: 24, feePercent: 0 },
        { hours: 2, feePercent: 20 },
      ],
      [],
      [],
      "soon: 10",
      [],
    ]);
    expect(lines[0].terms).toMatchObject({ slot: "", refundRule: "approval" });
    const tickets = lines.map(({ id }) => ({
      ...{ id, ticketNo: `TK${id}`, lineId: id, price: 8000, state: "issued", admissions: 1, used: 0 },
      ...{ visitDay: "2026-11-20", slot: "", validTo: "2026-11-20" },
    }));
    const pieces = judgeTickets(lines, tickets, new Date("2026-11-19T20:00:00+08:00"));
    expect(pieces.map(({ refundable, fee, whyNot }) => [refundable, fee, whyNot])).toEqual([
      [true, 1600, ""],
      [true, 0, ""],
      [true, 0, ""],
      [false, 0, "“成人票”售出时的退票规则无法识别，不能退票"],
      [false, 0, "“成人票”售出时的退票规则无法识别，不能退票"],
    ]);
  });
});

describe("what cannot be read", () => {
  beforeAll(async () => {
    await versionBefore();
    await type(7, null, null);
  });
  afterAll(() => empty.close());
  const say = (bands: string | null, slots: string | null) =>
    database.pool.query("update ticket_type set refund_bands = $1, slots = $2", [bands, slots]);

  test.each([
    ["soon: 10", null],
    ["24: 0\nfree", null],
    ["24: 101", null],
    ["24: 0\n24: 10", null],
    [null, "morning"],
    [null, "25:00-26:00"],
    [null, "12:00-09:00"],
    [null, "09:00-12:00,11:00-13:00"],
  ])("refuses the migration, and nothing is lost: bands %o, slots %o", async (bands, slots) => {
    await say(bands, slots);
    await expect(migrate(database)).rejects.toThrow();
    expect(await rows("select refund_bands, slots from ticket_type")).toEqual([{ refund_bands: bands, slots }]);
  });

  test("says which type it is", async () => {
    await say("soon: 10", null);
    await expect(migrate(database)).rejects.toThrow(/0114_\w+\.sql failed \(.*T7 of 0001 .* "soon: 10"/);
  });

  test("the database holds by itself: bands once each and up to 100 percent, slots apart from one another", async () => {
    const insert = (table: string, columns: string, values: string) =>
      database.pool.query(`insert into ${table} (corp_code, ticket_type_id, position, ${columns}) values ${values}`);
    const band = (values: string) => insert("ticket_type_refund_band", "hours, fee_percent", values);
    const slot = (values: string) => insert("ticket_type_slot", "start_time, end_time", values);
    await say("24: 0", "09:00-12:00");
    await type(8, null, null);
    await migrate(database);
    await expect(band("('0001', 7, 1, 24, 10)")).rejects.toThrow(/unique/);
    await expect(band("('0001', 7, 1, 2, 101)")).rejects.toThrow(/fee_percent/);
    await expect(slot("('0001', 7, 1, '11:59', '13:00')")).rejects.toThrow(/exclusion/);
    await expect(slot("('0001', 7, 1, '13:00', '12:00')")).rejects.toThrow(/check/);
    await slot("('0001', 7, 1, '12:00', '13:00'), ('0001', 8, 0, '09:00', '12:00')");
    await band("('0001', 7, 1, 2, 12.5)");
  });
});
