/** Several people at the same moment. */
import type { TestBackend } from "./backend";

/** On the embedded engine calls queue behind its one session: what is told of "at once" is told by PostgreSQL alone. */
export const raceIsReal = Boolean(process.env.TEST_DATABASE_URL);

/**
 * Lets `count` calls begin at the same moment and answers all that came of them, refusals included. Connections are
 * opened before: with cold ones the first caller has committed while the others still connect, and the test passes with
 * the lock taken out. It proves something on PostgreSQL only, which is why `npm test` runs the files that call it there.
 */
export async function race<T>(
  backend: Pick<TestBackend, "database">,
  count: number,
  press: (person: number) => T | Promise<T>,
): Promise<T[]> {
  if (raceIsReal) await openConnections(backend, count);
  return Promise.all(Array.from({ length: count }, async (_, person) => press(person)));
}

/** Each statement sleeps a little, so that none ends before the pool has a connection for every one of them. */
async function openConnections({ database }: Pick<TestBackend, "database">, count: number): Promise<void> {
  await Promise.all(Array.from({ length: count }, () => database.pool.query("select pg_sleep(0.05)")));
}

/** Everybody who comes waits until so many are there: they have all read what they go by, and none has written yet. */
export function meeting(people: number): () => Promise<[null]> {
  let there = 0;
  let open = () => {};
  const all = new Promise<void>((resolve) => {
    open = resolve;
  });
  return async () => {
    there += 1;
    if (there === people) open();
    await all;
    return [null];
  };
}
