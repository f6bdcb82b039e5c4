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
    list: list.nullable(),
  }),
  access,
});

/** A card to everybody on the list, or to nobody; fees and deposits are paid once, and nothing is on the cards yet. */
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
    /** What was shown: price, fees and deposits of all. */
    expected: fen.optional(),
  }),
  /** `orderId` null: without fees there is no order. */
  answer: z.object({ orderId: id.nullable(), cards: z.number(), payable: fen, deposit: fen }),
  access,
  writes: true,
  told: ({ name, after }) => m.did_card_sold({ name, amount: yuanOf(after?.payable) }),
  idempotent: true,
});
