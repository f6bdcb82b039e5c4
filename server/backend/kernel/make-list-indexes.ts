/**
 * Makes the indexes of lists, and those that migrations left for later, without keeping people waiting: those of small
 * tables at the start, the others beside the work.
 */
import { sql } from "drizzle-orm";
import type pg from "pg";
import type { Database, Transaction } from "../db/database";
import { forgetWaitingIndexes, largeTables, waitingIndexes } from "../db/later-indexes";
import { logFailure } from "./answers";
import { advisoryLock, type ListIndex, type Lists, missingIndexes } from "./list-indexes";

/** Milliseconds between two looks while another node is at it. */
const lookEvery = 2_000;

/** At the start, one transaction: small tables alone, which every table of a new database is. */
export async function makeSmallIndexes(database: Database, lists: Lists): Promise<void> {
  await database.system(
    async (tx) => {
      await tx.execute(sql`select pg_advisory_xact_lock(${advisoryLock})`);
      const large = await largeTables(tx);
      for (const { table, statement } of await missingIndexes(tx, lists)) {
        if (!large.has(table)) await tx.execute(sql.raw(statement));
      }
    },
    { patience: "none" },
  );
}

/**
 * After the start: on PostgreSQL `concurrently`, so that sales go on meanwhile, by one node at a time; on the embedded
 * database each in a transaction of its own, so that people get in between. `done` resolves once none is missing; a
 * failure is noted and the next start tries again.
 */
export function makeLargeIndexes(database: Database, lists: Lists): { done: Promise<void>; stop(): Promise<void> } {
  const stopping = new AbortController();
  const make = database.engine === "postgres" ? beside : oneByOne;
  const done = make(database, lists, stopping.signal).catch((error: unknown) => {
    if (!stopping.signal.aborted) logFailure("error", error, "indexes");
  });
  return {
    done,
    async stop() {
      stopping.abort();
      await done;
    },
  };
}

async function oneByOne(database: Database, lists: Lists, signal: AbortSignal): Promise<void> {
  const missing = await database.system((tx) => missingIndexes(tx, lists), { readOnly: true });
  for (const { statement } of missing) {
    if (signal.aborted) return;
    await database.system((tx) => tx.execute(sql.raw(statement)));
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}

/** Nobody waits for the lock: a waiting statement would be waited for by the index that is being made. */
async function beside(database: Database, lists: Lists, signal: AbortSignal): Promise<void> {
  const asked = <T>(read: (tx: Transaction) => Promise<T>) => database.system(read, { readOnly: true });
  const ofLists = () => asked((tx) => missingIndexes(tx, lists));
  const isDone = async () => (await asked(waitingIndexes)).length + (await ofLists()).length === 0;
  while (!(await isDone()) && !signal.aborted) {
    const client = await database.pool.connect();
    // Stopping ends the statement under way; what it leaves is invalid, and is made anew by the next start.
    const cut = () => client.release(true);
    signal.addEventListener("abort", cut);
    try {
      const { rows } = await client.query<{ ours: boolean }>("select pg_try_advisory_lock($1) as ours", [advisoryLock]);
      if (rows[0]?.ours) {
        await client.query("set statement_timeout = 0; set lock_timeout = 0");
        // Those that migrations left come first: they may serve a list as well.
        const waiting = await asked(waitingIndexes);
        for (const index of waiting) await makeBeside(client, index);
        if (waiting.length > 0) await database.system(forgetWaitingIndexes);
        for (const index of await ofLists()) await makeBeside(client, index);
        return;
      }
    } finally {
      signal.removeEventListener("abort", cut);
      // Its settings and its lock go with it.
      if (!signal.aborted) client.release(true);
    }
    await new Promise((resolve) => {
      setTimeout(resolve, lookEvery).unref();
      signal.addEventListener("abort", resolve);
    });
  }
}

async function makeBeside(
  client: pg.PoolClient,
  { name, statement }: Pick<ListIndex, "name" | "statement">,
): Promise<void> {
  // What an attempt left that was cut off: it is kept up to date and serves nobody.
  const { rows } = await client.query<{ invalid: boolean }>(
    "select not indisvalid as invalid from pg_index where indexrelid = to_regclass(quote_ident($1))",
    [name],
  );
  if (rows[0]?.invalid) await client.query(`drop index concurrently if exists "${name}"`);
  await client.query(
    statement.replace(/^create index (?:if not exists )?/, "create index concurrently if not exists "),
  );
}
