/** Numbers of an item that is kept by them: a prefix and a fixed count of digits. No schemas: browsers read this too. */

export interface SerialKind {
  prefix: string;
  digits: number;
}
/** Numbers that follow each other, the last included. */
export interface SerialSpan {
  first: number;
  last: number;
}

/** A number stays within what a double holds exactly. */
export const mostDigits = 15;
export const mostSpans = 40;
export const prefixPattern = /^[A-Z0-9]{0,10}$/;

export const serialText = ({ prefix, digits }: SerialKind, number: number): string =>
  prefix + String(number).padStart(digits, "0");

/** Null for what is no number of the item. */
export function serialNumber({ prefix, digits }: SerialKind, text: string): number | null {
  const plain = text.normalize("NFKC").trim().toUpperCase();
  if (!plain.startsWith(prefix)) return null;
  const rest = plain.slice(prefix.length);
  return rest.length === digits && /^\d+$/.test(rest) ? Number(rest) : null;
}

export const piecesOf = (spans: readonly SerialSpan[]): number =>
  spans.reduce((sum, { first, last }) => sum + last - first + 1, 0);

/** As people write them: `A000001-A000500, A000701`. */
export const saySpans = (kind: SerialKind, spans: readonly SerialSpan[]): string =>
  spans
    .map(({ first, last }) =>
      first === last ? serialText(kind, first) : `${serialText(kind, first)}-${serialText(kind, last)}`,
    )
    .join(", ");

/**
 * Spans in their order, joined where they touch. One number alone stands for as many from it on as `pieces` says. A text
 * that cannot be read, or that names a number twice, answers the part that is wrong.
 */
export function spansOf(kind: SerialKind, text: string, pieces?: number): SerialSpan[] | { wrong: string } {
  const parts = text.split(/[\s,，、;；]+/).filter((part) => part !== "");
  if (parts.length > mostSpans) return { wrong: parts[mostSpans] ?? "" };
  const spans: SerialSpan[] = [];
  for (const part of parts) {
    const [from = "", to, more] = part.split(/[-~～—]/);
    const first = serialNumber(kind, from);
    const last = to === undefined ? first : serialNumber(kind, to);
    if (first === null || last === null || last < first || more !== undefined) return { wrong: part };
    spans.push({ first, last });
  }
  const [only] = spans;
  if (only && parts.length === 1 && only.first === only.last && pieces !== undefined && pieces > 1) {
    const last = only.first + pieces - 1;
    return String(last).length > kind.digits ? { wrong: parts[0] ?? "" } : [{ first: only.first, last }];
  }
  return joined(spans);
}

function joined(spans: readonly SerialSpan[]): SerialSpan[] | { wrong: string } {
  const all: SerialSpan[] = [];
  for (const span of [...spans].sort((one, other) => one.first - other.first)) {
    const before = all.at(-1);
    if (before && span.first <= before.last) return { wrong: String(span.first) };
    if (before && span.first === before.last + 1) before.last = span.last;
    else all.push({ ...span });
  }
  return all;
}
