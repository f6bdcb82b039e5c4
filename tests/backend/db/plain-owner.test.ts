/**
 * PostgreSQL as an operator is given it: a database whose owner is no superuser. The tenant's role owns nothing, so
 * row-level security binds it whoever the owner is.
 */
import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type Database, openDatabase, scopedRole, tenantRole } from "~server/backend/db/database";
import { migrate } from "~server/backend/db/migrate";
import { createCorp, seedFirstStart } from "~server/backend/first-start";
import { makeListIndexes } from "~server/backend/kernel/list-indexes";
import { listsServed } from "~server/backend/served";
import { control } from "~tests/support/empty-database";

const url = process.env.TEST_DATABASE_URL ?? "";

describe.skipIf(url === "")("an owner that is no superuser", () => {
  const name = `console_plain_${randomUUID().replaceAll("-", "").slice(0, 12)}`;
  let database: Database;

  beforeAll(async () => {
    await control(
      url,
      ...[tenantRole, scopedRole].map(
        (role) => `do $$ begin
         if not exists (select from pg_roles where rolname = '${role}') then create role ${role} nologin; end if;
       exception when duplicate_object or unique_violation then null; end $$`,
      ),
      `create role ${name} login password '${name}' nosuperuser nobypassrls nocreaterole`,
      `grant ${tenantRole}, ${scopedRole} to ${name}`,
      `create database ${name} owner ${name}`,
    );
    const own = Object.assign(new URL(url), { pathname: `/${name}`, username: name, password: name });
    database = await openDatabase({ url: own.toString(), poolSize: 2 });
    await migrate(database);
    await database.system((tx) => makeListIndexes(tx, listsServed));
    await seedFirstStart(database, "Admin#2026");
    await database.system((tx) => createCorp(tx, "2002", "租户"));
    await database.pool.query(
      "insert into park (corp_code, code, name) values ('0001', 'A', '甲'), ('2002', 'B', '乙')",
    );
  }, 180_000);
  afterAll(async () => {
    await database?.close();
    await control(url, `drop database if exists ${name} with (force)`, `drop role if exists ${name}`);
  });

  test("migrates, seeds and starts again", async () => {
    await migrate(database);
    const { rows } = await database.pool.query(
      "select rolsuper, rolbypassrls, rolcreaterole from pg_roles where rolname = current_user",
    );
    expect(rows).toEqual([{ rolsuper: false, rolbypassrls: false, rolcreaterole: false }]);
  });

  test("a corp sees its own rows and no others, and can neither make nor move one elsewhere", async () => {
    const as = (corpCode: string, text: string) =>
      database.tenant(corpCode, async (tx) => (await tx.execute<Record<string, unknown>>(text)).rows);
    expect(await as("0001", "select code from park")).toEqual([{ code: "A" }]);
    expect(await as("2002", "select code from park")).toEqual([{ code: "B" }]);
    expect(await as("2002", "update park set name = '改' where code = 'A' returning code")).toEqual([]);
    expect(await as("2002", "delete from park where code = 'A' returning code")).toEqual([]);
    for (const text of [
      "insert into park (corp_code, code, name) values ('0001', 'C', '丙')",
      "update park set corp_code = '0001'",
    ]) {
      await expect(as("2002", text), text).rejects.toMatchObject({ cause: { code: "42501" } });
    }
  });

  test("every table of tenants is bound: the tenant's role owns none and none is without its policy", async () => {
    const { rows } = await database.pool.query(
      `select c.relname
       from pg_class c
       join pg_attribute a on a.attrelid = c.oid and a.attname = 'corp_code' and not a.attisdropped
       where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p')
         and has_table_privilege($1, c.oid, 'select')
         and (not c.relrowsecurity or c.relowner = $1::regrole
              or not exists (select from pg_policy p where p.polrelid = c.oid))`,
      [tenantRole],
    );
    expect(rows).toEqual([]);
  });

  test("the tenant's role cannot become the owner, nor read what is the owner's alone", async () => {
    const as = (text: string) => database.tenant("0001", (tx) => tx.execute(text));
    for (const table of ["session", "corp"]) {
      await expect(as(`select * from ${table}`), table).rejects.toMatchObject({ cause: { code: "42501" } });
    }
    await expect(as("alter table park disable row level security")).rejects.toMatchObject({ cause: { code: "42501" } });
  });
});
