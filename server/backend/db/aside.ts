/**
 * The tables that a restore or a reset has replaced. They stand in a schema of their own until the new ones are there for good,
 * and go in parts afterwards: dropped at once they take more locks (9,000) than a server of usual settings has room for (6,400,
 * max_locks_per_transaction times max_connections).
 */
import { sql } from "drizzle-orm";
import type { Transaction } from "./database";

export const aside = "console_before_restore";

const tablesAtOnce = 40;

/**
 * Drops what was put aside, if anything; `transaction` is used once for each part. A process that is killed meanwhile leaves
 * the rest to the next start.
 */
export async function dropAside(
  transaction: (work: (tx: Transaction) => Promise<boolean>) => Promise<boolean>,
): Promise<void> {
  while (await transaction(dropPart));
}

/** Whether more is left. */
async function dropPart(tx: Transaction): Promise<boolean> {
  // Two nodes that start at once do it one after the other.
  await tx.execute(sql`select pg_advisory_xact_lock(hashtext(${aside}))`);
  const { rows: schemas } = await tx.execute(sql`select from pg_namespace where nspname = ${aside}`);
  if (schemas.length === 0) return false;
  const { rows: tables } = await tx.execute<{ name: string }>(sql`
    select quote_ident(relname) as name from pg_class
    where relnamespace = ${aside}::regnamespace and relkind in ('r', 'p') order by relname limit ${tablesAtOnce}
  `);
  const whole = tables.length === 0;
  const names = tables.map(({ name }) => `${aside}.${name}`).join(", ");
  await tx.execute(sql.raw(whole ? `drop schema ${aside} cascade` : `drop table ${names} cascade`));
  return !whole;
}
