/** Quotas: a pool shared by ticket types, per day or time slot; a ledger says how full it was when. */
import { z } from "zod";
import { savedAs } from "../audit-trace";
import { m } from "../messages";
import { method } from "../method";
import { option } from "../resource";
import { day, id, momentText, requiredText, wholeNumber } from "../validators";
import { openOrders } from "./open-orders";
import { anyChannel, channel, slot } from "./price";

/** Places that are a channel's own: it sells them first, and no other channel does. None of a channel that has none. */
export const quotaParts = z
  .array(
    z.object({
      channel: channel.refine((one) => one !== anyChannel, { error: () => m.v_option() }),
      places: wholeNumber(1, 10_000_000),
    }),
  )
  .max(40)
  .refine((parts) => new Set(parts.map((one) => one.channel)).size === parts.length, { error: () => m.v_invalid() });

export const quotaPool = z.object({
  id,
  rowVersion: wholeNumber(0),
  name: z.string(),
  ticketTypeIds: z.array(id),
  ticketTypeNames: z.string(),
  /** Places a day (or slot) where none is set for that day. */
  dailyTotal: wholeNumber(0, 10_000_000),
  /** Of them, what is set aside for channels. */
  parts: quotaParts,
  /** Places of a day (or slot) that whoever has the right may sell beyond its total. */
  overbook: wholeNumber(0, 10_000_000),
  /** Counted for each slot apart. */
  bySlot: z.boolean(),
  status: z.enum(["T", "F"]),
});

/** One pool with the days asked for; with `at`, as they stood at that moment. */
export const quotaPoolGet = method("ticket", "quotaPoolGet", {
  payload: z.object({ id: id.optional(), from: day.optional(), at: momentText.optional() }),
  answer: z.object({
    record: quotaPool.nullable(),
    ticketTypes: z.array(option),
    days: z.array(
      z.object({
        day,
        slot,
        total: z.number(),
        held: z.number(),
        sold: z.number(),
        /** Of the total, what was sold beyond the quota. */
        overbooked: z.number(),
        /** What of these is set aside for channels. */
        parts: z.array(z.object({ channel, total: z.number(), held: z.number(), sold: z.number() })),
      }),
    ),
  }),
  access: { fun: "quotaList" },
});

export const quotaPoolSave = method("ticket", "quotaPoolSave", {
  payload: z.object({
    id: id.optional(),
    rowVersion: wholeNumber(0).optional(),
    name: requiredText(60),
    ticketTypeIds: z.array(id).min(1).max(200),
    dailyTotal: wholeNumber(0, 10_000_000),
    /** Default: as they are. */
    parts: quotaParts.optional(),
    /** Default: as it is. */
    overbook: wholeNumber(0, 10_000_000).optional(),
    bySlot: z.boolean().default(false),
  }),
  answer: z.object({ id }),
  access: { fun: "quotaList", button: "quota:edit", newButton: "quota:add" },
  writes: true,
  told: savedAs(m.quota_one),
});

/** Sets the total of one day, and what of it is set aside (adjust): neither below what is held and sold of it. */
export const quotaDaySave = method("ticket", "quotaDaySave", {
  payload: z.object({
    poolId: id,
    day,
    slot: slot.default(""),
    total: wholeNumber(0, 10_000_000),
    /** Default: as they are. */
    parts: quotaParts.optional(),
  }),
  answer: z.object({ poolId: id }),
  access: { fun: "quotaList", button: "quota:edit" },
  writes: true,
  told: ({ name, before, after }) => m.did_quota_day({ name, before: before?.total ?? "", after: after?.total ?? "" }),
});

/** Most days and slots that one setting touches. */
export const quotaRangeMost = 400;

/** Days from `from` to `to` that fall on one of the weekdays (Monday first, T or F), in the slots named or in all of them. */
const quotaRange = {
  poolId: id,
  from: day,
  to: day,
  /** These of them alone; none: all of them. */
  days: z.array(day).max(quotaRangeMost).default([]),
  weekdays: z.string().regex(/^[TF]{7}$/, { error: () => m.v_invalid() }),
  slots: z.array(slot).max(50).default([]),
  total: wholeNumber(0, 10_000_000),
};

/** What setting a total over a range would change; writes nothing. */
export const quotaRangeLook = method("ticket", "quotaRangeLook", {
  payload: z.object(quotaRange),
  answer: z.object({
    /** Days and slots that it touches, and those of them whose total would be another. */
    touched: z.number(),
    changed: z.number(),
    /** Sold and held in them already. */
    taken: z.number(),
    /** Those with more sold, held and set aside than the new total: while there are any, nothing is set. */
    below: z.array(z.object({ day, slot, taken: z.number(), aside: z.number() })),
    ...openOrders,
  }),
  access: { fun: "quotaList", button: "quota:edit" },
});

/** Sets the total of all of them or, where one has more sold and held already, of none. */
export const quotaRangeSave = method("ticket", "quotaRangeSave", {
  payload: z.object(quotaRange),
  answer: z.object({ changed: z.number() }),
  access: { fun: "quotaList", button: "quota:edit" },
  writes: true,
  told: ({ name, after }) => m.did_quota_range({ name, after: after?.total ?? "" }),
});
