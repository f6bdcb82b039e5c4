/**
 * Whoever asked for a job is told what became of it, in the transaction that ends it: told once, or the job has not ended.
 * Of a task that runs by itself, and came to nothing, those are told who look after tasks.
 */
import { sql } from "drizzle-orm";
import { type Locale, m } from "~/contract/messages";
import { job as taskLog } from "~/contract/platform/job-list";
import { schedule } from "~/contract/platform/schedule";
import { localeStorage } from "~/i18n/locale.server";
import type { Transaction } from "../db/database";
import { businessDay, inZone, zoneOfCorp } from "../kernel/business-time";
import { notify } from "../kernel/notify";
import { prepared } from "../kernel/prepared";
import { enterTenant } from "../kernel/scope";
import type { JobKind, JobResult } from "./kind";
import type { TakenJob } from "./queue";

/** Why a job came to nothing, in the reader's language; "" where its worker was lost too often. */
export type Why = string | ((options: { locale: Locale }) => string);

export type Ended = { state: "done"; result: JobResult } | { state: "failed"; error: Why };

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
  const told = (locale: Locale) => saidOf(kind, job, ended, locale);
  await notify(tx, now, {
    to: { accounts: [job.accountId] },
    kind: "task",
    title: ({ locale }) => told(locale).title,
    body: ({ locale }) => told(locale).body,
    link: (ended.state === "done" && ended.result.link) || (await pageOf(tx, kind, job)),
    matter: `job-${job.id}`,
  });
  await tx.execute(sql`select set_config('role', 'none', true)`);
};

/**
 * Whoever sees all of the task's log is told that it was given up: once a day (of the corp's calendar) for each task, though
 * it should run every five minutes, and also where the first message was read by then.
 */
export const messageOfTask = async (tx: Transaction, { job, kind, why, now }: FailedTask): Promise<void> => {
  const day = inZone(await zoneOfCorp(tx, job.corpCode), () => businessDay(now));
  await enterTenant(tx, job.corpCode);
  const matter = `${failedTask}${job.scheduleId}-${day}`;
  const [told] = await prepared(tx, toldOfTask, [matter]);
  if (!told) {
    await notify(tx, now, {
      to: { fun: schedule.fun },
      kind: "task",
      title: (options) => m.jobs_told_failed({ name: kind.title({}, options) }, options),
      body: (options) => m.jobs_told_of_task({ why: sayWhy(why, options.locale) }, options),
      link: `${taskLog.path}/${job.id}`,
      matter,
      // As its log: nobody is told who sees a part of the corp alone.
      about: { parks: [], maker: 0 },
    });
  }
  await tx.execute(sql`select set_config('role', 'none', true)`);
};

export interface FailedTask {
  job: TakenJob;
  kind: JobKind;
  why: Why;
  now: Date;
}

const failedTask = "taskFailed-";
/** $1 the matter. By the index `message_of_failed_task`. */
const toldOfTask = `select 1 from message where matter = $1 and matter like '${failedTask}%' limit 1`;

async function pageOf(tx: Transaction, { page, payload }: JobKind, job: TakenJob): Promise<string> {
  const asked = payload.safeParse(job.payload);
  return (asked.success && (await page?.({ id: job.id, payload: asked.data }, tx))) || "";
}

function saidOf(kind: JobKind, job: TakenJob, ended: Ended, locale: Locale): { title: string; body: string } {
  const name = kind.title({}, { locale });
  if (ended.state === "failed")
    return { title: m.jobs_told_failed({ name }, { locale }), body: sayWhy(ended.error, locale) };
  const asked = kind.payload.safeParse(job.payload);
  return localeStorage.run(
    locale,
    () =>
      (asked.success && kind.toldDone?.(ended.result, asked.data)) || {
        title: m.jobs_told_done({ name }),
        body: kind.outcome?.(ended.result) ?? "",
      },
  );
}

function sayWhy(why: Why, locale: Locale): string {
  return (typeof why === "function" ? why({ locale }) : why) || m.jobs_worker_lost({}, { locale });
}
