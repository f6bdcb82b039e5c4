/** Checking by seat: the usher's view of a session, row by row, and one ticket. */
import { z } from "zod";
import { m } from "../messages";
import { method } from "../method";
import { option } from "../resource";
import { id, textOf } from "../validators";

const ticket = z.object({
  id,
  ticketNo: z.string(),
  seat: z.string(),
  /** What it was sold under, whose proof is asked for; "" for the full price. */
  policy: z.string(),
  state: z.enum(["sold", "checked", "refunding"]),
  checkedAt: z.string(),
});

/**
 * Sold seats by area and row; `rest` are tickets without a seat. Of a large house a part of it, by its key or the one that has
 * a row; the first where there is none.
 */
export const theatreUsher = method("cinema", "theatreUsher", {
  payload: z.object({
    sessionId: id,
    part: textOf(40).optional(),
    areaId: id.optional(),
    row: textOf(10).optional(),
  }),
  answer: z.object({
    id,
    name: z.string(),
    startsAt: z.string(),
    hallName: z.string(),
    status: z.string(),
    sold: z.number(),
    checked: z.number(),
    /** None where all of it is shown. Of seats the first and the last row, of others which of them. */
    parts: z.array(
      z.object({
        ...{ key: z.string(), area: z.string(), first: z.string(), last: z.string(), from: z.number(), to: z.number() },
        ...{ sold: z.number(), checked: z.number(), isShown: z.boolean() },
      }),
    ),
    /** False: nobody sits in the row that was asked for. */
    rowFound: z.boolean(),
    areas: z.array(option),
    rows: z.array(z.object({ area: z.string(), row: z.string(), tickets: z.array(ticket) })),
    rest: z.array(ticket),
    mayCheck: z.boolean(),
  }),
  access: { fun: "sessionList" },
});

/** By the number on the ticket. Another session's ticket is refused with the session that it is for. */
export const theatreCheck = method("cinema", "theatreCheck", {
  payload: z.object({
    sessionId: id,
    ticketNo: textOf(40).refine((text) => text !== "", { error: () => m.v_required() }),
  }),
  told: ({ name }) => m.theatre_told_check({ name }),
  answer: z.object({ ticketNo: z.string(), seat: z.string(), said: z.string() }),
  access: { fun: "sessionList", button: "theatreSession:check" },
  writes: true,
});

/** It was pressed in error: checked → sold. */
export const theatreUncheck = method("cinema", "theatreUncheck", {
  payload: z.object({ sessionId: id, ticketNo: textOf(40) }),
  told: ({ name }) => m.theatre_told_uncheck({ name }),
  answer: z.object({ seat: z.string() }),
  access: { fun: "sessionList", button: "theatreSession:check" },
  writes: true,
});
