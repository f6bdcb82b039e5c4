/** Brings a database to the schema of this version: SQL files in name order, each in a transaction, each once. */
import { createHash } from "node:crypto";
import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { sql } from "drizzle-orm";
import type { Database } from "./database";
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

/** Any number: who migrates holds it, so that two servers starting at once do it one after the other. */
const advisoryLock = 7_310_042;

export async function migrate(database: Database, migrations = readMigrations()): Promise<void> {
  await database.system(
    async (tx) => {
      await tx.execute(sql`select pg_advisory_xact_lock(${advisoryLock})`);
      await tx.execute(
        sql`create table if not exists schema_migration (name text primary key, checksum text not null, applied_at timestamptz not null default now())`,
      );
      const { rows } = await tx.execute<{ name: string; checksum: string }>(
        sql`select name, checksum from schema_migration`,
      );
      const applied = new Map(rows.map((row) => [row.name, row.checksum]));
      let changed = false;
      for (const { name, statements, checksum } of migrations) {
        const before = applied.get(name);
        if (before === checksum) continue;
        if (before !== undefined) throw new Error(`Migration ${name} was changed after it had been applied.`);
        await tx.execute(sql.raw(statements));
        await tx.execute(sql`insert into schema_migration (name, checksum) values (${name}, ${checksum})`);
        changed = true;
      }
      const unknown = [...applied.keys()].filter((name) => !migrations.some((migration) => migration.name === name));
      if (unknown.length > 0) throw new Error(`The database is of a newer version: it knows ${unknown.join(", ")}.`);
      if (changed) await applyTenancy(tx);
    },
    { patience: "none" },
  );
}
