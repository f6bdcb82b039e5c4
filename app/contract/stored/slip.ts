/** The slip of a step that moved money, as its customer takes it away: read as often as it is printed, and nothing moves by it. */
import { z } from "zod";
import { method } from "../method";
import { fen, id, requiredText } from "../validators";

/** What a slip is of, by what moved. */
export const slipKinds = ["topUp", "deposit", "spend", "spendBack", "refund", "cancel", "handOver"] as const;
export type SlipKind = (typeof slipKinds)[number];

export const storedSlip = method("smartcard", "storedSlip", {
  /** `slipNo`: as the step answered it, or the statement names it; of a purchase the number of its order. */
  payload: z.object({ id, slipNo: requiredText(40) }),
  answer: z.object({
    slipNo: z.string(),
    kind: z.enum(slipKinds).default("topUp"),
    corpName: z.string(),
    at: z.string(),
    by: z.string(),
    /** The end of the card's number alone: a slip may be lost. */
    number: z.string(),
    typeName: z.string(),
    /** Topped up, spent or paid back, of principal; and of gift, that came, was spent or forfeited. */
    amount: fen,
    gift: fen,
    /** Taken or paid back. */
    deposit: fen.default(0),
    /** The tier by which; null of none, and of those that were made before tiers were kept. */
    tierFrom: fen.nullable(),
    paymentType: z.string(),
    /** Money that was handed over or back, by way; none of a purchase, which the card pays. */
    ways: z.array(z.object({ paymentType: z.string(), amount: fen })).default([]),
    /** On the card right after it. */
    principal: fen,
    giftAfter: fen,
    depositAfter: fen.default(0),
    /** For its customer to scan, where a business has something: label and path on this console. */
    links: z.array(z.object({ label: z.string(), path: z.string() })),
  }),
  access: { fun: "smartCardList" },
});
