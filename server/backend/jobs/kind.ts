/** A kind of background work: what it takes, when it runs by itself, and the function that does it. */
import type { z } from "zod";
import type { Locale, Message } from "~/contract/messages";
import type { AuditPlace } from "../db/audit-places";
import type { Transaction } from "../db/database";
import type { KeptArchives } from "../db/kept-archives";
import type { FileStore } from "../files/store";
import type { SecretBox } from "../kernel/secret-box";
import type { TextSender } from "../kernel/text-message";

/** What a job leaves behind. */
export interface JobResult {
  /** Things done: rows purged, tickets expired, rows written. */
  rows?: number;
  /** Where the result is found, a path of the console. */
  link?: string;
  [more: string]: unknown;
}

/** One run of a job by one worker. */
export interface JobRun {
  readonly jobId: number;
  readonly corpCode: string;
  readonly accountId: number;
  readonly accountName: string;
  readonly locale: Locale;
  readonly attempt: number;
  /** Bytes of uploaded files; null where this worker has no store. */
  readonly store: FileStore | null;
  readonly secrets: SecretBox;
  /** Text messages to visitors; null where this worker has no gateway. */
  readonly texts: TextSender | null;
  /** Whether webhooks may go to addresses of this machine and of private networks: the operator's setting. */
  readonly webhooksToPrivate: boolean;
  /** Where backups by schedule go; null where the operator named no place. */
  readonly archives: KeptArchives | null;
  /** Where copies of the sealed audit log go; none where the operator named no place for backups. */
  readonly auditPlaces?: readonly AuditPlace[];
  /** Where the product itself saves everything before it takes it away; null where this worker has no such place. */
  readonly ownArchives: KeptArchives | null;
  /** The clock; tests set it. */
  now(): Date;
  /** Aborted once somebody cancelled, the lease was lost, or the worker stops. */
  readonly signal: AbortSignal;
  /** A read-only look as the tenant. */
  read<T>(work: (tx: Transaction) => Promise<T>): Promise<T>;
  /** A change as the tenant; refused, and rolled back, when another worker has taken the job over. */
  write<T>(work: (tx: Transaction) => Promise<T>): Promise<T>;
  /** As {@link write}, as the database's owner over all corps. */
  writeAsOwner<T>(work: (tx: Transaction) => Promise<T>): Promise<T>;
  /** How far it is. Cheap: noted with the next heartbeat, or at once after half a second without one. */
  progress(done: number, total?: number): Promise<void>;
  /** The last change and the job's end in one transaction: they happen together, once, or not at all. */
  complete(result: JobResult, work?: (tx: Transaction) => Promise<void>): Promise<void>;
}

export interface JobKind<P extends z.ZodType = z.ZodType> {
  kind: string;
  title: Message;
  payload: P;
  /** Default 3. */
  maxAttempts?: number;
  /** Runs by itself: for head office alone, or for every corp as its own. */
  schedule?: { cron: string; of: "headOffice" | "everyCorp" };
  /** What came of it, in words. */
  outcome?: (result: JobResult) => string;
  /** A sentence of its own for whoever asked for it, where "done" says too little; beneath it what stands there instead of the outcome. */
  toldDone?: (result: JobResult, payload: z.output<P>) => { title: string; body: string };
  /** Who asked for it is told when it has ended; or only where it came to nothing, since it tells the rest by itself. */
  tells?: boolean | "failures";
  /** Where its owner looks at it, also when it came to nothing: a path of the console. The transaction is the tenant's. */
  page?: (job: { id: number; payload: z.output<P> }, tx: Transaction) => string | Promise<string>;
  /** What it answers is its result, unless it has completed itself. */
  run(run: JobRun, payload: z.output<P>): Promise<JobResult | undefined>;
}

/** Keeps the payload's type between schema and function. */
export function jobKind<P extends z.ZodType>(kind: JobKind<P>): JobKind {
  return kind as unknown as JobKind;
}

/** Somebody asked for the end; the worker notes it. */
export class Cancelled extends Error {
  override readonly name = "Cancelled";
}

/** Another worker has the job: nothing of this run may be written. */
export class LostLease extends Error {
  override readonly name = "LostLease";
}
