/** Whether a ticket's people are inside, as its passages tell. */
import { z } from "zod";

/**
 * Null: nobody went in by it. `inside`: people who went in and have not gone out, `at` when the last of them came in; with 0
 * all have left, the last of them then. Where no gate counts who leaves, nobody is seen to.
 */
export const presenceSeen = z.object({ inside: z.number(), at: z.string() }).nullable();
