/** What is said of a field that must be filled in and is not: it names the field, and says what to do. */
import { m } from "./messages";

const picked = new Set([
  "dictionary",
  "several",
  "reference",
  "tree",
  "area",
  "boolean",
  "date",
  "time",
  "moment",
  "range",
]);

/** `kind` is that of a field; its label is in the reader's language. */
export function missing({ kind, label }: { kind: string; label: () => string }): string {
  const named = { label: label() };
  if (kind === "image" || kind === "file") return m.v_upload(named);
  return picked.has(kind) ? m.v_pick(named) : m.v_enter(named);
}
