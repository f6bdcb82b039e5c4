/** Parts of a text in a long list: found through the index over the texts' parts, as far as the count goes. */
import { and, getTableName, type SQL, sql } from "drizzle-orm";
import type { PgTable } from "drizzle-orm/pg-core";
import { countBound } from "~/contract/resource";
import { asOwner } from "./as-owner";
import type { Call } from "./call";
import type { Column } from "./list-source";

/** Part of a text, or one of these among several values. */
export type PartSought = { column: Column } & ({ text: string } | { values: readonly string[] });

/** Part of a text, whatever the case; `%` and `_` stand for themselves. */
export function containing({ column, ...sought }: PartSought): SQL {
  if ("values" in sought) return sql`${column} && ${sql.param(sought.values)}::text[]`;
  return sql`${column} ilike ${`%${sought.text.replace(/[\\%_]/g, "\\$&")}%`}`;
}

/** As the index over the parts has it, which keeps every corp's apart. */
function indexed({ column, ...sought }: PartSought, corp: Column): SQL {
  const own = sql`current_setting('app.corp_code')`;
  if ("values" in sought)
    return sql`list_values(${corp}, ${column}) && list_values(${own}, ${sql.param(sought.values)}::text[])`;
  return sql`list_grams(${corp}, ${column}) @> list_grams_of(${own}, ${sought.text})`;
}

/** A table, as a statement names it (perhaps under an alias), with the columns that tell its rows. */
interface Searched {
  from: SQL;
  table: PgTable;
  id: Column;
  corp: Column;
}

/**
 * The ids of the rows that hold the parts and meet the other conditions; null where there are more than the count goes:
 * then they are common enough to be met on the way along any other order.
 *
 * Row-level security keeps operators that could tell of hidden rows (all that search texts) away from indexes, so the
 * statement runs as the tables' owner and names the corp itself; whoever reads the rows by these ids is the tenant again.
 */
export async function idsContaining(
  call: Call,
  { from, table, id, corp }: Searched,
  sought: PartSought[],
  others: SQL[],
): Promise<number[] | null> {
  const own = sql`current_setting('app.corp_code')`;
  const parts = sought.map((part) => indexed(part, corp));
  const where = and(sql`${corp} = ${own}`, ...parts, ...sought.map(containing), ...others);
  return asOwner(call, async () => {
    if (await areCommon(call, { from, table }, sql`${corp} = ${own}`, sought)) return null;
    const { rows } = await call.db.execute<{ id: number }>(
      sql`select ${id} as id from ${from} where ${where} limit ${countBound + 1}`,
    );
    return rows.length > countBound ? null : rows.map((row) => Number(row.id));
  });
}

/** From so many rows on a look at some of them is cheaper than what it may save. */
const longTable = 100_000;
const looksAt = 3_000;
const looksAtLeast = 50;
const commonShare = 0.1;

/**
 * Whether a look at some pages of a long table finds the parts in every tenth row. The index would collect all that hold
 * them before it gives the first (a second for a million), where any other order meets enough of them soon.
 */
async function areCommon(
  call: Call,
  { from, table }: Pick<Searched, "from" | "table">,
  own: SQL,
  sought: PartSought[],
): Promise<boolean> {
  const { rows: sizes } = await call.db.execute<{ count: number }>(
    sql`select reltuples::float8 as count from pg_class where oid = ${getTableName(table)}::regclass`,
  );
  const count = sizes[0]?.count ?? 0;
  if (count < longTable) return false;
  const { rows } = await call.db.execute<{ seen: number; hits: number }>(sql`
    select count(*)::int as seen, (count(*) filter (where ${and(...sought.map(containing))}))::int as hits
    from ${from} tablesample system (${(100 * looksAt) / count})
    where ${own}
  `);
  const { seen = 0, hits = 0 } = rows[0] ?? {};
  return seen >= looksAtLeast && hits >= seen * commonShare;
}
