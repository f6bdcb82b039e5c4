/** Changes of everything in the travel trade (`/travelLogDetail`): what became what, by whom and when. */
import { z } from "zod";
import { method } from "../method";
import { option } from "../resource";
import { day, id, textOf } from "../validators";

/** Kinds of things of the trade, as the audit log names them; a test names a resource of the trade that is missing. */
export const tradeThings = [
  "agency",
  "agencyContact",
  "agencyShare",
  "agencyReview",
  "agencyAgreement",
  "agencyStatement",
  "statementDispute",
  "agencyReceipt",
  "agreedQuantity",
  "travelPriceGroup",
  "tradePrice",
  "groupBooking",
  "guide",
  "rewardRule",
  "guidePayee",
  "guideReward",
  "receptionRequest",
  "receptionQuota",
  "salesman",
  "salesTarget",
  "departmentHead",
  "salesRegion",
] as const;

/** Entries on one page. */
export const changesOnPage = 20;

export const travelLog = method("manage", "travelLog", {
  payload: z.object({
    /** Of one agency: itself and what belongs to it, its agreements, prices, statements and group bookings among it. */
    agencyId: id.optional(),
    thing: z.enum(tradeThings).optional(),
    /** The whole name of who did it; "": anybody. */
    who: textOf(40).default(""),
    from: day.optional(),
    to: day.optional(),
    /** Entries older than this one. */
    before: id.optional(),
  }),
  answer: z.object({
    entries: z.array(
      z.object({
        id,
        /** ISO 8601. */
        at: z.string(),
        by: z.string(),
        /** What was done, in a sentence without who. */
        what: z.string(),
        /** Only what became something else; values as people read them, null where there was none. */
        fields: z.array(z.object({ label: z.string(), before: z.string().nullable(), after: z.string().nullable() })),
      }),
    ),
    /** The last entry here, where older ones follow. */
    next: id.nullable(),
    things: z.array(option),
    /** Of the agency asked for; "" where none is. */
    agencyName: z.string(),
  }),
  access: { fun: "travelLogDetail" },
});
