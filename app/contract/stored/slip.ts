/** The slip of a top-up, as its customer takes it away: read as often as it is printed, and nothing moves by it. */
import { z } from "zod";
import { method } from "../method";
import { fen, id, requiredText } from "../validators";

export const storedSlip = method("smartcard", "storedSlip", {
  /** `slipNo`: as the top-up answered it, or the statement names it. */
  payload: z.object({ id, slipNo: requiredText(40) }),
  answer: z.object({
    slipNo: z.string(),
    corpName: z.string(),
    at: z.string(),
    by: z.string(),
    /** The end of the card's number alone: a slip may be lost. */
    number: z.string(),
    typeName: z.string(),
    amount: fen,
    gift: fen,
    /** The tier by which; null of none, and of those that were made before tiers were kept. */
    tierFrom: fen.nullable(),
    paymentType: z.string(),
    /** On the card right after it. */
    principal: fen,
    giftAfter: fen,
    /** For its customer to scan, where a business has something: label and path on this console. */
    links: z.array(z.object({ label: z.string(), path: z.string() })),
  }),
  access: { fun: "smartCardList" },
});
