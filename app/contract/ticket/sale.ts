/** The counter sale: what is on offer, what it costs, and the sale itself (domain "Internal purchase"). */
import { z } from "zod";
import { yuanOf } from "../audit-trace";
import { documentFields, documentKind, readVisitor } from "../identity-document";
import { m } from "../messages";
import { method } from "../method";
import { reduction } from "../order/reduction";
import { standing } from "../order/shift";
import { option } from "../resource";
import { sensitivity } from "../sensitivity";
import { day, fen, id, idempotencyKey, textOf, visitorMobile, wholeNumber } from "../validators";
import { discountFields } from "./discount";
import { slot } from "./price";

export const realNameRule = z.enum(["none", "perOrder", "perTicket"]);

const inside = {
  /** Of a combo, what is in it; else nothing. */
  parts: z.array(z.object({ name: z.string(), parkName: z.string(), quantity: z.number() })),
  /** Of a select-point type, what it admits to in a sentence; else "". */
  choice: z.string(),
  /** Visitors that one of it names where each ticket has a name. */
  visitorsEach: z.number(),
};

export const offer = z.object({
  ticketTypeId: id,
  code: z.string(),
  name: z.string(),
  parkName: z.string(),
  price: fen,
  listPrice: fen,
  realName: realNameRule,
  /** Kinds of documents that it takes where names are asked for. */
  documents: z.array(documentKind),
  /** `whyNot`: of one that the booking clock has closed; those that are over are not there. */
  slots: z.array(
    z.object({
      ...{ slot: z.string(), price: fen, left: z.number().nullable(), beyond: z.number(), whyNot: z.string() },
      /** Closed by the clock alone, which the caller may pass: see `late` of the cart. */
      late: z.boolean().default(false),
    }),
  ),
  /** Places left on the day; null where no quota limits it. */
  left: z.number().nullable(),
  /** Places more that the caller may sell beyond the quota. */
  beyond: z.number(),
  minPerOrder: z.number(),
  maxPerOrder: z.number(),
  ...inside,
  /** Under which concession it is sold; null: to everybody. `shown`: every time the proof is looked at. */
  concession: z.object({ id, name: z.string(), who: z.string(), shows: z.string(), shown: z.boolean() }).nullable(),
  /** Why it cannot be sold now, in the caller's language; "" when it can. */
  whyNot: z.string(),
  /** The booking clock alone has closed it, and the caller may sell it all the same: see `late` of the cart. */
  late: z.boolean().default(false),
  /** Of the sales page; "" for none. */
  group: z.string(),
  /** Not on the sales page: sold by who may. */
  beyondPage: z.boolean(),
});
export type Offer = z.output<typeof offer>;

/** What is asked to be shown, of so many people. */
export const proofNeeded = z.object({
  concessionId: id,
  name: z.string(),
  shows: z.string(),
  needed: z.number(),
  /** Ticked as seen. */
  seen: z.number(),
});
export type ProofNeeded = z.output<typeof proofNeeded>;

/** A ticket type that a visitor may have in place of theirs: their place in `visitors`, and why. */
export const instead = z.object({ place: z.number(), ticketTypeId: id, message: z.string() });
export type Instead = z.output<typeof instead>;

/** A cart that its seller set aside (`held-cart.ts`). `number` is called out: the smallest that the seller has free, from 1. */
export const heldCartHead = z.object({
  id,
  number: z.number(),
  contactName: z.string(),
  quantity: z.number(),
  /** Fen when it was set aside. */
  payable: fen,
  /** hh:mm */
  at: z.string(),
});
export type HeldCartHead = z.output<typeof heldCartHead>;

/** What somebody has set aside elsewhere, by its business and what tells it apart there. */
export const besideKey = z.object({ business: z.string().max(20), key: z.string().max(40) });
const besideKeys = z.array(besideKey).max(10).default([]);

/** Everything the counter page shows, in one answer. */
export const getCounter = method("ticket", "getCounter", {
  payload: z.object({ visitDay: day.optional(), posId: id.optional() }),
  answer: z.object({
    /** The business day of the corp. */
    today: day,
    visitDay: day,
    offers: z.array(offer),
    posList: z.array(option),
    posId: id.nullable(),
    /** Of the till, in its order. */
    paymentTypes: z.array(option),
    /** What the till took last; null: it took nothing yet, or its setting says which comes first. */
    lastPaymentType: z.string().nullable(),
    /** Of these a company takes the money: the till asks it, and waits. */
    connectedTypes: z.array(z.string()),
    /** Of these an account pays that is known by a number: the till asks for it. */
    accountTypes: z.array(z.string()).default([]),
    /** The caller's last sale of the day; `at` is hh:mm. */
    lastSale: z
      .object({ orderId: id, orderNo: z.string(), quantity: z.number(), paid: fen, at: z.string() })
      .nullable(),
    /** The caller may give a discount. */
    mayDiscount: z.boolean(),
    /** Account name of the caller, where they may issue staff tickets and there is a rule; else null. */
    ownAccount: z.string().nullable(),
    /** An activity with codes is on: the counter asks for them. */
    takesCards: z.boolean(),
    /** There are agencies to sell to: the counter asks for one. */
    takesAgencies: z.boolean(),
    /** There are guides to name: the counter asks for one. */
    takesGuides: z.boolean().default(false),
    /** Days from today on without some of the offers, the earliest first. */
    blackouts: z.array(z.object({ days: z.string(), names: z.array(z.string()) })),
    /** What they may say for it. */
    discountReasons: z.array(option),
    shift: standing,
    /** The caller's carts that wait to be fetched back. */
    held: z.array(heldCartHead),
    /** What the caller has set aside in other businesses, e.g. seats that they hold: it may be sold in the same order. */
    beside: z
      .array(
        besideKey.extend({
          name: z.string(),
          day,
          quantity: z.number(),
          amount: fen,
          /** hh:mm: afterwards it is free for others. */
          until: z.string(),
        }),
      )
      .default([]),
  }),
  access: { fun: "buyTktList" },
});

/** Days that the tickets of one order are for at most. */
export const maxDaysOfOrder = 10;

/** `visitDay`: where it is another than that of the cart. */
export const saleLine = z.object({
  ticketTypeId: id,
  visitDay: day.optional(),
  slot: slot.default(""),
  quantity: wholeNumber(1, 1000),
});
/** `document`: the kind, told by the number itself where that has eighteen digits; `country`: of a passport. */
export const visitor = z.object({ name: textOf(40), ...documentFields }).transform(readVisitor);

/** Proofs of concessions that the seller has looked at: of how many people. */
export const proofsSeen = z
  .array(z.object({ concessionId: id, seen: wholeNumber(0, 1000) }))
  .max(50)
  .default([]);

const cart = {
  visitDay: day,
  lines: z.array(saleLine).min(1).max(50),
  ...discountFields,
  /** Account name, or name, of the employee whose tickets they are; needs the button `sale:staff`. */
  staff: textOf(40).default(""),
  /** Code or name of the agency that buys, or a part of it that only one has: its prices count, and its account may pay. */
  agency: textOf(80).default(""),
  /** Certificate or name of the guide who brings them, or a part of it that only one has: of the agency, or of none. */
  guide: textOf(80).default(""),
  /** Promotion codes as typed or scanned, one after another: each makes one ticket cheaper. */
  card: textOf(400).register(sensitivity, { kind: "secret" }).default(""),
  proofs: proofsSeen,
  /** Places beyond quotas that the seller was warned of (`quoteSale`) and confirmed; needs the button `sale:overbook`. */
  overbook: wholeNumber(0, 50_000).default(0),
  /** Why tickets are sold that the booking clock has closed; needs the button `sale:late`. */
  late: textOf(100).default(""),
  /** What the caller has set aside in other businesses, sold in the same order: see `getCounter`. */
  beside: besideKeys,
  /** Of the account that pays, where a payment type needs one: the number on a card. */
  accountNo: textOf(40).default(""),
  /** One payment of the whole. */
  paymentType: z.string().max(20).optional(),
  /** Several, as they were handed over: change is given of cash only. Takes the place of `paymentType`. */
  payments: z
    .array(z.object({ paymentType: z.string().max(20), amount: fen }))
    .max(10)
    .default([]),
};

/** What a cart costs and whether it can be sold; takes nothing. */
export const quoteSale = method("ticket", "quoteSale", {
  payload: z.object({
    ...cart,
    /** Where it is sold: its sales page counts. Default: the point of sale of the caller's open shift, as in a sale. */
    posId: id.optional(),
    /** Where it is known: whose promotion codes they are where a ticket has no name, and types may be limited per mobile. */
    contactMobile: visitorMobile.or(z.literal("")).optional(),
    /** As far as they are known, in the order of the tickets that ask for names; null for one that is still missing. */
    visitors: z.array(visitor.nullable()).max(1000).default([]),
  }),
  answer: z.object({
    lines: z.array(
      saleLine.extend({
        visitDay: day,
        name: z.string(),
        unitPrice: fen,
        amount: fen,
        policyName: z.string(),
        realName: realNameRule,
        ...inside,
        whyNot: z.string(),
      }),
    ),
    /** What was asked for of other businesses, as it stands now. */
    beside: z.array(besideKey.extend({ amount: fen, whyNot: z.string() })).default([]),
    total: fen,
    /** Fen off, of all reductions together. */
    discount: fen,
    payable: fen,
    /** What is off and why: one of each reason. */
    reductions: z.array(reduction),
    /** What was asked for and is not off, by its field. */
    /** How the employee stands in this month, a sentence for each ticket type with a rule. */
    staffStanding: z.array(z.string()),
    refusedReductions: z.array(z.object({ field: z.string(), message: z.string() })),
    /** Who the agency is and what may be sold on its account, in a sentence; "" for none. */
    agency: z.string(),
    /** Who the guide is; "" for none. */
    guide: z.string().default(""),
    /** Which account pays by its number and what it would take, in a sentence; "" for none. */
    payer: z.string().default(""),
    /** What would be sold beyond a quota, where the caller may: it is confirmed by sending `places` as `overbook`. */
    overbook: z.object({ places: z.number(), says: z.array(z.string()) }).nullable(),
    /** What the booking clock has closed, where the caller may sell it all the same: a reason is sent as `late`. */
    late: z.array(z.string()).default([]),
    whyNot: z.string(),
    /** Visitors who have had theirs of a day, or may not buy at all: their place in `visitors`, and why. */
    refusedVisitors: z.array(z.object({ place: z.number(), message: z.string() })),
    /** Of which concessions a proof is to be looked at and ticked. */
    proofs: z.array(proofNeeded),
    /** What visitors may have instead, as their numbers tell. */
    instead: z.array(instead),
  }),
  access: { fun: "buyTktList" },
});

/** Sells: prices, quota, tickets and payment in one transaction. `expectedPayable` refuses a price that moved. */
export const sellTickets = method("ticket", "sellTickets", {
  payload: z.object({
    ...cart,
    idempotencyKey,
    expectedPayable: fen.optional(),
    posId: id.optional(),
    /** Fen of cash that were handed over for the whole, where that is counted. */
    given: fen.optional(),
    /** Of the customer's phone, where a company takes the money; without it a code is shown. */
    paymentCode: textOf(40).register(sensitivity, { kind: "secret" }).default(""),
    contactName: textOf(40).optional(),
    contactMobile: visitorMobile.or(z.literal("")).optional(),
    /** One for each ticket (perTicket) in the order of the lines, or one for the order (perOrder). */
    visitors: z.array(visitor).max(1000).default([]),
    remark: textOf(200).optional(),
  }),
  /** `waiting`: a company has yet to take the money, see `pay-attempt.ts`; nothing is issued until it has. */
  answer: z.object({ orderId: id, orderNo: z.string(), waiting: z.boolean() }),
  access: { fun: "buyTktList", button: "sale:sell" },
  writes: true,
  told: ({ name, after }) => {
    const sold = { name, n: after?.quantity ?? 0, amount: yuanOf(after?.payable) };
    return after?.late ? m.did_sold_late({ ...sold, reason: String(after.late) }) : m.did_sold(sold);
  },
  idempotent: true,
});
