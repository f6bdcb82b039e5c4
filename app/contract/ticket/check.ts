/** Checking tickets at the gate (domain "Check"). */
import { z } from "zod";
import { method } from "../method";
import { option } from "../resource";
import { id, idempotencyKey, textOf, wholeNumber } from "../validators";

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
  "identityMismatch",
  "ambiguous",
] as const;
export type VerdictReason = (typeof verdictReasons)[number];

export const verdict = z.object({
  admitted: z.boolean(),
  reason: z.enum(verdictReasons),
  /** One sentence in the caller's language, with the rule and what decided it. */
  message: z.string(),
  /** How many went in now. */
  passed: z.number(),
  passageIds: z.array(id),
  ticket: z
    .object({
      id,
      ticketNo: z.string(),
      ticketTypeName: z.string(),
      holderName: z.string(),
      admissions: z.number(),
      used: z.number(),
      left: z.number(),
      visitDay: z.string(),
      slot: z.string(),
    })
    .nullable(),
  /** Tickets to choose from where an order or identity number found several. */
  candidates: z.array(
    z.object({ id, ticketNo: z.string(), ticketTypeName: z.string(), left: z.number(), state: z.string() }),
  ),
});
export type Verdict = z.output<typeof verdict>;

export const getCheckDesk = method("ticket", "getCheckDesk", {
  payload: z.object({ gateId: id.optional() }),
  answer: z.object({
    gates: z.array(option),
    gateId: id.nullable(),
    mayForce: z.boolean(),
    mayReverse: z.boolean(),
    /** The last twenty attempts at this gate, newest first. */
    recent: z.array(
      z.object({
        id,
        at: z.string(),
        ticketNo: z.string(),
        ticketTypeName: z.string(),
        admitted: z.boolean(),
        reason: z.string(),
        reversed: z.boolean(),
        by: z.string(),
      }),
    ),
    today: z.object({ admitted: z.number(), refused: z.number() }),
  }),
  access: { fun: "tktChevkPage" },
});

/**
 * Admits by QR text, ticket number, order number or identity number. The same `idempotencyKey` is one passage. `people`
 * admits several of a ticket for several; with an order number it admits that many of its tickets ("all" without).
 */
export const checkTicket = method("ticket", "checkTicket", {
  payload: z.object({
    idempotencyKey,
    gateId: id,
    code: textOf(200),
    people: wholeNumber(1, 1000).optional(),
    ticketId: id.optional(),
    /** Needs the button `check:force`, and a reason. */
    force: z.boolean().default(false),
    forceReason: textOf(200).optional(),
  }),
  answer: verdict,
  access: { fun: "tktChevkPage", button: "check:pass" },
  writes: true,
  idempotent: true,
  audit: false,
});

/** Takes back a passage by a new row. */
export const reversePassage = method("ticket", "reversePassage", {
  payload: z.object({ passageId: id, reason: textOf(200) }),
  answer: z.object({ id }),
  access: { fun: "tktChevkPage", button: "check:reverse" },
  writes: true,
});

export const offlinePassage = z.object({
  /** The gate's own number of the passage: the same one twice is one passage. */
  passageKey: idempotencyKey,
  gateCode: z.string().max(40),
  code: z.string().max(200),
  at: z.iso.datetime({ offset: true }),
  people: wholeNumber(1, 1000).default(1),
});

/** Passages made while the line was down; in any order, any number of times. Conflicts are listed, never dropped. */
export const uploadPassages = method("offline", "uploadPassages", {
  payload: z.object({ passages: z.array(offlinePassage).min(1).max(500) }),
  answer: z.object({
    accepted: z.number(),
    repeated: z.number(),
    conflicts: z.array(z.object({ passageKey: z.string(), reason: z.enum(verdictReasons), message: z.string() })),
  }),
  access: { fun: "tktChevkPage", button: "check:pass" },
  writes: true,
});
