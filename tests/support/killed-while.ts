/** A call whose connection is cut in the middle of its transaction, as where the process or the server dies. */
import type { TestBackend } from "./backend";

/** What `pg_locks` says of the key below as `objid`. */
const key = 20_261_126;

interface Where {
  /** Calls that write into it wait there. */
  table: string;
  /** A condition over `new`: only these rows wait. */
  when?: string;
}

/** The call that `press` made is killed where it waits. Answers what its caller was told. On PostgreSQL alone. */
export async function killedWhile(
  backend: Pick<TestBackend, "database" | "sql">,
  { table, when = "true" }: Where,
  press: () => Promise<{ success: boolean }>,
): Promise<{ success: boolean }> {
  await backend.sql(`
    create or replace function wait_to_be_killed() returns trigger language plpgsql as $$
    begin perform pg_advisory_xact_lock_shared(${key}); return new; end $$;
    create trigger killed before insert on ${table} for each row when (${when}) execute function wait_to_be_killed()`);
  const keeper = await backend.database.pool.connect();
  try {
    await keeper.query("select pg_advisory_lock($1)", [key]);
    const pressed = press().catch(() => ({ success: false }));
    for (let turn = 0, killed = 0; killed === 0 && turn < 500; turn += 1) {
      // Other test files wait for the same key in databases of their own.
      const { rowCount } = await keeper.query(
        `select pg_terminate_backend(l.pid) from pg_locks l
         where l.locktype = 'advisory' and not l.granted and l.objid = ${key}
           and l.database = (select oid from pg_database where datname = current_database())`,
      );
      killed = rowCount ?? 0;
      if (killed === 0) await keeper.query("select pg_sleep(0.01)");
      // Whoever comes next finds the way free.
      else await keeper.query("select pg_advisory_unlock($1)", [key]);
    }
    return await pressed;
  } finally {
    await keeper.query("select pg_advisory_unlock_all()");
    keeper.release();
    await backend.sql(`drop trigger killed on ${table}`);
  }
}
