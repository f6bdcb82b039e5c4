/** What is printed on a ticket, and what somebody at a gate scanned or typed. Pure but for the random bits of a QR text. */
import { randomBytes, randomInt } from "node:crypto";
import { isIdentityNumber } from "~/contract/validators";

const alphabet = "0123456789ABCDEFGHJKMNPQRSTVWXYZ";

/** Number that people read: TK, day, running number, check digit. `day` is yyyy-MM-dd; `sequence` counts per corp. */
export function ticketNumber(day: string, sequence: number): string {
  const digits = day.replaceAll("-", "") + String(sequence).padStart(6, "0");
  return `TK${digits}${checkDigit(digits)}`;
}

/** As {@link ticketNumber}, with three random digits behind the running number: knowing one does not tell the next. */
export function newTicketNumber(day: string, sequence: number): string {
  return ticketNumber(day, sequence * 1000 + randomInt(1000));
}

/** Text of the QR code: 128 random bits, so that nobody guesses one from another. */
export function newQrText(): string {
  let bits = BigInt(`0x${randomBytes(16).toString("hex")}`);
  let text = "";
  for (let index = 0; index < 26; index++) {
    text = (alphabet[Number(bits & 31n)] ?? "0") + text;
    bits >>= 5n;
  }
  return `Q${text}`;
}

export type Recognised =
  | { kind: "qr" | "ticketNo" | "orderNo" | "identity"; value: string }
  /** Looks like a ticket number, mistyped: the check digit does not fit. */
  | { kind: "mistyped"; value: string }
  | { kind: "unknown"; value: string };

/** Tells apart QR text, ticket number, order number and identity number; spaces, case and full-width forms do not matter. */
export function recognise(input: string): Recognised {
  const value = input
    .normalize("NFKC")
    .replace(/[\s-]+/g, "")
    .toUpperCase();
  if (/^Q[0-9A-Z]{26}$/.test(value)) return { kind: "qr", value };
  if (/^TK\d{15,20}$/.test(value)) return { kind: isTicketNumber(value) ? "ticketNo" : "mistyped", value };
  if (/^OD\d{8,24}$/.test(value)) return { kind: "orderNo", value };
  if (isIdentityNumber(value)) return { kind: "identity", value };
  return { kind: "unknown", value };
}

/** Whether the check digit fits. */
export function isTicketNumber(value: string): boolean {
  const match = /^TK(\d{14,19})(\d)$/.exec(value);
  return match?.[1] !== undefined && checkDigit(match[1]) === match[2];
}

/** Damm's quasigroup: finds every single wrong digit and every swap of two neighbours. */
const damm = [
  "0317598642",
  "7092154863",
  "4206871359",
  "1750983426",
  "6123045978",
  "3674209581",
  "5869720134",
  "8945362017",
  "9438617205",
  "2581436790",
];

export function checkDigit(digits: string): string {
  return [...digits].reduce((interim, digit) => damm[Number(interim)]?.[Number(digit)] ?? "0", "0");
}
