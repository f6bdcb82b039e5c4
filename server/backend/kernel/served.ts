/** How the backend answers a method: a small function of the call and the parsed payload. */

import type { PgTable } from "drizzle-orm/pg-core";
import type { Locale } from "~/contract/messages";
import type { AnswerOf, Method, ParsedPayloadOf, SessionHold } from "~/contract/method";
import type { AnyResource } from "~/contract/resource";
import type { ApprovalKind } from "../approvals/kind";
import type { Database, Transaction } from "../db/database";
import type { ExportSource } from "./export-source";
import type { Numbers } from "./numbers";
import type { RefusedButKept } from "./refusal";
import type { Reference } from "./resource-backend";
import type { Operations } from "./resource-operations";
import type { Scope } from "./scope";
import type { SecretBox } from "./secret-box";
import type { TextMessage } from "./text-message";

/** Who calls. Anonymous callers of public methods have userId 0. */
export interface Caller {
  userId: number;
  accName: string;
  name: string;
  corpCode: string;
  /** Id of the session row; 0 for none. */
  sessionRowId: number;
  /** The park chosen for the session; null: none, it works in all. */
  park: { id: number; name: string } | null;
  /** What part of the corp it works in; null: all of it. The database keeps to it by itself. */
  scope: Scope | null;
  hold: SessionHold | null;
  /** Of the rights of the corp, as they were read with the caller: see `held-rights.ts`. */
  rightsVersion: string;
}

export interface AuditEntry {
  /** Noun of the thing written, e.g. "park". */
  thing: string;
  thingId: number;
  /** Name or number that people know it by. */
  label: string;
  before?: unknown;
  after?: unknown;
  /** The method that it is an entry of, where that is not the one called: approving does what was asked for. */
  by?: Pick<Method, "name">;
}

/** One call under way, inside its transaction. */
export interface Call {
  /** Tenant-bound: row-level security shows only the caller's corp. Read-only unless the method writes. */
  db: Transaction;
  caller: Caller;
  locale: Locale;
  /** The moment of the call; use it instead of the clock. */
  now: Date;
  requestId: string;
  /** The backend that answers: what is remembered between calls is remembered of it. */
  backend: object;
  /** Seals and opens secrets; see `secret-columns.ts`. */
  secrets: SecretBox;
  /** Of the caller's header. */
  sessionId?: string;
  /** Whether the caller holds a button code. Asked once a call, remembered. */
  may(button: string): Promise<boolean>;
  /** Whether the caller is granted a function. */
  opens(fun: string): Promise<boolean>;
  /** Sends a text message once the transaction is done. */
  texts: { send(message: TextMessage): void; needsMobile: boolean };
  /** Running numbers that wait for nobody; see `numbers.ts`. */
  numbers: Numbers;
  /**
   * Adds an entry to the audit log: of a write in the same transaction, of a read (seeing what is masked) before its
   * answer leaves. Secrets are left out by the caller.
   */
  audit(entry: AuditEntry): void;
}

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
}

/** Ties a method of the contract to the function that answers it. */
export function serve<M extends Method>(method: M, handler: Handler<M>, options: Options = {}): Served {
  return { method, handle: handler as Served["handle"], asOwner: options.asOwner ?? false };
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
