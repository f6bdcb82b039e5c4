/** Totals of the counter as numbers are typed: pure, small, in the browser. The server works them out again. */
import { discountOf, parseDiscount } from "~/contract/ticket/discount-amount";

export interface OfferPrice {
  ticketTypeId: number;
  price: number;
  realName: string;
  visitorsEach: number;
  slots: { slot: string; price: number }[];
}

export interface Totals {
  tickets: number;
  /** Fen by ticket type. */
  amounts: Record<number, number>;
  total: number;
  visitors: number;
  /** A type with slots has a number and no slot yet. */
  slotMissing: boolean;
}

/** `read` gives the text of a form field. */
export function totalsOf(offers: OfferPrice[], read: (name: string) => string): Totals {
  const totals: Totals = { tickets: 0, amounts: {}, total: 0, visitors: 0, slotMissing: false };
  let perOrder = false;
  for (const offer of offers) {
    const text = read(`quantity.${offer.ticketTypeId}`).trim();
    const quantity = /^\d{1,4}$/.test(text) ? Number(text) : 0;
    if (quantity === 0) continue;
    const chosen = read(`slot.${offer.ticketTypeId}`);
    const slot = offer.slots.find((candidate) => candidate.slot === chosen);
    if (offer.slots.length > 0 && !slot) totals.slotMissing = true;
    const amount = quantity * (slot?.price ?? offer.price);
    totals.amounts[offer.ticketTypeId] = amount;
    totals.total += amount;
    totals.tickets += quantity;
    if (offer.realName === "perTicket") totals.visitors += quantity * offer.visitorsEach;
    if (offer.realName === "perOrder") perOrder = true;
  }
  if (totals.visitors === 0 && perOrder) totals.visitors = 1;
  return totals;
}

/** Fen off by what was typed: off the whole, or off the type that was chosen. Nonsense takes nothing off. */
export function typedOff({ amounts, total }: Totals, read: (name: string) => string): number {
  const typed = parseDiscount(read("discount"));
  const on = read("discountOn");
  const sum = on === "" ? total : (amounts[Number(on)] ?? 0);
  return typed ? Math.min(sum, discountOf(sum, typed)) : 0;
}

/** Fields of reductions that only the server can work out. */
const ofServer = ["staff", "staffOwn", "card", "agency"];
const priced = /^(quantity|slot)\.|^(visitDay|discount|discountOn|staff|staffOwn|card|agency)$/;

/** What the server says costs something: `asked` where a reduction needs its answer, `fresh` where it is of this very cart. */
export function serverPriced(fields: Record<string, string>, typed: Record<string, string>) {
  const names = new Set([...Object.keys(fields), ...Object.keys(typed)].filter((name) => priced.test(name)));
  const fresh = [...names].every((name) => (fields[name] ?? "").trim() === (typed[name] ?? "").trim());
  return { asked: ofServer.some((name) => (fields[name] ?? "").trim() !== ""), fresh };
}

/** Fen of a typed amount of yuan; 0 for none or nonsense (the server says what is wrong with it). */
export function typedFen(text: string): number {
  return /^\d{1,8}(\.\d{1,2})?$/.test(text.trim()) ? Math.round(Number(text) * 100) : 0;
}

export interface Tendered {
  /** Fen handed over; null where nothing was counted. */
  given: number | null;
  /** Fen of it in cash: change is given of that only. */
  ofCash: number;
}

/** What was typed as handed over: amounts by payment type, or the cash for the whole. `types`: values, `cash` among them. */
export function tenderedOf(types: readonly string[], cash: string, read: (name: string) => string): Tendered {
  const split = types
    .map((type) => ({ type, amount: typedFen(read(`pay.${type}`)) }))
    .filter(({ amount }) => amount > 0);
  if (split.length > 0) {
    const ofCash = split.find(({ type }) => type === cash)?.amount ?? 0;
    return { given: split.reduce((sum, { amount }) => sum + amount, 0), ofCash };
  }
  const given = (read("paymentType") || types[0]) === cash ? typedFen(read("given")) : 0;
  return { given: given > 0 ? given : null, ofCash: given };
}

/** Which word stands before the difference: still missing, change, or more than change can be given of. */
export function differenceOf(
  { given, ofCash }: Tendered,
  payable: number,
): { kind: "short" | "change" | "above"; fen: number } {
  const over = (given ?? 0) - payable;
  if (over < 0) return { kind: "short", fen: -over };
  return { kind: over <= ofCash ? "change" : "above", fen: over };
}
