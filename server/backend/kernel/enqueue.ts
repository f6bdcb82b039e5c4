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
    insert into job (kind, payload, max_attempts, schedule_id, account_id, account_name, locale)
    values (
      ${job.kind}, ${JSON.stringify(job.payload ?? {})}::jsonb, ${job.maxAttempts ?? 3}, ${job.scheduleId ?? null},
      ${job.accountId ?? 0}, ${job.accountName ?? ""}, ${job.locale ?? "zh-CN"}
    )
    returning id
  `);
  // After the commit, most likely; should it come too early, the next look finds the job.
  outsideTransaction(() => setTimeout(() => listeners.forEach((hear) => void hear()), 20).unref());
  return Number(rows[0]?.id);
}

/** As {@link enqueue}, for the caller of a method. */
export function enqueueFor(call: Call, job: Omit<NewJob, "accountId" | "accountName" | "locale">): Promise<number> {
  const { caller, locale } = call;
  return enqueue(call.db, { ...job, accountId: caller.userId, accountName: caller.name, locale });
}
