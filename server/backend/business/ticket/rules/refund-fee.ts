/** What giving a ticket back costs: the rule and the bands that were in force when it was sold. Pure. */
import { z } from "zod";
import { addDays, endOfDay } from "~/contract/business-time";
import { type ExpiredTerms, expiredTerms } from "~/contract/ticket/expired-terms";
import type { RefundBand, RefundFrom } from "~/contract/ticket/ticket-terms";

export interface RefundTerms {
  rule: "never" | "approval" | "free";
  /** None: no fee. */
  bands: readonly RefundBand[];
  /** What becomes of it once its last day is over; none: nothing goes back. */
  expired?: ExpiredTerms | null | undefined;
  /** What the bands count to: the first moment of the visit day, or of its slot. */
  visitStart: Date;
  /** Fen that were paid for the ticket. */
  price: number;
}

export type RefundFee =
  | { refundable: true; fee: number; basisPoints: number; needsApproval: boolean }
  | { refundable: false; why: "never" }
  /** Later than the last band; `hours` is its bound. */
  | { refundable: false; why: "late"; hours: number }
  /** Its last day is over; `terms` where its money went back for some days after it. */
  | { refundable: false; why: "expired"; terms: ExpiredTerms | null };

/** The fee at a moment: the band with the most hours that are still there decides; outside every band nothing goes back. */
export function refundFee(terms: RefundTerms, now: Date): RefundFee {
  if (terms.rule === "never") return { refundable: false, why: "never" };
  const bands = [...terms.bands].sort((one, other) => other.hours - one.hours);
  const needsApproval = terms.rule === "approval";
  if (bands.length === 0) return { refundable: true, fee: 0, basisPoints: 0, needsApproval };
  const hoursLeft = (terms.visitStart.getTime() - now.getTime()) / 3_600_000;
  const band = bands.find(({ hours }) => hoursLeft >= hours);
  if (!band) return { refundable: false, why: "late", hours: bands.at(-1)?.hours ?? 0 };
  const basisPoints = Math.round(band.feePercent * 100);
  const fee = Math.min(terms.price, feeOf(terms.price, basisPoints) + (band.feeEach ?? 0));
  return { refundable: true, fee, basisPoints, needsApproval };
}

/** The fee once its last day (`validTo`) is over: its bands have ended, and the rule of expired tickets is all there is. */
export function expiredFee(
  { rule, expired = null, price, validTo }: Omit<RefundTerms, "bands" | "visitStart"> & { validTo: string },
  now: Date,
): RefundFee {
  const terms = rule === "never" ? null : expired;
  if (!terms || now >= endOfDay(lastDayBack(terms, validTo))) return { refundable: false, why: "expired", terms };
  const basisPoints = Math.round(terms.feePercent * 100);
  return { refundable: true, fee: feeOf(price, basisPoints), basisPoints, needsApproval: rule === "approval" };
}

/** The last day on which the money of an expired ticket goes back. */
export const lastDayBack = ({ days }: ExpiredTerms, validTo: string): string => addDays(validTo, days);

/**
 * Whether it goes back by itself now. Gates without a line send what passed them when they have one again: where there is time,
 * a whole day is left to them.
 */
export function goesBackByItself({ by, days }: ExpiredTerms, validTo: string, now: Date): boolean {
  return by === "auto" && now >= endOfDay(addDays(validTo, days > 1 ? 1 : 0)) && now < endOfDay(addDays(validTo, days));
}

/** Half a fen goes up; never above the price, never below nothing. */
export function feeOf(price: number, basisPoints: number): number {
  const fee = (BigInt(price) * BigInt(basisPoints) + 5_000n) / 10_000n;
  return Math.max(0, Math.min(price, Number(fee)));
}

const soldTerms = z.object({
  refundRule: z.enum(["never", "approval", "free"]),
  refundBands: z.array(
    z.object({
      hours: z.number(),
      feePercent: z.number().min(0).max(100),
      feeEach: z.number().int().min(0).nullish(),
    }),
  ),
  /** Where nothing is said they count to the visit day, as those did that were sold before there was a choice. */
  refundFrom: z.enum(["day", "slot"]).default("day"),
  expired: expiredTerms.nullish(),
});

/** The terms that a line was sold under; null where they say anything that no rule here knows: then nothing goes back. */
export function refundTermsOf(
  terms: Readonly<Record<string, unknown>>,
): (Pick<RefundTerms, "rule" | "bands" | "expired"> & { from: RefundFrom }) | null {
  const read = soldTerms.safeParse(terms);
  if (!read.success) return null;
  const { refundRule: rule, refundBands: bands, refundFrom: from, expired } = read.data;
  return { rule, bands, from, ...(expired && { expired }) };
}
