/** Why a passage was let through, or was not. */
export const verdictReasons = [
  "ok",
  "forced",
  "unknown",
  "unpaid",
  "cancelled",
  "refunded",
  "revoked",
  "blocked",
  "wrongDay",
  "tooEarly",
  "tooLate",
  "wrongPark",
  "wrongGate",
  "alreadyUsed",
  "usedUp",
  "tooSoon",
  "dayLimit",
  "groupLimit",
  "reentryOver",
  "notInside",
  "identityMismatch",
  "restricted",
  "closed",
  "full",
  "ambiguous",
  "keyReused",
  "clockOff",
] as const;
export type VerdictReason = (typeof verdictReasons)[number];

export interface Judgement {
  reason: VerdictReason;
  /** One sentence in the reader's language, with the rule and what decided it. */
  message: string;
}

/** Reasons that somebody with the right may overrule: the ticket is good and paid, only the moment or the place is wrong. */
export const forceable: ReadonlySet<VerdictReason> = new Set([
  "wrongDay",
  "tooEarly",
  "tooLate",
  "wrongPark",
  "wrongGate",
  "alreadyUsed",
  "usedUp",
  "tooSoon",
  "dayLimit",
  "groupLimit",
  "reentryOver",
  "notInside",
  "identityMismatch",
  "full",
]);
