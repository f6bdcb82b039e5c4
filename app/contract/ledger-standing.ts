/** How the accounts of a ledger stood at a moment, and what came in and went out until then. */
import { z } from "zod";
import type { FunctionCode } from "./menu-entry";
import { type Business, method } from "./method";
import { optionsByField } from "./resource-lists";
import { momentText, wholeNumber } from "./validators";

/** By figure, in the ledger's unit. */
const amounts = z.record(z.string(), z.number());

const standing = {
  /** At the beginning; with what came in, less what went out, it is the closing. */
  opening: amounts,
  in: amounts,
  out: amounts,
  closing: amounts,
};

/** Rows on one page. */
export const standingsPage = 50;

export function standingMethod(business: Business, noun: string, fun: FunctionCode) {
  return method(business, `${noun}Standing`, {
    payload: z.object({
      /** Default: the beginning of the business day of `at`. */
      from: momentText.optional(),
      /** Everything until then has happened. Default: now. */
      at: momentText.optional(),
      /** By the fields that tell accounts apart, as the ledger's list has them. */
      filters: z.record(z.string().max(40), z.string().max(400)).default({}),
      pageNo: wholeNumber(1, 10_000).default(1),
    }),
    answer: z.object({
      from: momentText,
      at: momentText,
      pageNo: z.number(),
      totalPage: z.number(),
      count: z.number(),
      /** One for what accounts have alike in these fields; those that never had anything until then are left out. */
      rows: z.array(z.object({ account: z.record(z.string(), z.union([z.string(), z.number()])), ...standing })),
      /** Over everything that the filters find. */
      totals: z.object(standing),
      options: optionsByField,
    }),
    access: { fun },
  });
}
