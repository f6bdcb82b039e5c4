/** The live board of the gates, and how many are inside (`/manage/gateBoard`). */
import { z } from "zod";
import { m } from "../messages";
import { method } from "../method";
import { id, idempotencyKey, requiredText, wholeNumber } from "../validators";

/** Minutes; a device tells of itself every fifteen seconds. */
export const silentAfter = 3;

const deviceOfGate = z.object({
  id,
  name: z.string(),
  /** Whole minutes since its last heartbeat; null: there was none yet. */
  seenMinutes: z.number().nullable(),
  /** Not heard of for {@link silentAfter} minutes: it has no line or is off, and what it lets through is not told here. */
  silent: z.boolean(),
  /** Passages that it has not brought yet, as it said last. */
  queue: z.number(),
  /** Seconds by which its clock is ahead; negative: behind. */
  clockAhead: z.number(),
  /** Percent; null where it does not say. */
  battery: z.number().nullable(),
});

export const getGateBoard = method("ticket", "getGateBoard", {
  payload: z.object({}),
  answer: z.object({
    day: z.string(),
    now: z.string(),
    maySet: z.boolean(),
    mayRenewKey: z.boolean(),
    /** That signs the codes of tickets; null before there is one. */
    ticketKey: z.object({ no: z.number(), at: z.string(), by: z.string() }).nullable(),
    parks: z.array(
      z.object({
        id,
        name: z.string(),
        capacity: z.number().nullable(),
        /** Who went in less who went out since the count began anew (at the park's hour), or since somebody counted; never below none. */
        inside: z.number(),
        counted: z.object({ at: z.string(), people: z.number(), reason: z.string(), by: z.string() }).nullable(),
      }),
    ),
    gates: z.array(
      z.object({
        id,
        name: z.string(),
        park: z.string(),
        group: z.string(),
        direction: z.string(),
        active: z.boolean(),
        in: z.number(),
        out: z.number(),
        refused: z.number(),
        /** The last attempt, by when it arrived; "" for none. */
        last: z.string(),
        /** Conflicts that nobody has decided. */
        conflicts: z.number(),
        /** Paired with it; none of a gate where an account checks alone. */
        devices: z.array(deviceOfGate),
      }),
    ),
  }),
  access: { fun: "gateBoard" },
});

/** Counted by hand: as many are inside now; passages from now on are added and taken away. Until the count begins anew. */
export const setInsideCount = method("ticket", "setInsideCount", {
  payload: z.object({ idempotencyKey, parkId: id, people: wholeNumber(0, 10_000_000), reason: requiredText(200) }),
  answer: z.object({ inside: z.number() }),
  access: { fun: "gateBoard", button: "inside:set" },
  writes: true,
  told: ({ name, after }) => m.did_inside_counted({ name, n: after?.inside ?? 0 }),
  idempotent: true,
});

/**
 * A new key signs the codes of tickets from now on; gates believe the earlier ones still, unless they are withdrawn: then
 * what they signed is refused at once, and at a gate without a line once it fetches.
 */
export const renewTicketKey = method("ticket", "renewTicketKey", {
  payload: z.object({ idempotencyKey, withdraw: z.boolean().default(false) }),
  answer: z.object({ no: z.number() }),
  access: { fun: "gateBoard", button: "ticketKey:renew" },
  writes: true,
  freshProof: true,
  told: ({ name }) => m.did_ticket_key({ name }),
  idempotent: true,
});
