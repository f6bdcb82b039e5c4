/** Whoever asked for a job is told what became of it, in the transaction that ends it: told once, or the job has not ended. */
import { sql } from "drizzle-orm";
import { type Locale, m } from "~/contract/messages";
import { localeStorage } from "~/i18n/locale.server";
import type { Transaction } from "../db/database";
import { notify } from "../kernel/notify";
import { enterTenant } from "../kernel/scope";
import type { JobKind, JobResult } from "./kind";
import type { TakenJob } from "./queue";

/** `error` is empty where the job's worker was lost too often. */
export type Ended = { state: "done"; result: JobResult } | { state: "failed"; error: string };

export interface EndedJob {
  job: TakenJob;
  kind: JobKind;
  ended: Ended;
  now: Date;
}

/** The transaction is the owner's, and is so again when it has told. */
export type Told = (tx: Transaction, ended: EndedJob) => Promise<void>;

export const messageOnEnd: Told = async (tx, { job, kind, ended, now }) => {
  await enterTenant(tx, job.corpCode);
  await notify(tx, now, {
    to: { accounts: [job.accountId] },
    kind: "task",
    title: (options) => {
      const name = kind.title({}, options);
      return ended.state === "done" ? m.jobs_told_done({ name }, options) : m.jobs_told_failed({ name }, options);
    },
    body: ({ locale }) => outcome(kind, ended, locale),
    link: (ended.state === "done" && ended.result.link) || (await pageOf(tx, kind, job)),
    matter: `job-${job.id}`,
  });
  await tx.execute(sql`select set_config('role', 'none', true)`);
};

async function pageOf(tx: Transaction, { page, payload }: JobKind, job: TakenJob): Promise<string> {
  const asked = payload.safeParse(job.payload);
  return (asked.success && (await page?.({ id: job.id, payload: asked.data }, tx))) || "";
}

function outcome(kind: JobKind, ended: Ended, locale: Locale): string {
  if (ended.state === "failed") return ended.error || m.jobs_worker_lost({}, { locale });
  return localeStorage.run(locale, () => kind.outcome?.(ended.result) ?? "");
}
