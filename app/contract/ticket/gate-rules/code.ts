/** What somebody at a gate scanned or typed, told apart. Pure. */
import { documentIn } from "../../document-numbers";
import { maskIdentity } from "../../mask-identity";

export type Recognised =
  | { kind: "qr" | "ticketNo" | "orderNo"; value: string }
  /** Of a passport's machine-readable zone with its country; "": whichever. */
  | { kind: "identity"; value: string; country: string }
  /** Looks like a ticket number, mistyped: the check digit does not fit. */
  | { kind: "mistyped"; value: string }
  | { kind: "unknown"; value: string };

/** What scanners put before a code: the symbology (`]Q1`), and its character set (ECI, `\000026`). */
const scannerPrefix = /^(?:\][A-Za-z][0-9A-Za-z])?(?:\\\d{6})?/;

/** Tells apart QR text, ticket number, order number and document; spaces, case and full-width forms do not matter. */
export function recognise(input: string): Recognised {
  const value = input
    .normalize("NFKC")
    .replace(/[\s\p{Cc}-]+/gu, "")
    .replace(scannerPrefix, "")
    .toUpperCase();
  if (/^Q[0-9A-Z]{26}$/.test(value)) return { kind: "qr", value };
  if (/^TK\d{15,20}$/.test(value)) return { kind: isTicketNumber(value) ? "ticketNo" : "mistyped", value };
  if (/^OD\d{8,24}$/.test(value)) return { kind: "orderNo", value };
  const document = documentIn(value);
  if (document) return { kind: "identity", value: document.identity, country: document.country };
  return { kind: "unknown", value };
}

/**
 * As it may be kept and shown: identity numbers are not, nor is the secret of a QR text; and what nobody recognises may be
 * either, with a slip in it.
 */
export function shownCode({ kind, value }: Recognised): string {
  if (kind === "identity") return maskIdentity(value);
  if (kind === "qr") return `${value.slice(0, 6)}…`;
  if (kind !== "unknown") return value.slice(0, 60);
  return value.length <= 6 ? value : `${value.slice(0, 4)}…${value.slice(-2)}`;
}

/** What is hashed of a wristband in a day's package: a band may look like anything, so that its code is no ticket's. */
export const bandCode = (code: string) => `#${code}`;

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
