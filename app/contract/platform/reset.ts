/** Initialising the whole system (`/reset`): for the administrator with id 1 alone, with an archive of everything first. */
import { z } from "zod";
import { m } from "../messages";
import { method } from "../method";
import { requiredText } from "../validators";

/** What there is, and why it may not go; `work` is the last one that was asked for. */
export const resetState = method("platform", "resetState", {
  payload: z.object({}),
  answer: z.object({
    /** Sentences; none: it may go. */
    refusals: z.array(z.string()),
    corps: z.number(),
    accounts: z.number(),
    work: z.object({ id: z.number(), state: z.string(), error: z.string(), at: z.string() }).nullable(),
  }),
  access: "user1",
});

/** Puts the work in. `phrase` is what the page asks to be typed, in the language of the caller. */
export const resetSystem = method("platform", "resetSystem", {
  payload: z.object({ phrase: requiredText(40) }),
  answer: z.object({ jobId: z.number() }),
  access: "user1",
  writes: true,
  freshProof: true,
  told: () => m.did_reset_system(),
});
