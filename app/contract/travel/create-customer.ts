/**
 * A new customer in one sitting (`/travelInfo/createCustomer`): the agency with its terms and its agreement, in one
 * transaction. What is made is made by the methods that own it, so the caller needs their rights beside this function.
 */
import { z } from "zod";
import { method } from "../method";
import { option } from "../resource";
import { code, day, fen, id, idempotencyKey, mobileNumber, requiredText, textOf } from "../validators";

const access = { fun: "createCustomer" } as const;
const itemOf = z.string().max(40);
const idOrNone = id.nullable().default(null);

/** What the form offers. Lists have at most 500 rows. */
export const createCustomerForm = method("manage", "createCustomerForm", {
  payload: z.object({}),
  answer: z.object({
    types: z.array(option),
    settlements: z.array(option),
    priceGroups: z.array(option),
    regions: z.array(option),
    salesmen: z.array(option),
    /** The next code that is free, and the usual days of an agreement: from today to the end of the year. */
    code: z.string(),
    from: day,
    to: day,
    /** Why the caller may not do each of these, in a sentence; "" where they may. */
    lacking: z.object({ agency: z.string(), agreement: z.string(), approve: z.string(), sign: z.string() }),
  }),
  access,
});

/**
 * Refused with 422 where a name or licence is taken. Where another customer has the mobile or the tax number it is refused
 * with a message for `sure`, and done when `sure` comes with it. `atOnce` approves the review and signs the agreement.
 */
export const createCustomer = method("manage", "createCustomer", {
  payload: z.object({
    idempotencyKey,
    code: code,
    name: requiredText(80),
    type: itemOf,
    licence: requiredText(40),
    licenceUntil: day.nullable().default(null),
    contact: requiredText(40),
    mobile: mobileNumber,
    taxTitle: textOf(80).default(""),
    taxNumber: textOf(20).default(""),
    settlement: itemOf,
    /** In fen; of customers on credit alone. */
    creditLimit: fen.nullable().default(null),
    priceGroupId: idOrNone,
    regionId: idOrNone,
    salesmanId: idOrNone,
    remark: textOf(200, { multiline: true }).default(""),
    /** Null: the agreement comes later. */
    agreement: z.object({ code, fromDay: day, toDay: day }).nullable().default(null),
    atOnce: z.boolean().default(false),
    sure: z.boolean().default(false),
  }),
  answer: z.object({ id }),
  access,
  writes: true,
  idempotent: true,
  // Entries in the log are those of the methods that it calls.
  audit: false,
});

/** How a customer stands whom this page has made: what is left to do, in its order. */
export const createdCustomer = method("manage", "createdCustomer", {
  payload: z.object({ id }),
  answer: z.object({
    id,
    code: z.string(),
    name: z.string(),
    /** Of the dictionary `agencyState`. */
    status: z.string(),
    settlement: z.string(),
    agreement: z.object({ id, code: z.string(), status: z.string(), toDay: day }).nullable(),
    left: z.array(z.enum(["review", "agreement", "sign", "topUp"])),
  }),
  access,
});
