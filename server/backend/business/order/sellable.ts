/**
 * What a business does so that the order core can sell what it has. The core owns number, lines, payments, refunds, ledger
 * and state of an order, and knows no business: each hands in one of these (`business/<name>/sells.ts`).
 */
import type { SQL } from "drizzle-orm";
import type { Reduction } from "~/contract/order/reduction";
import type { Call } from "../../kernel/served";

export interface Sellable {
  /** Name of the business's folder, as its lines carry it. */
  readonly business: string;
  /** The field `ticketIds` of a refund chooses among its pieces: the field is older than pieces of others. */
  readonly chosenByTicketId?: true;
  /** Prices what is wanted and says why not; takes nothing. Wishes are checked by the business: Invalid where they are none. */
  quote(call: Call, visitDay: string, wishes: readonly unknown[]): Promise<Part>;
  /** All pieces of these lines, each with what giving it back costs now, or why it cannot be given back. */
  pieces(call: Call, order: SoldOrder, lines: readonly SoldLine[]): Promise<Piece[]>;
  /** Orders, by id after `after`, with pieces that go back by themselves now: see {@link Piece.byItself}. */
  dueByItself?(call: Call, after: number, most: number): Promise<number[]>;
  /** Why these may not go back while the others of its pieces stay; "" where they may. Pure. */
  leftWhyNot?(lines: readonly SoldLine[], pieces: readonly Piece[], chosen: readonly Piece[]): string;
  /** The chosen, with what is kept of them because of those that stay. Pure. */
  charged?(lines: readonly SoldLine[], pieces: readonly Piece[], chosen: readonly Piece[]): readonly Piece[];
  /** Sets pieces aside until a second person has decided. Answers how many; fewer where one has moved on meanwhile. */
  hold(call: Call, items: readonly RefundItem[]): Promise<number>;
  /** Rejected: what was held is good again. */
  release(call: Call, items: readonly RefundItem[]): Promise<number>;
  /** Takes pieces back for good, held before or not, and frees what they had taken (quota, seats, boxes). */
  giveBack(call: Call, order: Pick<SoldOrder, "orderNo">, items: readonly RefundItem[], held: boolean): Promise<number>;
  /** Issues pieces of a line that was paid for and has too few; `whyNot` says why it cannot, "" when it can. */
  issueAgain?: {
    whyNot(line: SoldLine): string;
    run(call: Call, order: SoldOrder, line: SoldLine, missing: number): Promise<number>;
  };
  /** A held order was paid: what its business notes of money that came in. */
  paid?(call: Call, order: PlacedOrder, lines: readonly SoldLine[]): Promise<void>;
  /**
   * Takes again what {@link letGo} had freed, and makes the pieces good: an order whose payment came late. Refuses where
   * somebody else has it by now.
   */
  takeAgain?(call: Call, order: PlacedOrder, lines: readonly SoldLine[]): Promise<void>;
  /** Frees what a line of an order that nobody paid for had taken, and withdraws pieces of it that are there. */
  letGo?(call: Call, order: Pick<SoldOrder, "orderNo">, line: SoldLine): Promise<void>;
  /** Issues what a part has kept, once the order is paid. */
  fulfilKept?(call: Call, order: PlacedOrder, kept: unknown): Promise<void>;
  /** Gives back what a part had taken beside its lines, of an order that nobody paid for. */
  letGoKept?(call: Call, order: PlacedOrder, kept: unknown): Promise<void>;
  /** For the order's page, as statements over one order: see `order-parts.ts`. */
  shown?: Shown;
}

/** What one business puts into an order. */
export interface Part {
  readonly business: string;
  readonly lines: readonly QuotedLine[];
  /** The first reason against it; "" when it can be sold. */
  readonly whyNot: string;
  /** Takes what the lines need (quota, seats, boxes): all, or by a refusal nothing. Before the order is written. */
  take(call: Call, orderNo: string): Promise<void>;
  /** The order is written, and paid unless it is held: issues what was sold. Lines come in the order of {@link lines}. */
  fulfil(call: Call, order: PlacedOrder, lines: readonly PlacedLine[]): Promise<void>;
  /** In the place of {@link fulfil} where the money is still to come: what `fulfilKept` needs for it, as JSON. */
  keep?(call: Call, order: PlacedOrder, lines: readonly PlacedLine[]): Promise<unknown>;
}

export interface QuotedLine {
  /** What it is within its business, e.g. the kind of a ticket, or "deposit". */
  kind: string;
  /** Its id within the business. */
  subjectId: number;
  name: string;
  parkId: number;
  quantity: number;
  /** Fen. */
  unitPrice: number;
  amount: number;
  /** On which it is used, where its business has days: the order's days come from it. */
  day?: string;
  /** The terms that it is sold under, for good. */
  terms: Record<string, unknown>;
  /** What made it cheaper by its business's own rules; the discount of the order comes on top. */
  reductions?: readonly Reduction[];
}

export interface PlacedOrder {
  id: number;
  orderNo: string;
  visitDay: string;
  /** Held until it is paid: its pieces are there, and good for nothing yet. */
  unpaid?: boolean;
}

export interface PlacedLine {
  id: number;
  lineNo: number;
  quantity: number;
  unitPrice: number;
  /** Fen of the order's discount that fall on it. */
  discount: number;
}

export interface SoldOrder {
  id: number;
  orderNo: string;
  state: string;
  visitDay: string;
}

export interface SoldLine {
  id: number;
  business: string;
  kind: string;
  subjectId: number;
  name: string;
  quantity: number;
  unitPrice: number;
  discount: number;
  terms: Record<string, unknown>;
}

/** The least that can be given back: one ticket, one box. */
export interface Piece {
  /** Unique within its line. */
  id: number;
  /** Number that people know it by. */
  no: string;
  lineId: number;
  /** That it is for, where its business has days. */
  day?: string;
  /** Fen that were paid for it. */
  price: number;
  /** Fen kept of it. */
  fee: number;
  refundable: boolean;
  whyNot: string;
  needsApproval: boolean;
  /** By which rule it goes back, where that is not the usual one. */
  says?: string;
  /** The rule that it was sold under gives it back now, unasked. */
  byItself?: boolean;
  /** It is good no more, or on its way back. */
  gone?: boolean;
  /** Of a set that was sold as one: which. Whoever came with it may have several pieces. */
  set?: number;
  /** Pieces with the same key go back together or not at all; `name` is what they are together. */
  together?: { key: string; name: string };
}

export interface RefundItem {
  lineId: number;
  pieceId: number;
  /** Fen that were paid for it, and what is kept of them. */
  price: number;
  fee: number;
}

export interface Shown {
  /** Rows as `tickets` of the order's page has them. */
  pieces: (orderId: number) => SQL;
}

/** Of a line's business; a business that is gone is an error of the house, not of the caller. */
export function sellableOf(sellables: readonly Sellable[], business: string): Sellable {
  const found = sellables.find((one) => one.business === business);
  if (!found) throw new Error(`Nobody sells for the business ${business}.`);
  return found;
}
