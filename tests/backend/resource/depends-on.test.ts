/** What hangs on a row is told by whoever keeps it: no foreign key that stands in the way of a removal is forgotten. */
import { getTableName } from "drizzle-orm";
import { bigint, pgTable, text } from "drizzle-orm/pg-core";
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from "vitest";
import { resources } from "~/contract/registry";
import { methodsOf } from "~/contract/resource";
import { park } from "~/contract/ticket/park";
import { applyTenancy } from "~server/backend/db/tenancy";
import { dependsOn, registeredDependents, usersOf } from "~server/backend/kernel/depends-on";
import { listsServed } from "~server/backend/served";
import { openTestBackend, type TestBackend } from "~tests/support/backend";
import { inTenant } from "~tests/support/in-tenant";

let backend: TestBackend;
beforeAll(async () => {
  backend = await openTestBackend();
});
afterAll(() => backend.close());

/** Keys that no registration names: who says so in another way, and why. */
const otherwise: Readonly<Record<string, string>> = {
  "activity_card_type ticket_type_id": "the activities themselves are told, by their names",
  "agency_statement_receipt statement_id": "the movements that stand in the statement are told",
  "announcement_park park_id": "the announcements themselves are told, by their titles",
  "announcement_role role_id": "the announcements themselves are told, by their titles",
  "combo_part ticket_type_id": "the combos themselves are told, by their names",
  "gate_device park_id": "its gate is told",
  "parking_pass_plate lot_id": "the passes themselves are told, by their numbers",
  "parking_charge lot_id": "the stays that paid are told",
  "parking_term lot_id": "the passes themselves are told, by their numbers",
  "passage_conflict gate_id": "its passage is told",
  "passage_conflict park_id": "its gate is told",
  "guide_agency agency_id": "the guides themselves are told, by their names",
  "park_promise park_id": "the bookings and orders that have the places are told",
  "group_booking_arrival ticket_type_id": "the bookings themselves are told, by their names",
  "group_booking_line ticket_type_id": "the bookings themselves are told, by their names",
  "group_visitor ticket_type_id": "the bookings themselves are told, by their names",
  "open_request access_app_id": "what was asked is of orders, which are told",
  "park_day park_id": "days are counted of tickets alone, whose types are told",
  "quota_pool_type ticket_type_id": "the quotas themselves are told, by their names",
  "reservation park_id": "the types that are reserved are told",
  "reservation ticket_type_id": "the tickets of the reservations are told",
  "sales_page_item ticket_type_id": "the pages themselves are told, by their names",
  "season_card_charge card_id": "what was sold has entries in its log, which are told",
  "stored_wallet card_id": "what was sold was topped up or moved money, which is told",
  "card_wallet card_id": "what was sold has entries in its log, which are told",
  "season_card replaced_by_id": "what replaced another has entries in its log, which are told",
  "stored_card replaced_by_id": "what replaced another has entries in its log, which are told",
  "season_card_deposit card_id": "what was sold has entries in its log, which are told",
  "season_card_holder card_id": "what was sold has entries in its log, which are told",
  "season_card_log card_type_id": "the cards of the type are told",
  "stored_card_log card_type_id": "the cards of the type are told",
  "season_card_pass card_id": "what was sold has entries in its log, which are told",
  "select_policy_point gate_group_id": "the policies themselves are told, by their names",
  "shared_gate_park gate_group_id": "the shared gates themselves are told, by their names",
  "shared_gate_park park_id": "the shared gates themselves are told, by their names",
  "stock_count_book item_id": "the lines of the counts are told",
  "stock_range item_id": "the lines of the bills that brought the numbers are told",
  "stock_range store_id": "the accounts of the pieces are told",
  "stock_serial_log item_id": "the lines of the bills that moved the numbers are told",
  "stock_serial_log store_id": "the accounts of the pieces are told",
  "stock_value item_id": "the pieces that it is worth are told",
  "stock_value store_id": "the pieces that it is worth are told",
  "stored_charge card_id": "what was paid for the card is told",
  "group_prepaid booking_id": "a booking that paid ahead stays, and says so itself",
  "stored_list card_type_id": "the cards of the list, which are of the type, are told",
  "stored_ledger stored_card_id": "what was paid for the card is told",
  "stored_spend card_id": "what was paid for the card is told",
  "sub_ticket_part park_id": "the settings of sub-tickets themselves are told, by their names",
  "sub_ticket_share ticket_type_id": "the tickets that are shared are told",
  "theatre_place preselect_id": "a pre-selection is released first",
  "theatre_place session_id": "the seats that are taken are counted",
};

describe("every foreign key that keeps a row from going", () => {
  test("is registered by the owner of the rows that have it", async () => {
    const removable = listsServed.filter(({ resource }) => methodsOf(resource).includes(resource.methods.remove));
    const nouns = new Map(removable.map(({ resource, table }) => [getTableName(table), resource.noun]));
    const keys = await backend.sql<{ from: string; column: string; to: string }>(`
      select c.relname as from, a.attname as column, above.relname as to
      from pg_constraint k
      join pg_class c on c.oid = k.conrelid
      join pg_class above on above.oid = k.confrelid
      join pg_attribute a on a.attrelid = c.oid and a.attnum = any (k.conkey) and a.attname <> 'corp_code'
      where k.contype = 'f' and k.confdeltype in ('a', 'r') and cardinality(k.conkey) = 2`);
    const asked = keys.filter(({ to }) => nouns.has(to));
    const registered = registeredDependents();
    const missing = asked.filter(
      ({ from, column, to }) =>
        !(`${from} ${column}` in otherwise) &&
        !registered.some(
          ({ noun, table, column: own }) =>
            noun === nouns.get(to) && table === from && (own === column || own === null),
        ),
    );
    expect(asked.length).toBeGreaterThan(8);
    expect(missing).toEqual([]);
    const found = asked.map(({ from, column }) => `${from} ${column}`);
    expect(Object.keys(otherwise).filter((one) => !found.includes(one))).toEqual([]);
  });

  test("hangs on nouns that there are", () => {
    const nouns = new Set<string>([...resources.map(({ noun }) => noun), "operator", "department"]);
    expect(registeredDependents().filter(({ noun }) => !nouns.has(noun))).toEqual([]);
  });
});

describe("a business that the park knows nothing of", () => {
  test("keeps a park from going, by the name of what it keeps there, and nothing of it is deleted", async () => {
    const { methods } = park;
    await backend.sql(`
      create table probe_group (
        corp_code text not null default current_setting('app.corp_code'), id bigint not null, park_id bigint not null,
        name text not null, primary key (corp_code, id),
        foreign key (corp_code, park_id) references park (corp_code, id))`);
    await backend.database.system((tx) => applyTenancy(tx));
    const lone = await backend.call(methods.save, { code: "LONE", name: "孤园" } as never);
    await backend.sql("insert into probe_group (corp_code, id, park_id, name) values ('0001', 1, $1, '北门柜组')", [
      lone.data.id,
    ]);
    const group = pgTable("probe_group", {
      id: bigint("id", { mode: "number" }),
      parkId: bigint("park_id", { mode: "number" }),
      name: text("name"),
    });
    const takeBack = dependsOn("park", {
      table: group,
      by: group.parkId,
      name: group.name,
      words: ({ n, first }) => `${n} 个柜组（如「${first}」）`,
    });
    onTestFinished(takeBack);
    const refused = await backend.call(methods.remove, { id: lone.data.id });
    expect([refused.status, refused.message]).toEqual([409, expect.stringContaining("1 个柜组（如「北门柜组」）")]);
    expect(await inTenant(backend, (call) => usersOf(call, "park", lone.data.id), {}, "0001")).toHaveLength(1);
    await backend.createCorp("0002");
    expect(await inTenant(backend, (call) => usersOf(call, "park", lone.data.id), {}, "0002")).toEqual([]);
    await backend.sql("delete from probe_group");
    expect((await backend.call(methods.remove, { id: lone.data.id })).status).toBe(200);
  });
});
