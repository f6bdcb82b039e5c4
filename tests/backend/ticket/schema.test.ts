import { getTableConfig, type PgColumn, PgTable } from "drizzle-orm/pg-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import * as locker from "~server/backend/business/locker/schema";
import * as order from "~server/backend/business/order/schema";
import * as access from "~server/backend/business/platform/access-schema";
import * as lists from "~server/backend/business/platform/list-schema";
import * as menus from "~server/backend/business/platform/menu-schema";
import * as message from "~server/backend/business/platform/message-schema";
import * as organisation from "~server/backend/business/platform/organisation-schema";
import * as parameters from "~server/backend/business/platform/parameter-schema";
import * as platform from "~server/backend/business/platform/schema";
import * as audits from "~server/backend/business/platform/self-audit-schema";
import * as workbench from "~server/backend/business/platform/workbench-schema";
import * as ticket from "~server/backend/business/ticket/schema";
import * as files from "~server/backend/files/schema";
import * as jobs from "~server/backend/jobs/schema";
import { openTestBackend, type TestBackend } from "~tests/support/backend";

let backend: TestBackend;
beforeAll(async () => {
  backend = await openTestBackend();
});
afterAll(() => backend.close());

const schemas = [
  locker,
  platform,
  access,
  organisation,
  lists,
  menus,
  parameters,
  ticket,
  order,
  files,
  message,
  workbench,
  audits,
  jobs,
];
const tables = schemas.flatMap((schema) =>
  Object.values(schema).filter((value): value is PgTable => value instanceof PgTable),
);
/** A list may read more of a table than others do: what any declaration says of it. */
const columnsByTable = new Map<string, Column[]>();
for (const table of tables) {
  const { name, columns } = getTableConfig(table);
  columnsByTable.set(name, [...(columnsByTable.get(name) ?? []), ...columns.map(columnOf)]);
}

interface Column {
  name: string;
  type: string;
  required: boolean;
}

function columnOf(column: PgColumn): Column {
  const required = column.notNull || column.primary || column.generatedIdentity !== undefined;
  return { name: column.name, type: column.getSQLType(), required };
}

/** Each once, where all declarations agree on it. */
function distinct(columns: Column[]): Column[] {
  return [...new Map(columns.map((column) => [JSON.stringify(column), column])).values()];
}

describe("the declared tables are those of the migrations", () => {
  it.each([...columnsByTable])("%s", async (name, columns) => {
    const declared = distinct(columns);
    const migrated = await backend.sql(
      `select a.attname as name, format_type(a.atttypid, a.atttypmod) as type, a.attnotnull as required
       from pg_attribute a
       where a.attrelid = $1::regclass and a.attnum > 0 and not a.attisdropped`,
      [`"${name}"`],
    );
    const byName = (one: { name?: unknown }, other: { name?: unknown }) =>
      String(one.name).localeCompare(String(other.name));
    expect(declared.sort(byName)).toEqual(migrated.sort(byName));
  });

  it("and none is left out", async () => {
    const declared = new Set(tables.map((table) => getTableConfig(table).name));
    const migrated = await backend.sql<{ name: string }>(
      "select relname as name from pg_class where relnamespace = 'public'::regnamespace and relkind = 'r'",
    );
    const undeclared = migrated.map(({ name }) => name).filter((name) => !declared.has(name));
    // Of the queue, of exports, of imports and of approvals: statements by hand alone know them.
    const byHand = [
      "approval",
      "schema_migration",
      "job",
      "job_schedule",
      "export_part",
      "import_run",
      "import_row",
      "seeded_grant",
    ];
    expect(undeclared.filter((name) => !byHand.includes(name))).toEqual([]);
  });
});

describe("no tenant reaches another's row by a reference", () => {
  it("every foreign key between tenant tables carries the corp", async () => {
    const keys = await backend.sql<{ name: string; columns: string[] }>(`
      select k.conname as name,
             array(select a.attname::text from pg_attribute a where a.attrelid = k.conrelid and a.attnum = any (k.conkey)) as columns
      from pg_constraint k
      where k.contype = 'f'
        and exists (select from pg_attribute a where a.attrelid = k.conrelid and a.attname = 'corp_code')
        and exists (select from pg_attribute a where a.attrelid = k.confrelid and a.attname = 'corp_code')`);
    expect(keys.length).toBeGreaterThan(25);
    expect(keys.filter(({ columns }) => !columns.includes("corp_code"))).toEqual([]);
  });
});
