/** What the pages of a ticket type, a park and a gate say of today, each under the right of its list. */
import { z } from "zod";
import { method } from "../method";
import { day, fen, id } from "../validators";

const byId = z.object({ id });

/** Sold at the window, to anybody, without a slot. `soldByDay`: seven days, today last, less what was taken back. */
export const ticketTypeToday = method("ticket", "ticketTypeToday", {
  payload: byId,
  answer: z.object({
    day,
    price: fen,
    listPrice: fen,
    /** The policy whose price holds; "" where the list price does. */
    policy: z.string(),
    holiday: z.string(),
    /** Its change rule as a sentence. */
    soldByDay: z.array(z.object({ day, count: z.number(), amount: fen })),
    /** Quotas that it takes from; `total` is null where no total of today is set. */
    pools: z.array(z.object({ id, name: z.string(), total: z.number().nullable(), taken: z.number() })),
    /** Policies in force, now or later, the next first, at most six. */
    policies: z.array(z.object({ id, name: z.string(), price: fen, startDay: day, endDay: day })),
    /** A sentence each: where and how often it admits, how it is sold, and what giving it back costs. */
    says: z.object({ use: z.array(z.string()), sale: z.array(z.string()), refund: z.array(z.string()) }),
    /** What one sold today would bear. */
    sample: z.object({
      corpName: z.string(),
      parkName: z.string(),
      name: z.string(),
      validFrom: day,
      validTo: day,
      slot: z.string(),
      admissions: z.number(),
      /** Of a select-point ticket, a sentence with its points; else "". */
      choice: z.string(),
    }),
  }),
  access: { fun: "ticketList" },
});

/** `opens` and `closes` are "" where nobody has said; `sold` is what its tickets of today cost. */
export const parkToday = method("ticket", "parkToday", {
  payload: byId,
  answer: z.object({
    day,
    opens: z.string(),
    closes: z.string(),
    open: z.boolean().nullable(),
    capacity: z.number().nullable(),
    entered: z.number(),
    left: z.number(),
    /** Who is in, also those who came before midnight. */
    inside: z.number(),
    countsExits: z.boolean(),
    tickets: z.number(),
    sold: fen,
    gates: z.array(z.object({ id, name: z.string(), admitted: z.number(), last: z.string().nullable() })),
    name: z.string(),
    /** Path of the first of its photos; "" where it has none. */
    photo: z.string(),
  }),
  access: { fun: "parkList" },
});

/** `byHour`: people admitted today, 24 numbers. `last`: the latest attempt, whatever became of it. `devices`: those paired with it. */
export const gateToday = method("ticket", "gateToday", {
  payload: byId,
  answer: z.object({
    day,
    admitted: z.number(),
    refused: z.number(),
    byHour: z.array(z.number()),
    /** In service. */
    active: z.boolean().default(true),
    /** Minutes since each was heard of, null: never; `silent` as on the live board. */
    devices: z
      .array(z.object({ name: z.string(), seenMinutes: z.number().nullable(), silent: z.boolean() }))
      .default([]),
    last: z.object({ at: z.string(), admitted: z.boolean(), by: z.string() }).nullable(),
  }),
  access: { fun: "tktParkGate" },
});
