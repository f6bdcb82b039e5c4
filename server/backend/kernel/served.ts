/** How the backend answers a method: a small function of the call and the parsed payload. */

import type { PgTable } from "drizzle-orm/pg-core";
import type { AnswerOf, Method, ParsedPayloadOf } from "~/contract/method";
import type { OwnFieldView } from "~/contract/own-fields";
import type { AnyResource } from "~/contract/resource";
import type { ApprovalKind } from "../approvals/kind";
import type { Database } from "../db/database";
import type { FileStore } from "../files/file-store";
import type { Call, Caller } from "./call";
import type { ExportSource } from "./exportable";
import type { Reference } from "./reference";
import type { RefusedButKept } from "./refusal";
import type { ImportedRow } from "./resource-backend";
import type { Operations } from "./resource-operations";
import type { SecretBox } from "./secret-box";

export type { AuditEntry, Call, Caller } from "./call";

export type Handler<M extends Method, A = undefined> = (
  call: Call,
  payload: ParsedPayloadOf<M>,
  ahead: A,
) => Promise<AnswerOf<M> | RefusedButKept>;

/** What is known before the transaction of a method. */
export interface Before {
  database: Database;
  /** Of who is signed in and may call the method; of a public one nobody, with the corp that was sent. */
  caller: Caller;
  corpCode: string;
  now: Date;
  /** Of the caller's header. */
  sessionId: string;
  secrets: SecretBox;
  /** Null where this backend keeps no files. */
  store: FileStore | null;
}

export type Ahead<M extends Method, A> = (before: Before, payload: ParsedPayloadOf<M>) => Promise<A>;

export interface Served {
  method: Method;
  handle: (call: Call, payload: unknown, ahead: unknown) => Promise<unknown>;
  /**
   * Slow work (hashing) that must not hold the one session of the embedded database. It begins once the caller is known to
   * be allowed; the transaction that follows asks again, and compares what it finds with what was read here.
   */
  ahead?: (before: Before, payload: unknown) => Promise<unknown>;
  /**
   * Runs as the database's owner, past row-level security: sign-in and sessions, and public methods, which look at the
   * corp themselves. Everything else runs as the tenant.
   */
  asOwner: boolean;
  /** What it does is all in its transaction, and often asked: the key of a press is taken with the answer (`once.ts`). */
  keyLast?: boolean;
  /** Answers with what other methods answer: the kernel runs those, and calls no handler. */
  together?: true;
  /** Of a resource's list: what its indexes are made from. */
  list?: { resource: AnyResource; table: PgTable };
  /** Of a resource's list: the table that its rows are kept in, and by field what it refers to. */
  stored?: { table: PgTable; references: Record<string, Reference> };
  /** Of the list of a resource whose rows may come from a file. */
  imports?: ImportTarget;
  /** Of a method that exports a list. */
  source?: ExportSource;
  /** Of a method whose work may have to wait for another person. */
  approval?: ApprovalKind;
}

/** What an import writes to. */
export interface ImportTarget {
  resource: AnyResource;
  operations: Operations;
  /** By field. */
  references: Record<string, Reference>;
  /** How many new rows there is room for, and why for no more; null without a limit. */
  room?: (call: Call) => Promise<{ left: number; says: () => string } | null>;
  /** What lines bring about beyond their values, in words. */
  effects?: (call: Call, rows: readonly ImportedRow[]) => Promise<string[]>;
  /** What the corp has added, where the resource has it among its fields by now. */
  own?: readonly OwnFieldView[];
}

/** What answers a method: for one of a resource that does more than the engine's. */
export function handlerOf(served: readonly Served[], method: Method): Served["handle"] {
  const found = served.find((one) => one.method === method);
  if (!found) throw new Error(`Nothing serves ${method.name}`);
  return found.handle;
}

/** For those alone whom `admit` lets in, whatever rights others hold; it throws. */
export function admitting(served: readonly Served[], admit: (call: Call) => void): Served[] {
  return served.map((one) => ({
    ...one,
    handle: (call, payload, ahead) => {
      admit(call);
      return one.handle(call, payload, ahead);
    },
  }));
}

interface Options {
  asOwner?: boolean;
  keyLast?: boolean;
}

/** Ties a method of the contract to the function that answers it. */
export function serve<M extends Method>(method: M, handler: Handler<M>, options: Options = {}): Served {
  const { asOwner = false, keyLast } = options;
  return { method, handle: handler as Served["handle"], asOwner, ...(keyLast && { keyLast }) };
}

/** A method that is answered with what others answer: `together.ts` does it. */
export function serveTogether(method: Method): Served {
  const handle = () => Promise.reject(new Error(`${method.name} has no handler`));
  return { method, handle, asOwner: false, together: true };
}

/** As {@link serve}, with work done before the transaction; the handler gets what came of it. */
export function serveAfter<M extends Method, A>(
  method: M,
  ahead: Ahead<M, A>,
  handler: Handler<M, A>,
  options: Options = {},
): Served {
  return { ...serve(method, handler as Handler<M>, options), ahead: ahead as NonNullable<Served["ahead"]> };
}
