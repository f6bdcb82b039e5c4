/** What a receipt of an agency has paid: each statement with its part, the last one first. */
import { z } from "zod";
import { method } from "../method";
import { fen, id } from "../validators";

/** `amount`: fen of this receipt; `state`: in words. Of more statements the page shows the first hundred. */
export const receiptPaid = method("manage", "receiptPaid", {
  payload: z.object({ id }),
  answer: z.object({
    open: fen,
    statements: z.array(
      z.object({ id, code: z.string(), fromDay: z.string(), toDay: z.string(), state: z.string(), amount: fen }),
    ),
  }),
  access: { fun: "receiptList" },
});
