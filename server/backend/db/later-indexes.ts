/**
 * Indexes that a migration asks for on tables which are large by then. Made within the migration they would keep every other
 * node from writing until the last of them stands; so they are noted beside the migration, and made after the start without
 * holding anybody up (`kernel/make-list-indexes.ts`).
 */
import { sql } from "drizzle-orm";
import type { Transaction } from "./database";

export interface LaterIndex {
  name: string;
  table: string;
  statement: string;
}

/** Bytes of a table whose index is made in some tens of milliseconds. */
const small = 8 * 1024 * 1024;

export async function largeTables(tx: Transaction): Promise<Set<string>> {
  const { rows } = await tx.execute<{ name: string }>(sql`
    select relname::text as name from pg_class
    where relnamespace = current_schema()::regnamespace and relkind = 'r' and pg_relation_size(oid) > ${small}
  `);
  return new Set(rows.map(({ name }) => name));
}

/** A statement of its own that begins a line; a unique index decides what may be written and does not wait. */
const created = /^create index (\w+)\s+on (\w+)\b[^;]*;/gm;
const dropped = /^drop index (?:if exists )?([\w\s,]+);/gm;

/**
 * Parts a migration: what runs now, and the indexes on large tables that can wait. `waiting` are those of earlier
 * migrations that have not been made; what is dropped before it was made leaves the list, and is made by nobody.
 */
export function partIndexes(
  statements: string,
  large: ReadonlySet<string>,
  waiting: Map<string, LaterIndex>,
): { now: string; later: LaterIndex[] } {
  const own = new Map<string, LaterIndex>();
  const gone = (name: string) => waiting.delete(name) || own.delete(name);
  // One after the other as they stand: a migration may drop an index and make it anew.
  const either = new RegExp(`${created.source}|${dropped.source}`, "gm");
  const now = statements.replace(either, (statement, name?: string, table?: string, names?: string) => {
    if (name !== undefined && table !== undefined) {
      if (!large.has(table)) return statement;
      own.set(name, { name, table, statement: statement.replace(/;$/, "") });
      return "";
    }
    const listed = (names ?? "").split(",").map((one) => one.trim());
    const there = listed.filter((one) => !gone(one));
    if (there.length === listed.length) return statement;
    return there.length === 0 ? "" : statement.replace(names ?? "", there.join(", "));
  });
  return { now, later: [...own.values()] };
}

/** Those that migrations noted and nobody has made yet. */
export async function waitingIndexes(tx: Transaction): Promise<LaterIndex[]> {
  // The column came later than the table: there may be none.
  const { rows } = await tx.execute<{ later: LaterIndex[] }>(sql`
    select to_jsonb(s) -> 'later' as later from schema_migration s where coalesce(to_jsonb(s) -> 'later', '[]') <> '[]'
  `);
  if (rows.length === 0) return [];
  const made = await tx.execute<{ name: string }>(sql`
    select i.relname::text as name from pg_index x
    join pg_class i on i.oid = x.indexrelid
    where i.relnamespace = current_schema()::regnamespace and x.indisvalid
  `);
  const there = new Set(made.rows.map(({ name }) => name));
  return rows.flatMap(({ later }) => later).filter(({ name }) => !there.has(name));
}

/** Once all of them stand: what a later version drops is not made again. */
export async function forgetWaitingIndexes(tx: Transaction): Promise<void> {
  await tx.execute(sql`update schema_migration set later = '[]' where later <> '[]'`);
}
