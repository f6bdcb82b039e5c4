/** What a rule over the lines of a document gets and says, and which fields a line may have. */
import type { Message } from "./messages";

export type Line = Readonly<Record<string, unknown>>;

/** What is wrong: with a field of a line, with a line, or with the lines as a whole. */
export interface LineProblem {
  /** Counted from 0. */
  line?: number;
  field?: string;
  message: string;
}

/** Gets lines and header with values as a payload has them; answers what is wrong. */
export type LineRule = (lines: readonly Line[], header: Readonly<Record<string, unknown>>) => readonly LineProblem[];

export interface LinesNotation {
  /** What the cell holds, for the note of the template. */
  note: Message;
  /** Throws nothing: what cannot be read is said. */
  read: (cell: string) => { lines: Record<string, unknown>[] } | { problem: string };
}

const fit: readonly string[] = [
  "text",
  "number",
  "money",
  "date",
  "time",
  "dictionary",
  "reference",
  "boolean",
  "identity",
  "mobile",
  "telephone",
  "email",
  "postalCode",
  "url",
];

/** What is asked of a field. */
interface Unfit {
  kind: string;
  mask?: boolean;
  when?: unknown;
  requiredWhen?: unknown;
}

/** A line's field is one input and one column, and everybody who sees the document sees it. */
export function refuseUnfitLines(fields: Readonly<Record<string, Unfit>>): void {
  for (const [name, { kind, mask, when, requiredWhen }] of Object.entries(fields)) {
    if (!fit.includes(kind)) throw new Error(`A line cannot have a field of kind ${kind}: ${name}`);
    if (mask || when || requiredWhen) throw new Error(`A line's field is neither masked nor conditional: ${name}`);
  }
}
