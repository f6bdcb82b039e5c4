/** Codes that are unique are so whatever the case of their letters, for the program and for the database alike. */
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { lockerGroup } from "~/contract/locker/group";
import type { Method, PayloadOf } from "~/contract/method";
import { dictItem, dictType } from "~/contract/platform/dictionary";
import { role } from "~/contract/platform/role";
import { gateGroup, pos } from "~/contract/ticket/gate";
import { park } from "~/contract/ticket/park";
import { ticketType } from "~/contract/ticket/ticket-type";
import type { Database } from "~server/backend/db/database";
import { migrate } from "~server/backend/db/migrate";
import { openTestBackend, type TestBackend } from "~tests/support/backend";
import { type EmptyDatabase, emptyDatabase } from "~tests/support/empty-database";
import { migrateUntil } from "~tests/support/migrate-until";
import { createPark, fresh } from "~tests/support/park";
import { raceIsReal, raceToInsert } from "~tests/support/race";

describe("two at once, in letters of another case", () => {
  let backend: TestBackend;
  let parkId = 0;
  beforeAll(async () => {
    backend = await openTestBackend();
    ({ parkId } = await createPark(backend));
    const open = { code: "ownWords", name: "自有", nameEn: "Own" };
    expect((await backend.call(dictType.methods.save, open as never)).message).toBe("");
  });
  afterAll(() => backend.close());

  /** By table and unique index. */
  const kinds: [string, string, Method, (code: string) => Record<string, unknown>, string][] = [
    [
      "park",
      "park_code",
      park.methods.save,
      (code) => ({ code, name: fresh("园"), openingHours: "08:00-18:00" }),
      "code",
    ],
    ["gate_group", "gate_group_code", gateGroup.methods.save, (code) => ({ code, name: "东门", parkId }), "code"],
    ["pos", "pos_code", pos.methods.save, (code) => ({ code, name: "窗口", parkId, printer: "receipt80" }), "code"],
    [
      "ticket_type",
      "ticket_type_code",
      ticketType.methods.save,
      (code) => ({
        ...{ code, name: "成人票", kind: "single", parkId, facePrice: 8000, listPrice: 8000, realName: "none" },
        ...{ validity: "day", validDays: 1, admissions: 1, refundRule: "free", channels: ["window"] },
        ...{ minPerOrder: 1, maxPerOrder: 100, sort: 1 },
      }),
      "code",
    ],
    ["role", "role_code", role.methods.save, (code) => ({ code, name: fresh("角色"), dataScope: "all" }), "code"],
    [
      "locker_group",
      "locker_group_code",
      lockerGroup.methods.save,
      (code) => ({
        ...{ code, name: "储物柜", parkId, hours: 12 },
        ...{ depositSmall: 1_000, depositMedium: 2_000, depositLarge: 3_000 },
      }),
      "code",
    ],
    [
      "dict_type",
      "dict_type_own_code",
      dictType.methods.save,
      (code) => ({ code, name: "字典", nameEn: "Words" }),
      "code",
    ],
    [
      "dict_item",
      "dict_item_own_value",
      dictItem.methods.save,
      (value) => ({ dictType: "ownWords", value, label: "词", labelEn: "Word", sort: 1 }),
      "value",
    ],
  ];

  let made = 0;
  /** Four people save it in letters of four cases. */
  function fourSave(table: string, method: Method, fields: (code: string) => Record<string, unknown>) {
    made += 1;
    const code = `Case${made}`;
    const cases = [code, code.toLowerCase(), code.toUpperCase(), `cASE${made}`];
    return raceToInsert(backend, table, cases.length, (person) =>
      backend.call(method, fields(cases[person] ?? "") as PayloadOf<typeof method>),
    );
  }

  test.each(kinds)("%s: one is saved, the others are told at the field", async (table, _, method, fields, field) => {
    const all = await fourSave(table, method, fields);
    const shown = all.map(({ status, message, errors }) => `${status} ${message} ${JSON.stringify(errors)}`).join("\n");
    expect(
      all.filter(({ status }) => status === 200),
      shown,
    ).toHaveLength(1);
    for (const { status, errors } of all.filter((one) => one.status !== 200)) {
      expect([status, Object.keys(errors ?? {})], shown).toEqual([422, [field]]);
    }
  });

  test.runIf(raceIsReal).each(kinds)("control: %s without their index are saved four times", async (...kind) => {
    const [table, index, method, fields] = kind;
    await backend.sql(`drop index ${index}`);
    expect((await fourSave(table, method, fields)).map(({ status }) => status)).toEqual([200, 200, 200, 200]);
  });
});

describe("what was saved before", () => {
  let empty: EmptyDatabase;
  let database: Database;
  const rows = async (text: string) => (await database.pool.query(text)).rows;
  beforeAll(async () => {
    empty = await emptyDatabase();
    database = await empty.open();
    await migrateUntil(database, "0122");
    await database.pool.query(`
      insert into corp (corp_code, name) values ('0001', '甲'), ('0002', '乙');
      select set_config('app.corp_code', '0001', false);
      insert into park (corp_code, id, code, name) values
        ('0001', 1, 'east', '东'), ('0001', 2, 'EAST', '东二'), ('0001', 3, 'East', '东三'), ('0002', 4, 'EAST', '别家');
      insert into role (corp_code, id, code, name) values ('0001', 1, 'desk', '前台'), ('0001', 2, 'Desk', '前台二');
      insert into dict_type (corp_code, id, code, name, name_en, system) values
        ('0001', 1, 'own', '甲', 'A', false), ('0001', 2, 'Own', '乙', 'B', false), ('0001', 3, 'OWN', '丙', 'C', true);
      insert into dict_item (corp_code, id, dict_type, value, label, label_en, sort, system) values
        ('0001', 1, 'own', 'x', '甲', 'A', 1, false), ('0001', 2, 'own', 'X', '乙', 'B', 2, false),
        ('0001', 3, 'Own', 'x', '丙', 'C', 3, false);
    `);
    await migrate(database);
  }, 120_000);
  afterAll(() => empty.close());

  test("is told apart, the older one staying as it was; another corp's is left alone", async () => {
    expect(await rows("select corp_code, code from park order by id")).toEqual([
      { corp_code: "0001", code: "east" },
      { corp_code: "0001", code: "EAST-2" },
      { corp_code: "0001", code: "East-3" },
      { corp_code: "0002", code: "EAST" },
    ]);
    expect(await rows("select code from role order by id")).toEqual([{ code: "desk" }, { code: "Desk-2" }]);
  });

  test("items go with their dictionary; what came with the product keeps its code", async () => {
    expect(await rows("select code from dict_type order by id")).toEqual([
      { code: "own" },
      { code: "Own-2" },
      { code: "OWN" },
    ]);
    expect(await rows("select dict_type, value from dict_item order by id")).toEqual([
      { dict_type: "own", value: "x" },
      { dict_type: "own", value: "X-2" },
      { dict_type: "Own-2", value: "x" },
    ]);
  });
});
