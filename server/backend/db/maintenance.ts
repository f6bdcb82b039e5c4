/** PGlite has no background processes: without these its log of changes grows past every limit. */
import type pg from "pg";

const checkpointEvery = 5 * 60_000;
const vacuumEvery = 6 * 3_600_000;

/** Starts the timers; the answer stops them. They keep no process alive. */
export function keepInShape(pool: pg.Pool): () => void {
  const timers = [
    setInterval(() => run(pool, "checkpoint"), checkpointEvery),
    setInterval(() => run(pool, "vacuum analyze"), vacuumEvery),
  ];
  for (const timer of timers) timer.unref();
  return () => timers.forEach(clearInterval);
}

async function run(pool: pg.Pool, statement: string): Promise<void> {
  // People wait in the same queue: maintenance goes when nobody does.
  if (pool.waitingCount > 0) return;
  try {
    await pool.query(statement);
  } catch (error) {
    console.error(JSON.stringify({ level: "warn", at: "maintenance", statement, message: String(error) }));
  }
}
