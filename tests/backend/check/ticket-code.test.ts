import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { checkDigit, isTicketNumber, recognise } from "~/contract/ticket/gate-rules/code";
import { newQrText, ticketNumber } from "~server/backend/business/ticket/ticket-code";

describe("ticket codes", () => {
  it("a number carries its day, its running number and a check digit", () => {
    const number = ticketNumber("2026-11-20", 123);
    expect(number).toMatch(/^TK20261120000123\d$/);
    expect(recognise(number)).toEqual({ kind: "ticketNo", value: number });
  });

  it("the check digit is Damm's", () => {
    expect(checkDigit("572")).toBe("4");
  });

  it("any one wrong digit is noticed", () => {
    fc.assert(
      fc.property(fc.nat(9_999_999), fc.nat(16), fc.integer({ min: 1, max: 9 }), (sequence, at, shift) => {
        const number = ticketNumber("2026-11-20", sequence);
        const place = 2 + (at % (number.length - 2));
        const wrong = `${number.slice(0, place)}${(Number(number[place]) + shift) % 10}${number.slice(place + 1)}`;
        expect(isTicketNumber(wrong)).toBe(false);
        expect(recognise(wrong).kind).toBe("mistyped");
      }),
    );
  });

  it("QR texts hold 128 random bits and never repeat", () => {
    const texts = new Set(Array.from({ length: 2000 }, newQrText));
    expect(texts.size).toBe(2000);
    for (const text of texts) expect(recognise(text)).toEqual({ kind: "qr", value: text });
  });

  it("what a scanner or a hand sends is recognised in any case, with spaces, in full width", () => {
    expect(recognise(" od20261120000123 ")).toEqual({ kind: "orderNo", value: "OD20261120000123" });
    expect(recognise("11010519491231002x")).toEqual({ kind: "identity", value: "11010519491231002X", country: "" });
    expect(recognise("１１０１０５１９４９１２３１００２Ｘ").kind).toBe("identity");
    expect(recognise(ticketNumber("2026-01-02", 7).toLowerCase().replace("tk", "tk ")).kind).toBe("ticketNo");
    expect(recognise("110105194912310021").kind).toBe("unknown");
    expect(recognise("' or 1=1 --").kind).toBe("unknown");
    expect(recognise("").kind).toBe("unknown");
  });
});
