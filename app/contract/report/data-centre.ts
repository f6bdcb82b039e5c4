/** The wall (`/datacenter`) over all tenants, of a group over its members: what the ledgers of sales, refunds and passages already say. */
import { z } from "zod";
import { method } from "../method";
import { capacityLevels } from "../ticket/capacity";

/** Days on the wall, today included. */
export const wallDays = 14;
/** Parks on the wall with their load. */
export const wallParks = 12;

const figures = {
  /** Fen taken, and fen given back. */
  sales: z.number(),
  refunds: z.number(),
  /** Payments taken. */
  payments: z.number(),
  /** People let in, less those taken back. */
  admissions: z.number(),
};

export const dataCentre = method("report", "dataCentre", {
  /** `more`: how full parks are, alarms and provinces as well, which the wall shows and the home page does not. */
  payload: z.object({ more: z.boolean().default(false) }),
  answer: z.object({
    /** The business day, yyyy-MM-dd. */
    day: z.string(),
    days: z.array(z.object({ day: z.string(), ...figures })),
    /** Today, by tenant, the best first. */
    corps: z.array(z.object({ corpCode: z.string(), name: z.string(), ...figures })),
    /** Parks with a limit, the fullest first, at most {@link wallParks}; of no one bound to a part of their corp, as what follows. */
    loads: z.array(
      z.object({
        corp: z.string(),
        park: z.string(),
        /** People of the day's tickets, and who is inside; null where no gate counts exits. */
        people: z.number(),
        dayMax: z.number(),
        inside: z.number().nullable(),
        momentMax: z.number(),
        level: z.enum(capacityLevels),
      }),
    ),
    /** What somebody should look at, the worst first, in sentences of the caller's language. */
    alarms: z.array(z.object({ corp: z.string(), says: z.string(), bad: z.boolean() })),
    /** By the first two digits of the area that parks stand in; "" for parks without one. */
    provinces: z.array(z.object({ province: z.string(), parks: z.number(), admissions: z.number() })),
  }),
  access: "signedIn",
});
