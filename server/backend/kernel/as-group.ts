/**
 * Reading over the corps of a group: under a role of its own, which has the few tables of `db/group-policies.ts` to read, none to
 * write, and of their rows those of the corps that the database itself finds for the corp of the call. No statement can
 * forget it, and none can name another corp. See `docs/decisions/210-groups-read-their-members.md`.
 */
import { sql } from "drizzle-orm";
import { groupRole } from "../db/database";
import type { Call } from "./call";
import { markScoped } from "./prepared";
import { firstOf } from "./rows";
import { roleOf } from "./scope";

/** Within the transaction of a call, whichever role it has. What fails leaves it to be rolled back, and the role with it. */
export async function asGroup<T>({ db, caller }: Pick<Call, "db" | "caller">, work: () => Promise<T>): Promise<T> {
  const was = await firstOf<{ role: string }>(db, sql`select current_setting('role') as role`);
  await db.execute(sql`select set_config('role', ${groupRole}, true)`);
  markScoped(db, true);
  const done = await work();
  const role = was?.role ?? roleOf(caller.scope);
  await db.execute(sql`select set_config('role', ${role}, true)`);
  markScoped(db, role !== "none" && caller.scope !== null);
  return done;
}
