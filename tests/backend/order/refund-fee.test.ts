import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { feeOf, parseBands, refundFee } from "~server/backend/business/ticket/rules/refund-fee";
import { allocate } from "~server/backend/kernel/allocate";

const visitStart = new Date("2026-11-22T00:00:00+08:00");
const hoursBefore = (hours: number) => new Date(visitStart.getTime() - hours * 3_600_000);
const terms = { rule: "free", bands: "24: 0\n2: 20", visitStart, price: 10_000 } as const;

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
    expect(refundFee({ ...terms, bands: "" }, hoursBefore(-20))).toMatchObject({ refundable: true, fee: 0 });
  });

  it("a band may reach into the visit day", () => {
    const open = { ...terms, bands: "0: 10\n-12: 50" };
    expect(refundFee(open, hoursBefore(-11))).toMatchObject({ fee: 5000 });
    expect(refundFee(open, hoursBefore(-13))).toMatchObject({ refundable: false });
  });

  it("the rule never refuses, approval asks for a second person", () => {
    expect(refundFee({ ...terms, rule: "never" }, hoursBefore(48))).toEqual({ refundable: false, why: "never" });
    expect(refundFee({ ...terms, rule: "approval" }, hoursBefore(48))).toMatchObject({ needsApproval: true });
    expect(refundFee(terms, hoursBefore(48))).toMatchObject({ needsApproval: false });
  });

  it("bands are read in any order, with full-width colons, percent signs and halves", () => {
    expect(parseBands("2：12.5%\n\n24: 0\nnonsense")).toEqual([
      { hours: 24, basisPoints: 0 },
      { hours: 2, basisPoints: 1250 },
    ]);
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
