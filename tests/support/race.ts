/** Several people at the same moment. */
import { Client, type PoolClient } from "pg";
import type { TestBackend } from "./backend";

/** On the embedded engine calls queue behind its one session: what is told of "at once" is told by PostgreSQL alone. */
export const raceIsReal = Boolean(process.env.TEST_DATABASE_URL);

/**
 * Lets `count` calls begin at the same moment and answers all that came of them, refusals included. Connections are
 * opened before: with cold ones the first caller has committed while the others still connect, and the test passes with
 * the lock taken out. It proves something on PostgreSQL only, where the long tests run every file.
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

/**
 * As {@link race}, where nobody's row gets into the table before everybody has come as far as writing one, or waits for
 * somebody who has: they have all found it free. Without this one call may be done before the others have looked, and the
 * test passes with the unique index taken out. `count` fits the pool.
 */
export async function raceToInsert<T>(
  backend: Pick<TestBackend, "database" | "sql">,
  table: string,
  count: number,
  press: (person: number) => T | Promise<T>,
): Promise<T[]> {
  if (!raceIsReal) return race(backend, count, press);
  await backend.sql(`
    create or replace function wait_at_the_gate() returns trigger language plpgsql as $$
    begin perform pg_advisory_xact_lock_shared(${gate}); return new; end $$;
    create trigger gate before insert on ${table} for each row execute function wait_at_the_gate()`);
  const keeper = await backend.database.pool.connect();
  try {
    await keeper.query("select pg_advisory_lock($1)", [gate]);
    const all = race(backend, count, press);
    const until = Date.now() + 10_000;
    while ((await waiting(keeper)) < count && Date.now() < until) await keeper.query("select pg_sleep(0.01)");
    await keeper.query("select pg_advisory_unlock($1)", [gate]);
    return await all;
  } finally {
    keeper.release();
    await backend.sql(`drop trigger gate on ${table}`);
  }
}

/**
 * `first` comes as far as writing a row of the table; then `second` begins, and has either ended or waits for a lock before
 * the first goes on. So the second always comes between what the first has read and what it commits.
 */
export async function whileItWrites<A, B>(
  { database, sql }: Pick<TestBackend, "database" | "sql">,
  table: string,
  first: () => Promise<A>,
  second: () => Promise<B>,
): Promise<[A, B]> {
  await openConnections({ database }, 3);
  await sql(`
    create or replace function wait_at_the_gate() returns trigger language plpgsql as $$
    begin perform pg_advisory_xact_lock_shared(${gate}); return new; end $$;
    create trigger gate before insert on ${table} for each row execute function wait_at_the_gate()`);
  const keeper = await database.pool.connect();
  const until = Date.now() + 20_000;
  const waitFor = async (people: number, over: () => boolean) => {
    while ((await waiting(keeper)) < people && !over() && Date.now() < until)
      await keeper.query("select pg_sleep(0.01)");
  };
  try {
    await keeper.query("select pg_advisory_lock($1)", [gate]);
    const one = first();
    await waitFor(1, () => false);
    let done = false;
    const other = second().finally(() => {
      done = true;
    });
    await waitFor(2, () => done);
    await keeper.query("select pg_advisory_unlock($1)", [gate]);
    return await Promise.all([one, other]);
  } finally {
    keeper.release();
    await sql(`drop trigger gate on ${table}`);
  }
}

const gate = 20_261_120;

async function waiting(keeper: PoolClient): Promise<number> {
  const { rows } = await keeper.query<{ n: number }>(
    "select count(*)::int as n from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'",
  );
  return rows[0]?.n ?? 0;
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

interface Unlocked {
  mark: string;
  lock: string;
  /** What stands where the lock was: a condition needs another one, with its parameter. */
  instead?: string;
}

/**
 * The control of a row that only one may take: `lock` is left out of statements that hold `mark`, and nobody who has read goes
 * on before `people` have. What the lock keeps from happening is seen to happen.
 */
export async function withoutLock<T>(
  { people, ...left }: Unlocked & { people: number },
  work: () => Promise<T>,
): Promise<T> {
  return afterReading(left, meeting(people), work);
}

/**
 * The same where two who write at once would stop each other: the first has read, and goes on once the second is done.
 * Answers what came of both.
 */
export async function overtaken<F, S>(
  left: Unlocked,
  first: () => Promise<F>,
  second: () => Promise<S>,
): Promise<[F, S]> {
  let [firstHasRead, goOn] = [() => {}, () => {}];
  const read = new Promise<void>((resolve) => {
    firstHasRead = resolve;
  });
  const secondIsDone = new Promise<void>((resolve) => {
    goOn = resolve;
  });
  let isFirst = true;
  const meet = async () => {
    if (!isFirst) return;
    isFirst = false;
    firstHasRead();
    await secondIsDone;
  };
  return afterReading(left, meet, async () => {
    const going = first();
    // Whoever does not read at all is not waited for.
    await Promise.race([read, going]);
    const done = await second();
    goOn();
    return [await going, done];
  });
}

async function afterReading<T>(
  { mark, lock, instead = "" }: Unlocked,
  meet: () => Promise<unknown>,
  work: () => Promise<T>,
): Promise<T> {
  const usual = Client.prototype.query as (this: Client, ...given: unknown[]) => Promise<unknown>;
  const open = async function (this: Client, ...given: unknown[]) {
    const [asked, ...rest] = given as [{ text?: string; name?: string } | string, ...unknown[]];
    if (typeof asked === "string" || !asked.text?.includes(mark) || !asked.text.includes(lock))
      return usual.call(this, ...given);
    const { name: _, ...unnamed } = asked;
    const answer = await usual.call(this, { ...unnamed, text: asked.text.replace(lock, instead) }, ...rest);
    await meet();
    return answer;
  };
  Client.prototype.query = open as never;
  try {
    return await work();
  } finally {
    Client.prototype.query = usual as never;
  }
}

/** The control of a lock that stands in a function of the database: `lines` are left out of it while `work` goes on. */
export async function withoutLines<T>(
  { sql }: Pick<TestBackend, "sql">,
  name: string,
  lines: RegExp,
  work: () => Promise<T>,
): Promise<T> {
  const [{ body } = { body: "" }] = await sql<{ body: string }>(
    `select pg_get_functiondef('${name}'::regproc) as body`,
  );
  const open = body.replace(lines, "");
  if (open === body) throw new Error(`${name} has no such line`);
  await sql(open);
  try {
    return await work();
  } finally {
    await sql(body);
  }
}
