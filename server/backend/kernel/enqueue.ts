/** Puts work in for later, within the transaction of what asks for it: both happen, or neither. */
import { sql } from "drizzle-orm";
import type { Locale } from "~/contract/messages";
import { outsideTransaction, type Transaction } from "../db/database";
import type { Call } from "./call";

export interface NewJob {
  kind: string;
  payload?: unknown;
  maxAttempts?: number;
  accountId?: number;
  accountName?: string;
  locale?: Locale;
  scheduleId?: number;
  /** Milliseconds from now; default: at once. */
  delay?: number;
  /** Not where one of its kind waits already, which will find what this one would: answers 0 then. */
  unlessWaiting?: true;
}

const listeners = new Set<() => void>();

/** Hears of jobs put in by this process; other processes' are found by looking. */
export function onEnqueue(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Puts a job in, within the transaction of what asks for it: both happen, or neither. Runs as the tenant. */
export async function enqueue(tx: Transaction, job: NewJob): Promise<number> {
  const { rows } = await tx.execute<{ id: number }>(sql`
    insert into job (kind, payload, max_attempts, schedule_id, account_id, account_name, locale, run_at)
    select
      ${job.kind}::text, ${JSON.stringify(job.payload ?? {})}::jsonb, ${job.maxAttempts ?? 3}::int, ${job.scheduleId ?? null}::bigint,
      ${job.accountId ?? 0}::bigint, ${job.accountName ?? ""}::text, ${job.locale ?? "zh-CN"}::text,
      now() + make_interval(secs => ${(job.delay ?? 0) / 1000}::float8)
    where not ${job.unlessWaiting ?? false}::boolean
       or not exists (
         select from job w
         where w.corp_code = current_setting('app.corp_code') and w.kind = ${job.kind} and w.state = 'waiting'
           and w.run_at <= now() + make_interval(secs => ${(job.delay ?? 0) / 1000}::float8)
       )
    returning id
  `);
  // After the commit, most likely; should it come too early, the next look finds the job.
  outsideTransaction(() => setTimeout(() => listeners.forEach((hear) => void hear()), 20).unref());
  return Number(rows[0]?.id ?? 0);
}

/** Whether one of its kind waits to be done now, or is being done. */
export async function isUnderWay(tx: Transaction, kind: string): Promise<boolean> {
  const { rows } = await tx.execute(sql`
    select 1 from job
    where corp_code = current_setting('app.corp_code') and kind = ${kind}
      and (state = 'running' or state = 'waiting' and run_at <= now())
    limit 1
  `);
  return rows.length > 0;
}

/** As {@link enqueue}, for the caller of a method. */
export function enqueueFor(call: Call, job: Omit<NewJob, "accountId" | "accountName" | "locale">): Promise<number> {
  const { caller, locale } = call;
  return enqueue(call.db, { ...job, accountId: caller.userId, accountName: caller.name, locale });
}
