/** Rows of one corp, table by table, past row-level security: read in slices, deleted in batches, put back as they were. */
import { createHash } from "node:crypto";
import { sql } from "drizzle-orm";
import type { Transaction } from "./database";
import { storedColumns, tablesInOrder } from "./tables-in-order";

export type CorpTable = {
  name: string;
  /** Of its primary key, with their types. */
  key: { name: string; type: string }[];
  /** A row may refer to another one of it: they go in one statement. */
  refersToItself: boolean;
};

/** Every table with a corp, such that what a row refers to comes before it. */
export async function corpTables(tx: Transaction): Promise<CorpTable[]> {
  const { rows } = await tx.execute<CorpTable>(sql`
    select c.relname::text as name,
           (
             select json_agg(json_build_object('name', a.attname, 'type', format_type(a.atttypid, a.atttypmod)) order by k.place)
             from pg_index i
             join lateral unnest(i.indkey) with ordinality as k (attnum, place) on true
             join pg_attribute a on a.attrelid = i.indrelid and a.attnum = k.attnum
             where i.indrelid = c.oid and i.indisprimary
           ) as key,
           exists (select from pg_constraint f where f.contype = 'f' and f.conrelid = c.oid and f.confrelid = c.oid) as "refersToItself"
    from pg_class c
    join pg_attribute corp on corp.attrelid = c.oid and corp.attname = 'corp_code' and not corp.attisdropped
    where c.relnamespace = current_schema()::regnamespace and c.relkind = 'r'
  `);
  const order = await tablesInOrder(tx);
  return rows.toSorted((a, b) => order.indexOf(a.name) - order.indexOf(b.name));
}

const quoted = (name: string) => sql.raw(`"${name}"`);
const rowsAtOnce = 2_000;

export interface Slice {
  /** Rows as JSON, in the order of their key. */
  rows: string[];
  /** The key of the last one, as text; null at the end. */
  last: string[] | null;
}

/** Rows after `after`, by key. */
export async function sliceOf(
  tx: Transaction,
  { name, key }: CorpTable,
  corpCode: string,
  after: string[] | null,
): Promise<Slice> {
  const columns = sql.raw(key.map((part) => `r."${part.name}"`).join(", "));
  const beyond = after
    ? sql` and row(${columns}) > row(${sql.join(
        key.map((part, place) => sql`${after[place] ?? ""}::text::${sql.raw(part.type)}`),
        sql`, `,
      )})`
    : sql``;
  const { rows } = await tx.execute<{ row: string; key: string[] }>(sql`
    select row_to_json(r)::text as row, array[${sql.raw(key.map((part) => `r."${part.name}"::text`).join(", "))}] as key
    from ${quoted(name)} r
    where r.corp_code = ${corpCode}${beyond}
    order by ${columns}
    limit ${rowsAtOnce}
  `);
  return { rows: rows.map(({ row }) => row), last: rows.length < rowsAtOnce ? null : (rows.at(-1)?.key ?? null) };
}

/** SHA-256 over its rows, each with a line feed, and how many there are. */
export async function sumOf(
  tx: Transaction,
  table: CorpTable,
  corpCode: string,
): Promise<{ rows: number; sha256: string }> {
  const hash = createHash("sha256");
  let count = 0;
  for (let after: string[] | null = null; ; ) {
    const slice: Slice = await sliceOf(tx, table, corpCode, after);
    for (const row of slice.rows) hash.update(`${row}\n`);
    count += slice.rows.length;
    if (!slice.last) return { rows: count, sha256: hash.digest("hex") };
    after = slice.last;
  }
}

/** Rows by table, each up to `bound`; tables without any are left out. */
export async function countsOf(
  tx: Transaction,
  tables: readonly Pick<CorpTable, "name">[],
  corpCode: string,
  bound = 1_000_000_000,
): Promise<Map<string, number>> {
  const parts = tables.map(
    ({ name }) => sql`
      select ${name}::text as name, count(*)::float8 as n
      from (select from ${quoted(name)} where corp_code = ${corpCode} limit ${bound}) bounded
    `,
  );
  if (parts.length === 0) return new Map();
  const { rows } = await tx.execute<{ name: string; n: number }>(sql.join(parts, sql` union all `));
  return new Map(rows.filter(({ n }) => n > 0).map(({ name, n }) => [name, n]));
}

const deletedAtOnce = 5_000;

/**
 * Deletes up to five thousand of its rows; answers how many. Guards of what may not be changed stand aside for this
 * transaction, as long as its lock on the table lasts; keys that point to the rows are asked in any case.
 */
export async function deleteSome(tx: Transaction, { name, refersToItself }: CorpTable, corpCode: string) {
  await setTriggers(tx, [name], "disable");
  const some = refersToItself
    ? sql`corp_code = ${corpCode}`
    : sql`ctid = any (array(select ctid from ${quoted(name)} where corp_code = ${corpCode} limit ${deletedAtOnce}))`;
  const { rowCount } = await tx.execute(sql`delete from ${quoted(name)} where ${some}`);
  await tx.execute(sql`set constraints all immediate`);
  await setTriggers(tx, [name], "enable");
  return { deleted: rowCount ?? 0, isEmpty: refersToItself || (rowCount ?? 0) < deletedAtOnce };
}

/** Puts rows in as they were, generated columns worked out anew. Its triggers are to be off: see {@link setTriggers}. */
export async function putRows(tx: Transaction, table: string, rows: readonly string[]): Promise<void> {
  if (rows.length === 0) return;
  const columns = sql.raw(await storedColumns(tx, table));
  await tx.execute(sql`
    insert into ${quoted(table)} (${columns})
    select ${columns} from jsonb_populate_recordset(null::${quoted(table)}, ${`[${rows.join(",")}]`}::jsonb)
  `);
}

/** Rows that are there become again what they were; others are left alone. */
export async function setRows(tx: Transaction, { name, key }: CorpTable, rows: readonly string[]): Promise<void> {
  if (rows.length === 0) return;
  const columns = sql.raw(await storedColumns(tx, name));
  const same = sql.raw(key.map((part) => `r."${part.name}" = n."${part.name}"`).join(" and "));
  await tx.execute(sql`
    update ${quoted(name)} r set (${columns}) = (
      select ${columns} from jsonb_populate_recordset(null::${quoted(name)}, ${`[${rows.join(",")}]`}::jsonb) n where ${same}
    )
    where exists (
      select from jsonb_populate_recordset(null::${quoted(name)}, ${`[${rows.join(",")}]`}::jsonb) n where ${same}
    )
  `);
}

/** Those of the product: foreign keys and checks are asked in any case. */
export async function setTriggers(tx: Transaction, tables: readonly string[], to: "enable" | "disable"): Promise<void> {
  for (const table of tables) await tx.execute(sql.raw(`alter table "${table}" ${to} trigger user`));
}
