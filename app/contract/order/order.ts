/** Orders and refunds (domain "Orders"). */
import { z } from "zod";
import { type Trace, yuanOf } from "../audit-trace";
import { m } from "../messages";
import { method } from "../method";
import { ownFieldViews, ownValues } from "../own-fields";
import { notesPage, notesView } from "../record-notes";
import { changesAnswer, logPage } from "../resource-changes";
import { optionsByField } from "../resource-lists";
import { day, fen, id, idempotencyKey, textOf, wholeNumber } from "../validators";
import { reduction } from "./reduction";

export const orderStates = [
  "pending",
  "paid",
  "partlyFulfilled",
  "fulfilled",
  "cancelled",
  "expired",
  "partlyRefunded",
  "refunded",
] as const;

export const orderRow = z.object({
  id,
  orderNo: z.string(),
  channel: z.string(),
  state: z.enum(orderStates),
  /** The first of its days. */
  visitDay: day,
  /** Null where it is for one. An API of before has none. */
  lastVisitDay: day.nullish(),
  contactName: z.string(),
  contactMobile: z.string(),
  quantity: z.number(),
  total: fen,
  discount: fen,
  payable: fen,
  paid: fen,
  refunded: fen,
  sellerName: z.string(),
  posName: z.string(),
  createdAt: z.string(),
});
export type OrderRow = z.output<typeof orderRow>;

/** A line. Names of tickets (`ticketTypeId`, `ticketTypeName`) say the subject and name of any business's line. */
export const subOrder = z.object({
  id,
  business: z.string(),
  kind: z.string(),
  subjectId: id,
  name: z.string(),
  ticketTypeId: id,
  ticketTypeName: z.string(),
  /** Of an order of several days; "" where it is the order's. An API of before has none. */
  visitDay: z.string().default(""),
  slot: z.string(),
  quantity: z.number(),
  unitPrice: fen,
  amount: fen,
  discount: fen,
  policyName: z.string(),
  used: z.number(),
  refunding: z.number(),
  refunded: z.number(),
  /** Given back for others of the same order. */
  changed: z.number(),
  refundRule: z.string(),
  /** What made it cheaper. */
  reductions: z.array(reduction),
});

export const payment = z.object({
  id,
  /** `correction`: of the payment type; they come in twos that are zero together. */
  kind: z.enum(["payment", "refund", "correction"]),
  paymentType: z.string(),
  /** Signed fen: refunds are negative, and what a correction takes back. */
  amount: z.number(),
  /** Fen of cash that were handed over; the change is what is above the amount. Null where that was not counted. */
  received: fen.nullable(),
  /** `failed`: a payment company refused to send it back. */
  state: z.enum(["done", "underWay", "withdrawn", "failed"]),
  at: z.string(),
  by: z.string(),
});

/** `held`: another business holds it until something of its own is done; then it goes on by itself. */
export const refundStates = ["waiting", "held", "done", "rejected", "withdrawn", "expired"] as const;
export type RefundState = (typeof refundStates)[number];

export const refundView = z.object({
  id,
  refundNo: z.string(),
  state: z.enum(refundStates),
  amount: fen,
  fee: fen,
  quantity: z.number(),
  reason: z.string(),
  requestedBy: z.string(),
  /** 0: nobody, the rule that it was sold under. */
  requestedById: z.number().int().min(0),
  requestedAt: z.string(),
  /** False: nobody had to agree, being below the limit. */
  needsApproval: z.boolean(),
  decidedBy: z.string(),
  decidedAt: z.string(),
  /** Of one that is held: what it waits for. */
  heldFor: z.string(),
});

/** Tickets given back for others of the order; `due` was paid for it, or `back` given back. */
export const changeView = z.object({
  id,
  changeNo: z.string(),
  at: z.string(),
  by: z.string(),
  quantity: z.number(),
  price: fen,
  fee: fen,
  newPrice: fen,
  due: fen,
  back: fen,
  /** From what to what, in words. */
  what: z.string(),
  reason: z.string(),
});

export const orderView = orderRow.extend({
  /** Of `payable`, what changed tickets had been paid for: it is not paid again. */
  exchanged: fen,
  remark: z.string(),
  lines: z.array(subOrder),
  /** Where what it has of other businesses is seen and printed. */
  pages: z.array(z.object({ label: z.string(), path: z.string() })).default([]),
  /** Whose it is and what it came from, as its businesses say it; `path` is null where the caller may not open it. */
  origins: z.array(z.object({ label: z.string(), text: z.string(), path: z.string().nullable() })).default([]),
  tickets: z.array(
    z.object({
      id,
      lineId: id,
      ticketNo: z.string(),
      ticketTypeName: z.string(),
      visitDay: day,
      slot: z.string(),
      state: z.string(),
      used: z.number(),
      admissions: z.number(),
      holderName: z.string(),
      holderDocument: z.string(),
      holderCountry: z.string(),
      holderIdentity: z.string(),
    }),
  ),
  payments: z.array(payment),
  refunds: z.array(refundView),
  changes: z.array(changeView),
  /** In the fields that the corp has added to orders; left out where there are none. */
  own: ownFieldViews.optional(),
  ownValues: ownValues.optional(),
  ownOptions: optionsByField.optional(),
  /** What happened, newest first, by pages: the sale, prints, passages, refunds. */
  log: changesAnswer,
  notes: notesView.optional(),
});
export type OrderView = z.output<typeof orderView>;

/** An order that the caller's lists would show: another seller's is not found without `sale:viewAll`. `lineId`: by one of its lines. */
export const orderDetail = method("order", "orderDetail", {
  payload: z.object({
    id: id.optional(),
    orderNo: z.string().max(40).optional(),
    lineId: id.optional(),
    logPage,
    notesPage,
  }),
  answer: orderView,
  access: { fun: ["networkOrderList", "offlineOrderList", "buyTktLog", "buyTktList", "refundList"] },
});

/** An entry about a refund: asked for, paid back at once, or decided. */
export function refundTold({ name, before, after }: Trace): string {
  const state = String(after?.state ?? "");
  const did = before?.state === "waiting" ? decidedRefund[state] : madeRefund[state];
  return (did ?? m.did_refund_rejected)({ name, amount: yuanOf(after?.amount) });
}

const madeRefund: Record<string, typeof m.did_refunded> = {
  waiting: m.did_refund_asked,
  held: m.did_refund_held,
  done: m.did_refunded,
};
const decidedRefund: Record<string, typeof m.did_refunded> = {
  done: m.did_refund_approved,
  held: m.did_refund_held,
  withdrawn: m.did_refund_withdrawn,
  expired: m.did_refund_expired,
};

/** Lines with numbers, or single tickets or pieces of any line. Empty: everything that is left. */
const refundItems = {
  orderId: id,
  items: z
    .array(z.object({ lineId: id, quantity: wholeNumber(1, 1000) }))
    .max(50)
    .default([]),
  ticketIds: z.array(id).max(1000).default([]),
  pieces: z
    .array(z.object({ lineId: id, id }))
    .max(1000)
    .default([]),
};

/** A part of the money, by payment type. */
export const way = z.object({ paymentType: z.string(), amount: fen });

/** What a refund would give back, piece by piece over all lines, and why not; takes nothing. `tickets`: all pieces. */
export const quoteRefund = method("order", "quoteRefund", {
  payload: z.object(refundItems),
  answer: z.object({
    tickets: z.array(
      z.object({
        id,
        ticketNo: z.string(),
        lineId: id,
        /** That it is for; "" where it is for none. */
        day: z.string().default(""),
        price: fen,
        fee: fen,
        refundable: z.boolean(),
        whyNot: z.string(),
        /** By which rule it goes back, where that is not the usual one. */
        says: z.string().optional(),
      }),
    ),
    /** Of each line with something to give back; `price` less `fee` is `amount`. */
    lines: z.array(
      z.object({
        lineId: id,
        business: z.string(),
        name: z.string(),
        quantity: z.number(),
        price: fen,
        fee: fen,
        amount: fen,
      }),
    ),
    amount: fen,
    fee: fen,
    /** How the amount goes back. */
    ways: z.array(way),
    /** What of it nobody gets back, in sentences: of a debt that was written off. */
    notes: z.array(z.string()),
    /** Above the limit, or by the ticket's rule: a second person decides. */
    needsApproval: z.boolean(),
    /** Which step of the corp's own asks for one; "" where none does. */
    approvalWhy: z.string(),
    whyNot: z.string(),
  }),
  access: { fun: ["networkOrderList", "offlineOrderList", "buyTktLog"], button: "order:refund" },
});

export const refundOrder = method("order", "refundOrder", {
  payload: z.object({ ...refundItems, idempotencyKey, expectedAmount: fen.optional(), reason: textOf(200) }),
  answer: z.object({
    ...{ refundId: id, refundNo: z.string(), state: z.enum(["waiting", "held", "done"]), amount: fen },
    /** Of one that is held: what it waits for. */
    heldFor: z.string(),
  }),
  access: { fun: ["networkOrderList", "offlineOrderList", "buyTktLog"], button: "order:refund" },
  writes: true,
  told: refundTold,
  idempotent: true,
});

/** Nobody decides their own request. */
export const decideRefund = method("order", "decideRefund", {
  payload: z.object({ refundId: id, decision: z.enum(["approve", "reject"]), remark: textOf(200).optional() }),
  /** `amount` goes back, or would have gone. */
  answer: z.object({ refundId: id, state: z.enum(["done", "held", "rejected"]), amount: fen }),
  access: { fun: "refundList", button: "refund:decide" },
  writes: true,
  told: refundTold,
});

/** A refund on hold is to be paid before that is done for which it waits: another person decides. Nothing moves before. */
export const payHeldRefund = method("order", "payHeldRefund", {
  payload: z.object({ refundId: id, reason: textOf(200) }),
  answer: z.object({ refundId: id, amount: fen }),
  access: { fun: "refundList", button: "refund:decide" },
  writes: true,
  told: refundTold,
});

/** A refund that another business holds is given up: its pieces and its money are let go. */
export const dropHeldRefund = method("order", "dropHeldRefund", {
  payload: z.object({ refundId: id, reason: textOf(200) }),
  answer: z.object({ refundId: id, amount: fen }),
  access: { fun: "refundList", button: "refund:decide" },
  writes: true,
  told: refundTold,
});
