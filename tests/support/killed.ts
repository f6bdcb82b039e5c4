/** A connection that dies in the middle of a call: on PostgreSQL, where there are several. */
import type { TestBackend } from "./backend";

const gate = 20_261_126;

/**
 * Calls that write into the table wait there; the one that `press` made is killed. Answers what its caller was told. Whoever
 * comes next finds the way free.
 */
export async function killedWhile<T extends { success: boolean }>(
  backend: Pick<TestBackend, "database" | "sql">,
  table: string,
  press: () => Promise<T>,
  /** Which rows wait, as a condition of the trigger. */
  which = "true",
  on: "insert" | "update" = "insert",
): Promise<{ success: boolean; killed: number }> {
  await backend.sql(`
    create or replace function wait_to_be_killed() returns trigger language plpgsql as $$
    begin perform pg_advisory_xact_lock_shared(${gate}); return new; end $$;
    create trigger killed before ${on} on ${table} for each row when (${which})
      execute function wait_to_be_killed()`);
  const keeper = await backend.database.pool.connect();
  let killed = 0;
  try {
    await keeper.query(`select pg_advisory_lock(${gate})`);
    const pressed = press().catch(() => ({ success: false }));
    for (let turn = 0; killed === 0 && turn < 500; turn += 1) {
      // Other test files wait for the same key in databases of their own.
      const { rowCount } = await keeper.query(
        `select pg_terminate_backend(l.pid) from pg_locks l
         where l.locktype = 'advisory' and not l.granted and l.objid = ${gate}
           and l.database = (select oid from pg_database where datname = current_database())`,
      );
      killed = rowCount ?? 0;
      if (killed === 0) await keeper.query("select pg_sleep(0.01)");
      else await keeper.query(`select pg_advisory_unlock(${gate})`);
    }
    const { success } = await pressed;
    return { success, killed };
  } finally {
    await keeper.query("select pg_advisory_unlock_all()");
    keeper.release();
    await backend.sql(`drop trigger killed on ${table}`);
  }
}
