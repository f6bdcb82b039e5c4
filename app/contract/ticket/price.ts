/** Price policies and the price calendar: which price holds for a ticket type, channel and customer group on a day. */
import { z } from "zod";
import { savedAs } from "../audit-trace";
import { m } from "../messages";
import { method } from "../method";
import { option } from "../resource";
import { day, fen, id, requiredText, wholeNumber } from "../validators";

const dictionaryCode = z.string().regex(/^[A-Za-z0-9-]{1,40}$/, { error: () => m.v_option() });

/** Of the dictionary saleChannel, a corp's own items among them. */
export const channel = dictionaryCode;
export const anyChannel = "any";
/** Whom a price is for, of the dictionary customerGroup; "any" serves everybody. */
export const customerGroup = dictionaryCode;

/** HH:mm-HH:mm, or empty for every slot. */
export const slot = z.string().regex(/^([01]\d|2[0-3]):[0-5]\d-([01]\d|2[0-3]):[0-5]\d$|^$/);

export const pricePolicy = z.object({
  id,
  rowVersion: wholeNumber(0),
  name: z.string(),
  ticketTypeId: id,
  ticketTypeName: z.string(),
  /** "any" or one channel. */
  channel,
  customerGroup,
  startDay: day,
  endDay: day,
  /** Seven characters T or F, Monday first. */
  weekdays: z.string().regex(/^[TF]{7}$/),
  /** any day; only official holidays; only days that are none. */
  holidays: z.enum(["any", "only", "never"]),
  slot,
  price: fen,
  /** Higher wins; ties go to the later start, then to the higher id. */
  priority: wholeNumber(0, 9999),
  status: z.enum(["T", "F"]),
});
export type PricePolicy = z.output<typeof pricePolicy>;

export const pricePolicyGet = method("ticket", "pricePolicyGet", {
  payload: z.object({ id: id.optional() }),
  answer: z.object({ record: pricePolicy.nullable(), ticketTypes: z.array(option) }),
  access: { fun: "pricePolicyList" },
});

export const pricePolicySave = method("ticket", "pricePolicySave", {
  payload: pricePolicy
    .omit({ id: true, rowVersion: true, ticketTypeName: true, status: true, name: true })
    .extend({ id: id.optional(), rowVersion: wholeNumber(0).optional(), name: requiredText(60) }),
  answer: z.object({ id }),
  access: { fun: "pricePolicyList", button: "pricePolicy:edit", newButton: "pricePolicy:add" },
  writes: true,
  told: savedAs(m.policy_one),
});

export const pricePolicyRemove = method("ticket", "pricePolicyRemove", {
  payload: z.object({ id }),
  answer: z.object({ id }),
  access: { fun: "pricePolicyList", button: "pricePolicy:remove" },
  writes: true,
  told: ({ name }) => m.did_removed({ thing: m.policy_one(), name }),
});

/** A month at a glance: the price of every day and the policy that won it (null: the list price). */
export const priceCalendar = method("ticket", "priceCalendar", {
  payload: z.object({
    ticketTypeId: id.optional(),
    channel: channel.default("window"),
    customerGroup: customerGroup.default("retail"),
    month: z.string().regex(/^(19|20|21)\d{2}-(0[1-9]|1[0-2])$/),
    slot: slot.default(""),
  }),
  answer: z.object({
    /** The type shown: the first one when none is asked for; null when there is none at all. */
    ticketTypeId: id.nullable(),
    ticketTypes: z.array(option),
    /** Slots of the type, empty when it has none. */
    slots: z.array(z.string()),
    listPrice: fen,
    days: z.array(
      z.object({
        day,
        price: fen,
        policyId: id.nullable(),
        policyName: z.string(),
        /** Name of the official holiday; "" for none; make-up working days say so in `makeUp`. */
        holiday: z.string(),
        makeUp: z.boolean(),
      }),
    ),
    /** Its holidays are not entered yet. */
    missingYear: z.number().nullable().optional(),
  }),
  access: { fun: ["priceCalendar", "pricePolicyList"] },
});

/**
 * Sets one price on many days at once: writes one policy a run of days, above those that hold there. A `range` is one policy by
 * weekday and holiday, in the place of `days`.
 */
export const priceCalendarSave = method("ticket", "priceCalendarSave", {
  payload: z.object({
    ticketTypeId: id,
    /** "any" or one channel. */
    channel,
    customerGroup,
    slot: slot.default(""),
    days: z.array(day).max(62).default([]),
    range: z
      .object({
        from: day,
        to: day,
        weekdays: pricePolicy.shape.weekdays,
        holidays: pricePolicy.shape.holidays,
      })
      .optional(),
    price: fen,
  }),
  answer: z.object({ policies: z.array(id) }),
  access: { fun: ["priceCalendar", "pricePolicyList"], button: "pricePolicy:add" },
  writes: true,
  told: savedAs(m.policy_one),
});
