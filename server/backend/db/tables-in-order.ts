/** The tables of the schema `public` as an archive has them: every one but the record of migrations and what runs. */
import { sql } from "drizzle-orm";
import type { Transaction } from "./database";

/** Tables such that what a row refers to comes before it. */
export async function tablesInOrder(tx: Transaction): Promise<string[]> {
  const { rows } = await tx.execute<{ name: string; needs: string[] }>(sql`
    select c.relname::text as name,
           array(
             select distinct t.relname::text
             from pg_constraint k
             join pg_class t on t.oid = k.confrelid
             where k.conrelid = c.oid and k.contype = 'f' and k.confrelid <> c.oid
           ) as needs
    from pg_class c
    where c.relnamespace = 'public'::regnamespace and c.relkind = 'r' and c.relname not in ('schema_migration', 'console_node')
    order by c.relname
  `);
  const ordered: string[] = [];
  while (ordered.length < rows.length) {
    const free = rows.filter(
      ({ name, needs }) => !ordered.includes(name) && needs.every((need) => ordered.includes(need)),
    );
    if (free.length === 0) throw new Error("Tables refer to each other in a circle.");
    ordered.push(...free.map(({ name }) => name));
  }
  return ordered;
}

/** Columns that are stored as given; generated ones the database works out again. */
export async function storedColumns(tx: Transaction, table: string): Promise<string> {
  const { rows } = await tx.execute<{ name: string }>(sql`
    select quote_ident(attname) as name
    from pg_attribute
    where attrelid = ${`"${table}"`}::regclass and attnum > 0 and not attisdropped and attgenerated = ''
    order by attnum
  `);
  return rows.map(({ name }) => name).join(", ");
}

/** What its rows are in order by. */
export async function keyOf(tx: Transaction, table: string): Promise<string> {
  const { rows } = await tx.execute<{ name: string }>(sql`
    select a.attname::text as name
    from pg_index i
    join lateral unnest(i.indkey) with ordinality as key (attnum, place) on true
    join pg_attribute a on a.attrelid = i.indrelid and a.attnum = key.attnum
    where i.indrelid = ${`"${table}"`}::regclass and i.indisprimary
    order by key.place
  `);
  return rows.map(({ name }) => `"${name}"`).join(", ") || "1";
}

/** Identities go on after the highest that came in. */
export async function setSequence(tx: Transaction, table: string): Promise<void> {
  const { rows } = await tx.execute<{ name: string; sequence: string | null }>(sql`
    select a.attname::text as name, pg_get_serial_sequence(${`"${table}"`}, a.attname) as sequence
    from pg_attribute a
    where a.attrelid = ${`"${table}"`}::regclass and a.attidentity <> ''
  `);
  for (const { name, sequence } of rows) {
    if (sequence)
      await tx.execute(
        sql.raw(`select setval('${sequence}', coalesce((select max("${name}") from "${table}"), 0) + 1, false)`),
      );
  }
}
