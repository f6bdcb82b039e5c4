/** What lists take and answer: pages of rows, their choices, and cells that were changed in them. */
import { z } from "zod";
import { ownFieldViews } from "./own-fields";
import { allRows } from "./resource-many";
import { id, wholeNumber } from "./validators";

export const pageSizes = [10, 30, 50, 100] as const;

/** "Table page reply" of specification 3. `count` is exact up to {@link countBound}. */
export const pageReply = <R extends z.ZodType, O extends z.ZodType>(record: R, otherData: O) =>
  z.object({
    records: z.array(record),
    pageNo: z.number(),
    pageSize: z.number(),
    totalPage: z.number(),
    count: z.number(),
    otherData,
  });

/** Counts are exact up to here; a list that finds more says "more than". */
export const countBound = 10_000;

/** `parent` is the value above it, of options that form a tree. */
export const option = z.object({
  value: z.string(),
  label: z.string(),
  parent: z.string().optional(),
  /** Of a dictionary: shown where it stands, not offered any more. */
  off: z.literal(true).optional(),
  /** Of a dictionary: how its badge is coloured. */
  tone: z.string().max(20).optional(),
  /** Of a dictionary: chosen in a new form. */
  preset: z.literal(true).optional(),
});
export type Option = z.output<typeof option>;
/** Choices by field name: dictionary items and referred rows (value is the id as text). */
export const optionsByField = z.record(z.string(), z.array(option));

/** Why commands cannot be done with a row, in words, by command. */
export const blockedCommands = z.record(z.string(), z.string());

export const listOtherData = z.object({
  options: optionsByField,
  /** The count stopped at the bound. */
  capped: z.boolean(),
  /** Sums by field over all that was found; left out where the count stopped at its bound. */
  totals: z.record(z.string(), z.number()).optional(),
  /**
   * By state: how many rows the filters find without that of the state. One more than the bound of counts stands for "more
   * than that". Left out where the list has no tabs of states.
   */
  states: z.record(z.string(), z.number()).optional(),
  /** By row and command: why it cannot be done, where that is more than the row's state. */
  blocked: z.record(z.string(), blockedCommands).optional(),
  /** What the corp has added to the fields; left out where that is nothing. */
  own: ownFieldViews.optional(),
});

/** What every list method takes. `filters` are texts by field name; a range is `from~to`, any of several is `a,b`. */
export const listPayload = z.object({
  pageNo: wholeNumber(1, 1_000_000).default(1),
  pageSize: wholeNumber(1, 100).default(10),
  sort: z.string().max(40).optional(),
  order: z.enum(["asc", "desc"]).default("asc"),
  filters: z.record(z.string().max(40), z.string().max(400)).default({}),
});
export type ListPayload = z.output<typeof listPayload>;

/** What a resource's list takes: the same, or all rows. */
export const resourceListPayload = listPayload.extend({
  pageSize: z.union([z.literal(allRows), wholeNumber(1, 100)]).default(10),
});

/** Cells changed in a list: all are saved or none. Errors are by `rows.<id>.<field>`. */
export const cellsPayload = z.object({
  rows: z
    .array(
      z.object({
        id,
        rowVersion: wholeNumber(0),
        values: z.record(z.string().max(40), z.union([z.string().max(4_000), z.number(), z.boolean(), z.null()])),
      }),
    )
    .min(1)
    .max(100),
});
