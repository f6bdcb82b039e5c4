/** What is to be ordered: from thirty days' use, the days of delivery, the safety stock, and what is on its way already. */
import { z } from "zod";
import { m } from "../messages";
import { method } from "../method";
import { option } from "../resource";
import { id, idempotencyKey } from "../validators";
import { mostOfLine } from "./bill-parts";

/** Days of use that tell how much goes, and for how long an order lasts. */
export const orderDays = 30;

/** Rows on one page, and lines in one go. */
export const mostToOrder = 500;

export const toOrderRow = z.object({
  storeId: id,
  itemId: id,
  store: z.string(),
  item: z.string(),
  code: z.string(),
  unit: z.string(),
  /** In the warehouse, and what is on its way to it: transfers in transit, receipts that are not posted. */
  has: z.number().int(),
  coming: z.number().int(),
  /** What went out to a purpose in the last {@link orderDays} days, less what came back of it. */
  used: z.number().int(),
  safety: z.number().int(),
  leadDays: z.number().int(),
  /** Whole days that the warehouse lasts at this use; null where nothing is used. */
  lasts: z.number().int().nullable(),
  proposed: z.number().int(),
  /** Of the last receipt: fen a thousand pieces, null where there was none; and who delivered it. */
  pricePerThousand: z.number().int().nullable(),
  supplier: z.string(),
});
export type ToOrderRow = z.output<typeof toOrderRow>;

/** What is below what delivery and safety ask for, the most urgent first. */
export const stockToOrder = method("manage", "stockToOrder", {
  payload: z.object({ storeId: id.optional() }),
  answer: z.object({ rows: z.array(toOrderRow), stores: z.array(option), more: z.boolean() }),
  access: { fun: "storeToOrder" },
});

/** Makes a draft of a receipt for each warehouse and supplier; priced as the item was last received. */
export const stockOrderDraft = method("manage", "stockOrderDraft", {
  payload: z.object({
    idempotencyKey,
    lines: z
      .array(z.object({ storeId: id, itemId: id, quantity: z.number().int().min(1).max(mostOfLine) }))
      .min(1)
      .max(mostToOrder),
  }),
  answer: z.object({ bills: z.array(z.object({ id, code: z.string() })) }),
  access: { fun: "listInBillsRecord", button: "stockIn:add" },
  writes: true,
  told: () => m.did_stock_order(),
  idempotent: true,
});
