/** A visitor asks for the invoice of an order by the code on its receipt: no account, a puzzle, that order alone. */
import { z } from "zod";
import { m } from "../messages";
import { method } from "../method";
import { corpCode, fen, textOf } from "../validators";
import { buyer, invoiceStates } from "./invoice";

const receiptCode = textOf(60);

export const invoiceApplyForm = method("manage", "invoiceApplyForm", {
  payload: z.object({ corpCode: corpCode.optional(), code: receiptCode }),
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
        ...{ serial: z.string(), state: z.enum(invoiceStates), number: z.string(), title: z.string(), gross: fen },
        /** Of an issued one of this order alone: links that are good for a while. */
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
  answer: z.object({ serial: z.string(), gross: fen }),
  access: "public",
  writes: true,
  told: ({ name }) => m.invoice_told_requested({ name }),
});
