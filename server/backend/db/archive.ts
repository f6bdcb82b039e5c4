/**
 * Backup and restore: one archive for both engines, row for row, so that an operator moves from the embedded database to
 * PostgreSQL with two commands. The archive is gzip over lines: a head, then for each table its name, its rows as JSON
 * and its count and SHA-256, then an end.
 */
import { createHash } from "node:crypto";
import { Readable, type Writable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { createGunzip, createGzip } from "node:zlib";
import { sql } from "drizzle-orm";
import { z } from "zod";
import type { Database, Transaction } from "./database";
import { readMigrations } from "./migrate";

const format = "scenic-console-archive";
const rowsAtOnce = 2_000;

const headLine = z.object({
  format: z.literal(format),
  version: z.literal(1),
  at: z.string(),
  migrations: z.array(z.object({ name: z.string(), checksum: z.string() })),
});
const tableLine = z.object({ table: z.string() });
const tableEnd = z.object({ rows: z.number(), sha256: z.string() });
const endLine = z.object({ end: z.literal(true), tables: z.number() });

/** Rows by table, for who asked. */
export type Counts = Record<string, number>;

/** Writes the archive while others work: one repeatable-read transaction sees one moment. */
export async function backup(database: Database, target: Writable): Promise<Counts> {
  const counts: Counts = {};
  await database.system(
    async (tx) => {
      await tx.execute(sql`set transaction isolation level repeatable read, read only`);
      await pipeline(Readable.from(lines(tx, counts)), createGzip({ level: 6 }), target);
    },
    { patience: "none" },
  );
  return counts;
}

async function* lines(tx: Transaction, counts: Counts): AsyncGenerator<string> {
  const migrations = readMigrations().map(({ name, checksum }) => ({ name, checksum }));
  yield line({ format, version: 1, at: new Date().toISOString(), migrations });
  const tables = await tablesInOrder(tx);
  for (const table of tables) {
    yield line({ table });
    const hash = createHash("sha256");
    let rows = 0;
    await tx.execute(
      sql.raw(
        `declare archive cursor for select row_to_json(r)::text as row from "${table}" r order by ${await keyOf(tx, table)}`,
      ),
    );
    for (;;) {
      const { rows: fetched } = await tx.execute<{ row: string }>(sql.raw(`fetch ${rowsAtOnce} from archive`));
      if (fetched.length === 0) break;
      const text = fetched.map(({ row }) => `${row}\n`).join("");
      hash.update(text);
      rows += fetched.length;
      yield text;
    }
    await tx.execute(sql`close archive`);
    counts[table] = rows;
    yield line({ rows, sha256: hash.digest("hex") });
  }
  yield line({ end: true, tables: tables.length });
}

const line = (value: unknown) => `${JSON.stringify(value)}\n`;

/** Refused: the archive is damaged, of another version, or would overwrite orders without being told to. */
export class ArchiveRefused extends Error {
  override readonly name = "ArchiveRefused";
}

/** Replaces everything by the archive, in one transaction: all of it, or nothing where the archive is not whole. */
export async function restore(
  database: Database,
  source: Readable,
  options: { force?: boolean } = {},
): Promise<Counts> {
  try {
    return await database.system(
      async (tx) => {
        const { rows } = await tx.execute<{ used: boolean }>(sql`select exists (select from orders) as used`);
        if (rows[0]?.used && !options.force) {
          throw new ArchiveRefused("There are orders in this database already. Say --force to replace them.");
        }
        return load(tx, linesOf(source));
      },
      { patience: "none" },
    );
  } catch (error) {
    if (error instanceof Error && "code" in error && /^(Z_|ERR_STREAM_PREMATURE)/.test(String(error.code))) {
      throw new ArchiveRefused("This file is no archive, or it is damaged.");
    }
    throw error;
  } finally {
    source.destroy();
  }
}

/** Lines as they are asked for: the stream begins to flow with the first one, so that none and no error goes by unseen. */
async function* linesOf(source: Readable): AsyncGenerator<string, undefined> {
  const gunzip = createGunzip();
  source.on("error", (error) => gunzip.destroy(error));
  source.pipe(gunzip);
  let rest = "";
  const decoder = new TextDecoder();
  for await (const chunk of gunzip as AsyncIterable<Buffer>) {
    const parts = (rest + decoder.decode(chunk, { stream: true })).split("\n");
    rest = parts.pop() ?? "";
    yield* parts;
  }
  return undefined;
}

async function load(tx: Transaction, archive: AsyncGenerator<string, undefined>): Promise<Counts> {
  const next = async <T>(schema: z.ZodType<T>): Promise<T> => {
    const { value, done } = await archive.next();
    const parsed = done ? null : schema.safeParse(parsedJson(value));
    if (!parsed?.success) throw new ArchiveRefused("This file is no archive, or it is damaged.");
    return parsed.data;
  };
  const head = await next(headLine);
  const own = readMigrations().map(({ name, checksum }) => `${name} ${checksum}`);
  if (own.join() !== head.migrations.map(({ name, checksum }) => `${name} ${checksum}`).join()) {
    throw new ArchiveRefused(
      "This archive is of another version of the product. Restore it with that version, then upgrade.",
    );
  }
  const tables = await tablesInOrder(tx);
  await tx.execute(sql.raw(`truncate ${tables.map((table) => `"${table}"`).join(", ")}`));
  const counts: Counts = {};
  for (const table of tables) {
    const named = await next(tableLine);
    if (named.table !== table) throw new ArchiveRefused(`The archive has ${named.table} where ${table} belongs.`);
    counts[table] = await loadTable(tx, table, archive);
  }
  await next(endLine);
  for (const table of tables) await setSequence(tx, table);
  return counts;
}

/** Rows go in as they come; a row line begins like any object, the closing line is told by its two keys. */
async function loadTable(tx: Transaction, table: string, archive: AsyncGenerator<string, undefined>): Promise<number> {
  const hash = createHash("sha256");
  const columns = sql.raw(await storedColumns(tx, table));
  let batch: string[] = [];
  let count = 0;
  const flush = async () => {
    if (batch.length === 0) return;
    const rows = `[${batch.join(",")}]`;
    await tx.execute(sql`
      insert into ${sql.identifier(table)} (${columns})
      select ${columns} from jsonb_populate_recordset(null::${sql.identifier(table)}, ${rows}::jsonb)
    `);
    batch = [];
  };
  for (;;) {
    const { value, done } = await archive.next();
    if (done) throw new ArchiveRefused("The archive ends too soon.");
    if (value.startsWith('{"rows":') && value.includes('"sha256":')) {
      const end = tableEnd.safeParse(parsedJson(value));
      if (end.success) {
        await flush();
        if (end.data.rows !== count || end.data.sha256 !== hash.digest("hex")) {
          throw new ArchiveRefused(`The rows of ${table} are not those that were saved: the archive is damaged.`);
        }
        return count;
      }
    }
    hash.update(`${value}\n`);
    batch.push(value);
    count += 1;
    if (batch.length >= rowsAtOnce) await flush();
  }
}

function parsedJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

/** Tables such that what a row refers to comes before it. */
async function tablesInOrder(tx: Transaction): Promise<string[]> {
  const { rows } = await tx.execute<{ name: string; needs: string[] }>(sql`
    select c.relname::text as name,
           array(
             select distinct t.relname::text
             from pg_constraint k
             join pg_class t on t.oid = k.confrelid
             where k.conrelid = c.oid and k.contype = 'f' and k.confrelid <> c.oid
           ) as needs
    from pg_class c
    where c.relnamespace = 'public'::regnamespace and c.relkind = 'r' and c.relname <> 'schema_migration'
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
async function storedColumns(tx: Transaction, table: string): Promise<string> {
  const { rows } = await tx.execute<{ name: string }>(sql`
    select quote_ident(attname) as name
    from pg_attribute
    where attrelid = ${`"${table}"`}::regclass and attnum > 0 and not attisdropped and attgenerated = ''
    order by attnum
  `);
  return rows.map(({ name }) => name).join(", ");
}

async function keyOf(tx: Transaction, table: string): Promise<string> {
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
async function setSequence(tx: Transaction, table: string): Promise<void> {
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
