/** Work past row-level security, within the transaction of a tenant: every statement of it names its corps itself. */
import { sql } from "drizzle-orm";
import { tenantRole } from "../db/database";
import type { Call } from "./served";

/** What fails leaves the transaction (or its savepoint) to be rolled back, and the role with it. */
export async function asOwner<T>({ db }: Call, work: () => Promise<T>): Promise<T> {
  await db.execute(sql`select set_config('role', 'none', true)`);
  const done = await work();
  await db.execute(sql`select set_config('role', ${tenantRole}, true)`);
  return done;
}
