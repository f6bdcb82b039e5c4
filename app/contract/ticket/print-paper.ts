/** What a print template of tickets may say: its papers, the values of a ticket, numbered blanks. No schemas: browsers read this too. */
import { elementKinds, papers } from "../print-sheet";

const { card: _card, ...forTickets } = papers;
/** Papers that tickets are printed on. */
export const ticketPapers = Object.keys(forTickets);

export const ticketElements = elementKinds.filter((kind) => kind !== "photo");

/** Values of a ticket and of its order. */
export const printedFields = [
  "ticketTypeName",
  "parkName",
  "corpName",
  "visitDay",
  "slot",
  "valid",
  "price",
  "reduction",
  "holder",
  "admissions",
  "choice",
  "concession",
  "ticketNo",
  "orderNo",
  "seller",
  "soldAt",
  "payment",
  "serial",
] as const;
export type PrintedField = (typeof printedFields)[number];

/** Those that a bar code may hold: they have no sign that Code 128 does not know. */
export const barFields = ["ticketNo", "orderNo", "serial"] as const satisfies readonly PrintedField[];
export type BarField = (typeof barFields)[number];

/** Serial numbers of blanks that lie on each other: the last digits count up and keep their length. Null where they run out. */
export function serialsFrom(first: string, count: number): string[] | null {
  const match = /^([A-Z0-9-]*?)(\d{1,15})$/.exec(first);
  if (!match) return null;
  const [, before = "", digits = ""] = match;
  const last = Number(digits) + count - 1;
  if (String(last).length > digits.length) return null;
  return Array.from({ length: count }, (_, place) => {
    return before + String(Number(digits) + place).padStart(digits.length, "0");
  });
}
