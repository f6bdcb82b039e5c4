/**
 * A code that says what ticket it is and is signed, so that a gate without a line judges a ticket that was sold after it
 * fetched. Pure: who signs and who verifies brings the keys (Ed25519).
 *
 * `S` and, in Crockford's base 32 (letters of any case, as scanners and people give them): the content and its signature of
 * 64 bytes. In capitals and digits alone it is a QR code of 41 modules a side, of 0.8 mm at 4 cm with its margin. Content,
 * big-endian: version 1 (1 byte), number of the key (2), digits of the ticket number (8), ticket type (4), first day as days
 * since 2020 (2), days after it (2), people (2), slot from and to in minutes, 65535 for none (2, 2).
 */
import type { TicketSnapshot } from "./facts";
import { timeOf } from "./ticket-day";

export interface SignedContent {
  /** Of the corp's keys. */
  keyNo: number;
  ticketNo: string;
  ticketTypeId: number;
  validFrom: string;
  validTo: string;
  /** HH:mm-HH:mm or "". */
  slot: string;
  admissions: number;
}

export interface SignedCode extends SignedContent {
  content: Uint8Array<ArrayBuffer>;
  signature: Uint8Array<ArrayBuffer>;
}

/** What the tickets of a type have in common, as of now. */
export type TypeSnapshot = Pick<
  TicketSnapshot,
  | "ticketTypeId"
  | "ticketTypeName"
  | "parkId"
  | "parkName"
  | "gateGroupId"
  | "gateGroupName"
  | "entryFrom"
  | "entryTo"
  | "passInterval"
  | "rules"
>;

const alphabet = "0123456789ABCDEFGHJKMNPQRSTVWXYZ";
const [contentBytes, signatureBytes] = [25, 64];
const textLength = 1 + Math.ceil(((contentBytes + signatureBytes) * 8) / 5);
const dayOne = Date.parse("2020-01-01T00:00:00Z");
const day = 86_400_000;
const none = 65_535;

/** Null where the ticket does not fit: then it has no signed code. */
export function contentOf(ticket: SignedContent): Uint8Array<ArrayBuffer> | null {
  const digits = /^TK(2\d{14,18})$/.exec(ticket.ticketNo)?.[1];
  const first = (Date.parse(ticket.validFrom) - dayOne) / day;
  const more = (Date.parse(ticket.validTo) - Date.parse(ticket.validFrom)) / day;
  const [from = none, to = none] = ticket.slot === "" ? [] : ticket.slot.split("-").map(minutesOf);
  const small = [ticket.keyNo, first, more, ticket.admissions, from, to];
  const fits = small.every((one) => Number.isInteger(one) && one >= 0 && one <= none);
  if (digits === undefined || !fits || ticket.ticketTypeId > 0xff_ff_ff_ff) return null;
  const bytes = new Uint8Array(contentBytes);
  const view = new DataView(bytes.buffer);
  view.setUint8(0, 1);
  view.setUint16(1, ticket.keyNo);
  view.setBigUint64(3, BigInt(digits));
  view.setUint32(11, ticket.ticketTypeId);
  [first, more, ticket.admissions, from, to].forEach((one, place) => {
    view.setUint16(15 + place * 2, one);
  });
  return bytes;
}

/** What is signed: of one corp, so that no other's key signs it. */
export function messageOf(corpCode: string, content: Uint8Array): Uint8Array<ArrayBuffer> {
  return Uint8Array.from([...new TextEncoder().encode(`ticket code\n${corpCode}\n`), ...content]);
}

export function signedText(content: Uint8Array, signature: Uint8Array): string {
  let text = "";
  let [held, bits] = [0, 0];
  for (const byte of [...content, ...signature]) {
    held = (held << 8) | byte;
    bits += 8;
    while (bits >= 5) {
      bits -= 5;
      text += alphabet[(held >> bits) & 31];
    }
    held &= (1 << bits) - 1;
  }
  return `S${text}${bits > 0 ? alphabet[(held << (5 - bits)) & 31] : ""}`;
}

/** Null for everything else. Nobody has verified it yet. */
export function readSigned(input: string): SignedCode | null {
  const text = input.normalize("NFKC").replace(/[\s\p{Cc}-]+/gu, "");
  const plain = text.replace(/^(?:\][A-Za-z][0-9A-Za-z])?(?:\\\d{6})?/, "").toUpperCase();
  if (plain.length !== textLength || !/^S[0-9A-HJKMNP-TV-Z]+$/.test(plain)) return null;
  const bytes = new Uint8Array(contentBytes + signatureBytes);
  let [held, bits, place] = [0, 0, 0];
  for (const letter of plain.slice(1)) {
    held = (held << 5) | alphabet.indexOf(letter);
    bits += 5;
    if (bits < 8) continue;
    bits -= 8;
    bytes[place++] = (held >> bits) & 255;
    held &= (1 << bits) - 1;
  }
  const content = bytes.slice(0, contentBytes);
  const view = new DataView(content.buffer);
  if (view.getUint8(0) !== 1) return null;
  const [first = 0, more = 0, admissions = 0, from = 0, to = 0] = [15, 17, 19, 21, 23].map((at) => view.getUint16(at));
  return {
    keyNo: view.getUint16(1),
    ticketNo: `TK${view.getBigUint64(3)}`,
    ticketTypeId: view.getUint32(11),
    validFrom: dayOf(first),
    validTo: dayOf(first + more),
    slot: from === none ? "" : `${timeOf(from)}-${timeOf(to)}`,
    admissions,
    content,
    signature: bytes.slice(contentBytes),
  };
}

/** The ticket as its code says it: good and unused, as far as a gate that knows no more can tell. */
export function ticketOfSigned(code: SignedContent, type: TypeSnapshot, id: number): TicketSnapshot {
  const { ticketNo, validFrom, validTo, slot, admissions } = code;
  return {
    ...type,
    ...{ id, ticketNo, validFrom, validTo, slot, admissions, orderNo: "", orderState: "paid", state: "issued" },
    ...{ used: 0, restriction: null, passes: [] },
  };
}

const minutesOf = (time: string) => Number(time.slice(0, 2)) * 60 + Number(time.slice(3, 5));
const dayOf = (days: number) => new Date(dayOne + days * day).toISOString().slice(0, 10);
