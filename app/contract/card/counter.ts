/** The counter for cards: what is sold, what a step costs, and the sale itself. */
import { z } from "zod";
import { yuanOf } from "../audit-trace";
import { documentKind, readVisitor } from "../identity-document";
import { locales, m } from "../messages";
import { method } from "../method";
import { standing } from "../order/shift";
import { option } from "../resource";
import { sensitivity } from "../sensitivity";
import { email, fen, id, idempotencyKey, textOf, visitorMobile } from "../validators";
import { cardStates } from "./card";

const access = { fun: "seasonCardList", button: "seasonCard:sell" } as const;

const line = z.object({ kind: z.string(), name: z.string(), amount: fen });
/** What a step costs, line by line, with the deposit beside the order; `whyNot` says why it cannot be done. */
export const cardPrice = z.object({
  lines: z.array(line),
  payable: fen,
  deposit: fen,
  /** Until when the card is good afterwards; "" where activation decides it. */
  validTo: z.string(),
  whyNot: z.string(),
});
export type CardPrice = z.output<typeof cardPrice>;

const offered = z.object({
  id,
  name: z.string(),
  price: fen,
  holdersMost: z.number(),
  asksIdentity: z.boolean(),
  asksMobile: z.boolean(),
  asksPhoto: z.boolean(),
  sentences: z.array(z.string()),
  /** Of a type whose cards all come from the stock: how many are left, and which is next; null where none has to. */
  stock: z.object({ left: z.number(), next: z.string() }).nullable(),
  sale: cardPrice,
});

const step = z.object({ step: z.string(), label: z.string(), price: cardPrice.nullable(), whyNot: z.string() });

const cardView = z.object({
  id,
  number: z.string(),
  typeName: z.string(),
  state: z.enum(cardStates),
  stateName: z.string(),
  /** Of a replaced card: the one that goes on. */
  replacedBy: z.object({ id, number: z.string() }).nullable(),
  validFrom: z.string(),
  validTo: z.string(),
  holders: z.array(z.object({ name: z.string(), document: z.string(), identity: z.string() })),
  mobile: z.string(),
  /** Where reminders go, cut for whoever may not see it. */
  email: z.string(),
  visits: z.number(),
  deposit: fen,
  photos: z.number(),
  /** Their paths, the version of its row, and whether the caller may change them. */
  photoFiles: z.array(z.string()),
  rowVersion: z.number(),
  mayPhotos: z.boolean(),
  /** The rules of its type, and what was done with it, oldest first. */
  sentences: z.array(z.string()),
  history: z.array(
    z.object({
      at: z.string(),
      stepName: z.string(),
      amount: z.number(),
      orderNo: z.string(),
      said: z.string(),
      by: z.string(),
    }),
  ),
  /** What may be done with it now by the caller, each with its price or why not. */
  steps: z.array(step),
  upgrades: z.array(z.object({ id, name: z.string(), price: cardPrice })),
  /** What cancelling gives back now: of the price, and the deposit; and whether no payment for the card is on record at all. */
  back: z.object({ amount: fen, deposit: fen, nothingPaid: z.boolean() }).nullable(),
  /** May it be had on a phone, by the caller's rights and its state; and since when a link is out, "" where none is. */
  wallet: z.object({ may: z.boolean(), since: z.string(), rotates: z.boolean() }),
});
export type CardView = z.output<typeof cardView>;

/** Everything that the counter's page shows, in one answer. `find` is a number, an identity, a mobile, a name, or the code on a holder's phone. */
export const cardCounter = method("seasonCard", "cardCounter", {
  payload: z.object({ find: textOf(120).optional(), cardId: id.optional() }),
  answer: z.object({
    types: z.array(offered),
    paymentTypes: z.array(option),
    shift: standing,
    maySell: z.boolean(),
    /** Found by what was asked for: the newest twenty. */
    found: z.array(
      z.object({
        id,
        number: z.string(),
        typeName: z.string(),
        holderName: z.string(),
        stateName: z.string(),
        validTo: z.string(),
      }),
    ),
    /** Why the code of a phone finds nothing; "" where none was asked for, or its card is shown. */
    findWhyNot: z.string(),
    /** The one that was asked for, or the only one that was found. */
    card: cardView.nullable(),
  }),
  access: { fun: "seasonCardList" },
});

export const holder = z
  .object({
    name: textOf(40, {}).refine((name) => name !== "", { error: () => m.v_required() }),
    document: documentKind.default("resident"),
    country: z.string().max(60).default(""),
    /** "": the type asks for none. */
    identity: z.string().max(120).default("").register(sensitivity, { kind: "personal" }),
  })
  .transform((one, ctx) => (one.identity.trim() === "" ? { ...one, identity: "" } : readVisitor(one, ctx)));

/** Sells one card to its holders: card, charges, deposit, order and payment in one transaction. */
export const sellCard = method("seasonCard", "sellCard", {
  payload: z.object({
    idempotencyKey,
    cardTypeId: id,
    /** Of a card in stock; without it the card gets a number of its own. */
    number: textOf(30).default(""),
    holders: z.array(holder).min(1).max(20),
    mobile: visitorMobile.optional(),
    /** Where the holder is reminded of the end of the card. */
    email: email.optional(),
    /** In which the holder is reminded; without one it goes by their document. */
    language: z.enum(locales).optional(),
    paymentType: textOf(40),
    /** Fen that were handed over, where they were counted. */
    given: fen.optional(),
    /** What the customer was told: price and fees, without the deposit. */
    expectedPayable: fen.optional(),
    /** And the deposit that was told beside it. */
    expectedDeposit: fen.optional(),
    remark: textOf(200).optional(),
  }),
  answer: z.object({ cardId: id, number: z.string(), orderId: id, orderNo: z.string(), deposit: fen }),
  access,
  writes: true,
  told: ({ name, after }) => m.did_card_sold({ name, amount: yuanOf(after?.payable) }),
  idempotent: true,
});
