/** Stored-value cards for one company: a list of people from a file, looked at cell by cell, and issued all or none. */
import { z } from "zod";
import { yuanOf } from "../audit-trace";
import { list } from "../card/card-list";
import { filePath } from "../file-answers";
import { m } from "../messages";
import { method } from "../method";
import { standing } from "../order/shift";
import { option } from "../resource";
import { fen, id, idempotencyKey, mobileNumber, textOf } from "../validators";
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
    mobile: mobileNumber.optional(),
    /** "": there is nothing to pay. */
    paymentType: textOf(40).default(""),
    /** What was shown: price, fees, deposits and top-ups of all. */
    expected: fen.optional(),
    /** The gifts of all that were shown. */
    expectedGift: fen.optional(),
  }),
  /** `orderId` null: without fees there is no order. */
  answer: z.object({
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
