/** How many rows a list finds, exact up to a bound. */
import { type SQL, sql } from "drizzle-orm";
import { PgDialect } from "drizzle-orm/pg-core";
import { countBound } from "~/contract/resource";
import type { Call } from "./call";

export interface Counted {
  /** At most {@link countBound}. */
  count: number;
  /** The count stopped at the bound: there are more, which a narrower filter shows. */
  capped: boolean;
}

const dialect = new PgDialect();

/**
 * Lists that were found to reach the bound, until when that is taken for granted. Lists grow far more often than they shrink,
 * and walking {@link countBound} index entries again for every page is most of what a page of a long list costs.
 */
const longOnes = new WeakMap<object, Map<string, number>>();
const rememberFor = 60_000;
const rememberAtMost = 2_000;

/** @param from Table with its alias. @param where The conditions, without the word; undefined for all rows. */
export async function boundedCount({ db, caller, backend }: Call, from: SQL, where: SQL | undefined): Promise<Counted> {
  const statement = sql`
    select count(*)::int as found
    from (select 1 from ${from} ${where ? sql`where ${where}` : sql``} limit ${countBound + 1}) bounded
  `;
  const { sql: text, params } = dialect.sqlToQuery(statement);
  // Of the part of the corp that the caller works in: a list that is long for one is short for another.
  const key = JSON.stringify([caller.corpCode, caller.scope, text, params]);
  const long = longOnes.get(backend) ?? new Map<string, number>();
  if ((long.get(key) ?? 0) > Date.now()) return { count: countBound, capped: true };
  const { rows } = await db.execute<{ found: number }>(statement);
  const found = rows[0]?.found ?? 0;
  if (found <= countBound) return { count: found, capped: false };
  if (long.size >= rememberAtMost) long.clear();
  longOnes.set(backend, long.set(key, Date.now() + rememberFor));
  return { count: countBound, capped: true };
}
