/** What a ticket type is sold and taken back by, as sentences. */
import { type DocumentKind, documentNames } from "../document-kinds";
import { m } from "../messages";
import { formatYuan } from "../money";
import type { ExpiredTerms } from "./expired-terms";
import { sayExpired } from "./say-expired";
import type { RefundBand, RefundFrom } from "./ticket-terms";

export interface SaleTerms {
  validity: string;
  validDays: number | null;
  rangeFrom?: string | null;
  rangeTo?: string | null;
  saleFrom?: string | null;
  saleTo?: string | null;
  realName: string;
  documents: readonly DocumentKind[];
  minPerOrder: number;
  maxPerOrder: number;
  perIdentityDay: number | null;
  perMobileDay?: number | null;
  /** What a combo consists of. */
  parts: readonly { name: string; quantity: number }[];
}

type Validity = Pick<SaleTerms, "validity" | "validDays" | "rangeFrom" | "rangeTo">;

export function sayValidity({ validity, validDays, rangeFrom, rangeTo }: Validity): string {
  if (validity === "range" && rangeFrom && rangeTo) return m.say_valid_range({ from: rangeFrom, to: rangeTo });
  return validity === "days" ? m.say_valid_days({ n: validDays ?? 1 }) : m.say_valid_day();
}

function sayWindow({ saleFrom: from, saleTo: to }: Pick<SaleTerms, "saleFrom" | "saleTo">): string | false {
  if (from && to) return m.say_sold_between({ from, to });
  if (from) return m.say_sold_from({ from });
  return to ? m.say_sold_to({ to }) : false;
}

export function saySale(terms: SaleTerms): string[] {
  const {
    realName,
    documents,
    minPerOrder: least,
    maxPerOrder: most,
    perIdentityDay,
    perMobileDay = null,
    parts,
  } = terms;
  const named = realName === "perOrder" || realName === "perTicket";
  const kinds = documents.map((kind) => documentNames[kind]()).join(m.say_and());
  return [
    parts.length > 0 &&
      m.say_parts({ parts: parts.map(({ name, quantity }) => `${name} × ${quantity}`).join(m.say_and()) }),
    sayWindow(terms),
    least === most ? m.say_per_order_exactly({ n: least }) : m.say_per_order({ least, most }),
    !named && m.say_no_names(),
    realName === "perOrder" && m.say_name_per_order(),
    realName === "perTicket" && m.say_name_per_ticket(),
    named && kinds !== "" && m.say_documents({ kinds }),
    named && perIdentityDay !== null && m.say_per_identity({ n: perIdentityDay }),
    perMobileDay !== null && m.say_per_mobile({ n: perMobileDay }),
  ].flatMap((sentence) => (sentence === false ? [] : [String(sentence)]));
}

/** As the fee is worked out: the band with the most hours that are still there decides, later than the last nothing goes back. */
export function sayRefunds(
  rule: string,
  given: readonly RefundBand[],
  expired: ExpiredTerms | null = null,
  from: RefundFrom = "day",
): string[] {
  if (rule === "never") return [m.say_refund_never()];
  const beside = [...(expired ? [sayExpired(expired)] : []), ...(rule === "approval" ? [m.say_refund_approval()] : [])];
  const bands = [...given].sort((one, other) => other.hours - one.hours);
  if (bands.length === 0) return [m.say_refund_free(), ...beside];
  return [
    ...bands.map((band) => (from === "slot" ? sayFromSlot : sayFromDay)(band.hours, sayFee(band))),
    m.say_refund_over(),
    ...beside,
  ];
}

function sayFee({ feePercent: n, feeEach }: RefundBand): string {
  const each = formatYuan(feeEach ?? 0);
  if (!feeEach) return n > 0 ? m.say_fee({ n }) : m.say_no_fee();
  return n > 0 ? m.say_fee_both({ n, each }) : m.say_fee_each({ each });
}

/** By the clock, as a clerk says it: "the day before by 18:00". */
function sayFromDay(hours: number, fee: string): string {
  if (hours === 0) return m.say_refund_by_start({ fee });
  const days = Math.ceil(hours / 24);
  const minutes = Math.round((days * 24 - hours) * 60);
  const time = [Math.floor(minutes / 60), minutes % 60].map((part) => String(part).padStart(2, "0")).join(":");
  if (days > 1) return m.say_refund_days_before({ days, time, fee });
  if (days === 1) return m.say_refund_day_before({ time, fee });
  return hours > -24 ? m.say_refund_same_day({ time, fee }) : m.say_refund_after({ hours: -hours, fee });
}

function sayFromSlot(hours: number, fee: string): string {
  if (hours === 0) return m.say_refund_by_slot({ fee });
  return hours > 0 ? m.say_refund_before_slot({ hours, fee }) : m.say_refund_after_slot({ hours: -hours, fee });
}
