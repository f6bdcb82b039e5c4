/** One call under way, as handlers and mechanisms get it. */
import type { Locale } from "~/contract/messages";
import type { Method, SessionHold } from "~/contract/method";
import type { Transaction } from "../db/database";
import type { Scope } from "./scope";
import type { SecretBox } from "./secret-box";
import type { TextMessage } from "./text-message";

/** Numbers for one attempt at a call. */
export interface Numbers {
  /** Takes `count` numbers that follow one another and answers the first. Throws `NumbersRunOut` of `numbers.ts`. */
  take(kind: string, period: string, count: number): number;
}

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
  /** The role as which the session looks: its rights in the place of the account's, as far as the account has them. */
  seeing?: Seeing | null;
  /** A connected application calls, by a signed request: nobody stands at a till, and nobody is signed in. */
  application?: { id: number };
  /** Of the rights of the corp, as they were read with the caller: see `held-rights.ts`. */
  rightsVersion: string;
  /**
   * Of the fields that the corp has added, as it was read with the caller: null where it never added any, undefined where
   * nobody has read it. See `own-fields.ts`.
   */
  ownFields?: string | null;
}

export interface Seeing {
  roleId: number;
  role: string;
  until: Date;
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
  /** A link to an uploaded file that needs no token and is good for some minutes; background work makes none. */
  linkTo?(path: string): string;
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
