/**
 * A month of invoices against the ledger of payments: what was not invoiced before + what was paid or topped up − what
 * was given back − invoiced + reversed = what is not invoiced yet; and by rate what is declared.
 */
import { z } from "zod";
import { m } from "../messages";
import { method } from "../method";
import { treatments } from "./tax";

const monthPattern = /^(19|20|21)\d{2}-(0[1-9]|1[0-2])$/;
export const isInvoiceMonth = (text: string): boolean => monthPattern.test(text);

/** Fen, signed. */
const amount = z.number().int();
const sums = z.object({ gross: amount, net: amount, tax: amount });

export const invoiceMonth = method("manage", "invoiceMonth", {
  payload: z.object({
    month: z
      .string()
      .refine(isInvoiceMonth, { error: () => m.v_date() })
      .optional(),
  }),
  answer: z.object({
    month: z.string(),
    /** Not invoiced yet when the month began, and when it ended. */
    opening: amount,
    paid: amount,
    refunded: amount,
    /** Put onto stored-value cards, and given back of it. */
    toppedUp: amount,
    toppedUpBack: amount,
    /** Invoiced of money of this month, and of money of months before. */
    invoicedNow: amount,
    invoicedEarlier: amount,
    reversed: amount,
    closing: amount,
    rates: z.array(
      z.object({
        treatment: z.enum(treatments),
        /** Basis points. */
        rate: z.number().int().nullable(),
        taxCode: z.string(),
        invoiced: sums,
        reversed: sums,
        total: sums,
      }),
    ),
    total: z.object({ invoiced: sums, reversed: sums, total: sums }),
  }),
  access: { fun: "invoiceList" },
});
