/** The wall (`/datacenter`) over all tenants, of a group over its members: what the ledgers of sales, refunds and passages already say. */
import { z } from "zod";
import { method } from "../method";

/** Days on the wall, today included. */
export const wallDays = 14;

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
  payload: z.object({}),
  answer: z.object({
    /** The business day, yyyy-MM-dd. */
    day: z.string(),
    days: z.array(z.object({ day: z.string(), ...figures })),
    /** Today, by tenant, the best first. */
    corps: z.array(z.object({ corpCode: z.string(), name: z.string(), ...figures })),
  }),
  access: "signedIn",
});
