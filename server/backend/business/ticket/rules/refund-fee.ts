/** What giving a ticket back costs: the rule and the bands that were in force when it was sold. Pure. */

export interface RefundBand {
  /** At least so many hours before the visit day begins. */
  hours: number;
  /** Fee in basis points of what was paid for the ticket. */
  basisPoints: number;
}

export interface RefundTerms {
  rule: "never" | "approval" | "free";
  /** One band a line, `hours: percent`; empty: no fee. */
  bands: string;
  /** First moment of the visit day. */
  visitStart: Date;
  /** Fen that were paid for the ticket. */
  price: number;
}

export type RefundFee =
  | { refundable: true; fee: number; basisPoints: number; needsApproval: boolean }
  | { refundable: false; why: "never" }
  /** Later than the last band; `hours` is its bound. */
  | { refundable: false; why: "late"; hours: number };

/** The fee at a moment: the band with the most hours that are still there decides; outside every band nothing goes back. */
export function refundFee(terms: RefundTerms, now: Date): RefundFee {
  if (terms.rule === "never") return { refundable: false, why: "never" };
  const bands = parseBands(terms.bands);
  const needsApproval = terms.rule === "approval";
  if (bands.length === 0) return { refundable: true, fee: 0, basisPoints: 0, needsApproval };
  const hoursLeft = (terms.visitStart.getTime() - now.getTime()) / 3_600_000;
  const band = bands.find(({ hours }) => hoursLeft >= hours);
  if (!band) return { refundable: false, why: "late", hours: bands.at(-1)?.hours ?? 0 };
  return {
    refundable: true,
    fee: feeOf(terms.price, band.basisPoints),
    basisPoints: band.basisPoints,
    needsApproval,
  };
}

/** Half a fen goes up; never above the price, never below nothing. */
export function feeOf(price: number, basisPoints: number): number {
  const fee = (BigInt(price) * BigInt(basisPoints) + 5_000n) / 10_000n;
  return Math.max(0, Math.min(price, Number(fee)));
}

const bandLine = /^(-?\d{1,5}(?:\.\d{1,2})?)\s*[:：]\s*(\d{1,3}(?:\.\d{1,2})?)\s*%?$/;

/** Bands by hours, most first. Lines that are no band are left out: the ticket type refuses them when saved. */
export function parseBands(text: string): RefundBand[] {
  return text
    .split(/[\r\n;；]+/)
    .map((line) => bandLine.exec(line.trim()))
    .flatMap((match) =>
      match ? [{ hours: Number(match[1]), basisPoints: Math.min(10_000, Math.round(Number(match[2]) * 100)) }] : [],
    )
    .sort((a, b) => b.hours - a.hours);
}
