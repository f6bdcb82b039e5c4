/** What becomes of the tickets of a session that is cancelled: all go back, or all move to another session of the show. */
import { z } from "zod";
import { m } from "../messages";
import { method } from "../method";
import { option } from "../resource";
import { id, idempotencyKey, textOf } from "../validators";

const access = { fun: "sessionList", button: "theatreSession:cancel" } as const;

/** With another session: what would come of moving now. Takes nothing. */
export const theatreSettleForm = method("cinema", "theatreSettleForm", {
  payload: z.object({ sessionId: id, toSessionId: id.optional() }),
  answer: z.object({
    id,
    name: z.string(),
    status: z.string(),
    reason: z.string(),
    startsAt: z.string(),
    hallName: z.string(),
    /** Work for it waits or runs. */
    busy: z.boolean(),
    /** Tickets that are good still, checked ones among them. */
    open: z.number(),
    /** Of those, such as somebody else's refund holds: they are left to it. */
    refunding: z.number(),
    sessions: z.array(option),
    preview: z
      .object({
        toSessionId: id,
        moves: z.number(),
        stays: z.array(z.string()),
        more: z.number(),
        /** Seats set aside that go along, and those that are released, since the same seat is not free there. */
        aside: z.number(),
        released: z.array(z.string()),
        moreReleased: z.number(),
      })
      .nullable(),
    /** What has been done: by ticket, those left first. */
    moved: z.number(),
    left: z.number(),
    refunded: z.number(),
    /** Orders whose contact has been told of it, and of those that moved or went back the ones that have not been. */
    told: z.number(),
    silent: z.number(),
    rows: z.array(
      z.object({
        ticketNo: z.string(),
        from: z.string(),
        to: z.string(),
        session: z.string(),
        state: z.enum(["moved", "left", "refunded"]),
        note: z.string(),
      }),
    ),
  }),
  access,
});

/** Cancels the session where it is not yet, and starts the work. What could not be moved may be moved elsewhere or refunded. */
export const theatreSettle = method("cinema", "theatreSettle", {
  payload: z.object({
    sessionId: id,
    /** Without one the tickets go back. */
    toSessionId: id.optional(),
    /** Needed where it is not cancelled yet. */
    reason: textOf(200).optional(),
    idempotencyKey,
  }),
  told: ({ name, after }) => {
    if (after?.toSession) return m.theatre_told_settle_move({ name, session: String(after.toSession) });
    if (after?.session) return m.theatre_told_settle_aside({ name, session: String(after.session) });
    if (after?.place) return m.theatre_told_settle_order({ name, place: String(after.place) });
    return m.theatre_told_settle_refund({ name });
  },
  answer: z.object({ tickets: z.number(), aside: z.number() }),
  access,
  writes: true,
  idempotent: true,
});
