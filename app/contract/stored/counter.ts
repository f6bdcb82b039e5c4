/** The counter for stored-value cards, the statement of one card, and what is owed to all holders. */
import { z } from "zod";
import { method } from "../method";
import { standing } from "../order/shift";
import { option } from "../resource";
import { day, fen, id, textOf } from "../validators";
import { storedStates } from "./card";

const line = z.object({ name: z.string(), amount: fen });

/** What a purchase takes from which balance, or why it cannot be made. */
export const spendQuote = z.object({
  amount: fen,
  /** Let off by the rule: free of charge, and by its discount. */
  free: fen,
  off: fen,
  payable: fen,
  fromPrincipal: fen,
  fromGift: fen,
  ruleName: z.string(),
  whyNot: z.string(),
});
export type SpendQuote = z.output<typeof spendQuote>;

/** What a top-up brings, or why it cannot be made. */
export const topUpQuote = z.object({
  amount: fen,
  gift: fen,
  /** The tier by which; null: it reaches none. */
  tierFrom: fen.nullable(),
  principalAfter: fen,
  giftAfter: fen,
  whyNot: z.string(),
});
export type TopUpQuote = z.output<typeof topUpQuote>;

/** What a refund pays back and takes from the card, or why it cannot be made. */
export const refundQuote = z.object({
  amount: fen,
  /** Gift that is forfeited with it. */
  forfeit: fen,
  principal: fen,
  principalAfter: fen,
  giftAfter: fen,
  /** How it goes back: the ways that it came, cash last. */
  ways: z.array(z.object({ paymentType: z.string(), amount: fen })),
  whyNot: z.string(),
});
export type RefundQuote = z.output<typeof refundQuote>;

const cardView = z.object({
  id,
  number: z.string(),
  typeName: z.string(),
  state: z.enum(storedStates),
  stateName: z.string(),
  /** Of a replaced card: the one that goes on. */
  replacedBy: z.object({ id, number: z.string() }).nullable(),
  holderName: z.string(),
  identity: z.string(),
  /** Kind of the document, with the country of a passport; "" of an unnamed card. */
  document: z.string().default(""),
  mobile: z.string(),
  /** Where reminders go, cut for whoever may not see it. */
  email: z.string(),
  named: z.boolean(),
  validTo: z.string(),
  principal: fen,
  gift: fen,
  deposit: fen,
  /** Principal that may be paid back now, and the gift that is forfeited where all of it is. */
  returnable: fen,
  forfeits: fen,
  /** Of the first sale or a replacement: lines of the order, and the deposit beside it. */
  fees: z.array(line),
  newDeposit: fen,
  sentences: z.array(z.string()),
  steps: z.array(z.object({ step: z.string(), label: z.string(), whyNot: z.string() })),
  quote: spendQuote.nullable(),
  topUp: topUpQuote.nullable(),
  refund: refundQuote.nullable().default(null),
  /** May it be had on a phone, by the caller's rights and its state; and since when a link is out, "" where none is. */
  wallet: z.object({ may: z.boolean(), since: z.string(), rotates: z.boolean() }),
});
export type StoredView = z.output<typeof cardView>;

/**
 * `find` is a number, an identity, a mobile, a name or the code of a card on a phone; `amount` asks what a purchase of so much
 * would take, `topUp` what a top-up of so much would bring, `refund` what one of so much would pay back: of a card that is not sold yet, to somebody who is `named`.
 */
export const storedCounter = method("smartcard", "storedCounter", {
  payload: z.object({
    find: textOf(120).optional(),
    cardId: id.optional(),
    amount: fen.optional(),
    topUp: fen.optional(),
    refund: fen.optional(),
    named: z.boolean().optional(),
  }),
  answer: z.object({
    paymentTypes: z.array(option),
    shift: standing,
    found: z.array(
      z.object({
        id,
        number: z.string(),
        typeName: z.string(),
        holderName: z.string(),
        stateName: z.string(),
        principal: fen,
        gift: fen,
      }),
    ),
    /** Why the code of a card on a phone that was read is good for nothing now; "" otherwise. */
    findWhyNot: z.string(),
    /** The one that was asked for, or the only one that was found. */
    card: cardView.nullable(),
  }),
  access: { fun: "smartCardList" },
});

const balances = { principal: z.number(), gift: z.number(), deposit: z.number() };

/** Movements of one card between two days, with its balances before and after. */
export const storedStatement = method("smartcard", "storedStatement", {
  payload: z.object({ id, from: day.optional(), to: day.optional() }),
  answer: z.object({
    number: z.string(),
    typeName: z.string(),
    holderName: z.string(),
    from: z.string(),
    to: z.string(),
    opening: z.object(balances),
    closing: z.object(balances),
    /** The oldest first; `more`: there are more than fit. */
    rows: z.array(
      z.object({
        at: z.string(),
        kind: z.string(),
        source: z.string(),
        /** The first row of a step, and `source` the number of its slip. */
        slip: z.boolean().default(false),
        by: z.string(),
        change: z.number(),
        ...balances,
      }),
    ),
    more: z.boolean(),
    /** The paper of the company's list that it was issued with; null: it was issued alone. */
    listId: id.nullable().default(null),
  }),
  access: { fun: "smartCardList" },
});

/** What is owed to holders at the end of a day, by type of card. */
export const storedOwed = method("smartcard", "storedOwed", {
  payload: z.object({ day: day.optional() }),
  answer: z.object({
    day: z.string(),
    rows: z.array(z.object({ cardTypeId: id, typeName: z.string(), cards: z.number(), ...balances })),
  }),
  access: { fun: "smartCardLedger" },
});
