/**
 * Carts that a seller set aside for the next customer. They are the seller's own, end with the business day, and take no
 * quota and keep no price: both are asked anew when the cart is fetched back.
 */
import { z } from "zod";
import { documentKind } from "../identity-document";
import { m } from "../messages";
import { method } from "../method";
import { sensitivity } from "../sensitivity";
import { day, id, idempotencyKey, textOf } from "../validators";
import { discountFields } from "./discount";
import { heldCartHead, proofsSeen, saleLine } from "./sale";

/** How many a seller may have at once. */
export const maxHeldCarts = 20;

/** As far as it was typed: it may still lack what a sale needs. */
const heldVisitor = z.object({
  name: textOf(40),
  document: documentKind.or(z.literal("")).default(""),
  country: z.string().max(60).default(""),
  identity: z.string().max(120).default("").register(sensitivity, { kind: "personal" }),
});

const heldCart = z.object({
  visitDay: day,
  lines: z.array(saleLine).min(1).max(50),
  ...discountFields,
  staff: textOf(40).default(""),
  agency: textOf(80).default(""),
  guide: textOf(80).default(""),
  paymentType: z.string().max(20).default(""),
  contactName: textOf(40).default(""),
  contactMobile: z.string().max(11).default("").register(sensitivity, { kind: "personal" }),
  /** What was looked at once is not asked for again, as long as it is of as many people. */
  proofs: proofsSeen,
  visitors: z.array(heldVisitor).max(1000).default([]),
  remark: textOf(200).default(""),
});
export type HeldCart = z.output<typeof heldCart>;

/** Sets a cart aside; refused where a type, its number or the discount could not be sold to anybody, or at {@link maxHeldCarts}. */
export const holdCart = method("ticket", "holdCart", {
  payload: z.object({ idempotencyKey, cart: heldCart }),
  answer: z.object({ id, number: z.number() }),
  access: { fun: "buyTktList", button: "sale:sell" },
  writes: true,
  told: ({ name }) => m.did_cart_held({ name }),
  idempotent: true,
});

/** Gives a cart back and forgets it: of two windows one gets it. The same key gets the same answer again. */
export const fetchCart = method("ticket", "fetchCart", {
  payload: z.object({ idempotencyKey, id }),
  answer: z.object({ head: heldCartHead, cart: heldCart }),
  access: { fun: "buyTktList", button: "sale:sell" },
  writes: true,
  told: ({ name }) => m.did_cart_fetched({ name }),
  idempotent: true,
});
