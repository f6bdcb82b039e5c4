/** The queue as a table: put in, take with a lease, keep alive, end. Every change of a taken job names its fence. */
import { sql } from "drizzle-orm";
import { z } from "zod";
import type { Database, Transaction } from "../db/database";
import type { JobResult } from "./kind";

const row = z.object({
  corpCode: z.string(),
  id: z.number(),
  kind: z.string(),
  payload: z.unknown(),
  attempts: z.number(),
  maxAttempts: z.number(),
  fence: z.number(),
  /** Null of a job that somebody asked for out of any schedule. */
  scheduleId: z.number().nullable(),
  accountId: z.number(),
  accountName: z.string(),
  locale: z.enum(["zh-CN", "en"]).catch("zh-CN"),
});
export type TakenJob = z.output<typeof row>;

const columns = sql`job.corp_code as "corpCode", job.id, job.kind, job.payload, job.attempts,
  job.max_attempts as "maxAttempts", job.fence, job.schedule_id as "scheduleId", job.account_id as "accountId",
  job.account_name as "accountName", job.locale`;

/**
 * Takes the next due job: one that waits, or one whose worker has not been heard of for a lease. What has used up its
 * attempts in that way has failed instead, and is `lost`.
 */
export function take(
  database: Database,
  worker: string,
  kinds: string[],
  leaseSeconds: number,
  lost: (tx: Transaction, jobs: TakenJob[]) => Promise<void>,
) {
  return database.system(async (tx): Promise<TakenJob | null> => {
    const { rows: gone } = await tx.execute(sql`
      update job
      set state = 'failed', lease_until = null, finished_at = now(), error = 'worker lost'
      where state = 'running' and lease_until < now() and attempts >= max_attempts and not cancel_asked
      returning ${columns}
    `);
    if (gone.length > 0)
      await lost(
        tx,
        gone.map((one) => row.parse(one)),
      );
    await tx.execute(sql`
      update job
      set state = 'cancelled', lease_until = null, finished_at = now()
      where state = 'running' and lease_until < now() and cancel_asked
    `);
    const { rows } = await tx.execute(sql`
      with waiting as (
        select corp_code, id, run_at from job
        where state = 'waiting' and run_at <= now() and kind in ${kinds}
        order by run_at, id
        limit 1
        for update skip locked
      ), lost as (
        select corp_code, id, run_at from job
        where state = 'running' and lease_until < now() and kind in ${kinds}
        order by lease_until
        limit 1
        for update skip locked
      ), next as (
        select * from waiting
        union all
        select * from lost
        order by run_at, id
        limit 1
      )
      update job
      set state = 'running',
          worker = ${worker},
          fence = fence + 1,
          attempts = attempts + 1,
          lease_until = now() + make_interval(secs => ${leaseSeconds}),
          started_at = coalesce(started_at, now()),
          done = 0
      from next
      where job.corp_code = next.corp_code and job.id = next.id
      returning ${columns}
    `);
    return rows[0] ? row.parse(rows[0]) : null;
  });
}

const held = ({ corpCode, id, fence }: TakenJob) =>
  sql`corp_code = ${corpCode} and id = ${id} and fence = ${fence} and state = 'running'`;

/** Locks the job for this transaction if it is still ours. */
export async function holds(tx: Transaction, job: TakenJob): Promise<boolean> {
  const { rows } = await tx.execute(sql`select 1 from job where ${held(job)} for update`);
  return rows.length > 0;
}

/** Another lease; answers what has been asked meanwhile, null when the job is no longer ours. */
export async function beat(
  database: Database,
  job: TakenJob,
  leaseSeconds: number,
  { done, total }: { done: number; total: number | null },
): Promise<{ cancelAsked: boolean } | null> {
  const { rows } = await database.system((tx) =>
    tx.execute<{ cancel_asked: boolean }>(sql`
      update job
      set lease_until = now() + make_interval(secs => ${leaseSeconds}), done = ${done}, total = ${total}
      where ${held(job)}
      returning cancel_asked
    `),
  );
  return rows[0] ? { cancelAsked: rows[0].cancel_asked } : null;
}

/** Within the transaction of the last change; false when the job is no longer ours. */
export async function finish(tx: Transaction, job: TakenJob, result: JobResult): Promise<boolean> {
  const { rows } = await tx.execute(sql`
    update job
    set state = 'done', lease_until = null, finished_at = now(), error = '',
        result = ${JSON.stringify(result)}::jsonb, done = coalesce(total, done)
    where ${held(job)}
    returning id
  `);
  return rows.length > 0;
}

export async function endCancelled(tx: Transaction, job: TakenJob): Promise<boolean> {
  const { rows } = await tx.execute(sql`
    update job set state = 'cancelled', lease_until = null, finished_at = now() where ${held(job)} returning id
  `);
  return rows.length > 0;
}

/** Later once more, or for good when there were attempts enough; answers whether that was the last. */
export async function fail(tx: Transaction, job: TakenJob, error: string, forGood: boolean): Promise<boolean> {
  const last = forGood || job.attempts >= job.maxAttempts;
  const { rows } = await tx.execute(
    last
      ? sql`update job set state = 'failed', lease_until = null, finished_at = now(), error = ${error} where ${held(job)} returning id`
      : sql`update job
            set state = 'waiting', lease_until = null, error = ${error},
                run_at = now() + make_interval(secs => ${backOff(job.attempts)})
            where ${held(job)}
            returning id`,
  );
  return last && rows.length > 0;
}

/** Gives a job back untouched: the worker stops. */
export async function giveBack(tx: Transaction, job: TakenJob): Promise<void> {
  await tx.execute(sql`
    update job set state = 'waiting', lease_until = null, attempts = attempts - 1, run_at = now() where ${held(job)}
  `);
}

/** Seconds before the next attempt: 10, 40, 160 … up to an hour. */
export function backOff(attempts: number): number {
  return Math.min(3_600, 10 * 4 ** (attempts - 1));
}
