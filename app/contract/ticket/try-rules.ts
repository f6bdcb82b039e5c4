/** "What would happen on Sunday at 9 at gate A2?": the rules of a ticket type tried out. */
import { z } from "zod";
import { method } from "../method";
import { option } from "../resource";
import { day, id, wholeNumber } from "../validators";
import { verdictReasons } from "./gate-rules/reasons";
import { mostEarlier } from "./try-bounds";

const time = z.string().regex(/^([01]\d|2[0-3]):[0-5]\d$/);

/** A passage of an earlier day: at the gate that is tried, or at another. */
const earlierPass = z.object({
  day,
  time,
  direction: z.enum(["in", "out"]),
  people: wholeNumber(1, 1000),
  gateId: id.optional(),
});

export const tryTicketType = method("ticket", "tryTicketType", {
  payload: z.object({
    id,
    /** Left out: the sentences and the gates alone. */
    trial: z
      .object({
        visitDay: day,
        day,
        time,
        gateId: id,
        people: wholeNumber(1, 1000),
        /** Of a type with slots: the one on the ticket. Left out: the one that fits the moment, or else the next. */
        slot: z.string().max(11).optional(),
        /** Of the lane, at a gate for both ways; left out: as the holder went last. */
        direction: z.enum(["in", "out"]).optional(),
        /** On the same day, before. */
        entered: time.optional(),
        left: time.optional(),
        /** On earlier days, in whatever order. */
        earlier: z.array(earlierPass).max(mostEarlier).default([]),
      })
      .optional(),
  }),
  answer: z.object({
    name: z.string(),
    sentences: z.array(z.string()),
    today: z.string(),
    gates: z.array(option),
    /** Of the type, "HH:mm-HH:mm"; none where it has none. */
    slots: z.array(z.string()),
    verdict: z
      .object({
        reason: z.enum(verdictReasons),
        message: z.string(),
        direction: z.enum(["in", "out"]),
        entries: z.number(),
        /** That it was judged by; "" where the type has none. */
        slot: z.string(),
        validFrom: day,
        validTo: day,
      })
      .nullable(),
  }),
  access: { fun: "ticketList" },
});
