/** A month of the stock: opening + in − out = closing, by warehouse and item, in pieces and in fen. */
import { z } from "zod";
import { m } from "../messages";
import { method } from "../method";
import { option } from "../resource";
import { id } from "../validators";

const monthPattern = /^(19|20|21)\d{2}-(0[1-9]|1[0-2])$/;
export const isStockMonth = (text: string): boolean => monthPattern.test(text);

/** Rows on one page. */
export const mostOfMonth = 2000;

const side = z.object({ quantity: z.number().int(), amount: z.number().int() });
export const stockMonthRow = z.object({
  storeId: id,
  itemId: id,
  store: z.string(),
  item: z.string(),
  code: z.string(),
  unit: z.string(),
  opening: side,
  in: side,
  out: side,
  closing: side,
});
export type StockMonthRow = z.output<typeof stockMonthRow>;

const sums = z.object({ opening: side, in: side, out: side, closing: side });

/** What came back out of a receipt is less in, and what came back of an issue less out: each side tells what it was at last. */
export const stockMonth = method("manage", "stockMonth", {
  payload: z.object({
    month: z
      .string()
      .refine(isStockMonth, { error: () => m.v_date() })
      .optional(),
    storeId: id.optional(),
  }),
  answer: z.object({
    month: z.string(),
    rows: z.array(stockMonthRow),
    total: sums,
    stores: z.array(option),
    more: z.boolean(),
  }),
  access: { fun: "storeLedger" },
});
