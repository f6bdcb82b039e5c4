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
export async function boundedCount(call: Call, from: SQL, where: SQL | undefined): Promise<Counted> {
  const [counted = { count: 0, capped: false }] = await boundedCounts(call, from, [where]);
  return counted;
}

/** Of several conditions in one statement; each has the bound to itself. */
export async function boundedCounts(call: Call, from: SQL, wheres: readonly (SQL | undefined)[]): Promise<Counted[]> {
  const { db, caller, backend } = call;
  const long = longOnes.get(backend) ?? new Map<string, number>();
  longOnes.set(backend, long);
  const asked = wheres.map((where, place) => {
    const statement = sql`
      select ${sql.raw(String(place))} as place, count(*)::int as found
      from (select 1 from ${from} ${where ? sql`where ${where}` : sql``} limit ${countBound + 1}) bounded
    `;
    const { sql: text, params } = dialect.sqlToQuery(statement);
    // Of the part of the corp that the caller works in: a list that is long for one is short for another.
    return { place, statement, key: JSON.stringify([caller.corpCode, caller.scope, text, params]) };
  });
  const counted = wheres.map((): Counted => ({ count: countBound, capped: true }));
  const open = asked.filter(({ key }) => (long.get(key) ?? 0) <= Date.now());
  if (open.length === 0) return counted;
  const parts = open.map(({ statement }) => statement);
  const { rows } = await db.execute<{ place: number; found: number }>(sql.join(parts, sql` union all `));
  for (const { place, key } of open) {
    const found = rows.find((row) => row.place === place)?.found ?? 0;
    if (found <= countBound) {
      counted[place] = { count: found, capped: false };
      continue;
    }
    if (long.size >= rememberAtMost) long.clear();
    long.set(key, Date.now() + rememberFor);
  }
  return counted;
}
