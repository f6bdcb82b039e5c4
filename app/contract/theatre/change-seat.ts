/** Another seat for a ticket that is sold: what it costs, and the change with the difference paid or given back. */
import { z } from "zod";
import { type Trace, yuanOf } from "../audit-trace";
import { m } from "../messages";
import { method } from "../method";
import { option } from "../resource";
import { fen, id, idempotencyKey, textOf } from "../validators";

const access = { fun: "seatSale", button: "seatSale:change" } as const;
const wish = { ticketId: id, seatId: id };

/** Takes nothing. A change that cannot be is refused with the reason. */
export const theatreChangeQuote = method("cinema", "theatreChangeQuote", {
  payload: z.object(wish),
  answer: z.object({
    from: z.string(),
    to: z.string(),
    /** Fen that were paid for the old seat, and what the new one costs. */
    price: fen,
    newPrice: fen,
    /** To pay, or to give back: one of them is nothing. */
    due: fen,
    back: fen,
    /** How `back` goes back. */
    ways: z.array(z.object({ name: z.string(), amount: fen })),
    paymentTypes: z.array(option),
    /** The seat that would be left alone, where the session's rule is against it; and whether the caller may leave it. */
    gap: z.string(),
    /** Two couple seats go into another pair: both are named, and the amounts are of both. */
    both: z.boolean(),
    /** Why one of two couple seats may not be changed alone; "" where it may. */
    pair: z.string(),
    mayLeave: z.boolean(),
  }),
  access,
});

/** A free seat of the same session, or one that the caller holds. Where the price differs the ticket has a new number. */
export const theatreChangeSeat = method("cinema", "theatreChangeSeat", {
  payload: z.object({
    ...wish,
    idempotencyKey,
    /** What the caller believes is due, negative where it goes back; an amount that moved is refused. */
    expectedDue: z.number().int().optional(),
    paymentType: textOf(40).optional(),
    /** Fen of cash that were handed over, where that is counted. */
    given: fen.optional(),
    /** Leaves a single seat or splits a pair on purpose; takes its own right. */
    leaveGaps: z.boolean().optional(),
    /** With the ticket the other one of its pair, into the other seat of a free pair; refused where that cannot be. */
    both: z.boolean().optional(),
  }),
  told: changeTold,
  /** Of two that moved together both seats and both numbers. */
  answer: z.object({ label: z.string(), ticketNo: z.string(), due: fen, back: fen }),
  access,
  writes: true,
  idempotent: true,
});

function changeTold({ name, after }: Trace): string {
  const facts = { name, no: String(after?.changeNo ?? ""), n: Number(after?.quantity ?? 1) };
  if (Number(after?.due ?? 0) > 0) return m.did_changed_paid({ ...facts, amount: yuanOf(after?.due) });
  if (Number(after?.back ?? 0) > 0) return m.did_changed_back({ ...facts, amount: yuanOf(after?.back) });
  return after?.changeNo ? m.did_changed(facts) : m.theatre_told_change_seat({ name });
}
