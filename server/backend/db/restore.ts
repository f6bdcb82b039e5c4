/**
 * Restore: the archive is read whole and found right before the database is touched. Then its tables are made anew in a
 * schema of their own, filled, brought up to this version, and take the place of the old ones, all in one transaction; the old
 * ones are dropped after it.
 */
import { sql } from "drizzle-orm";
import {
  ArchiveRefused,
  endLine,
  endOfTable,
  type Head,
  linesOf,
  madeBy,
  parsedJson,
  tableLine,
  thisIs,
  WouldOverwrite,
} from "./archive-format";
import { aside, dropAside } from "./aside";
import { type CheckedArchive, checkArchive } from "./check-archive";
import { putRows, setTriggers } from "./corp-rows";
import { type Database, sqlState, type Transaction } from "./database";
import { applyMigrations, type Migration, readMigrations } from "./migrate";
import { whatStands } from "./standing";
import { setSequence, tablesInOrder } from "./tables-in-order";

const rowsAtOnce = 2_000;

export interface RestoreOptions {
  /** Also where more stands than a first start makes. */
  force?: boolean;
  /** Of this version; tests put others in their place. */
  migrations?: readonly Migration[];
}

/** Replaces everything by the archive: all of it, or nothing. Throws {@link ArchiveRefused}, in words without contents. */
export async function restore(database: Database, file: string, options: RestoreOptions = {}): Promise<CheckedArchive> {
  const { force = false, migrations = readMigrations() } = options;
  const checked = await checkArchive(file);
  const [then, since] = ofThisVersion(checked.head, migrations);
  const slowly = <T>(work: (tx: Transaction) => Promise<T>) => database.system(work, { patience: "none" });
  await dropAside(slowly);
  await database.system(
    async (tx) => {
      const standing = await whatStands(tx);
      if (standing !== "" && !force) {
        throw new WouldOverwrite(`This database holds ${standing}: restoring would replace all of it.`);
      }
      await setAside(tx);
      await applyMigrations(tx, then);
      await load(tx, file);
      if (since.length > 0) {
        await tx.execute(sql`set constraints all immediate`);
        await applyMigrations(tx, migrations);
      }
      for (const table of await tablesInOrder(tx)) await setSequence(tx, table);
      await renewRights(tx);
    },
    { patience: "none" },
  );
  await dropAside(slowly);
  return checked;
}

/**
 * Tables as the migrations make them, in the place of those that stand, within the transaction; `fill` puts in what a first
 * start does. Those that stood are put aside, for {@link dropAside} once all of it is there for good. Throws
 * {@link ArchiveRefused} where the account does not own the database.
 */
export async function madeAnew(tx: Transaction, fill: () => Promise<void>): Promise<void> {
  await setAside(tx);
  await applyMigrations(tx, readMigrations());
  await fill();
}

/** The migrations that the archive's tables were made by, and those that have come since. */
export function ofThisVersion(head: Head, migrations: readonly Migration[]): [Migration[], Migration[]] {
  const made = new Map(head.migrations.map(({ name, checksum }) => [name, checksum]));
  const then = migrations.filter(({ name, checksum }) => made.get(name) === checksum);
  if (then.length < made.size) {
    throw new ArchiveRefused(
      `This archive was made by ${madeBy(head)}; ${thisIs}, which does not know all of its tables. Nothing was changed. Restore it with the version that made it, or a newer one.`,
    );
  }
  return [then, migrations.filter((one) => !then.includes(one))];
}

/** Nobody goes on with rights that were kept before. Tables of the first versions know none. */
async function renewRights(tx: Transaction): Promise<void> {
  await tx.execute(sql`
    do $$ begin
      if exists (select from pg_attribute where attrelid = 'corp'::regclass and attname = 'rights') then
        update corp set rights = gen_random_uuid();
      end if;
    end $$
  `);
}

/** Whoever reads goes on reading the old tables until the end; whoever would write waits, since it would be lost. */
async function setAside(tx: Transaction): Promise<void> {
  // Migrations help themselves to functions of the session: those of a restore before this one would stand in their way.
  await tx.execute(sql`discard temp`);
  const { rows: foreign } = await tx.execute<{ name: string }>(sql`
    select extname::text as name from pg_extension where extnamespace = 'public'::regnamespace
  `);
  if (foreign.length > 0) {
    const names = foreign.map(({ name }) => name).join(", ");
    throw new ArchiveRefused(
      `The schema public also holds the extension ${names}, which would go with the old tables. Nothing was changed. Move it: alter extension ${foreign[0]?.name} set schema another_schema;`,
    );
  }
  const tables = await tablesInOrder(tx);
  if (tables.length > 0) {
    await tx.execute(sql.raw(`lock table ${tables.map((table) => `"${table}"`).join(", ")} in exclusive mode`));
  }
  try {
    await tx.execute(sql.raw(`alter schema public rename to ${aside}`));
    await tx.execute(sql.raw("create schema public"));
    await tx.execute(sql.raw("grant usage on schema public to public"));
  } catch (error) {
    if (sqlState(error) !== "42501") throw error;
    throw new ArchiveRefused(
      `A restore makes the schema public anew, which needs an account that owns the database. Nothing was changed. Run as an administrator of the server: alter database NAME owner to ACCOUNT;`,
    );
  }
}

async function load(tx: Transaction, file: string): Promise<void> {
  const tables = await tablesInOrder(tx);
  // Migrations bring rows of their own: those of the archive are all there are.
  await tx.execute(sql.raw(`truncate ${tables.map((table) => `"${table}"`).join(", ")}`));
  // What follows a row that is made anew (counts, notices, money sent back) followed it then, and stands in the archive; what
  // nobody may write any more, as the rows of a closed statement, was written while one might.
  await setTriggers(tx, tables, "disable");
  const lines = linesOf(file);
  await lines.next();
  const filled = new Set<string>();
  for (;;) {
    const { value = "" } = await lines.next();
    if (endLine.safeParse(parsedJson(value)).success) break;
    const { table } = tableLine.parse(parsedJson(value));
    if (!tables.includes(table) || filled.has(table)) {
      throw new ArchiveRefused(
        `This archive has a table ${table}, which the console does not know. Nothing was changed. It was made of a database that others use as well: restore it into one of its own.`,
      );
    }
    filled.add(table);
    await loadTable(tx, table, lines);
  }
  await lines.next();
  const without = tables.find((table) => !filled.has(table));
  if (without) throw new ArchiveRefused(`This archive has no table ${without}. Nothing was changed. Take another one.`);
  await tx.execute(sql`set constraints all immediate`);
  await setTriggers(tx, tables, "enable");
}

/** Rows go in as they come. */
async function loadTable(tx: Transaction, table: string, lines: AsyncGenerator<string, undefined>): Promise<void> {
  let batch: string[] = [];
  const flush = async () => {
    if (batch.length === 0) return;
    const rows = batch;
    batch = [];
    try {
      await putRows(tx, table, rows);
    } catch (error) {
      // What the database says has the rows in it, and those are people's.
      throw new ArchiveRefused(
        `The rows of ${table} do not fit its table (SQLSTATE ${sqlState(error) ?? "unknown"}). Nothing was changed. Restore it with the version that made it.`,
      );
    }
  };
  for (;;) {
    const { value, done } = await lines.next();
    if (done)
      throw new ArchiveRefused("The archive was changed while it was read. Nothing was changed here. Try again.");
    if (endOfTable(value)) return flush();
    batch.push(value);
    if (batch.length >= rowsAtOnce) await flush();
  }
}
