/** Today's figures of the workbench, each for who may see the list behind it. Money in fen. */
import { z } from "zod";
import { method } from "../method";

const sales = z.object({ orders: z.number(), tickets: z.number(), revenue: z.number() });

/** All channels of the corp. */
export const salesToday = method("order", "salesToday", {
  payload: z.object({}),
  answer: sales.extend({ refunded: z.number() }),
  access: { fun: ["networkOrderList", "offlineOrderList"] },
});

/** What the caller sold. */
export const ownSalesToday = method("order", "ownSalesToday", {
  payload: z.object({}),
  answer: sales,
  access: { fun: ["buyTktList", "buyTktLog"] },
});

/** Refunds that wait for a second person: for one who is not the requester. */
export const refundsWaiting = method("order", "refundsWaiting", {
  payload: z.object({}),
  answer: z.object({ count: z.number() }),
  access: { fun: "refundList", button: "refund:decide" },
});
