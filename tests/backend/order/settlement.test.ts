import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { settle, wayBack } from "~server/backend/business/order/settlement";

const cash = (amount: number) => ({ paymentType: "cash", amount });
const card = (amount: number) => ({ paymentType: "unionpay", amount });
const wechat = (amount: number) => ({ paymentType: "wechat", amount });

describe("how an order is paid", () => {
  it("takes other ways whole and of cash what is left; change is given of cash", () => {
    expect(settle(15_000, [cash(12_000), card(5_000)])).toEqual({
      ok: true,
      change: 2_000,
      payments: [
        { paymentType: "cash", amount: 10_000, received: 12_000 },
        { paymentType: "unionpay", amount: 5_000, received: null },
      ],
    });
  });

  it("refuses less than is due, and more than change can be given of", () => {
    expect(settle(15_000, [cash(10_000)])).toEqual({ ok: false, why: "short", given: 10_000, cashOnly: true });
    expect(settle(15_000, [cash(9_000), card(5_000)])).toMatchObject({ why: "short", cashOnly: false });
    expect(settle(15_000, [card(16_000)])).toEqual({ ok: false, why: "above", given: 16_000 });
    expect(settle(15_000, [cash(1_000), card(15_500)])).toMatchObject({ ok: false, why: "above" });
  });

  it("an order that costs nothing is paid by the way that was chosen", () => {
    expect(settle(0, [card(0)])).toMatchObject({ ok: true, payments: [{ paymentType: "unionpay", amount: 0 }] });
  });

  it("payments make what is due to the fen, whatever is handed over", () => {
    const tender = fc.record({ paymentType: fc.constantFrom("cash", "unionpay", "wechat"), amount: fc.nat(50_000) });
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 100_000 }), fc.array(tender, { maxLength: 5 }), (payable, tenders) => {
        const settled = settle(payable, tenders);
        if (!settled.ok) return;
        expect(settled.payments.reduce((sum, { amount }) => sum + amount, 0)).toBe(payable);
        for (const { amount, received } of settled.payments) expect(received ?? amount).toBeGreaterThanOrEqual(amount);
      }),
    );
  });
});

describe("how money goes back", () => {
  it("by other ways first in the order taken, by cash last, never more than a way took", () => {
    const left = [cash(10_000), card(5_000), wechat(2_000)];
    expect(wayBack(left, 4_000)).toEqual([card(4_000)]);
    expect(wayBack(left, 6_000)).toEqual([card(5_000), wechat(1_000)]);
    expect(wayBack(left, 17_000)).toEqual([card(5_000), wechat(2_000), cash(10_000)]);
    expect(wayBack(left, 0)).toEqual([]);
    expect(() => wayBack(left, 17_001)).toThrow();
  });
});
