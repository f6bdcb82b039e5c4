/**
 * Correction of a payment type (`/dataBase/payTypeModify`): the seller took WeChat and keyed cash. Nothing that is written is
 * changed: the ledger of payments gets a row that takes the payment back and one that writes it by the right type.
 */
import { z } from "zod";
import { yuanOf } from "../audit-trace";
import { dictionary, moment, money, number, text } from "../field-kinds";
import { menuEntries } from "../menu-entry";
import { m } from "../messages";
import { method } from "../method";
import { resource } from "../resource";
import { day, fen, id, idempotencyKey, textOf } from "../validators";

/** Corrections as they were made; the name of each leads to its order. */
export const payTypeCorrection = resource("order", "payTypeCorrection", {
  title: m.pay_type_correction,
  listTitle: m.fun_pay_type_modify,
  path: "/dataBase/payTypeModify",
  fun: "payTypeModify",
  whenEmpty: m.empty_pay_type_correction,
  nameField: "orderNo",
  defaultSort: { field: "id", order: "desc" },
  readOnly: true,
  pages: { detail: "/offlineOrderDetail?id={orderId}" },
  fields: {
    at: moment({ label: m.pay_type_at, required: true, list: true, filter: "between", sort: true }),
    orderNo: text({ label: m.order_no, required: true, max: 40, list: true, filter: "equals" }),
    orderId: number({ label: m.order_no, required: true, list: "answer" }),
    fromType: dictionary("paymentType", { label: m.pay_type_from, required: true, list: true }),
    toType: dictionary("paymentType", { label: m.pay_type_to, required: true, list: true }),
    amount: money({ label: m.order_amount, required: true, list: true }),
    paidAt: moment({ label: m.pay_type_paid_at, required: true, list: true }),
    /** In whose money the two rows stand: the person's who took it while their turn lasts, else the corrector's. */
    bookedName: text({ label: m.pay_type_booked_name, required: true, list: true }),
    reason: text({ label: m.pay_type_reason, required: true, max: 200, list: true }),
    accountName: text({ label: m.pay_type_by, required: true, list: true }),
  },
});

/** A row of the ledger as it may be corrected. */
const standing = z.object({
  id,
  orderId: id,
  orderNo: z.string(),
  /** When the money was taken, whatever was corrected since. */
  paidAt: z.string(),
  paymentType: z.string(),
  amount: fen,
  /** Who took it. */
  by: z.string(),
  shiftNo: z.string(),
  /** It was corrected before. */
  corrected: z.boolean(),
  /** The business year that it lies in, where that is closed; "": it is open. */
  closedYear: z.string(),
});
export type StandingPayment = z.output<typeof standing>;

/** Most payments that a search answers. */
export const mostPayments = 200;

/** Payments of one order; or of one day, of sellers whose name holds a text and of one payment type. */
export const payTypePayments = method("order", "payTypePayments", {
  payload: z.object({
    orderNo: textOf(40).default(""),
    day: day.optional(),
    seller: textOf(40).default(""),
    paymentType: textOf(40).default(""),
  }),
  /** Newest first; `more`: only the first {@link mostPayments} are here. */
  answer: z.object({ payments: z.array(standing), more: z.boolean() }),
  access: { fun: "payTypeModify" },
});

/**
 * Where the two rows will stand. `shift`: in the shift that took the money, which is open. `day`: with who took it, today, in no
 * shift. `handedOver`, `dayOver`, `yearClosed`: with who corrects, today, in no shift, since what it belongs to is closed.
 */
export const bookings = ["shift", "day", "handedOver", "dayOver", "yearClosed"] as const;
export type Booking = (typeof bookings)[number];

/** What a correction of a payment would do, and why it cannot be done; writes nothing. */
export const payTypeQuote = method("order", "payTypeQuote", {
  payload: z.object({ paymentId: id }),
  answer: z.object({
    payment: standing,
    /** "" where it can be corrected. */
    whyNot: z.string(),
    /** Payment types that it may become. */
    types: z.array(z.object({ value: z.string(), label: z.string() })),
    booking: z.object({ how: z.enum(bookings), by: z.string(), day, paidOn: day, year: z.string() }),
    /** Of what was looked at; sent back with the correction, which is refused where something has changed. */
    version: z.string(),
  }),
  access: { fun: "payTypeModify" },
});

export const correctPayType = method("order", "correctPayType", {
  payload: z.object({
    paymentId: id,
    toType: z.string().max(40),
    reason: textOf(200),
    version: z.string().max(80),
    idempotencyKey,
  }),
  answer: z.object({ id, orderNo: z.string(), amount: fen }),
  access: { fun: "payTypeModify", button: "payType:correct" },
  writes: true,
  told: ({ name, after }) => m.did_pay_type_corrected({ name, amount: yuanOf(after?.amount) }),
  idempotent: true,
});

export const payTypeMenu = menuEntries({
  payTypeModify: {
    ...{ group: "system", place: 122, label: m.fun_pay_type_modify, url: "/dataBase/payTypeModify", built: true },
    buttons: { "payType:correct": m.button_pay_type_correct },
    money: { "payType:correct": true },
  },
});

declare module "../menu-entry" {
  interface BusinessMenus {
    payType: typeof payTypeMenu;
  }
}
