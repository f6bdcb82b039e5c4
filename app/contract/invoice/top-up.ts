/** Top-ups of stored-value cards are invoiced as what they are: ordinary, not taxed, the principal alone and never its gift. */
import { z } from "zod";
import { method } from "../method";
import { fen, fenInAll, id } from "../validators";
import { mostChosen } from "./bounds";
import { invoiceLine, requesting, wanted } from "./invoice";

/** Of those that were chosen of the card; of all of which something is left, where nobody chose. */
const askedFor = { cardId: id, topUpIds: z.array(id).max(mostChosen).default([]) };

export const quoteTopUps = method("manage", "quoteTopUps", {
  payload: z.object(askedFor),
  answer: z.object({
    number: z.string(),
    /** The latest first. */
    topUps: z.array(
      z.object({
        id,
        slipNo: z.string(),
        at: z.string(),
        amount: fen,
        returned: fen,
        invoiced: fen,
        left: fen,
        chosen: z.boolean(),
        /** Of the code that its holder asks by; "" where visitors may not. */
        applyPath: z.string(),
      }),
    ),
    lines: z.array(invoiceLine),
    gross: fenInAll,
    whyNot: z.string(),
  }),
  access: { fun: "invoiceList", button: "invoice:request" },
});

export const requestTopUpInvoice = method("manage", "requestTopUpInvoice", {
  payload: z.object({ ...askedFor, ...wanted }),
  ...requesting,
});
