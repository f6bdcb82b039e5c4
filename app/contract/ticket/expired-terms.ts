/** What becomes of a ticket's money once its last day is over and nobody has used it. */
import { z } from "zod";

export const expiredWays = ["request", "auto"] as const;

export const expiredTerms = z.object({
  /** Asked for, or by itself; whatever goes back by itself may be asked for as well. */
  by: z.enum(expiredWays),
  /** Days after the last day, counted from the day after it. */
  days: z.number().int().min(1),
  /** Of what was paid for the ticket, in place of its bands: they end before it expires. */
  feePercent: z.number().min(0).max(100),
});
export type ExpiredTerms = z.output<typeof expiredTerms>;
