/** What is printed on a ticket. Pure but for the random bits of a QR text. */
import { randomBytes, randomInt } from "node:crypto";
import { checkDigit } from "~/contract/ticket/gate-rules/code";

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
