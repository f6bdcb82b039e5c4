import { describe, expect, it } from "vitest";
import { checkDigit, isTicketNumber } from "~/contract/ticket/gate-rules/code";
import { newQrText, newTicketNumber } from "~server/backend/business/ticket/ticket-code";

const sample = Array.from({ length: 10_000 }, (_, index) => newTicketNumber("2026-11-20", index + 1));

describe("codes of tickets", () => {
  it("10,000 numbers of a day are all different, and one does not tell the next", () => {
    expect(new Set(sample).size).toBe(10_000);
    const tails = sample.map((number) => number.slice(-4, -1));
    expect(new Set(tails).size).toBeGreaterThan(900);
  });

  it("every single wrong digit is noticed", () => {
    for (const number of sample.slice(0, 200)) {
      for (let place = 2; place < number.length; place += 1) {
        for (let digit = 0; digit < 10; digit += 1) {
          if (number[place] === String(digit)) continue;
          expect(isTicketNumber(number.slice(0, place) + digit + number.slice(place + 1))).toBe(false);
        }
      }
    }
  });

  it("every swap of neighbours is noticed", () => {
    for (const number of sample.slice(0, 1000)) {
      for (let place = 2; place < number.length - 1; place += 1) {
        const [one, other] = [number[place], number[place + 1]];
        if (one === other) continue;
        expect(isTicketNumber(number.slice(0, place) + other + one + number.slice(place + 2))).toBe(false);
      }
    }
    expect(checkDigit("")).toBe("0");
  });

  it("10,000 QR texts are all different and spread evenly: 128 bits, none of them fixed", () => {
    const texts = Array.from({ length: 10_000 }, newQrText);
    expect(new Set(texts).size).toBe(10_000);
    for (let place = 2; place < 27; place += 1) {
      const counts = new Map<string, number>();
      for (const text of texts) counts.set(text.charAt(place), (counts.get(text.charAt(place)) ?? 0) + 1);
      // 32 letters, 312.5 each expected; six standard deviations are 105.
      expect(counts.size, `place ${place}`).toBe(32);
      for (const count of counts.values()) expect(Math.abs(count - 312.5), `place ${place}`).toBeLessThan(110);
    }
  });
});
