/** A visitor asks for the invoice of an order by the code on its receipt: no account, a puzzle, that order alone. */
import { z } from "zod";
import { m } from "../messages";
import { method } from "../method";
import { corpCode, fen, textOf } from "../validators";
import { keysOfDevice } from "./apply-page";
import { buyer, invoiceStates } from "./invoice";

const receiptCode = textOf(60);

export const invoiceApplyForm = method("manage", "invoiceApplyForm", {
  payload: z.object({
    corpCode: corpCode.optional(),
    code: receiptCode,
    /** Of the requests that were made on this device, as they were answered there. */
    keys: z.array(textOf(60)).max(keysOfDevice).default([]),
  }),
  answer: z.object({
    /** False: no such code. */
    known: z.boolean(),
    of: z.enum(["order", "topUp"]),
    /** Of the order, or of the slip of the top-up. */
    orderNo: z.string(),
    /** What may be invoiced, in fen. */
    left: fen,
    whyNot: z.string(),
    /** Of this order, already. */
    invoices: z.array(
      z.object({
        ...{ serial: z.string(), state: z.enum(invoiceStates), number: z.string(), gross: fen },
        /** It was asked for on this device: whole, and with its files. Elsewhere nothing of a person or a bank is told. */
        own: z.boolean(),
        /** Elsewhere: a company's whole, a person's first sign. */
        title: z.string(),
        /** Elsewhere: without its middle, and the first sign of the address. */
        ...{ taxNumber: z.string(), mail: z.string() },
        /** Elsewhere: only that they are filled in. */
        ...{ address: z.string(), bank: z.string() },
        /** Of an issued one that is own: links that are good for a while. */
        files: z.array(z.object({ name: z.string(), link: z.string() })),
      }),
    ),
  }),
  access: "public",
});

export const invoiceApply = method("manage", "invoiceApply", {
  payload: z.object({
    corpCode: corpCode.optional(),
    code: receiptCode,
    ...buyer,
    clientAddress: z.string().max(64).optional(),
  }),
  answer: z.object({
    ...{ serial: z.string(), gross: fen },
    /** For this device to keep: with it the request is shown whole. */
    key: z.string(),
  }),
  access: "public",
  writes: true,
  told: ({ name }) => m.invoice_told_requested({ name }),
});
