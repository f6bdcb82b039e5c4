/** Totals of the counter as numbers are typed: pure, small, in the browser. The server works them out again. */
import { discountOf, parseDiscount } from "~/contract/ticket/discount-amount";

export interface OfferPrice {
  ticketTypeId: number;
  price: number;
  realName: string;
  visitorsEach: number;
  slots: { slot: string; price: number }[];
}

/** Of a line for another day than the one on offer. */
export interface KeptPrice extends Pick<OfferPrice, "ticketTypeId" | "realName" | "visitorsEach"> {
  /** Where its number stands. */
  field: string;
  /** Null: nobody has priced it yet. */
  price: number | null;
}

export interface Totals {
  tickets: number;
  /** Fen by ticket type, of the day on offer. */
  amounts: Record<number, number>;
  /** Fen by field, of other days. */
  kept: Record<string, number>;
  /** Fen by ticket type, of all days. */
  ofType: Record<number, number>;
  total: number;
  /** Something of another day has no price yet: only the server knows the total. */
  unpriced: boolean;
  visitors: number;
  /** A type with slots has a number and no slot yet. */
  slotMissing: boolean;
}

/** `read` gives the text of a form field. */
export function totalsOf(offers: OfferPrice[], read: (name: string) => string, kept: KeptPrice[] = []): Totals {
  const totals: Totals = {
    ...{ tickets: 0, amounts: {}, kept: {}, ofType: {}, total: 0, visitors: 0, slotMissing: false, unpriced: false },
  };
  let perOrder = false;
  const add = (one: Omit<KeptPrice, "field" | "price">, quantity: number, amount: number) => {
    totals.ofType[one.ticketTypeId] = (totals.ofType[one.ticketTypeId] ?? 0) + amount;
    totals.total += amount;
    totals.tickets += quantity;
    if (one.realName === "perTicket") totals.visitors += quantity * one.visitorsEach;
    if (one.realName === "perOrder") perOrder = true;
  };
  for (const line of kept) {
    const quantity = numberIn(read(line.field));
    if (quantity === 0) continue;
    if (line.price === null) totals.unpriced = true;
    else totals.kept[line.field] = quantity * line.price;
    add(line, quantity, quantity * (line.price ?? 0));
  }
  for (const offer of offers) {
    const quantity = numberIn(read(`quantity.${offer.ticketTypeId}`));
    if (quantity === 0) continue;
    const chosen = read(`slot.${offer.ticketTypeId}`);
    const slot = offer.slots.find((candidate) => candidate.slot === chosen);
    if (offer.slots.length > 0 && !slot) totals.slotMissing = true;
    const amount = quantity * (slot?.price ?? offer.price);
    totals.amounts[offer.ticketTypeId] = amount;
    add(offer, quantity, amount);
  }
  if (totals.visitors === 0 && perOrder) totals.visitors = 1;
  return totals;
}

const numberIn = (text: string): number => (/^\d{1,4}$/.test(text.trim()) ? Number(text) : 0);

/** Fen off by what was typed: off the whole, or off the type that was chosen. Nonsense takes nothing off. */
export function typedOff({ ofType, total }: Totals, read: (name: string) => string): number {
  const typed = parseDiscount(read("discount"));
  const on = read("discountOn");
  const sum = on === "" ? total : (ofType[Number(on)] ?? 0);
  return typed ? Math.min(sum, discountOf(sum, typed)) : 0;
}

/** Fields of reductions that only the server can work out. */
const ofServer = ["staff", "staffOwn", "card", "agency", "accountNo"];
const priced = /^(quantity|slot|also|beside)\.|^(visitDay|discount|discountOn|staff|staffOwn|card|agency|accountNo)$/;
/** Where an account pays, what it pays has a price of its own. */
const pricedByAccount = /^pay\.|^paymentType$/;

/** What the server says costs something: `asked` where a reduction needs its answer, `fresh` where it is of this very cart. */
export function serverPriced(fields: Record<string, string>, typed: Record<string, string>) {
  const byAccount = (fields.accountNo ?? "").trim() !== "";
  const isPriced = (name: string) => priced.test(name) || (byAccount && pricedByAccount.test(name));
  const names = new Set([...Object.keys(fields), ...Object.keys(typed)].filter(isPriced));
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
