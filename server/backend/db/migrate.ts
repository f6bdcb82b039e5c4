/** Brings a database to the schema of this version: SQL files in name order, each in a transaction, each once. */
import { createHash } from "node:crypto";
import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { sql } from "drizzle-orm";
import { version } from "../../version";
import type { Database, Transaction } from "./database";
import { type LaterIndex, largeTables, partIndexes } from "./later-indexes";
import { applyTenancy } from "./tenancy";

export interface Migration {
  name: string;
  statements: string;
  checksum: string;
}

/** The files stand beside this one, in the sources as in the build. */
export function readMigrations(directory = fileURLToPath(new URL("./migrations/", import.meta.url))): Migration[] {
  return readdirSync(directory)
    .filter((name) => name.endsWith(".sql"))
    .sort()
    .map((name) => {
      const statements = readFileSync(path.join(directory, name), "utf8");
      return { name, statements, checksum: createHash("sha256").update(statements).digest("hex") };
    });
}

export interface AppliedMigration {
  name: string;
  checksum: string;
  /** The version of the product that applied it; "" of one that had no number yet. */
  product: string;
}

/** What has been applied to the database, in the order of names; none where the console never started on it. Changes nothing. */
export async function appliedMigrations(tx: Transaction): Promise<AppliedMigration[]> {
  const { rows: found } = await tx.execute<{ there: boolean }>(
    sql`select to_regclass('public.schema_migration') is not null as there`,
  );
  if (!found[0]?.there) return [];
  // The column of the version came later: a table without it is read as well.
  const { rows } = await tx.execute<Record<keyof AppliedMigration, string>>(sql`
    select name, checksum, coalesce(to_jsonb(s) ->> 'product', '') as product from schema_migration s order by name
  `);
  return rows;
}

/** Any number: who migrates holds it, so that two servers starting at once do it one after the other. */
const advisoryLock = 7_310_042;

export async function migrate(database: Database, migrations = readMigrations()): Promise<void> {
  await database.system(
    async (tx) => {
      await tx.execute(sql`select pg_advisory_xact_lock(${advisoryLock})`);
      // Of the embedded database nobody works beside a start: what could wait for later would hold people up then.
      await applyMigrations(tx, migrations, database.engine === "postgres" ? await largeTables(tx) : new Set());
    },
    { patience: "none" },
  );
}

/**
 * Those that are missing, within the transaction; a database of a newer version is refused before anything runs. Indexes on
 * tables named in `large` are noted, to be made after the start.
 */
export async function applyMigrations(
  tx: Transaction,
  migrations: readonly Migration[],
  large: ReadonlySet<string> = new Set(),
): Promise<void> {
  await tx.execute(
    sql`create table if not exists schema_migration (name text primary key, checksum text not null, applied_at timestamptz not null default now())`,
  );
  const applied = await appliedMigrations(tx);
  const unknown = applied.filter(({ name }) => !migrations.some((migration) => migration.name === name));
  if (unknown.length > 0) throw new NewerDatabase(unknown);
  const sums = new Map(applied.map(({ name, checksum }) => [name, checksum]));
  const missing = migrations.filter(({ name, checksum }) => {
    const before = sums.get(name);
    if (before !== undefined && before !== checksum)
      throw new Error(`Migration ${name} was changed after it had been applied.`);
    return before === undefined;
  });
  if (missing.length === 0) return;
  await tx.execute(sql`
    alter table schema_migration
      add column if not exists product text not null default '',
      add column if not exists later jsonb not null default '[]'
  `);
  const waiting = new Map<string, LaterIndex>();
  const noted = await tx.execute<{ later: LaterIndex[] }>(sql`select later from schema_migration where later <> '[]'`);
  for (const one of noted.rows.flatMap(({ later }) => later)) waiting.set(one.name, one);
  for (const { name, statements, checksum } of missing) {
    const { now, later } = partIndexes(statements, large, waiting);
    for (const one of later) waiting.set(one.name, one);
    await told(name, async () => {
      await tx.execute(sql.raw(now));
      await tx.execute(
        sql`insert into schema_migration (name, checksum, product) values (${name}, ${checksum}, ${version})`,
      );
    });
  }
  const last = missing.at(-1)?.name ?? "";
  await told(last, async () => {
    // All in one place, so that one which a later migration dropped stands nowhere.
    await tx.execute(sql`
      update schema_migration
      set later = case name when ${last} then ${JSON.stringify([...waiting.values()])}::jsonb else '[]' end
      where later <> '[]' or name = ${last}
    `);
    await applyTenancy(tx);
  });
}

/** What fails of a migration is told by its name, whichever of its statements it was. */
async function told(name: string, work: () => Promise<void>): Promise<void> {
  try {
    await work();
  } catch (error) {
    throw new MigrationFailed(name, error);
  }
}

/** Says which one and why, not what it was about to do: that has hundreds of lines. */
export class MigrationFailed extends Error {
  override readonly name = "MigrationFailed";
  constructor(migration: string, cause: unknown) {
    let root = cause;
    while (root instanceof Error && root.cause instanceof Error) root = root.cause;
    const why = root instanceof Error ? root.message.split("\n")[0] : String(root);
    super(
      `The data could not be brought to version ${version}: ${migration} failed (${why}). Nothing was changed. Start again; if it fails again, go back as docs/upgrading.md says.`,
      { cause },
    );
  }
}

/** The data was brought up by a version that came after this one. */
export class NewerDatabase extends Error {
  override readonly name = "NewerDatabase";
  constructor(unknown: readonly AppliedMigration[]) {
    const { product = "", name = "" } = unknown.at(-1) ?? {};
    const who = product === "" ? `a newer version (it knows ${name})` : `version ${product} (it knows ${name})`;
    super(
      `This data belongs to ${who}; this is version ${version}. Nothing was changed. Start that version, or go back as docs/upgrading.md says.`,
    );
  }
}
