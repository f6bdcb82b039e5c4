/** Shifts: opened with what lies in the drawer, closed by a blind count; what passed through stands in the ledgers. */
import { z } from "zod";
import { yuanOf } from "../audit-trace";
import { m } from "../messages";
import { method } from "../method";
import { fen, fenInAll, id, idempotencyKey, textOf, wholeNumber } from "../validators";

/** Notes and coins in fen, as they are counted. */
export const denominations = [10_000, 5_000, 2_000, 1_000, 500, 100, 50, 10] as const;

const head = z.object({
  id,
  shiftNo: z.string(),
  sellerName: z.string(),
  posId: id,
  posName: z.string(),
  openedAt: z.string(),
  opening: fen,
});
/** The caller's open shift, and whether the counter sells without one. */
export const standing = z.object({ open: head.nullable(), needed: z.boolean() });
export type ShiftHead = z.output<typeof head>;

/** The caller's open shift, and where one may be opened. What should be in the drawer is not told before it is counted. */
export const getShift = method("order", "getShift", {
  payload: z.object({
    /** The shift that is to be closed, where it is not the caller's own. */
    closing: id.optional(),
  }),
  answer: z.object({
    open: head.nullable(),
    /** Open shifts of others, for who may close them (`shift:others`). */
    others: z.array(head),
    /** Why the one of `closing`, or else the caller's own, cannot be closed now; "" where it can. */
    closeWhyNot: z.string().default(""),
    posList: z.array(
      z.object({
        id,
        name: z.string(),
        /** What the shift before left in the drawer; null where there was none. */
        left: fen.nullable(),
        /** Who has a shift open there; "" for nobody. */
        busyWith: z.string(),
      }),
    ),
    /** The counter sells in a shift alone. */
    needed: z.boolean(),
  }),
  access: { fun: "shift" },
});

export const openShift = method("order", "openShift", {
  payload: z.object({ idempotencyKey, posId: id, opening: fen }),
  answer: z.object({ id, shiftNo: z.string() }),
  access: { fun: "shift", button: "shift:work" },
  told: ({ name, after }) => m.did_shift_opened({ name, amount: yuanOf(after?.opening) }),
  writes: true,
  idempotent: true,
});

export const countedPieces = z.object({
  fen: z.number().refine((value) => denominations.some((one) => one === value)),
  pieces: wholeNumber(0, 100_000),
});

/** Counts, then learns what should have been there. `left` stays in the drawer for the next seller. */
export const closeShift = method("order", "closeShift", {
  payload: z.object({
    idempotencyKey,
    shiftId: id,
    pieces: z.array(countedPieces).max(denominations.length),
    left: fen,
    remark: textOf(200).default(""),
  }),
  answer: z.object({ id }),
  access: { fun: "shift", button: "shift:work" },
  told: ({ name, after }) => m.did_shift_closed({ name, amount: yuanOf(after?.counted) }),
  writes: true,
  idempotent: true,
});

/** A closed shift to the fen, from the ledgers; of an open one its head alone. */
export const shiftReport = method("order", "shiftReport", {
  payload: z.object({ id }),
  answer: head.extend({
    status: z.enum(["open", "closed"]),
    /** Numbered blanks that the seller had: from the first number to the last, and what became of them. */
    rolls: z
      .array(
        z.object({
          code: z.string(),
          item: z.string(),
          first: z.string(),
          last: z.string(),
          quantity: z.number(),
          sold: z.number(),
          spoiled: z.number(),
          missing: z.number(),
          /** Handed back or carried over; of an open one what is on it. */
          left: z.number(),
          status: z.string(),
        }),
      )
      .default([]),
    /** What the shift before left; null where there was none. */
    found: fen.nullable(),
    closed: z
      .object({
        at: z.string(),
        by: z.string(),
        counted: fenInAll,
        expected: z.number(),
        difference: z.number(),
        left: fenInAll,
        remark: z.string(),
        pieces: z.array(countedPieces),
        orders: z.number(),
        rows: z.array(
          z.object({
            paymentType: z.string(),
            taken: fenInAll,
            givenBack: fenInAll,
            corrected: z.number(),
            heldTaken: fenInAll,
            heldGivenBack: fenInAll,
            due: z.number(),
          }),
        ),
      })
      .nullable(),
  }),
  access: { fun: "shift" },
});

/** The caller's open shift on the workbench. */
export const ownShift = method("order", "ownShift", {
  payload: z.object({}),
  answer: standing,
  access: { fun: "shift", button: "shift:work" },
});
