/** What is written once: tables that their names call a ledger, a log or events, and those that say so. */
import { getTableName } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { manifests } from "~server/backend/business/manifests";
import { scopedRole, tenantRole } from "~server/backend/db/database";
import { applyTenancy } from "~server/backend/db/tenancy";
import { openTestBackend, type TestBackend } from "~tests/support/backend";

let backend: TestBackend;
beforeAll(async () => {
  backend = await openTestBackend();
});
afterAll(() => backend.close());

const namedSo = /(^|_)(ledgers?|logs?|events?|payments?|passages?)$/;

interface Table {
  name: string;
  changed: boolean;
}

/** Tables with what a tenant's roles may do to rows that are there. */
const tables = () =>
  backend.sql<Table>(
    `select c.relname as name,
            bool_or(has_table_privilege(role, c.oid, 'update') or has_table_privilege(role, c.oid, 'delete')
              or has_any_column_privilege(role, c.oid, 'update')) as changed
     from pg_class c
     cross join unnest($1::text[]) role
     where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p')
     group by c.relname order by c.relname`,
    [[tenantRole, scopedRole]],
  );

describe("a table whose name says ledger, log or event", () => {
  test("is changed and emptied by no tenant", async () => {
    const found = (await tables()).filter(({ name }) => namedSo.test(name));
    expect(found.map(({ name }) => name)).toEqual(
      expect.arrayContaining(["audit_log", "passage", "payment", "print_log", "quota_ledger", "sign_in_log"]),
    );
    expect(found.filter(({ changed }) => changed)).toEqual([]);
  });

  test("needs nobody to name it: a new one is guarded with the migration that makes it", async () => {
    await backend.sql("create table snow_event (corp_code text not null, id bigint not null)");
    await backend.sql("create table snow (corp_code text not null, id bigint not null)");
    await backend.database.system((tx) => applyTenancy(tx));
    const made = (await tables()).filter(({ name }) => name.startsWith("snow"));
    expect(made).toEqual([
      { name: "snow", changed: true },
      { name: "snow_event", changed: false },
    ]);
  });
});

test("every ledger that a business keeps has the guards of declare_ledger on its rows and its accounts", async () => {
  const kept = manifests.flatMap(({ ledgers = [] }) => ledgers);
  expect(kept.length).toBeGreaterThan(0);
  const triggers = await backend.sql<{ name: string }>(
    `select c.relname || ' ' || t.tgname as name from pg_trigger t join pg_class c on c.oid = t.tgrelid
     where not t.tgisinternal and t.tgenabled = 'O'`,
  );
  const there = triggers.map(({ name }) => name);
  const ledgers = kept.map(({ ledger }) => getTableName(ledger.rows));
  for (const name of ledgers) expect(there, name).toContain(`${name} append_only`);
  for (const guard of [" ledger_agrees", " ledger_agrees_from_the_start"])
    expect(there.filter((one) => one.endsWith(guard))).toHaveLength(ledgers.length);
});
