/** Figures of the workbench about orders and money, each for who may see the list behind it. Money in fen. */
import { z } from "zod";
import { method } from "../method";
import { day } from "../validators";

const sales = z.object({ orders: z.number(), tickets: z.number(), revenue: z.number() });
const allSales = sales.extend({ refunded: z.number() });

/** Whoever may open one of the lists of orders. */
const ofOrders = { fun: ["networkOrderList", "offlineOrderList"] } as const;

/** All channels of the corp; `weekBefore` is the same weekday a week ago, up to the same time of day. */
export const salesToday = method("order", "salesToday", {
  payload: z.object({}),
  answer: allSales.extend({ day, weekBefore: allSales }),
  access: ofOrders,
});

/**
 * What the caller sold in their open shift, and where none is open in this business day; and by payment type what they took
 * in and paid out, the largest first. Of an open shift no cash is told, and none is in `revenue`: its drawer is counted blind.
 */
export const ownSalesToday = method("order", "ownSalesToday", {
  payload: z.object({}),
  answer: sales.extend({
    day,
    shift: z.object({ shiftNo: z.string(), posName: z.string(), openedAt: z.string() }).nullable().default(null),
    ways: z.array(z.object({ paymentType: z.string(), label: z.string(), taken: z.number(), refunded: z.number() })),
  }),
  access: { fun: ["buyTktList", "buyTktLog"] },
});

/** Days of takings on the workbench, today included. */
export const takingsDays = 30;

/** Payments and refunds of the last {@link takingsDays} business days, the oldest first. */
export const takingsByDay = method("order", "takingsByDay", {
  payload: z.object({}),
  answer: z.array(z.object({ day, sales: z.number(), refunds: z.number() })),
  access: ofOrders,
});

const booked = z.object({ orders: z.number(), tickets: z.number() });

/** Paid for and neither used nor given back, for tomorrow: of the network and at the counters. */
export const bookingsTomorrow = method("order", "bookingsTomorrow", {
  payload: z.object({}),
  answer: z.object({ day, network: booked, offline: booked }),
  access: ofOrders,
});

/** Refunds that wait for a second person: for one who is not the requester. */
export const refundsWaiting = method("order", "refundsWaiting", {
  payload: z.object({}),
  answer: z.object({ count: z.number() }),
  access: { fun: "refundList", button: "refund:decide" },
});
