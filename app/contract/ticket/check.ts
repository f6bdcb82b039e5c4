/** Checking tickets at the gate (domain "Check"). */
import { z } from "zod";
import { m } from "../messages";
import { method } from "../method";
import { option } from "../resource";
import { id, idempotencyKey, textOf, wholeNumber } from "../validators";
import { type VerdictReason, verdictReasons } from "./gate-rules/reasons";
import { presenceSeen } from "./presence-seen";

export { type VerdictReason, verdictReasons };

export const pointUse = z.object({ name: z.string(), used: z.number(), left: z.number() });

export const verdict = z.object({
  admitted: z.boolean(),
  reason: z.enum(verdictReasons),
  /** One sentence in the caller's language, with the rule and what decided it. */
  message: z.string(),
  /** The way that was taken, or asked for. */
  direction: z.enum(["in", "out"]),
  /** How many went through now. */
  passed: z.number(),
  passageIds: z.array(id),
  ticket: z
    .object({
      id,
      ticketNo: z.string(),
      ticketTypeName: z.string(),
      holderName: z.string(),
      holderDocument: z.string(),
      holderCountry: z.string(),
      /** Masked for who lacks `sensitive:view`. */
      holderIdentity: z.string(),
      /** The passage before this attempt, at whichever gate; null where there was none. */
      lastPass: z.object({ at: z.string(), gate: z.string(), minutesAgo: z.number() }).nullable(),
      /** After this attempt. */
      presence: presenceSeen,
      admissions: z.number(),
      used: z.number(),
      left: z.number(),
      visitDay: z.string(),
      slot: z.string(),
      /** Of a select-point ticket: its points, how often each was used and how often it may still be; else none. */
      points: z.array(pointUse),
      /** What the keeper looks at, by the type. */
      hint: z.string(),
      /** Under which concession it was sold, and what is asked for. */
      concession: z.object({ name: z.string(), shows: z.string() }).nullable(),
      /** Of a combo: its other tickets that may still be used, each with the entries left. */
      ofSet: z.array(z.object({ ticketTypeName: z.string(), parkName: z.string(), left: z.number() })),
    })
    .nullable(),
  /** What was shown is a card: whose it is, and what is left of it. */
  card: z
    .object({
      id,
      number: z.string(),
      typeName: z.string(),
      holderName: z.string(),
      /** Addresses of the holders' photographs, for the keeper to compare. */
      photos: z.array(z.string()),
      validTo: z.string(),
      /** People it let through today and in all, and how many more it does; null: any number. */
      today: z.number(),
      leftToday: z.number().nullable(),
      leftInAll: z.number().nullable(),
      lastPass: z.object({ at: z.string(), gate: z.string(), minutesAgo: z.number() }).nullable(),
      /** It went in minutes ago with as many as it has holders: somebody else may have it now. */
      passedBack: z.boolean().default(false),
    })
    .nullable()
    .default(null),
  /** Refused for a reason that the caller may override, with a reason of their own. */
  mayForce: z.boolean(),
  /** Tickets to choose from where an order or identity number found several. */
  candidates: z.array(
    z.object({
      id,
      ticketNo: z.string(),
      ticketTypeName: z.string(),
      left: z.number(),
      state: z.string(),
      holderName: z.string(),
      holderDocument: z.string(),
      holderCountry: z.string(),
      /** Masked for everybody: whoever chooses compares its ends. */
      holderIdentity: z.string(),
      validFrom: z.string(),
      validTo: z.string(),
      slot: z.string(),
    }),
  ),
  /** Of an order, the tickets that do not go through here, each with its reason. */
  unfit: z.array(
    z.object({ ticketNo: z.string(), ticketTypeName: z.string(), reason: z.enum(verdictReasons), message: z.string() }),
  ),
});
export type Verdict = z.output<typeof verdict>;

export const getCheckDesk = method("ticket", "getCheckDesk", {
  payload: z.object({ gateId: id.optional() }),
  answer: z.object({
    gates: z.array(option),
    gateId: id.nullable(),
    /** The gate was suspended while its desk was open. */
    suspended: z.boolean(),
    /** A gate for both ways: the desk may say which. */
    bothWays: z.boolean(),
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
    /** Of the lane, at a gate for both ways; without it the other way than the holder went last. */
    direction: z.enum(["in", "out"]).optional(),
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
  told: ({ name }) => m.did_reversed({ name }),
});

/** What a field does not know is refused: a gate that means more by it than is done would be wrong about its passages. */
export const offlinePassage = z.strictObject({
  /** The gate's own number of the passage, online checks included: the same one twice is one passage. */
  passageKey: idempotencyKey,
  gateCode: z.string().max(40),
  code: z.string().max(200),
  at: z.iso.datetime({ offset: true }),
  /** Without: one, or of an order number all that may. */
  people: wholeNumber(1, 1000).optional(),
  direction: z.enum(["in", "out"]).optional(),
  /** False: the gate refused, and says why. */
  admitted: z.boolean().default(true),
  reason: z.enum(verdictReasons).optional(),
});

/**
 * Passages made while the line was down; in any order, any number of times. Each is judged by the moment at which it
 * happened. Conflicts are listed, never dropped. `sentAt` is the gate's clock at sending: where it is far off, the
 * moments are taken for as far off.
 */
export const uploadPassages = method("offline", "uploadPassages", {
  payload: z.object({
    passages: z.array(offlinePassage).min(1).max(500),
    sentAt: z.iso.datetime({ offset: true }).optional(),
  }),
  answer: z.object({
    accepted: z.number(),
    /** Refused by the gate, and kept as that. */
    refused: z.number(),
    repeated: z.number(),
    conflicts: z.array(z.object({ passageKey: z.string(), reason: z.enum(verdictReasons), message: z.string() })),
    /** The server's clock, and by how many seconds the gate's is ahead of it; null without `sentAt`. */
    clock: z.object({ now: z.string(), ahead: z.number().nullable() }),
  }),
  access: { fun: "tktChevkPage", button: "check:pass" },
  writes: true,
  told: () => m.did_passages(),
});
