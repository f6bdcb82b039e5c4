/** The sessions of a week once more, some weeks later: seen first with what is in the way, then made. */
import { z } from "zod";
import { m } from "../messages";
import { method } from "../method";
import { option } from "../resource";
import { day, id, idempotencyKey, wholeNumber } from "../validators";

const access = { fun: "sessionList", button: "theatreSession:add" } as const;

const week = {
  /** Of one hall, or of all. */
  hallId: id.optional(),
  /** Any day of the week that is copied, and of the first week that it is copied into. */
  from: day,
  to: day,
  /** Into so many weeks, one behind the other. */
  weeks: wholeNumber(1, 26),
};

/** With a week: what would be made, and what is in the way of it. Makes nothing. */
export const theatreWeekForm = method("cinema", "theatreWeekForm", {
  payload: z.object({ wish: z.object(week).optional() }),
  answer: z.object({
    halls: z.array(option),
    preview: z
      .object({
        rows: z.array(
          z.object({
            name: z.string(),
            hall: z.string(),
            startsAt: z.string(),
            saleFrom: z.string(),
            whyNot: z.string(),
          }),
        ),
        fits: z.number(),
        blocked: z.number(),
      })
      .nullable(),
  }),
  access,
});

/** All or nothing, unless what is in the way may be left out. */
export const theatreWeekCopy = method("cinema", "theatreWeekCopy", {
  payload: z.object({ ...week, skip: z.boolean(), idempotencyKey }),
  told: ({ name }) => m.theatre_told_week({ name }),
  answer: z.object({ sessions: z.number(), left: z.number() }),
  access,
  writes: true,
  idempotent: true,
});
