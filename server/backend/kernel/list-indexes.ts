/** The indexes that a resource's list needs, from its declaration: one for every sort and every filter. */
import { getTableName, sql } from "drizzle-orm";
import type { PgTable } from "drizzle-orm/pg-core";
import type { AnyResource } from "~/contract/resource";
import type { Transaction } from "../db/database";
import { columnOf, tableColumns } from "./list-source";

/** First in every key of a tenant's table. */
const tenancyColumn = "corp_code";

export interface ListIndex {
  table: string;
  name: string;
  /** Of a B-tree, in order; null for an index over the parts of a text. */
  columns: string[] | null;
  statement: string;
}

/** Ties are broken by id, so every walk in order ends in it; the corp comes first, as in every key. */
export function listIndexes(resource: AnyResource, table: PgTable): ListIndex[] {
  const columns = tableColumns(table);
  // What all corps share is short.
  if (!columns.corpCode) return [];
  const name = getTableName(table);
  const column = (field: string) => columnOf(columns, field).name;
  const sorted = resource.defaultSort.field;
  const found = Object.entries(resource.fields).flatMap(([field, { kind, filter, sort, localised }]) => {
    if (!filter && !sort && field !== sorted) return [];
    return (localised ? [field, `${field}En`] : [field]).map(column).flatMap((own) => {
      const indexes: ListIndex[] = [];
      if (kind === "several") return [parts(name, own, "list_values")];
      if (filter === "contains") indexes.push(parts(name, own, "list_grams"));
      if (sort || field === sorted || filter === "between") indexes.push(tree(name, [own, "id"]));
      // Rows of one value in the order that the list has of itself.
      else if (filter) indexes.push(tree(name, sorted === "id" ? [own, "id"] : [own, column(sorted), "id"]));
      return indexes;
    });
  });
  return found.filter(({ name: one }, place) => found.findIndex((other) => other.name === one) === place);
}

function tree(table: string, after: string[]): ListIndex {
  const columns = [tenancyColumn, ...after];
  const name = shortName(`list_${table}_${after.slice(0, -1).join("_")}`);
  const quoted = columns.map((column) => `"${column}"`).join(", ");
  return { table, name, columns, statement: `create index if not exists "${name}" on "${table}" (${quoted})` };
}

/** `by` makes a list of a value's parts, each with its corp before it. */
function parts(table: string, column: string, by: "list_grams" | "list_values"): ListIndex {
  const name = shortName(`list_${table}_${column}_parts`);
  const statement = `create index if not exists "${name}" on "${table}" using gin (${by}("${tenancyColumn}", "${column}"))`;
  return { table, name, columns: null, statement };
}

/** PostgreSQL cuts names at 63 bytes. */
const shortName = (name: string) => name.slice(0, 63);

/** Any number: two servers that start at once do it one after the other. */
export const advisoryLock = 7_310_044;

export type Lists = readonly { resource: AnyResource; table: PgTable }[];

/** Those that neither a migration nor an earlier start made. */
export async function missingIndexes(tx: Transaction, lists: Lists): Promise<ListIndex[]> {
  const existing = await existingIndexes(tx);
  const found: ListIndex[] = [];
  for (const index of lists.flatMap(({ resource, table }) => listIndexes(resource, table))) {
    if (![...existing, ...found.map(asExisting)].some((one) => serves(one, index))) found.push(index);
  }
  return found;
}

const asExisting = ({ table, name, columns }: ListIndex): ExistingIndex => ({
  table,
  name,
  unique: false,
  columns: columns ?? [],
});

/** Makes what is missing, within a transaction: of a database that nobody works with yet. */
export async function makeListIndexes(tx: Transaction, lists: Lists): Promise<void> {
  await tx.execute(sql`select pg_advisory_xact_lock(${advisoryLock})`);
  for (const { statement } of await missingIndexes(tx, lists)) await tx.execute(sql.raw(statement));
}

export interface ExistingIndex {
  table: string;
  name: string;
  unique: boolean;
  columns: string[];
}

/** A longer index serves what a shorter one would; a unique one needs no id to break ties. */
export function serves(existing: ExistingIndex, { table, name, columns }: ListIndex): boolean {
  if (existing.table !== table) return false;
  if (existing.name === name) return true;
  if (!columns) return false;
  const asked = existing.unique ? columns.slice(0, -1) : columns;
  return asked.every((column, place) => existing.columns[place] === column);
}

export async function existingIndexes(tx: Transaction): Promise<ExistingIndex[]> {
  const { rows } = await tx.execute<{ table: string; name: string; unique: boolean; columns: string[] }>(sql`
    select t.relname as table, i.relname as name, x.indisunique as unique,
           array(
             select coalesce(a.attname::text, '')
             from unnest(x.indkey::int[]) with ordinality key (number, place)
             left join pg_attribute a on a.attrelid = x.indrelid and a.attnum = key.number
             order by key.place
           ) as columns
    from pg_index x
    join pg_class i on i.oid = x.indexrelid
    join pg_class t on t.oid = x.indrelid
    where t.relnamespace = current_schema()::regnamespace
      and x.indpred is null
      and x.indisvalid
  `);
  return rows;
}
