/** One job under way: its transactions carry its fence, its lease is kept alive while it works. */

import { sql } from "drizzle-orm";
import type { Locale } from "~/contract/messages";
import { log } from "../../log";
import type { AuditPlace } from "../db/audit-places";
import type { Database, Transaction } from "../db/database";
import type { KeptArchives } from "../db/kept-archives";
import type { FileStore } from "../files/store";
import { enterAs, enterTenant } from "../kernel/scope";
import { noKey, type SecretBox } from "../kernel/secret-box";
import type { TextSender } from "../kernel/text-message";
import { Cancelled, type JobResult, type JobRun, LostLease } from "./kind";
import { beat, finish, holds, type TakenJob } from "./queue";

export interface RunOptions {
  database: Database;
  job: TakenJob;
  leaseSeconds: number;
  /** Tests switch it off and see what it is good for. */
  fencing: boolean;
  now: () => Date;
  store?: FileStore | undefined;
  secrets?: SecretBox | undefined;
  archives?: KeptArchives | null | undefined;
  auditPlaces?: readonly AuditPlace[] | undefined;
  ownArchives?: KeptArchives | undefined;
  texts?: TextSender | undefined;
  webhooksToPrivate?: boolean | undefined;
  /** Within the transaction that completes the job. */
  completed: (tx: Transaction, result: JobResult) => Promise<void>;
}

const noteEvery = 500;
/** Nobody sits before a page and waits for a job's statement. */
const longer = { patience: "work" } as const;

export class RunningJob implements JobRun {
  private readonly controller = new AbortController();
  private readonly timer: NodeJS.Timeout;
  private at = { done: 0, total: null as number | null };
  private noted = Date.now();
  /** Heartbeats follow one another: two at once would only queue up. */
  private beating: Promise<void> = Promise.resolve();
  /** Taken over: heartbeats that still wait for their turn are for nothing. */
  private gone = false;
  ended = false;

  constructor(private readonly options: RunOptions) {
    this.timer = setInterval(() => void this.beat(), (options.leaseSeconds * 1_000) / 3);
    this.timer.unref();
  }

  get jobId(): number {
    return this.options.job.id;
  }
  get corpCode(): string {
    return this.options.job.corpCode;
  }
  get accountId(): number {
    return this.options.job.accountId;
  }
  get accountName(): string {
    return this.options.job.accountName;
  }
  get locale(): Locale {
    return this.options.job.locale;
  }
  get attempt(): number {
    return this.options.job.attempts;
  }
  get archives(): KeptArchives | null {
    return this.options.archives ?? null;
  }
  get auditPlaces(): readonly AuditPlace[] {
    return this.options.auditPlaces ?? [];
  }
  get ownArchives(): KeptArchives | null {
    return this.options.ownArchives ?? null;
  }
  get store(): FileStore | null {
    return this.options.store ?? null;
  }
  get secrets(): SecretBox {
    return this.options.secrets ?? noKey;
  }
  get texts(): TextSender | null {
    return this.options.texts ?? null;
  }
  get webhooksToPrivate(): boolean {
    return this.options.webhooksToPrivate ?? false;
  }
  get signal(): AbortSignal {
    return this.controller.signal;
  }

  now(): Date {
    return this.options.now();
  }

  read<T>(work: (tx: Transaction) => Promise<T>): Promise<T> {
    this.signal.throwIfAborted();
    return this.options.database.system(
      async (tx) => {
        await this.asTenant(tx);
        return work(tx);
      },
      { readOnly: true, patience: "work" },
    );
  }

  write<T>(work: (tx: Transaction) => Promise<T>): Promise<T> {
    return this.fenced(async (tx) => {
      await this.asTenant(tx);
      return work(tx);
    });
  }

  writeAsOwner<T>(work: (tx: Transaction) => Promise<T>): Promise<T> {
    return this.fenced(work);
  }

  async progress(done: number, total?: number): Promise<void> {
    this.at = { done, total: total ?? this.at.total };
    if (Date.now() - this.noted >= noteEvery) await this.beat();
    // The embedded database answers within the turn: without this a job of many small steps would let nobody else run.
    await new Promise((resolve) => setImmediate(resolve));
    this.signal.throwIfAborted();
  }

  async complete(result: JobResult, work?: (tx: Transaction) => Promise<void>): Promise<void> {
    await this.options.database.system(async (tx) => {
      await this.check(tx);
      if (work) {
        await this.asTenant(tx);
        await work(tx);
        await tx.execute(sql`select set_config('role', 'none', true)`);
      }
      const ours = await finish(tx, this.options.job, result);
      if (!ours && this.options.fencing) throw this.lost();
      if (ours) await this.options.completed(tx, result);
    }, longer);
    this.ended = true;
  }

  /** Ends the heartbeat; waits for the one under way. */
  async stop(reason?: Error): Promise<void> {
    clearInterval(this.timer);
    if (reason) this.controller.abort(reason);
    await this.beating;
  }

  /** With the scope of the account that asked, as it is now; a schedule's job works in the whole corp. */
  private async asTenant(tx: Transaction): Promise<void> {
    if (this.accountId === 0) await enterTenant(tx, this.corpCode);
    else await enterAs(tx, this.corpCode, this.accountId);
  }

  private fenced<T>(work: (tx: Transaction) => Promise<T>): Promise<T> {
    this.signal.throwIfAborted();
    return this.options.database.system(async (tx) => {
      await this.check(tx);
      return work(tx);
    }, longer);
  }

  /** The row stays locked until the commit: nobody takes the job over between this look and the change. */
  private async check(tx: Transaction): Promise<void> {
    if (this.options.fencing && !(await holds(tx, this.options.job))) throw this.lost();
  }

  private lost(): LostLease {
    const error = new LostLease(`job ${this.jobId} was taken over`);
    // However long it goes on by itself, there is nothing left that it could keep.
    this.gone = true;
    clearInterval(this.timer);
    this.controller.abort(error);
    return error;
  }

  private beat(): Promise<void> {
    const { database, job, leaseSeconds } = this.options;
    this.noted = Date.now();
    this.beating = this.beating
      .then(() => (this.gone ? null : beat(database, job, leaseSeconds, this.at)))
      .then((heard) => {
        if (heard?.cancelAsked) this.controller.abort(new Cancelled());
        if (!heard && !this.gone && !this.ended && this.options.fencing) this.lost();
      })
      // A heartbeat that fails is followed by another; the fence guards what happens if none succeeds.
      .catch((error: unknown) => {
        log("warn", "jobs", { job: job.id, message: String(error) });
      });
    return this.beating;
  }
}
