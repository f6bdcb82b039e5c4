/** Work past row-level security, within the transaction of a tenant: every statement of it names its corps itself. */
import { sql } from "drizzle-orm";
import type { Call } from "./call";
import { markScoped } from "./prepared";
import { roleOf } from "./scope";

/** What fails leaves the transaction (or its savepoint) to be rolled back, and the role with it. */
export async function asOwner<T>({ db, caller }: Call, work: () => Promise<T>): Promise<T> {
  await db.execute(sql`select set_config('role', 'none', true)`);
  markScoped(db, false);
  const done = await work();
  await db.execute(sql`select set_config('role', ${roleOf(caller.scope)}, true)`);
  markScoped(db, caller.scope !== null);
  return done;
}

/** The other way round, in a method that runs as the owner: work as its caller, who sees their corp in their scope. */
export async function asCaller<T>({ db, caller }: Call, work: () => Promise<T>): Promise<T> {
  await db.execute(sql`select set_config('role', ${roleOf(caller.scope)}, true)`);
  markScoped(db, caller.scope !== null);
  const done = await work();
  await db.execute(sql`select set_config('role', 'none', true)`);
  markScoped(db, false);
  return done;
}
