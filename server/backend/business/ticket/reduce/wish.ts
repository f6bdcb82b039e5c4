/** What is asked to be off, and what comes of it. */
import type { Visitor } from "../sale-visitors";
import type { Off } from "./off";

/** An account that pays by its number (`sale-payer.ts`). */
export interface PaidBy {
  paymentType: string;
  accountNo: string;
  /** Fen of a part; null: it pays the whole. */
  part: number | null;
}

export interface ReductionWish {
  /** Account name, or name, of the employee whose tickets they are. */
  staff?: string | undefined;
  /** Promotion codes, as typed or scanned. */
  card?: string | undefined;
  contactMobile?: string | undefined;
  /** In the order of the tickets that ask for names; null for one that is still missing. */
  visitors?: readonly (Visitor | null)[] | undefined;
  discount?: number | undefined;
  discountRate?: number | undefined;
  discountOn?: number | undefined;
  discountReason?: string | undefined;
  discountWords?: string | undefined;
  /** An account that pays by its number, and where. */
  paidBy?: PaidBy | null | undefined;
  posId?: number | undefined;
  /** Fen that other businesses have in the same order: nothing of the counter's makes them cheaper. */
  beside?: number | undefined;
}

/** Why something is not off, by the field that asked for it. */
export interface Problem {
  field: string;
  message: string;
}

export interface Found {
  offs: Off[];
  problems: Problem[];
}
