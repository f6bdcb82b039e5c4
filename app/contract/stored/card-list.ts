/** Stored-value cards for one company: a list of people from a file, looked at cell by cell, and issued all or none. */
import { z } from "zod";
import { yuanOf } from "../audit-trace";
import { list } from "../card/card-list";
import { filePath } from "../file-answers";
import { m } from "../messages";
import { method } from "../method";
import { standing } from "../order/shift";
import { option } from "../resource";
import { fen, id, idempotencyKey, textOf, visitorMobile } from "../validators";
import { smartCard } from "./card";

/** A file of people, and what comes onto the card of each. */
const storedList = list.extend({
  rows: z.array(list.shape.rows.element.extend({ principal: fen, gift: fen })),
  /** Of all cards, beside fees and deposits. */
  principal: fen,
  gift: fen,
});
export type StoredList = z.output<typeof storedList>;

/** Who may sell one card. */
const { access } = smartCard.methods.sell;

/** The page: which types are issued, and what a file says, each row judged as a single sale would judge it. */
export const storedListLook = method("smartcard", "storedListLook", {
  payload: z.object({ cardTypeId: id.optional(), path: filePath.optional() }),
  answer: z.object({
    types: z.array(
      z.object({ id, name: z.string(), payable: fen, deposit: fen, asks: z.array(z.string()), whyNot: z.string() }),
    ),
    paymentTypes: z.array(option),
    shift: standing,
    list: storedList.nullable(),
  }),
  access,
});

/** A card to everybody on the list, or to nobody, with what the list puts onto it; fees, deposits and top-ups are paid once. */
export const sellStoredList = method("smartcard", "sellStoredList", {
  payload: z.object({
    idempotencyKey,
    cardTypeId: id,
    path: filePath,
    /** Whose people they are: stands on the order, where there are fees. */
    company: textOf(40).default(""),
    mobile: visitorMobile.optional(),
    /** "": there is nothing to pay. */
    paymentType: textOf(40).default(""),
    /** What was shown: price, fees, deposits and top-ups of all. */
    expected: fen.optional(),
    /** The gifts of all that were shown. */
    expectedGift: fen.optional(),
  }),
  /** `listId`: the paper of all of them. `orderId` null: without fees there is no order. */
  answer: z.object({
    listId: id,
    orderId: id.nullable(),
    cards: z.number(),
    payable: fen,
    deposit: fen,
    principal: fen,
    gift: fen,
  }),
  access,
  writes: true,
  told: ({ name, after }) =>
    m.did_card_sold({ name, amount: yuanOf(Number(after?.payable) + Number(after?.principal)) }),
  idempotent: true,
});

/** The paper of one list: who got which card, what came onto each, and what was paid for all, to be signed for. */
export const storedListSheet = method("smartcard", "storedListSheet", {
  payload: z.object({ id }),
  answer: z.object({
    listNo: z.string(),
    company: z.string(),
    typeName: z.string(),
    at: z.string(),
    by: z.string(),
    /** "": nothing was paid. */
    paymentType: z.string(),
    /** Of the order for their fees; null: there were none. */
    orderId: id.nullable(),
    orderNo: z.string(),
    fees: fen,
    deposit: fen,
    principal: fen,
    gift: fen,
    /** In the order of the file; each as it was issued, and what became of it. */
    cards: z.array(
      z.object({
        id,
        number: z.string(),
        holder: z.string(),
        identity: z.string(),
        validTo: z.string(),
        stateName: z.string(),
        paid: fen,
        principal: fen,
        gift: fen,
      }),
    ),
  }),
  access: { fun: "smartCardList" },
});
