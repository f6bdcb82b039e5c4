/** A ticket type as a sale sees it, with the parts of its combo. */
import type { DocumentKind } from "~/contract/document-kinds";
import type { BookingClock } from "~/contract/ticket/booking-clock";
import type { ChangeRule } from "~/contract/ticket/change-rule";
import type { ConcessionTerms } from "~/contract/ticket/concession-terms";
import type { ExpiredTerms } from "~/contract/ticket/expired-terms";
import type { TicketRules } from "~/contract/ticket/gate-rules/facts";
import type { RefundBand, RefundFrom } from "~/contract/ticket/ticket-terms";
import type { SellableTerms } from "./rules/sellable";
import type { SubPart } from "./sub-ticket-moves";

export interface SoldType extends SellableTerms {
  id: number;
  code: string;
  kind: string;
  parkId: number;
  facePrice: number;
  /** Fen that no price may be above, and by whose approval; null: nobody has a say. */
  priceCeiling: number | null;
  approvedBy: string | null;
  listPrice: number;
  realName: "none" | "perOrder" | "perTicket";
  /** Kinds of documents that it takes; none: every kind. */
  documents: DocumentKind[];
  admissions: number;
  passInterval: number | null;
  gateGroupId: number | null;
  entryFrom: string | null;
  rules: TicketRules;
  refundRule: string;
  refundBands: RefundBand[];
  refundFrom: RefundFrom;
  /** What becomes of its money once it has expired; null: nothing goes back. */
  expired: ExpiredTerms | null;
  minPerOrder: number;
  maxPerOrder: number;
  perIdentityDay: number | null;
  /** Of one contact mobile on one visit day, over all channels. */
  perMobileDay: number | null;
  change: ChangeRule;
  /** When it is sold for a day, by channel; a ticket keeps nothing of it. */
  clocks: BookingClock[];
  /** Who may buy it; null: everybody. */
  concession: ConcessionTerms | null;
  /** The full-price type that it takes the place of. */
  insteadOfId: number | null;
  /** What it is settled by; none where nothing is said. */
  subParts: SubPart[];
  /** Of a type that is sold as others together. */
  combo?: SoldCombo;
}

/** As it is stored. `weight` is the share of all tickets of the part together. */
export interface ComboRow {
  ticketTypeId: number;
  pieces: number;
  refundBy: "whole" | "parts";
  validBy: "parts" | "combo";
  parts: { ticketTypeId: number; quantity: number; weight: number }[];
}

export interface SoldCombo extends Omit<ComboRow, "parts" | "ticketTypeId"> {
  /** People that one combo names: as many as its part with the most named tickets. */
  people: number;
  /** Types as they are sold within the combo. */
  parts: { type: SoldType; partName: string; quantity: number; weight: number }[];
}
