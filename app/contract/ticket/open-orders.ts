/** Orders that a change would touch: with tickets that nobody has used. */
import { z } from "zod";
import { day, fen, id } from "../validators";

/** Orders that are named. */
export const namedOrders = 8;

/** What is sold keeps its price and its place. */
export const openOrders = {
  orders: z.number(),
  tickets: z.number(),
  /** Fen that were paid for those tickets. */
  amount: fen,
  /** The next of them by visit day. */
  named: z.array(z.object({ orderId: id, orderNo: z.string(), visitDay: day, tickets: z.number(), amount: fen })),
};
