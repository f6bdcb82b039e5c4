import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  expiredFee,
  feeOf,
  goesBackByItself,
  refundFee,
  refundTermsOf,
} from "~server/backend/business/ticket/rules/refund-fee";
import { allocate } from "~server/backend/kernel/allocate";

const visitStart = new Date("2026-11-22T00:00:00+08:00");
const hoursBefore = (hours: number) => new Date(visitStart.getTime() - hours * 3_600_000);
const band = (hours: number, feePercent: number) => ({ hours, feePercent });
const terms = { rule: "free", bands: [band(2, 20), band(24, 0)], visitStart, price: 10_000 } as const;

describe("refund fee", () => {
  it.each([
    [48, 0],
    [24, 0],
    [23.999, 2000],
    [2, 2000],
  ])("%d hours before: %d fen of 100 yuan", (hours, fee) => {
    expect(refundFee(terms, hoursBefore(hours))).toMatchObject({ refundable: true, fee });
  });

  it("later than every band there is no refund, and the bound is told", () => {
    expect(refundFee(terms, hoursBefore(1.999))).toEqual({ refundable: false, why: "late", hours: 2 });
  });

  it("no bands: no fee at any time", () => {
    expect(refundFee({ ...terms, bands: [] }, hoursBefore(-20))).toMatchObject({ refundable: true, fee: 0 });
  });

  it("a band may reach into the visit day", () => {
    const open = { ...terms, bands: [band(0, 10), band(-12, 50)] };
    expect(refundFee(open, hoursBefore(-11))).toMatchObject({ fee: 5000 });
    expect(refundFee(open, hoursBefore(-13))).toMatchObject({ refundable: false });
  });

  it("the rule never refuses, approval asks for a second person", () => {
    expect(refundFee({ ...terms, rule: "never" }, hoursBefore(48))).toEqual({ refundable: false, why: "never" });
    expect(refundFee({ ...terms, rule: "approval" }, hoursBefore(48))).toMatchObject({ needsApproval: true });
    expect(refundFee(terms, hoursBefore(48))).toMatchObject({ needsApproval: false });
  });

  it("half percents are basis points", () => {
    expect(refundFee({ ...terms, bands: [band(2, 12.35)] }, hoursBefore(3))).toMatchObject({
      basisPoints: 1235,
      fee: 1235,
    });
  });

  it("a fixed fee comes on top for each ticket; both together are never more than was paid", () => {
    const fixed = { ...terms, bands: [{ ...band(2, 0), feeEach: 500 }] };
    expect(refundFee(fixed, hoursBefore(3))).toMatchObject({ fee: 500 });
    expect(refundFee({ ...terms, bands: [{ ...band(2, 12.5), feeEach: 155 }] }, hoursBefore(3))).toMatchObject({
      fee: 1405,
    });
    expect(refundFee({ ...fixed, price: 300 }, hoursBefore(3))).toMatchObject({ fee: 300 });
    expect(refundFee({ ...fixed, price: 0 }, hoursBefore(3))).toMatchObject({ fee: 0 });
  });

  it.each([
    {},
    { refundRule: "free", refundBands: [{ ...band(24, 1), feeEach: -1 }] },
    { refundRule: "free", refundBands: [{ ...band(24, 1), feeEach: 0.5 }] },
    { refundRule: "free", refundBands: [], refundFrom: "noon" },
    { refundRule: "free" },
    { refundRule: "free", refundBands: "24: 10" },
    { refundRule: "free", refundBands: [{ hours: 24 }] },
    { refundRule: "free", refundBands: [band(24, 101)] },
    { refundRule: "perhaps", refundBands: [] },
  ])("terms that no rule knows are none: %o", (sold) => {
    expect(refundTermsOf(sold)).toBeNull();
    expect(refundTermsOf({ refundRule: "free", refundBands: [band(24, 10)] })).toMatchObject({ rule: "free" });
  });

  it("half a fen goes up", () => {
    expect(feeOf(25, 1000)).toBe(3);
    expect(feeOf(24, 1000)).toBe(2);
  });

  it("never above the price, never negative, whole fen", () => {
    fc.assert(
      fc.property(fc.nat(1_000_000_000), fc.nat(10_000), (price, basisPoints) => {
        const fee = feeOf(price, basisPoints);
        expect(Number.isInteger(fee) && fee >= 0 && fee <= price).toBe(true);
      }),
    );
  });
});

describe("expired tickets", () => {
  const validTo = "2026-11-22";
  const rule = { by: "request" as const, days: 2, feePercent: 10 };
  const over = (expired: typeof rule | null, now: string, price = 10_000) =>
    expiredFee({ rule: "free", expired, price, validTo }, new Date(`${now}+08:00`));

  it("go back until the last of their days is over, by their own fee", () => {
    expect(over(rule, "2026-11-24T23:59:59")).toMatchObject({ refundable: true, fee: 1000, needsApproval: false });
    expect(over(rule, "2026-11-25T00:00:00")).toEqual({ refundable: false, why: "expired", terms: rule });
    expect(over(null, "2026-11-23T00:00:00")).toEqual({ refundable: false, why: "expired", terms: null });
  });

  it("never is never, approval stays approval, and what cannot be read is not free", () => {
    const at = new Date("2026-11-23T10:00:00+08:00");
    const asked = { expired: rule, price: 100, validTo };
    expect(expiredFee({ ...asked, rule: "never" }, at)).toMatchObject({ refundable: false });
    expect(expiredFee({ ...asked, rule: "approval" }, at)).toMatchObject({ needsApproval: true });
    expect(refundTermsOf({ refundRule: "free", refundBands: [], expired: { by: "soon", days: 2 } })).toBeNull();
  });

  it.each([
    [1, "2026-11-22T23:59:59", false],
    [1, "2026-11-23T00:00:00", true],
    [1, "2026-11-24T00:00:00", false],
    [2, "2026-11-23T23:59:59", false],
    [2, "2026-11-24T00:00:00", true],
    [2, "2026-11-25T00:00:00", false],
  ])("of %d days, at %s by itself: %s", (days, now, due) => {
    const moment = new Date(`${now}+08:00`);
    expect(goesBackByItself({ ...rule, by: "auto", days }, validTo, moment)).toBe(due);
    expect(goesBackByItself({ ...rule, days }, validTo, moment)).toBe(false);
  });

  it("a fee is never above the price, and fee and money back are the price to the fen", () => {
    fc.assert(
      fc.property(fc.nat(1_000_000_000), fc.nat(100), (price, feePercent) => {
        const verdict = over({ ...rule, feePercent }, "2026-11-23T10:00:00", price);
        const fee = verdict.refundable ? verdict.fee : -1;
        expect(Number.isInteger(fee) && fee >= 0 && fee <= price).toBe(true);
        expect(fee + (price - fee)).toBe(price);
        expect(Math.abs(fee - (price * feePercent) / 100)).toBeLessThanOrEqual(0.5);
      }),
    );
  });
});

describe("allocation by largest remainder", () => {
  it("sums to the amount exactly, and no share is off by a whole unit", () => {
    fc.assert(
      fc.property(
        fc.nat(1_000_000_000),
        fc.array(fc.nat(1_000_000_000), { minLength: 1, maxLength: 60 }),
        (amount, weights) => {
          const shares = allocate(amount, weights);
          expect(shares.reduce((sum, share) => sum + share, 0)).toBe(amount);
          const total = weights.reduce((sum, weight) => sum + weight, 0);
          if (total === 0) return;
          shares.forEach((share, index) => {
            expect(Math.abs(share - (amount * (weights[index] ?? 0)) / total)).toBeLessThan(1.001);
          });
        },
      ),
    );
  });

  it("a discount of at most the total never makes a share larger than its weight", () => {
    fc.assert(
      fc.property(fc.array(fc.nat(1_000_000), { minLength: 1, maxLength: 40 }), fc.nat(), (weights, seed) => {
        const total = weights.reduce((sum, weight) => sum + weight, 0);
        const shares = allocate(total === 0 ? 0 : seed % (total + 1), weights);
        shares.forEach((share, index) => {
          expect(share).toBeLessThanOrEqual(weights[index] ?? 0);
        });
      }),
    );
  });

  it("ties go to the first", () => {
    expect(allocate(100, [1, 1, 1])).toEqual([34, 33, 33]);
  });
});
