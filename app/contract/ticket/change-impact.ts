/** What a price or a quota would change before it is saved: dates, open orders, money. They look and write nothing. */
import { z } from "zod";
import { method } from "../method";
import { day, fen } from "../validators";
import { openOrders } from "./open-orders";
import { priceCalendarSave, pricePolicySave } from "./price";
import { quotaPoolSave } from "./quota";

/** Runs of days that are named. */
export const namedRuns = 12;

export const pricePolicyLook = method("ticket", "pricePolicyLook", {
  payload: pricePolicySave.payload,
  answer: z.object({
    /** From today on, as far ahead as tickets are sold. */
    days: z.number(),
    /** Of the first slot and channel whose price moves; at most {@link namedRuns}. */
    runs: z.array(z.object({ first: day, last: day, before: fen, after: fen })),
    ...openOrders,
  }),
  access: pricePolicySave.access,
});

/** Of one price on many days. */
export const priceCalendarLook = method("ticket", "priceCalendarLook", {
  payload: priceCalendarSave.payload,
  answer: pricePolicyLook.answer,
  access: priceCalendarSave.access,
});

export const quotaPoolLook = method("ticket", "quotaPoolLook", {
  payload: quotaPoolSave.payload,
  answer: z.object({
    /** Days and slots that are open already and follow the new total. */
    days: z.number(),
    /** Those of them with more sold and held than that: while there are any, nothing is saved. */
    below: z.array(z.object({ day, slot: z.string(), taken: z.number() })),
    /** Names of types that come under the pool, or leave it. */
    added: z.array(z.string()),
    removed: z.array(z.string()),
    ...openOrders,
  }),
  access: quotaPoolSave.access,
});
