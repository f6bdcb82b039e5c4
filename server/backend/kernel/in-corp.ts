/** Head office's work in another corp: as a tenant of that corp, so that row-level security shows that one and no other. */
import { sql } from "drizzle-orm";
import { tenantRole } from "../db/database";
import type { Call } from "./call";
import { markScoped } from "./prepared";
import { roleOf } from "./scope";

/** Within the transaction of the caller, who is asked by whoever calls this. What fails leaves the transaction to be rolled back. */
export async function inCorp<T>(
  { db, caller }: Pick<Call, "db" | "caller">,
  corpCode: string,
  work: () => Promise<T>,
): Promise<T> {
  await db.execute(sql`select set_config('app.corp_code', ${corpCode}, true), set_config('role', ${tenantRole}, true)`);
  markScoped(db, false);
  const done = await work();
  await db.execute(sql`
    select set_config('app.corp_code', ${caller.corpCode}, true), set_config('role', ${roleOf(caller.scope)}, true)
  `);
  markScoped(db, caller.scope !== null);
  return done;
}
