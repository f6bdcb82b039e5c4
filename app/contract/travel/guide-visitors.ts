/** Whom guides brought: by day, agency and ticket type, those received with a group and those admitted at a gate. */
import { z } from "zod";
import { method } from "../method";
import { option } from "../resource";
import { day, fenInAll, id, wholeNumber } from "../validators";

/** Days of one look, and lines that it shows. */
export const guideVisitorsMost = { days: 366, lines: 3000 } as const;

export const guideVisitors = method("manage", "guideVisitors", {
  payload: z.object({
    from: day.optional(),
    to: day.optional(),
    guideId: id.optional(),
    agencyId: id.optional(),
  }),
  answer: z.object({
    from: day,
    to: day,
    guides: z.array(option),
    agencies: z.array(option),
    rows: z.array(
      z.object({
        day,
        guideId: id,
        guide: z.string(),
        /** "" for a guide who came without one. */
        agency: z.string(),
        ticketType: z.string(),
        /** As they were counted when their group was received. */
        arrived: wholeNumber(0),
        /** Tickets of their orders, and how many of those passed a gate. */
        tickets: wholeNumber(0),
        admitted: wholeNumber(0),
        /** Fen that those who passed have earned: as it was reckoned, or as the rules say where it is not yet. */
        reward: fenInAll.default(0),
      }),
    ),
    total: z.object({
      arrived: wholeNumber(0),
      tickets: wholeNumber(0),
      admitted: wholeNumber(0),
      reward: fenInAll.default(0),
    }),
    /** Rewards are on, and the caller may see them: without that all of them are 0. */
    rewards: z.boolean().default(false),
  }),
  access: { fun: "guiderNumDetail" },
});
