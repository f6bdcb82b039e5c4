/** Takes jobs and does them, beside any number of other workers on the same database. */
import { randomUUID } from "node:crypto";
import { hostname } from "node:os";
import { m } from "~/contract/messages";
import { localeStorage } from "~/i18n/locale.server";
import { inSpan } from "../../tracing";
import type { AuditPlace } from "../db/audit-places";
import type { Database, Transaction } from "../db/database";
import type { KeptArchives } from "../db/kept-archives";
import type { FileStore } from "../files/store";
import { logFailure } from "../kernel/answers";
import { inZone, zoneOfCorp } from "../kernel/business-time";
import { onEnqueue } from "../kernel/enqueue";
import { Forbidden, Invalid, NotFound, Refusal } from "../kernel/refusal";
import type { SecretBox } from "../kernel/secret-box";
import type { TextSender } from "../kernel/text-message";
import { Cancelled, type JobKind, type JobResult, LostLease } from "./kind";
import { type Ended, messageOfTask, messageOnEnd, type Told, type Why } from "./message-on-end";
import { endCancelled, fail, giveBack, type TakenJob, take } from "./queue";
import { RunningJob } from "./run";
import { enqueueDue, ensureSchedules } from "./schedule";

export interface WorkerOptions {
  database: Database;
  kinds: JobKind[];
  /** Of uploaded files, for jobs that read one. */
  store?: FileStore;
  /** Where backups by schedule go. */
  archives?: KeptArchives | null;
  /** Where everything is saved before the system is initialised. */
  ownArchives?: KeptArchives;
  /** Where copies of the sealed audit log go. */
  auditPlaces?: readonly AuditPlace[];
  /** Of the secrets that rows keep. */
  secrets?: SecretBox;
  /** Text messages to visitors. */
  texts?: TextSender;
  /** Webhooks go to addresses of this machine and of private networks too. */
  webhooksToPrivate?: boolean;
  now?: () => Date;
  /** Jobs at a time. */
  atOnce?: number;
  /** A worker that has not been heard of for so long has lost its job. */
  leaseSeconds?: number;
  /** Milliseconds between two looks when there is nothing to do. */
  pollEvery?: number;
  fencing?: boolean;
  /** Tells who asked for the job, within the transaction that ends it. Default: by a message. */
  tell?: Told;
}

export interface JobWorker {
  /** Does what is due now, one after the other; answers how many. */
  drain(): Promise<number>;
  /** Takes the next job and does it; false when none is due. */
  step(): Promise<boolean>;
  start(): void;
  stop(): Promise<void>;
}

const stopping = new Error("the worker stops");

export function createWorker(options: WorkerOptions): JobWorker {
  return new Worker(options);
}

class Worker implements JobWorker {
  private readonly name = `${hostname().slice(0, 40)}-${process.pid}-${randomUUID().slice(0, 8)}`;
  private readonly kinds: Map<string, JobKind>;
  private readonly running = new Map<RunningJob, Promise<void>>();
  private timer: NodeJS.Timeout | undefined;
  private deaf: (() => void) | undefined;
  private looking = false;
  private stopped = false;

  constructor(private readonly options: WorkerOptions) {
    this.kinds = new Map(options.kinds.map((kind) => [kind.kind, kind]));
  }

  async step(): Promise<boolean> {
    const job = await this.take();
    if (!job) return false;
    await this.perform(job);
    return true;
  }

  async drain(): Promise<number> {
    await this.tick();
    let count = 0;
    while (await this.step()) count += 1;
    return count;
  }

  start(): void {
    const { pollEvery = 1_000 } = this.options;
    this.timer = setInterval(() => void this.look(), pollEvery);
    this.timer.unref();
    this.deaf = onEnqueue(() => void this.look());
    void this.look();
  }

  /** What is under way is given back, for the next worker to begin anew. */
  async stop(): Promise<void> {
    this.stopped = true;
    clearInterval(this.timer);
    this.deaf?.();
    for (const run of this.running.keys()) void run.stop(stopping);
    await Promise.allSettled(this.running.values());
    while (this.looking) await new Promise((resolve) => setTimeout(resolve, 10));
  }

  /** Fills the free hands; errors of the database are noted, and the next look tries again. */
  private async look(): Promise<void> {
    if (this.looking || this.stopped) return;
    this.looking = true;
    try {
      await this.tick();
      while (this.running.size < (this.options.atOnce ?? 2) && !this.stopped) {
        const job = await this.take();
        if (!job) break;
        // Stopped while this look was under way: what it took is nobody's, the job just given back among it.
        if (this.stopped) {
          await this.options.database.system((tx) => giveBack(tx, job));
          break;
        }
        void this.perform(job).then(() => this.look());
      }
    } catch (error) {
      if (!this.stopped) logFailure("warn", error, "jobs");
    } finally {
      this.looking = false;
    }
  }

  private async tick(): Promise<void> {
    const { database, kinds, now = () => new Date() } = this.options;
    await ensureSchedules(database, kinds, now());
    await enqueueDue(database, this.kinds, now());
  }

  private take(): Promise<TakenJob | null> {
    const { database, leaseSeconds = 30 } = this.options;
    return take(database, this.name, [...this.kinds.keys()], leaseSeconds, async (tx, jobs) => {
      for (const job of jobs) await this.tell(tx, job, { state: "failed", error: "" });
    });
  }

  private perform(job: TakenJob): Promise<void> {
    const {
      database,
      store,
      secrets,
      archives,
      ownArchives,
      texts,
      leaseSeconds = 30,
      fencing = true,
      now = () => new Date(),
    } = this.options;
    const completed = (tx: Transaction, result: JobResult) => this.tell(tx, job, { state: "done", result });
    const run = new RunningJob({
      database,
      store,
      secrets,
      archives,
      ownArchives,
      auditPlaces: this.options.auditPlaces,
      texts,
      webhooksToPrivate: this.options.webhooksToPrivate,
      job,
      leaseSeconds,
      fencing,
      now,
      completed,
    });
    const done = localeStorage.run(job.locale, () => this.finishOff(job, run));
    this.running.set(run, done);
    return done.finally(() => this.running.delete(run));
  }

  private async finishOff(job: TakenJob, run: RunningJob): Promise<void> {
    const kind = this.kinds.get(job.kind);
    try {
      if (!kind) throw new Error(`There is no kind of job ${job.kind}.`);
      const zone = await this.options.database.system((tx) => zoneOfCorp(tx, job.corpCode), { readOnly: true });
      const work = () => inZone(zone, () => kind.run(run, kind.payload.parse(job.payload)));
      const result = (await inSpan(`job ${job.kind}`, { "console.request_id": `job-${job.id}` }, work)) ?? {};
      if (!run.ended) await run.complete(result);
    } catch (error) {
      await this.failed(job, run, error);
    } finally {
      await run.stop();
    }
  }

  private async failed(job: TakenJob, run: RunningJob, error: unknown): Promise<void> {
    const { database } = this.options;
    const cause = run.signal.aborted ? run.signal.reason : error;
    if (cause instanceof LostLease || error instanceof LostLease) return;
    try {
      if (cause === stopping) await database.system((tx) => giveBack(tx, job));
      else if (cause instanceof Cancelled) await database.system((tx) => endCancelled(tx, job));
      else {
        const known = isForPeople(error);
        if (!known) logFailure("error", error, `job-${job.id}`);
        const fault = { id: `job-${job.id}` };
        const text = known ? error.message || m.ops_not_found() : m.ops_failed(fault);
        const why: Why = known ? text : (options) => m.ops_failed(fault, options);
        // What a rule refuses is refused the next time, too.
        await database.system(async (tx) => {
          const last = await fail(tx, job, text.slice(0, 500), known);
          if (last) await this.tell(tx, job, { state: "failed", error: why });
        });
      }
    } catch (problem) {
      // The lease runs out, and somebody takes it up again.
      logFailure("error", problem, `job-${job.id}`);
    }
  }

  private async tell(tx: Transaction, job: TakenJob, ended: Ended): Promise<void> {
    const { tell = messageOnEnd, now = () => new Date() } = this.options;
    const kind = this.kinds.get(job.kind);
    if (!kind) return;
    const heard = kind.tells === true || (kind.tells === "failures" && ended.state === "failed");
    if (heard && job.accountId !== 0) await tell(tx, { job, kind, ended, now: now() });
    else if (ended.state === "failed" && job.scheduleId !== null)
      await messageOfTask(tx, { job, kind, why: ended.error, now: now() });
  }
}

function isForPeople(error: unknown): error is Error {
  return (
    error instanceof Refusal || error instanceof Invalid || error instanceof NotFound || error instanceof Forbidden
  );
}
