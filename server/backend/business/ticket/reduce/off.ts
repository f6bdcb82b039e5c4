/** What is off the price of a cart, down to the single ticket and exact to the fen. Pure. */
import type { Reduction } from "~/contract/order/reduction";
import { allocate } from "../../../kernel/allocate";
import type { AskedLine, CartLine } from "../sale-cart";

/** One of a line that was asked for: a ticket, or a whole combo. */
export interface Unit {
  line: number;
  unit: number;
}

/** One reason for which units are cheaper. */
export interface Off extends Omit<Reduction, "quantity" | "amount"> {
  units: (Unit & { amount: number })[];
  /** What is used up by it; nothing is by a discount. */
  subjectId?: number;
}

/** A ticket that something which is used up has made cheaper. */
export interface Mark {
  /** Its place in the line. */
  ticket: number;
  kind: Off["kind"];
  subjectId: number;
  /** Which of the order's units it belongs to. */
  unit: number;
}

/** Of one line as it is sold. */
export interface ReducedLine {
  reductions: Reduction[];
  /** Fen off each of its tickets. */
  off: number[];
  marks: Mark[];
}

/** Fen that each unit costs before anything is off. */
export function pricesOf(asked: readonly Pick<AskedLine, "quantity" | "unitPrice">[]): number[][] {
  return asked.map(({ quantity, unitPrice }) => Array<number>(quantity).fill(unitPrice));
}

/** Takes what is off away from what is left of each unit. */
export function takeOff(left: number[][], { units }: Pick<Off, "units">): void {
  for (const { line, unit, amount } of units) {
    const prices = left[line];
    if (prices) prices[unit] = (prices[unit] ?? 0) - amount;
  }
}

/** An amount of at most what is left of the lines, spread over their units. */
export function spreadOver(left: readonly number[][], lines: readonly number[], amount: number): Off["units"] {
  const sums = lines.map((line) => (left[line] ?? []).reduce((sum, price) => sum + price, 0));
  const shares = allocate(amount, sums);
  return lines.flatMap((line, place) =>
    allocate(shares[place] ?? 0, left[line] ?? []).flatMap((share, unit) =>
      share > 0 ? [{ line, unit, amount: share }] : [],
    ),
  );
}

/** The lines as they are sold with what is off each of their tickets: of a combo by the price of its tickets. */
export function reduceLines(lines: readonly CartLine[], offs: readonly Off[]): ReducedLine[] {
  const reduced = lines.map(
    ({ quantity }): ReducedLine => ({
      reductions: [],
      off: Array<number>(quantity).fill(0),
      marks: [],
    }),
  );
  if (offs.length === 0) return reduced;
  const tickets = ticketsOfUnits(lines);
  for (const { units, subjectId, ...off } of offs) {
    const byLine = new Map<number, { quantity: number; amount: number }>();
    for (const { line, unit, amount } of units) {
      const own = tickets.get(`${line}/${unit}`) ?? [];
      const left = own.map((at) => (lines[at.line]?.unitPrice ?? 0) - (reduced[at.line]?.off[at.ticket] ?? 0));
      allocate(amount, left).forEach((share, place) => {
        const at = own[place];
        const into = at && reduced[at.line];
        if (!into) return;
        if (subjectId !== undefined)
          into.marks.push({ ticket: at.ticket, kind: off.kind, subjectId, unit: line * 1000 + unit });
        into.off[at.ticket] = (into.off[at.ticket] ?? 0) + share;
        const sum = byLine.get(at.line) ?? { quantity: 0, amount: 0 };
        byLine.set(at.line, { quantity: sum.quantity + 1, amount: sum.amount + share });
      });
    }
    for (const [line, sum] of byLine) reduced[line]?.reductions.push({ ...off, ...sum });
  }
  return reduced;
}

/** Where the tickets of each unit stand, by line and unit as they were asked for. */
function ticketsOfUnits(lines: readonly CartLine[]): Map<string, { line: number; ticket: number }[]> {
  const tickets = new Map<string, { line: number; ticket: number }[]>();
  lines.forEach(({ asked, quantity, places }, line) => {
    const first = places?.[0]?.set ?? 0;
    for (let ticket = 0; ticket < quantity; ticket += 1) {
      const unit = places ? (places[ticket]?.set ?? first) - first : ticket;
      const key = `${asked}/${unit}`;
      const own = tickets.get(key) ?? [];
      own.push({ line, ticket });
      tickets.set(key, own);
    }
  });
  return tickets;
}
