/**
 * Which rows were written since an earlier look at a list. A column with the time of the last change cannot tell it: a row that
 * was being written during that look has an earlier time than it. PostgreSQL notes at every row which transaction wrote it
 * (`xmin`), and knows at every look which of them were under way. So a look leaves the number of the oldest transaction that
 * was open then; rows of that one and of all that began later are those that may not have been in it. None is missed, also of
 * statements that set no time; what others had committed while a long one was open comes twice.
 */
import { getTableName, type SQL, sql } from "drizzle-orm";
import type { PgTable } from "drizzle-orm/pg-core";
import type { Transaction } from "../db/database";
import { firstOf } from "./rows";

/** What a look leaves behind. Numbers of transactions are one database server's own. */
export interface LookMark {
  from: number;
  server: string;
}

/** Where the rows of a list lie: a table or a view by its name, and how the list's query calls it. */
export interface WrittenRows {
  relation: string;
  alias: SQL;
}

export const rowsOfTable = (table: PgTable): WrittenRows => ({ relation: getTableName(table), alias: sql`${table}` });

/** `orders o`; null of what is no name, such as a query in brackets. */
export function rowsOfQuery(from: string): WrittenRows | null {
  const [relation = "", ...rest] = from.trim().split(/\s+/);
  return /^[a-z_]+$/.test(relation) ? { relation, alias: sql.raw(rest.at(-1) ?? relation) } : null;
}

/** Whether the rows say who wrote them: those of a view do not. */
export async function tellsWrites(db: Transaction, { relation }: WrittenRows): Promise<boolean> {
  const found = await firstOf<{ tells: boolean }>(
    db,
    sql`select relkind in ('r', 'p') as tells from pg_class where oid = to_regclass(${relation})`,
  );
  return found?.tells ?? false;
}

/** To be taken before the look itself: what is committed between the two comes twice, and is not lost. */
export async function markOfLook(db: Transaction): Promise<LookMark> {
  const found = await firstOf<{ from: number }>(
    db,
    sql`select pg_snapshot_xmin(pg_current_snapshot())::text::float8 as from`,
  );
  return { from: found?.from ?? 0, server: await serverOf(db) };
}

/** Whether a mark can be compared with: another server, or one that was set back, counts anew. */
export async function isOfThisServer(db: Transaction, { from, server }: LookMark): Promise<boolean> {
  const now = await markOfLook(db);
  return now.server === server && from <= now.from;
}

async function serverOf(db: Transaction): Promise<string> {
  const may = await firstOf<{ may: boolean }>(
    db,
    sql`select has_function_privilege('pg_control_system()', 'execute') as may`,
  );
  if (!may?.may) return "";
  const found = await firstOf<{ id: string }>(db, sql`select system_identifier::text as id from pg_control_system()`);
  return found?.id ?? "";
}

/**
 * The rows written from a mark on. `xmin` has the lower 32 bits of the number: how far it lies behind the newest one is their
 * difference in that circle. 1 and 2 are of rows that were there before anybody counted.
 */
export function writtenFrom({ alias }: WrittenRows, { from }: Pick<LookMark, "from">): SQL {
  const newest = sql`pg_snapshot_xmax(pg_current_snapshot())::text::bigint`;
  const wrote = sql`${alias}.xmin::text::bigint`;
  return sql`(
    ${wrote} > 2
    and mod(${newest} - ${wrote} + 4294967296, 4294967296) <= ${newest} - ${from}::bigint
  )`;
}
