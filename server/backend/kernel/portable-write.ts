/** Writes what is handed over into the tenant of the transaction, and takes it back again. */
import { getTableName, type SQL, sql } from "drizzle-orm";
import type { PgTable } from "drizzle-orm/pg-core";
import type { Transaction } from "../db/database";
import { copied, copiedOfPart, hasVersion, nounOf, type Part, type Portable, type Refers, type Row } from "./portable";
import { addTo, type Bounds, type Entry, referredKey, unbound, type World } from "./portable-world";
import { firstOf, rowsOf } from "./rows";

interface Hand {
  source: World;
  target: World;
  bounds: ReadonlyMap<string, Bounds>;
}

/** Makes it; the world of the other tenant knows it from here on. */
export async function make(tx: Transaction, portable: Portable, hand: Hand, entry: Entry): Promise<Entry> {
  const { references = {}, begins = {}, parts = {}, table } = portable;
  const own = translated([...copied(portable).keys()], references, hand, entry.row);
  const id = await insertRow(tx, table, { ...own, ...begins });
  const bounds = hand.bounds.get(nounOf(portable)) ?? unbound;
  for (const [field, part] of Object.entries(parts))
    await insertRows(tx, part, id, bounds.within(field, entry.parts[field] ?? []), hand);
  return known(tx, portable, hand.target, id);
}

/** Overwrites what is there; answers it as it is then, and what was there before, column by column. */
export async function takeOver(
  tx: Transaction,
  portable: Portable,
  hand: Hand,
  { entry, there, by }: { entry: Entry; there: Entry; by: string },
): Promise<{ now: Entry; before: Row }> {
  const columns = [...copied(portable).keys()];
  const next = translated(columns, portable.references ?? {}, hand, entry.row);
  await update(tx, portable, there.id, next, by);
  const before = Object.fromEntries(columns.map((column) => [column, there.row[column] ?? null]));
  return { now: await known(tx, portable, hand.target, there.id), before };
}

/** What was there before an overwriting stands again. */
export const putBack = (tx: Transaction, portable: Portable, id: number, before: Row, by: string): Promise<void> =>
  update(tx, portable, id, before, by);

/** Its parts go with it. */
export async function removeRow(tx: Transaction, portable: Portable, id: number): Promise<void> {
  await tx.execute(sql`delete from ${named(portable.table)} where id = ${id}`);
}

function translated(
  columns: readonly string[],
  references: Readonly<Record<string, Refers>>,
  { source, target }: Hand,
  row: Row,
): Row {
  return Object.fromEntries(
    columns.map((column) => {
      const refers = references[column];
      const value = row[column] ?? null;
      if (!refers || refers.by === "key" || value === null) return [column, value];
      const found = target.get(refers.noun)?.byKey.get(referredKey(source, refers, value) ?? "");
      if (!found) throw new Error(`${column}: the plan found it, and it is gone`);
      return [column, found.id];
    }),
  );
}

const named = (table: PgTable): SQL => sql`${sql.identifier(getTableName(table))}`;
const list = (columns: readonly string[]): SQL =>
  sql.join(
    columns.map((column) => sql.identifier(column)),
    sql`, `,
  );

async function insertRow(tx: Transaction, table: PgTable, row: Row): Promise<number> {
  const columns = list(Object.keys(row));
  const made = await firstOf<{ id: number }>(
    tx,
    sql`
      insert into ${named(table)} (${columns})
      select ${columns} from jsonb_populate_record(null::${named(table)}, ${JSON.stringify(row)}::jsonb)
      returning id
    `,
  );
  if (!made) throw new Error("an insert answers its row");
  return Number(made.id);
}

async function insertRows(
  tx: Transaction,
  part: Part,
  parent: number,
  rows: readonly Row[],
  hand: Hand,
): Promise<void> {
  if (rows.length === 0) return;
  const names = [...copiedOfPart(part).keys()];
  const next = rows.map((row) => ({ ...translated(names, part.references ?? {}, hand, row), [part.parent]: parent }));
  const columns = list([part.parent, ...names]);
  await tx.execute(sql`
    insert into ${named(part.table)} (${columns})
    select ${columns} from jsonb_populate_recordset(null::${named(part.table)}, ${JSON.stringify(next)}::jsonb)
  `);
}

async function update(tx: Transaction, portable: Portable, id: number, row: Row, by: string): Promise<void> {
  const { table, signed } = portable;
  const all = signed ? { ...row, [signed]: by } : row;
  const columns = list(Object.keys(all));
  const version = hasVersion(portable) ? sql`, row_version = ${named(table)}.row_version + 1` : sql``;
  await tx.execute(sql`
    update ${named(table)} set (${columns}) = row (
      ${sql.join(
        Object.keys(all).map((column) => sql`p.${sql.identifier(column)}`),
        sql`, `,
      )}
    ), updated_at = now()${version}
    from jsonb_populate_record(null::${named(table)}, ${JSON.stringify(all)}::jsonb) p
    where ${named(table)}.id = ${id}
  `);
}

/** As it stands, triggers and defaults included. */
async function known(tx: Transaction, portable: Portable, target: World, id: number): Promise<Entry> {
  const found = await entryOf(tx, portable, target, id);
  if (!found) throw new Error("what was written is there");
  return found;
}

/** One row with its parts, as it stands now; null where it is gone. The world of the tenant knows it from here on. */
async function entryOf(tx: Transaction, portable: Portable, target: World, id: number): Promise<Entry | null> {
  const { table, parts = {} } = portable;
  const found = await firstOf<{ row: Row }>(tx, sql`select to_jsonb(t) as row from ${named(table)} t where id = ${id}`);
  const kept = target.get(nounOf(portable));
  if (!found || !kept) return null;
  const own: Record<string, Row[]> = {};
  for (const [field, part] of Object.entries(parts)) {
    const rows = await rowsOf<{ row: Row }>(
      tx,
      sql`select to_jsonb(t) as row from ${named(part.table)} t where ${sql.identifier(part.parent)} = ${id}`,
    );
    own[field] = rows.map(({ row }) => row);
  }
  return addTo(target, kept, { row: found.row, parts: own });
}
