/**
 * Personal data by purpose (`/system/personalData`): what they are kept for and for how many days, how many are due, and what
 * was destroyed. Where they stand, each business says in its manifest.
 */
import { z } from "zod";
import { m } from "../messages";
import { method } from "../method";
import { personalPurposes } from "./personal-purposes";

/** Counting stops there. */
export const mostDue = 10_000;

export const personalData = method("platform", "personalData", {
  payload: z.object({}),
  answer: z.object({
    purposes: z.array(
      z.object({
        purpose: z.enum(personalPurposes),
        days: z.number(),
        /** The fewest that may be set. */
        least: z.number(),
        /** Of the tables, in words. */
        where: z.array(z.string()),
        /** Records that a run would take now, at most {@link mostDue} a table. */
        due: z.number(),
        /** There are more. */
        more: z.boolean(),
        /** Records that were ever taken. */
        erased: z.number(),
        /** When last; "" for never. */
        lastAt: z.string(),
      }),
    ),
    /** What is never destroyed by it, and why. */
    kept: z.array(z.object({ what: z.string(), why: z.string() })),
    /** A run is waiting, or under way. */
    running: z.boolean(),
    /** Whether values leave a token: not without a key for secrets. */
    tokens: z.boolean(),
  }),
  access: { fun: "personalData" },
});

/** Takes what is due out of its turn. */
export const personalDataErase = method("platform", "personalDataErase", {
  payload: z.object({ sure: z.literal("T", { error: () => m.personal_v_sure() }) }),
  answer: z.object({ jobId: z.number() }),
  /** Of the press, and of each run that took anything. */
  told: ({ after }) =>
    typeof after?.rows === "number" ? m.personal_told_erased({ n: after.rows }) : m.personal_told_started(),
  access: { fun: "personalData", button: "personalData:erase" },
  writes: true,
});
