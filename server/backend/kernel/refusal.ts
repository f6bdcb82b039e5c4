/** Why a call is not done: thrown by handlers, turned into an answer in one place (kernel). */
import type { FieldErrors } from "~/contract/errors";

/** What a refusal goes by, for callers that are programs: fen and counts as numbers. */
export type RefusalFacts = Readonly<Record<string, string | number>>;

/** A rule says no: HTTP 409 with the sentence that explains it, and with the figures it goes by where a program asks. */
export class Refusal extends Error {
  override readonly name = "Refusal";
  constructor(
    message: string,
    readonly facts: RefusalFacts | null = null,
  ) {
    super(message);
  }
}

/** A step comes first (a puzzle before one more sign-in): HTTP 428. */
export class StepNeeded extends Error {
  override readonly name = "StepNeeded";
}

/** No such thing, or another tenant's: HTTP 404. */
export class NotFound extends Error {
  override readonly name = "NotFound";
}

/** The payload breaks a rule that only the data can tell (unique code, unknown reference): HTTP 422. */
export class Invalid extends Error {
  override readonly name = "Invalid";
  constructor(readonly errors: FieldErrors) {
    super("invalid");
  }
}

/** The caller lacks the right for what the payload asks: HTTP 403. */
export class Forbidden extends Error {
  override readonly name = "Forbidden";
}

/** The token is missing, wrong, expired or revoked: HTTP 401. */
export class SignedOut extends Error {
  override readonly name = "SignedOut";
}

/** The session is locked, or its password must be changed first: HTTP 423. */
export class Held extends Error {
  override readonly name = "Held";
}

/** Who calls has a second factor, and has not proved it lately: HTTP 449. */
export class ProofNeeded extends Error {
  override readonly name = "ProofNeeded";
}

/**
 * Answered by a handler whose traces must stay although it refuses (a failed sign-in counts): the transaction commits,
 * then the refusal is thrown.
 */
export class RefusedButKept {
  constructor(readonly refusal: Error) {}
}
