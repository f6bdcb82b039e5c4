/** One command over several rows. */
import { z } from "zod";
import { id } from "./validators";

/** "All rows" (rowNum -1 of specification 9): one page of at most {@link allRowsBound}. */
export const allRows = -1;
export const allRowsBound = 1_000;

/** One command over several rows, each by its own rules: what cannot be done is named and holds up nothing else. */
export const manyPayload = z.object({ ids: z.array(id).min(1).max(allRowsBound) });
export const manyAnswer = z.object({
  done: z.number(),
  refused: z.array(z.object({ id: z.number(), message: z.string() })),
});
