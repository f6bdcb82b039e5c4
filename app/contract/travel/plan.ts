/** The regional plan of a month: regions → salesmen → agencies, what each was to bring and what it brought. */
import { z } from "zod";
import { m } from "../messages";
import { method } from "../method";
import { fenInAll, wholeNumber } from "../validators";
import { monthPattern } from "./month";

const month = z.string().regex(monthPattern, { error: () => m.trade_month_wrong() });

export const regionalPlan = method("manage", "regionalPlan", {
  payload: z.object({ month: month.optional() }),
  answer: z.object({
    month,
    /** In the order of the page; each stands below the last one of a smaller depth. */
    rows: z.array(
      z.object({
        kind: z.enum(["region", "salesman", "agency"]),
        /** 0: orders of an agency that nobody looked after, or of no region. */
        id: wholeNumber(0),
        name: z.string(),
        depth: wholeNumber(0),
        /** Agencies that a salesman looks after now. */
        agencies: wholeNumber(0),
        targetPersons: wholeNumber(0),
        targetAmount: fenInAll,
        /** Tickets that were admitted. */
        persons: wholeNumber(0),
        /** Received less what was given back. */
        amount: z.number().int(),
      }),
    ),
  }),
  access: { fun: "regionalPlan" },
});
