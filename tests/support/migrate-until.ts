/** A database as the version before left it: all migrations before one, applied by hand and noted. */
import type { Database } from "~server/backend/db/database";
import { readMigrations } from "~server/backend/db/migrate";

export async function migrateUntil({ pool }: Database, first: string): Promise<void> {
  await pool.query("create table schema_migration (name text primary key, checksum text not null)");
  for (const { name, statements, checksum } of readMigrations().filter((one) => one.name < first)) {
    await pool.query(statements);
    await pool.query("insert into schema_migration values ($1, $2)", [name, checksum]);
  }
}
