/** Where numbers are: one that is asked for with all that became of it, or the ranges of an item. */
import { z } from "zod";
import { method } from "../method";
import { option } from "../resource";
import { id, textOf } from "../validators";

/** Ranges on one page. */
export const mostRanges = 200;

const range = z.object({
  item: z.string(),
  first: z.string(),
  last: z.string(),
  pieces: z.number(),
  state: z.string(),
  store: z.string(),
  roll: z.string(),
  rollId: id.nullable(),
  seller: z.string(),
  movedAt: z.string(),
});
export type SerialRange = z.output<typeof range>;

export const stockSerials = method("manage", "stockSerials", {
  payload: z.object({ serial: textOf(30).default(""), itemId: id.optional(), storeId: id.optional() }),
  answer: z.object({
    /** The one that the number is in; null where it is nowhere or none was asked for. */
    found: range.nullable(),
    history: z.array(
      z.object({
        at: z.string(),
        kind: z.string(),
        first: z.string(),
        last: z.string(),
        store: z.string(),
        source: z.string(),
        note: z.string(),
        by: z.string(),
      }),
    ),
    ranges: z.array(range),
    more: z.boolean(),
    items: z.array(option),
    stores: z.array(option),
  }),
  access: { fun: "storeSerials" },
});
