/** What passed through each seller's hands, by payment type: takings of orders, and money held for guests (deposits). */
import { z } from "zod";
import { m } from "../messages";
import { method } from "../method";
import { day, fenInAll, id } from "../validators";

/** Days at a time. */
export const longestCashUp = 92;

const sums = {
  /** Of orders: paid, and given back by refunds. */
  taken: fenInAll,
  givenBack: fenInAll,
  /** What corrections of payment types brought to it, or took from it. */
  corrected: z.number(),
  /** Held for guests: taken, and given back. What is kept changes no hands. */
  heldTaken: fenInAll,
  heldGivenBack: fenInAll,
  /** What the seller has of it, and hands over; below zero where more was given back than taken. */
  due: z.number(),
};

/** Everybody's with `sale:viewAll`, else the caller's own. */
export const cashUp = method("order", "cashUp", {
  payload: z
    .object({ from: day, to: day, accountId: id.optional() })
    .refine(({ from, to }) => from <= to, { path: ["to"], error: () => m.forms_v_range() }),
  answer: z.object({
    rows: z.array(z.object({ accountId: z.number(), name: z.string(), paymentType: z.string(), ...sums })),
    /** Whom one may choose among: all who have moved money in these days. */
    people: z.array(z.object({ id: z.number(), name: z.string() })),
  }),
  access: { fun: "reportPayments" },
});
