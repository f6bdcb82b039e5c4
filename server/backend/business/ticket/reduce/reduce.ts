/**
 * What makes a cart cheaper at the counter, by right and by rule. First what a rule gives to single tickets, then the
 * seller's discount off what is left, last what the account does that pays. The same for the quotation and for the sale.
 */
import type { FieldErrors } from "~/contract/errors";
import type { Reduction } from "~/contract/order/reduction";
import { Invalid } from "../../../kernel/refusal";
import type { Call } from "../../../kernel/served";
import type { Cart } from "../sale-cart";
import { type PayerFound, payerOff } from "../sale-payer";
import { type CardTaking, cardsOff } from "./cards";
import { discountOff } from "./discount";
import { type Off, pricesOf, type ReducedLine, reduceLines, takeOff } from "./off";
import { type StaffTaking, staffOff } from "./staff";
import type { Found, Problem, ReductionWish } from "./wish";

export interface ReducedCart extends Cart {
  /** Line by line of {@link Cart.lines}. */
  reduced: ReducedLine[];
  problems: Problem[];
  staff: StaffTaking[];
  cards: CardTaking[];
  /** How the employee stands whose tickets they are. */
  staffStanding: string[];
  /** Who pays by a number, and what it would take; none. */
  payer: Pick<PayerFound, "says" | "accounts">;
}

/** A cart with what is off; what cannot be off is a problem, and is not. */
export async function reduceCart(call: Call, cart: Cart, wish: ReductionWish): Promise<ReducedCart> {
  const left = pricesOf(cart.asked);
  const offs: Off[] = [];
  const problems: Problem[] = [];
  const add = (found: Found) => {
    for (const off of found.offs) takeOff(left, off);
    offs.push(...found.offs);
    problems.push(...found.problems);
  };
  const staff = await staffOff(call, cart, left, wish);
  add(staff);
  const taken = staff.offs.flatMap(({ units }) => units);
  const cards = await cardsOff(call, cart, left, wish, taken);
  add(cards);
  add(await discountOff(call, cart, left, wish));
  const payer = await payerOff(call, cart, left, wish);
  add(payer);
  const reduced = reduceLines(cart.lines, offs);
  return {
    ...cart,
    reduced,
    problems,
    staff: staff.takings,
    cards: cards.takings,
    staffStanding: staff.standing,
    payer,
  };
}

/** The lines with their sums, as a quotation's totals count them. */
export function reducedLines({ lines, reduced }: ReducedCart) {
  return lines.map(({ amount }, index) => ({ amount, reductions: reduced[index]?.reductions ?? [] }));
}

/** Refuses a sale that asks for what cannot be off. `within`: what the fields stand in. */
export function refuseProblems(problems: readonly Problem[], within = ""): void {
  if (problems.length === 0) return;
  const errors: FieldErrors = {};
  for (const { field, message } of problems) errors[`${within}${field}`] = [message];
  throw new Invalid(errors);
}

/** Over the whole cart: one row for each reason. */
export function sumsOf({ reduced }: ReducedCart): Reduction[] {
  const sums = new Map<string, Reduction>();
  for (const one of reduced.flatMap(({ reductions }) => reductions)) {
    const key = JSON.stringify([one.kind, one.reason, one.name, one.words]);
    const sum = sums.get(key);
    if (sum) sums.set(key, { ...sum, quantity: sum.quantity + one.quantity, amount: sum.amount + one.amount });
    else sums.set(key, one);
  }
  return [...sums.values()];
}
