/** What made a line cheaper, as it was when the line was sold: it stays in the line's terms whatever changes later. */
import { z } from "zod";
import { fen } from "../validators";

export const reductionKinds = ["discount", "staff", "card"] as const;
export type ReductionKind = (typeof reductionKinds)[number];

export const reduction = z.object({
  kind: z.enum(reductionKinds),
  /** Of the dictionary discountReason, where the seller chose one; else "". */
  reason: z.string(),
  /** What it was called: the reason, the employee with their rule, the activity with the end of its code. */
  name: z.string(),
  /** What the seller said beside it. */
  words: z.string(),
  /** Tickets that it made cheaper. */
  quantity: z.number(),
  /** Fen off all of them together. */
  amount: fen,
});
export type Reduction = z.output<typeof reduction>;
