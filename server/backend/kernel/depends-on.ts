/**
 * What hangs on a row, in words: why it cannot be deleted. Registered by whoever owns the rows that hang there, by the noun
 * of what they hang on, so that the owner of a park need not know who else keeps rows of parks.
 */
import { getTableName, type SQL, sql } from "drizzle-orm";
import type { PgColumn, PgTable } from "drizzle-orm/pg-core";
import type { Call } from "./call";
import { rowsOf } from "./rows";

interface Dependent {
  table: PgTable;
  /** The column that holds the other's id; or which rows hang on it, where a column does not say it. */
  by: PgColumn | ((id: number) => SQL);
  /** What one of them is told by; where nothing tells them apart, they are counted only. */
  name?: PgColumn;
  /** `n` ends in "+" where there are more than are counted. */
  words: (inputs: { n: string; first: string }) => string;
}

const dependents = new Map<string, Map<string, Dependent>>();

/**
 * Rows of `table` hang on rows of the noun. The same table and column once more takes the place of the first; what is
 * answered takes the registration back.
 */
export function dependsOn(noun: string, dependent: Dependent): () => void {
  const { table, by } = dependent;
  const key = `${getTableName(table)} ${typeof by === "function" ? by.toString() : by.name}`;
  dependents.set(noun, new Map(dependents.get(noun)).set(key, dependent));
  return () => void dependents.get(noun)?.delete(key);
}

/** Counting stops here: "99+" says enough. */
const bound = 99;

/** Of each kind how many, and one of them by name; empty: it may go. One statement, whatever hangs there. */
export async function usersOf({ db }: Pick<Call, "db">, noun: string, id: number): Promise<string[]> {
  const kinds = [...(dependents.get(noun)?.values() ?? [])];
  if (kinds.length === 0) return [];
  const counted = kinds.map(({ table, by, name }, place) => {
    const where = typeof by === "function" ? by(id) : sql`${by} = ${id}`;
    return sql`
      select ${place}::int as place, count(*)::int as n, min(name) as first
      from (select ${name ? sql`${name}::text` : sql`''`} as name from ${table} where ${where} limit ${bound + 1}) used
    `;
  });
  const rows = await rowsOf<{ place: number; n: number; first: string | null }>(
    db,
    sql`${sql.join(counted, sql` union all `)} order by place`,
  );
  const said = rows.flatMap(({ place, n, first }) => {
    const kind = kinds[place];
    return kind && n > 0 ? [kind.words({ n: n > bound ? `${bound}+` : String(n), first: first ?? "" })] : [];
  });
  // Several tables may be one thing to people: an account is its ledger, its receipts and its charges.
  return [...new Set(said)];
}

/** Every registration: by noun, the table and, where one column says it, the column. For the test of foreign keys. */
export function registeredDependents(): { noun: string; table: string; column: string | null }[] {
  return [...dependents].flatMap(([noun, kinds]) =>
    [...kinds.values()].map(({ table, by }) => ({
      noun,
      table: getTableName(table),
      column: typeof by === "function" ? null : by.name,
    })),
  );
}
