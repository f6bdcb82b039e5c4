/** Lines in words, for logs, conflicts and previews. */
import type { Field, LinesField } from "./field-kinds";
import type { Line } from "./line-rule";
import { m } from "./messages";
import { formatYuan } from "./money";

/** How a value of a line is said; `name` is its field's. */
export type SayValue = (name: string, field: Field, value: unknown) => string;

/** `said` knows the labels of what is chosen. */
export function lineWords({ fields, say }: LinesField, line: Line, said: SayValue = plainly): string {
  if (say) return say(line);
  const parts = Object.entries(fields).flatMap(([name, field]) => {
    const text = said(name, field, line[name] ?? null);
    return text === "" ? [] : [`${field.label()} ${text}`];
  });
  return parts.join(" · ");
}

/** Of rows that were text once, the text. */
export function linesWords(field: LinesField, lines: unknown, said?: SayValue): string {
  if (!Array.isArray(lines)) return typeof lines === "string" ? lines : "";
  return lines.map((line: Line) => lineWords(field, line, said)).join("；");
}

function plainly(_: string, { kind }: Field, value: unknown): string {
  if (value === null || value === undefined || value === "") return "";
  if (kind === "money") return formatYuan(Number(value));
  if (kind === "boolean") return value === true ? m.engine_yes() : m.engine_no();
  return String(value);
}
