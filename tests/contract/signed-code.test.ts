/** Signed codes of tickets: what goes in comes out, whatever scanners do to letters, and it fits a small QR code. */
import { encode } from "uqr";
import { describe, expect, it } from "vitest";
import {
  contentOf,
  messageOf,
  readSigned,
  type SignedContent,
  signedText,
} from "~/contract/ticket/gate-rules/signed-code";

const ticket: SignedContent = {
  ...{ keyNo: 3, ticketNo: "TK20261120000123456", ticketTypeId: 4_000_000_000, slot: "09:00-11:30", admissions: 50 },
  ...{ validFrom: "2026-11-20", validTo: "2026-11-26" },
};
const signature = Uint8Array.from({ length: 64 }, (_, place) => (place * 37 + 5) % 256);
const textOf = (one: SignedContent) => signedText(contentOf(one) ?? new Uint8Array(), signature);

describe("a signed code", () => {
  it("says the ticket, its type, its days, its slot, its people and the key", () => {
    for (const one of [ticket, { ...ticket, slot: "", keyNo: 65_535 }, { ...ticket, slot: "20:00-24:00" }]) {
      const read = readSigned(textOf(one));
      expect(read).toMatchObject(one);
      expect([...(read?.signature ?? [])]).toEqual([...signature]);
      expect([...(read?.content ?? [])]).toEqual([...(contentOf(one) ?? [])]);
    }
  });

  it("is a QR code of 41 modules a side at error correction M: 0.8 mm each at 4 cm with the margin", () => {
    expect(encode(textOf(ticket), { ecc: "M", border: 4 }).size).toBe(49);
  });

  it("is read in small letters, with blanks, and behind a scanner's prefix", () => {
    const text = textOf(ticket);
    for (const one of [text.toLowerCase(), ` ${text}\r\n`, `]Q1\\000026${text}`, text.replace(/(.{20})/g, "$1 ")])
      expect(readSigned(one)).toMatchObject(ticket);
  });

  it("is nothing else: other lengths, other letters, another version", () => {
    const text = textOf(ticket);
    const newer = signedText(Uint8Array.from([2, ...(contentOf(ticket) ?? []).slice(1)]), signature);
    for (const one of ["", "S", text.slice(1), `${text}0`, `${text.slice(0, -1)}U`, "TK202611200001", newer])
      expect(readSigned(one)).toBeNull();
  });

  it("a ticket that does not fit has none", () => {
    expect(contentOf({ ...ticket, ticketNo: "A-1" })).toBeNull();
    expect(contentOf({ ...ticket, admissions: 70_000 })).toBeNull();
    expect(contentOf({ ...ticket, validFrom: "2019-01-01" })).toBeNull();
  });

  it("the message that is signed names the corp", () => {
    const content = contentOf(ticket) ?? new Uint8Array();
    expect([...messageOf("0001", content)]).not.toEqual([...messageOf("0002", content)]);
  });
});
