/** How long a card is good, when it may be renewed, and what of its price goes back. Pure. Days as yyyy-MM-dd, amounts in fen. */
import type { ScaleStep } from "~/contract/card/fee";
import { addDays } from "../../kernel/business-time";

export interface Length {
  validity: string;
  months: number | null;
  days: number | null;
  fixedFrom: string | null;
  fixedTo: string | null;
}

export interface Term {
  from: string;
  to: string;
}

/** The same day so many months later, or the month's last where it has none. */
export function addMonths(day: string, months: number): string {
  const [year = 0, month = 1, date = 1] = day.split("-").map(Number);
  const last = new Date(Date.UTC(year, month - 1 + months + 1, 0));
  const place = Math.min(date, last.getUTCDate());
  return `${last.toISOString().slice(0, 8)}${String(place).padStart(2, "0")}`;
}

/** A term of the type's length that begins on a day. */
export function termFrom({ months, days }: Pick<Length, "months" | "days">, from: string): Term {
  return { from, to: addDays(addMonths(from, months ?? 0), (days ?? 0) - 1) };
}

/** The first term of a card sold on a day; null: its activation says when it begins. */
export function firstTerm(type: Length, day: string): Term | null {
  if (type.validity === "activation") return null;
  if (type.validity === "sale") return termFrom(type, day);
  return { from: type.fixedFrom ?? day, to: type.fixedTo ?? day };
}

/** What follows a term that ends on `to`: without a gap before its end, from today after it. Null: the type has no later term. */
export function nextTerm(type: Length, to: string, today: string): Term | null {
  if (type.validity !== "fixed") return termFrom(type, to >= today ? addDays(to, 1) : today);
  const end = type.fixedTo ?? to;
  return end > to ? { from: to >= today ? addDays(to, 1) : today, to: end } : null;
}

const dayNumber = (day: string) => Math.round(Date.parse(`${day}T00:00:00Z`) / 86_400_000);
export const daysBetween = (from: string, to: string): number => dayNumber(to) - dayNumber(from);

/** Percent of a term that is over on a day, rounded up: of one that has not begun nothing. */
export function shareGone(term: Term | null, today: string): number {
  if (!term || today < term.from) return 0;
  if (today > term.to) return 101;
  const length = daysBetween(term.from, term.to) + 1;
  return Math.ceil(((daysBetween(term.from, today) + 1) * 100) / length);
}

export interface Paid {
  amount: number;
  term: Term | null;
  /** The day of the payment. */
  paidOn: string;
}

/** How much of a price goes back: `until` counts percent of the term that is over, or days since the payment, by the basis. */
export interface Scale {
  basis: string;
  steps: readonly ScaleStep[];
}

/** Percent of what was paid for a term that goes back on a day, by the first step that reaches so far. */
export function percentBack(scale: Scale, { term, paidOn }: Omit<Paid, "amount">, today: string): number {
  // A term that is over was had in full, however few days the sale is ago.
  if (term && today > term.to) return 0;
  const gone = scale.basis === "days" ? Math.max(0, daysBetween(paidOn, today)) : shareGone(term, today);
  return scale.steps.find(({ until }) => gone <= until)?.percent ?? 0;
}

/** Fen that go back; a fraction stays. */
export function amountBack(scale: Scale, paid: Paid, today: string): number {
  return Math.floor((paid.amount * percentBack(scale, paid, today)) / 100);
}
