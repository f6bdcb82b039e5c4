/**
 * Backup: one archive for both engines, row for row, so that an operator moves from the embedded database to PostgreSQL with
 * two commands. It is made of the tables that are there, whatever version made them, and changes none.
 */
import { createHash } from "node:crypto";
import { Readable, type Writable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { createGzip } from "node:zlib";
import { sql } from "drizzle-orm";
import { version } from "../../version";
import { type Counts, format } from "./archive-format";
import type { Database, Transaction } from "./database";
import { appliedMigrations } from "./migrate";
import { keyOf, tablesInOrder } from "./tables-in-order";

const rowsAtOnce = 2_000;

/** There is nothing to save: a directory or an address was mistyped, or the console never started on it. */
export class NoConsoleDatabase extends Error {
  override readonly name = "NoConsoleDatabase";
}

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
  const applied = await appliedMigrations(tx);
  if (applied.length === 0) throw new NoConsoleDatabase("This database is empty: the console never started on it.");
  const whole = createHash("sha256");
  const noted = (text: string) => {
    whole.update(text);
    return text;
  };
  const migrations = applied.map(({ name, checksum }) => ({ name, checksum }));
  yield noted(line({ format, version: 2, at: new Date().toISOString(), product: version, migrations }));
  const tables = await tablesInOrder(tx);
  for (const table of tables) {
    yield noted(line({ table }));
    const hash = createHash("sha256");
    let rows = 0;
    const order = await keyOf(tx, table);
    await tx.execute(
      sql.raw(`declare archive cursor for select row_to_json(r)::text as row from "${table}" r order by ${order}`),
    );
    for (;;) {
      const { rows: fetched } = await tx.execute<{ row: string }>(sql.raw(`fetch ${rowsAtOnce} from archive`));
      if (fetched.length === 0) break;
      const text = fetched.map(({ row }) => `${row}\n`).join("");
      hash.update(text);
      rows += fetched.length;
      yield noted(text);
    }
    await tx.execute(sql`close archive`);
    counts[table] = rows;
    yield noted(line({ rows, sha256: hash.digest("hex") }));
  }
  yield line({ end: true, tables: tables.length, sha256: whole.digest("hex") });
}

const line = (value: unknown) => `${JSON.stringify(value)}\n`;
