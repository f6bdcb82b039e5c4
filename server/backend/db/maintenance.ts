/**
 * PGlite has no background processes: without these its log of changes grows past every limit, and plans go stale. On
 * PostgreSQL autovacuum does all that, but looks once a minute at best: long enough for a morning's queue on a new table.
 */

import type pg from "pg";
import { log } from "../../log";

const checkpointEvery = 5 * 60_000;
const vacuumEvery = 6 * 3_600_000;
/** A plan among indexes of a table that nobody has looked at is a guess; the look itself takes some milliseconds. */
const analyzeEvery = 10_000;
/** After a start: what a power cut lost of the counters is looked for at once. */
const firstAnalyze = 2_000;

export interface Maintenance {
  stop(): void;
  /** A checkpoint lets go of the log before it: none comes while this runs. */
  withoutCheckpoints<T>(work: () => Promise<T>): Promise<T>;
}

/** Starts the timers. They keep no process alive. */
export function keepInShape(pool: pg.Pool): Maintenance {
  let heldBy = 0;
  const plans = keepPlansTrue(pool, analyzeChanged);
  const timers = [
    setInterval(() => heldBy === 0 && run(pool, "checkpoint"), checkpointEvery),
    setInterval(() => vacuumFilled(pool), vacuumEvery),
  ];
  for (const timer of timers) timer.unref();
  return {
    stop() {
      plans.stop();
      timers.forEach(clearInterval);
    },
    async withoutCheckpoints(work) {
      heldBy += 1;
      try {
        return await work();
      } finally {
        heldBy -= 1;
      }
    },
  };
}

/** The planner's picture of the tables alone, as `look` keeps it. */
export function keepPlansTrue(
  pool: pg.Pool,
  look: (pool: pg.Pool) => Promise<void> = analyzeCounted,
): Pick<Maintenance, "stop"> {
  const timer = setInterval(() => look(pool), analyzeEvery);
  const first = setTimeout(() => look(pool), firstAnalyze);
  for (const each of [timer, first]) each.unref();
  return {
    stop() {
      clearTimeout(first);
      clearInterval(timer);
    },
  };
}

/**
 * Tables with something in them. One that is empty is better not known: the planner takes what it does not know for ten pages
 * and goes by the index, but reads whole, however it grows, what it once knew to be empty.
 */
export const filledTables = `
  select quote_ident(c.relname) as name
  from pg_class c
  where c.relnamespace = 'public'::regnamespace
    and c.relkind = 'r'
    and pg_relation_size(c.oid) > 0
`;

/** One after the other, so that people get in between. */
export async function vacuumFilled(pool: pg.Pool): Promise<void> {
  const tables = await run(pool, filledTables);
  for (const { name } of tables ? tables.rows : []) await run(pool, `vacuum analyze ${name}`);
}

/** Bytes of a table that is looked through in some ten milliseconds, so that it may be while people wait. */
const smallTable = 8 * 2 ** 20;

/** As autovacuum decides: a tenth of the rows and a little more have changed, or nothing is known of the table at all. */
const changed = `
  select quote_ident(c.relname) as name, pg_relation_size(c.oid) < ${smallTable} as small
  from pg_class c
  where c.relnamespace = 'public'::regnamespace
    and c.relkind = 'r'
    and (
      pg_stat_get_mod_since_analyze(c.oid) > 50 + greatest(c.reltuples, 0) / 10
      or (c.reltuples < 0 and pg_relation_size(c.oid) > 0)
    )
  order by pg_stat_get_mod_since_analyze(c.oid) desc nulls last
  limit 20
`;

/**
 * Keeps the planner's picture of the tables true: a table that grew from nothing is otherwise planned as if it were empty
 * (a ticket check then read every ticket: 80 ms instead of 1).
 *
 * Where people wait without a pause, small tables are looked at all the same: those are the ones that outgrow their plans.
 */
export async function analyzeChanged(pool: pg.Pool): Promise<void> {
  // Its one session hands its counters of changes in at the end of the next transaction only.
  await run(pool, "select pg_stat_force_next_flush()", "among people");
  await analyzeCounted(pool);
}

/** Of what the sessions have told. */
async function analyzeCounted(pool: pg.Pool): Promise<void> {
  const tables = await run(pool, changed, "among people");
  for (const { name, small } of tables ? tables.rows : []) {
    await run(pool, `analyze (skip_locked) ${name}`, small ? "among people" : "alone");
  }
}

/** The result, null when it did not run. */
async function run(
  pool: pg.Pool,
  statement: string,
  when: "alone" | "among people" = "alone",
): Promise<pg.QueryResult<{ name: string; small?: boolean }> | null> {
  // People wait in the same queue: what takes its time goes when nobody does.
  if (pool.ended || (when === "alone" && pool.waitingCount > 0)) return null;
  try {
    return await pool.query(statement);
  } catch (error) {
    // It was closed, or its database was taken away, meanwhile.
    if (pool.ending) return null;
    log("warn", "maintenance", { statement, message: String(error) });
    return null;
  }
}
