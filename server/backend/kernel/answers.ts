/** Turns what was thrown into the answer of the wire; the one place where that is decided. */

import type { FieldErrors } from "~/contract/errors";
import { m } from "~/contract/messages";
import { heldCode, proofCode, successCode } from "~/contract/wire";
import { log } from "../../log";
import { isUnreachable, sqlState } from "../db/database";
import { Unreadable } from "./body";
import {
  Forbidden,
  Held,
  Invalid,
  NotFound,
  ProofNeeded,
  Refusal,
  type RefusalFacts,
  SignedOut,
  StepNeeded,
} from "./refusal";

export interface Answer {
  status: number;
  body: {
    success: boolean;
    code: number;
    message: string;
    data?: unknown;
    errors?: FieldErrors;
    facts?: RefusalFacts;
  };
}

export function succeeded(data: unknown): Answer {
  return { status: 200, body: { success: true, code: successCode, message: "", data } };
}

export function refused(error: unknown, requestId: string): Answer {
  if (error instanceof Invalid) return invalid(error.errors);
  if (error instanceof Refusal) return ruledOut(error);
  if (error instanceof Held) return no(heldCode, error.message);
  if (error instanceof ProofNeeded) return no(proofCode, error.message);
  if (error instanceof StepNeeded) return no(428, error.message);
  if (error instanceof NotFound) return no(404, error.message || m.ops_not_found());
  if (error instanceof Forbidden) return no(403, error.message || m.ops_forbidden());
  if (error instanceof SignedOut) return no(401, error.message || m.ops_signed_out());
  if (error instanceof Unreadable) return no(error.status, error.message);
  const beyond = beyondPackage(error) ?? dutiesTogether(error);
  if (beyond) return no(409, beyond);
  return byState(error, requestId) ?? unavailable(error, requestId) ?? failed(error, requestId);
}

function ruledOut({ message, facts }: Refusal): Answer {
  const { status, body } = no(409, message);
  return { status, body: facts ? { ...body, facts } : body };
}

/** As many accounts, parks or orders as the package of the tenant has are there: the database counts them (migration 0261). */
function beyondPackage(error: unknown): string | null {
  for (let at: unknown = error, depth = 0; at instanceof Error && depth < 5; at = at.cause, depth += 1) {
    if (!("code" in at) || at.code !== "TL001") continue;
    const most = String("detail" in at ? at.detail : "");
    if (at.message === "accounts") return m.ops_limit_accounts({ most });
    return at.message === "parks" ? m.ops_limit_parks({ most }) : m.ops_limit_orders({ most });
  }
  return null;
}

/** Two duties of a divided administration would be one person's: the database keeps them apart (migration 0450). */
function dutiesTogether(error: unknown): string | null {
  for (let at: unknown = error, depth = 0; at instanceof Error && depth < 5; at = at.cause, depth += 1) {
    if (!("code" in at) || at.code !== "TA001") continue;
    return at.message === "division" ? m.duty_stays() : m.duty_two({ name: String("detail" in at ? at.detail : "") });
  }
  return null;
}

/** The database took too long, or is not there: the same call may do in a moment. */
function unavailable(error: unknown, requestId: string): Answer | null {
  const message =
    sqlState(error) === "57014" ? m.ops_took_too_long() : isUnreachable(error) ? m.ops_unreachable() : null;
  if (message === null) return null;
  logFailure("error", error, requestId);
  return no(503, message);
}

/** The database has the last word on its rules, also where our own code forgot to ask; noted, since it should have. */
function byState(error: unknown, requestId: string): Answer | null {
  const answer = isRowRefused(error) ? no(404, m.ops_not_found()) : stateAnswer(sqlState(error));
  if (answer) logFailure("warn", error, requestId);
  return answer;
}

/**
 * Row-level security: a row of another corp, or out of the caller's scope. A table that the role may not touch at all has
 * the same code, and is a fault of ours.
 */
function isRowRefused(error: unknown): boolean {
  for (let at: unknown = error, depth = 0; at instanceof Error && depth < 5; at = at.cause, depth += 1) {
    if ("code" in at && at.code === "42501") return "routine" in at && at.routine === "ExecWithCheckOptions";
  }
  return false;
}

function stateAnswer(state: string | undefined): Answer | null {
  if (state === "23505") return no(409, m.ops_exists());
  if (state === "23503") return no(409, m.ops_in_use());
  if (state === "23514" || state === "23P01") return no(409, m.ops_rule());
  if (state === "40001" || state === "40P01" || state === "55P03") return no(409, m.ops_busy());
  if (state?.startsWith("22")) return invalid({ "": [m.v_invalid()] });
  return null;
}

function failed(error: unknown, requestId: string): Answer {
  logFailure("error", error, requestId);
  return no(500, m.ops_failed({ id: requestId }));
}

/** What a refusal says, also one of the database's; null for what is none and must go on being thrown. */
export function refusalText(error: unknown): string | null {
  if (error instanceof Refusal) return error.message;
  if (error instanceof Forbidden) return error.message || m.ops_forbidden();
  if (error instanceof NotFound) return error.message || m.ops_not_found();
  if (error instanceof Invalid) return Object.values(error.errors).flat().join(" ");
  const beyond = beyondPackage(error) ?? dutiesTogether(error);
  if (beyond) return beyond;
  // A deadlock ends the whole transaction, which is then tried again.
  const state = sqlState(error);
  return state === "23505" || state === "23503" || state === "23514"
    ? (stateAnswer(state)?.body.message ?? null)
    : null;
}

/** Where it went wrong and in what words, without the values: drizzle's text quotes them all. */
export function logFailure(level: "warn" | "error", error: unknown, requestId: string): void {
  const state = sqlState(error);
  const root = rootOf(error);
  // "invalid input syntax for …" quotes what was sent.
  const message = state?.startsWith("22") ? undefined : root.message.slice(0, 300);
  const constraint = "constraint" in root ? root.constraint : undefined;
  const stack = (error instanceof Error ? error : root).stack?.split("\n").filter((line) => /^\s+at /.test(line));
  log(level, "backend", { requestId, state, constraint, message, stack: stack?.slice(0, 12) });
}

function rootOf(error: unknown): Error {
  if (!(error instanceof Error)) return new Error(typeof error);
  return error.cause instanceof Error ? rootOf(error.cause) : error;
}

export function invalid(errors: FieldErrors): Answer {
  return { status: 422, body: { success: false, code: 422, message: m.ops_invalid(), errors } };
}

export function no(status: number, message: string): Answer {
  return { status, body: { success: false, code: status, message } };
}
