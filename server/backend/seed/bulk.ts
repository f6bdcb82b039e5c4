/** Many rows at once, as plain rows of a table: names of columns are those of the first row. */
import { sql } from "drizzle-orm";
import type { Transaction } from "../db/database";

export type Row = Record<string, string | number | boolean | null | object>;

const batch = 1000;

export async function insertAll(tx: Transaction, table: string, rows: readonly Row[]): Promise<void> {
  const columns = Object.keys(rows[0] ?? {}).map((column) => sql.identifier(column));
  for (let start = 0; start < rows.length; start += batch) {
    const part = JSON.stringify(rows.slice(start, start + batch));
    const names = sql.join(columns, sql`, `);
    await tx.execute(sql`
      insert into ${sql.identifier(table)} (${names})
      select ${names}
      from json_populate_recordset(null::${sql.identifier(table)}, ${part}::json)
    `);
  }
}

/** Rows with ids of their own: what comes later goes on behind them. */
export async function nextId(tx: Transaction, table: string): Promise<number> {
  const { rows } = await tx.execute<{ id: number }>(
    sql`select coalesce(max(id), 0) + 1 as id from ${sql.identifier(table)}`,
  );
  return rows[0]?.id ?? 1;
}

export async function moveSequence(tx: Transaction, table: string): Promise<void> {
  await tx.execute(sql`
    select setval(pg_get_serial_sequence(${table}, 'id'), greatest((select max(id) from ${sql.identifier(table)}), 1))
  `);
}
