/** A payment that a company takes (`/inside/buyTktList/pay`): how it stands, asking again, cancelling, and once more. */
import { z } from "zod";
import { m } from "../messages";
import { method } from "../method";
import { sensitivity } from "../sensitivity";
import { fen, id, textOf } from "../validators";

/** `unknown`: the company did not answer, so nobody knows; it is asked until it says so, and nothing is assumed. */
export const attemptState = z.enum(["started", "paid", "failed", "closed", "unknown"]);

const standing = z.object({
  orderId: id,
  orderNo: z.string(),
  orderState: z.string(),
  state: attemptState,
  how: z.enum(["show", "take"]),
  paymentType: z.string(),
  amount: fen,
  /** Fen of the order that were taken by other means. */
  otherwise: fen,
  /** What the customer scans; "" where a payment code was scanned, or before the company has answered. */
  code: z.string(),
  /** Why it came to nothing, in the company's words; "" otherwise. */
  why: z.string(),
  /** hh:mm:ss */
  until: z.string(),
});
export type PayStanding = z.output<typeof standing>;

const atCounter = { fun: "buyTktList", button: "sale:sell" } as const;

/** How the order's last attempt stands, as far as it was heard. */
export const getPayment = method("order", "getPayment", {
  payload: z.object({ orderId: id }),
  answer: standing,
  access: atCounter,
});

/** Asks the company, and answers how the order's last attempt stands then. */
export const askPayment = method("order", "askPayment", {
  payload: z.object({
    orderId: id,
    /** A person wants to know now: it is asked again even if it was asked a moment ago. */
    pressed: z.boolean().optional(),
  }),
  answer: standing,
  access: atCounter,
  writes: true,
  told: ({ name }) => m.pay_asked({ name }),
});

/** Ends the attempt and lets the order go, unless the money is there: then it is paid. */
export const cancelPayment = method("order", "cancelPayment", {
  payload: z.object({ orderId: id }),
  answer: standing,
  access: atCounter,
  writes: true,
  told: ({ name }) => m.pay_closed({ name }),
});

/** Another attempt for an order whose last has failed. */
export const payAgain = method("order", "payAgain", {
  payload: z.object({
    orderId: id,
    paymentCode: textOf(40).register(sensitivity, { kind: "secret" }).default(""),
  }),
  answer: z.object({ orderId: id }),
  access: atCounter,
  writes: true,
  told: ({ name }) => m.pay_again_did({ name }),
});
