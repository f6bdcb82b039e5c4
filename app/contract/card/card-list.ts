/** Many cards for one company: a list of people from a file, looked at cell by cell, and sold as one order. */
import { z } from "zod";
import { yuanOf } from "../audit-trace";
import { filePath } from "../file-answers";
import { m } from "../messages";
import { method } from "../method";
import { standing } from "../order/shift";
import { option } from "../resource";
import { fen, id, idempotencyKey, textOf, visitorMobile } from "../validators";

const access = { fun: "seasonCardList", button: "seasonCard:sell" } as const;

export const list = z.object({
  fileName: z.string(),
  /** Why the file as a whole cannot be sold; "" where it can. */
  problem: z.string(),
  columns: z.array(z.object({ label: z.string(), known: z.boolean() })),
  rows: z.array(
    z.object({
      /** Of the file, the heading being above it. */
      line: z.number(),
      cells: z.array(z.string()),
      /** By place of the column; -1: of the row as a whole. */
      errors: z.array(z.object({ column: z.number(), message: z.string() })),
    }),
  ),
  people: z.number(),
  wrong: z.number(),
  /** Of all cards: price and fees, and the deposits beside them. */
  payable: fen,
  deposit: fen,
});
export type CardList = z.output<typeof list>;

/** The page: which types are sold, and what a file says, each row judged as a sale would judge it. */
export const cardListLook = method("seasonCard", "cardListLook", {
  payload: z.object({ cardTypeId: id.optional(), path: filePath.optional() }),
  answer: z.object({
    types: z.array(
      z.object({
        id,
        name: z.string(),
        payable: fen,
        deposit: fen,
        asks: z.array(z.string()),
        asksPhoto: z.boolean(),
        whyNot: z.string(),
      }),
    ),
    paymentTypes: z.array(option),
    /** There are agencies: an account of theirs may pay. */
    agencies: z.boolean().default(false),
    shift: standing,
    list: list.nullable(),
  }),
  access,
});

/** Sells a card to everybody on the list, or to nobody. The file is read and judged once more. */
export const sellCardList = method("seasonCard", "sellCardList", {
  payload: z.object({
    idempotencyKey,
    cardTypeId: id,
    path: filePath,
    /** Whose people they are: stands on the order. */
    company: textOf(40).default(""),
    mobile: visitorMobile.optional(),
    /** Code or name of the agency that buys, or a part of it that only one has: its account may pay. */
    agency: textOf(80).default(""),
    /** One payment of the whole; and by which deposits are taken, where there are any. */
    paymentType: textOf(40).default(""),
    /** Several, as they were handed over: they take the place of `paymentType`, but for deposits. */
    payments: z
      .array(z.object({ paymentType: textOf(20), amount: fen }))
      .max(10)
      .default([]),
    /** What was shown: price and fees of all, without the deposits. */
    expectedPayable: fen.optional(),
    remark: textOf(200).optional(),
  }),
  answer: z.object({ orderId: id, orderNo: z.string(), cards: z.number(), deposit: fen }),
  access,
  writes: true,
  told: ({ name, after }) => m.did_card_sold({ name, amount: yuanOf(after?.payable) }),
  idempotent: true,
});

/** The cards of an order, to be printed and signed for. */
export const cardListSheet = method("seasonCard", "cardListSheet", {
  payload: z.object({ orderId: id }),
  answer: z.object({
    orderNo: z.string(),
    company: z.string(),
    soldAt: z.string(),
    payable: fen,
    deposit: fen,
    cards: z.array(
      z.object({
        id,
        number: z.string(),
        typeName: z.string(),
        holder: z.string(),
        identity: z.string(),
        stateName: z.string(),
        validTo: z.string(),
      }),
    ),
  }),
  access: { fun: "seasonCardList" },
});
