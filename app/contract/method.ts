/** A dispatch method as data: its wire name, payload, answer, and who may call it. */
import type { z } from "zod";
import type { Trace } from "./audit-trace";
import type { ButtonCode, FunctionCode } from "./menu-entry";

/** The businesses of specification 9, each with its own base path (see wire.ts). */
export const businesses = [
  "platform",
  "manage",
  "ticket",
  "order",
  "combo",
  "cinema",
  "place",
  "ski",
  "rent",
  "locker",
  "smartcard",
  "employ",
  "seasonCard",
  "offline",
  "report",
] as const;
export type Business = (typeof businesses)[number];

/**
 * Who may call a method.
 * - `public`: no token asked for;
 * - `signedIn`: any signed-in account;
 * - `user1`: the administrator with id 1 only (spec 4.2.8);
 * - `{fun}`: accounts granted one of the functions that is on in the menu; with `button`, that button code too. `newButton` takes the place of
 *   `button` where the payload has no `id` (creating rather than editing).
 */
export type Access =
  | "public"
  | "signedIn"
  | "user1"
  | { fun: FunctionCode | readonly FunctionCode[]; button?: ButtonCode; newButton?: ButtonCode };

/**
 * Why a session may do next to nothing: its user locked it, its password must be changed first (spec 1, 4.1), or the second
 * factor that is required of its account is not there yet.
 */
export type SessionHold = "locked" | "weakPassword" | "noFactor";

/** Minutes for which a proof is fresh. */
export const proofMinutes = 10;

interface MethodDefinition<P extends z.ZodType, A extends z.ZodType> {
  /** Schema of the payload; the backend validates with it again. Use an object schema: its keys are the form's fields. */
  payload: P;
  /** Schema of the answer's `data`. */
  answer: A;
  access: Access;
  /** Writes run in a read-write transaction; reads in a read-only one. Default: false. */
  writes?: boolean;
  /** Leave a row in the audit log. Default: the value of `writes`. */
  audit?: boolean;
  /** What an entry of the audit log says it did, without who: "Sold 2 tickets, ¥280.00". The engine's methods have theirs already. */
  told?: (trace: Trace) => string;
  /** The payload has `idempotencyKey`, or may have one; the same key answers the first answer again and does nothing. */
  idempotent?: boolean;
  /** Holds under which a session may call it nonetheless. Default: none. */
  during?: readonly SessionHold[];
  /** A write that a session may do while it looks as a role sees: of the session itself. Default: false. */
  whileSeeing?: boolean;
  /** A write that is done although the tenant's contract has ended: of the session itself, or taking data out. Default: `whileSeeing`. */
  whileReading?: boolean;
  /**
   * It changes who may do what, or what opens something: an account with a second factor has to have proved itself within
   * the last {@link proofMinutes}. What must say so is held by `tests/contract/fresh-proof.test.ts`. Default: false.
   */
  freshProof?: boolean;
  /** Not-success is ignored by the shell (spec 8 "silent calls"). */
  silent?: boolean;
  /**
   * Writes, and yet a page that is only looked at may call it: it makes a code for that page, or notes that it was opened.
   * Never for a part of another page (a picture, a frame).
   */
  duringGet?: boolean;
}

export interface Method<P extends z.ZodType = z.ZodType, A extends z.ZodType = z.ZodType> {
  readonly business: Business;
  readonly name: string;
  readonly payload: P;
  readonly answer: A;
  readonly access: Access;
  readonly writes: boolean;
  readonly audit: boolean;
  readonly told: ((trace: Trace) => string) | null;
  readonly idempotent: boolean;
  readonly freshProof: boolean;
  readonly silent: boolean;
  readonly during: readonly SessionHold[];
  readonly duringGet: boolean;
  readonly whileSeeing: boolean;
  readonly whileReading: boolean;
}

export type PayloadOf<M> = M extends Method<infer P, z.ZodType> ? z.input<P> : never;
export type ParsedPayloadOf<M> = M extends Method<infer P, z.ZodType> ? z.output<P> : never;
export type AnswerOf<M> = M extends Method<z.ZodType, infer A> ? z.output<A> : never;

/** Declares a dispatch method. Does not compile without `access`. */
export function method<P extends z.ZodType, A extends z.ZodType>(
  business: Business,
  name: string,
  definition: MethodDefinition<P, A>,
): Method<P, A> {
  const writes = definition.writes ?? false;
  return {
    business,
    name,
    payload: definition.payload,
    answer: definition.answer,
    access: definition.access,
    writes,
    audit: definition.audit ?? writes,
    told: definition.told ?? null,
    idempotent: definition.idempotent ?? false,
    freshProof: definition.freshProof ?? false,
    silent: definition.silent ?? false,
    during: definition.during ?? [],
    duringGet: definition.duringGet ?? false,
    whileSeeing: definition.whileSeeing ?? false,
    whileReading: definition.whileReading ?? definition.whileSeeing ?? false,
  };
}
