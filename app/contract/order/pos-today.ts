/** What the page of a POS says of today: who sells at it, and what. */
import { z } from "zod";
import { method } from "../method";
import { day, fen, id } from "../validators";

/** `shift`: whose shift is open at it, and since when. `sellers`: whoever sold at it today, the last one first. `orders`: its last ones. */
export const posToday = method("order", "posToday", {
  payload: z.object({ id }),
  answer: z.object({
    day,
    count: z.number(),
    tickets: z.number(),
    paid: fen,
    shift: z.object({ sellerName: z.string(), openedAt: z.string() }).nullable().default(null),
    sellers: z.array(z.object({ name: z.string(), count: z.number(), paid: fen, last: z.string() })),
    orders: z.array(z.object({ id, orderNo: z.string(), at: z.string(), quantity: z.number(), paid: fen })),
  }),
  access: { fun: "tktPos" },
});
