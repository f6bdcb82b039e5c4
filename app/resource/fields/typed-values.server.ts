/** A field's value as the texts of its inputs, and back. Names of inputs: `name`, `name.from`, `name[0].inner`. */
import { type Field, hasRows } from "~/contract/field-kinds";
import { parseYuan, plainYuan } from "~/contract/money";
import { typedDay } from "~/contract/typed-day";
import { today } from "~/contract/validators";
import type { Typed } from "~/form/submission.server";
import type { Value } from "../cells.server";

type Kinds<T> = { [K in Field["kind"]]: T };

/** How a value stands in its one input. */
const written: Kinds<(value: NonNullable<Value>) => string> = {
  text: String,
  number: String,
  money: (value) => plainYuan(Number(value)),
  date: String,
  time: String,
  moment: (value) => String(value).replace(" ", "T"),
  range: String,
  dictionary: String,
  several: (value) => (Array.isArray(value) ? value.join(",") : String(value)),
  reference: String,
  tree: String,
  area: String,
  boolean: (value) => (value === true ? "T" : ""),
  richText: String,
  // Never told, whatever stands for it.
  secret: () => "",
  image: String,
  file: String,
  identity: String,
  mobile: String,
  telephone: String,
  email: String,
  postalCode: String,
  url: String,
  own: () => "",
  group: () => "",
  lines: () => "",
};

export function valueText(field: Field, value: Value): string {
  return value === null || value === undefined ? "" : written[field.kind](value);
}

/** All texts of a value, by name of input. */
export function textsOf(name: string, field: Field, value: Value): Typed {
  if (field.kind === "range") {
    const [from = "", to = ""] = valueText(field, value).split("~");
    return { [`${name}.from`]: from, [`${name}.to`]: to };
  }
  if (!hasRows(field)) return { [name]: valueText(field, value) };
  const rows = Array.isArray(value) ? value : [];
  return Object.assign(
    {},
    ...rows.flatMap((row, index) => [
      ...(field.kind === "lines" ? [{ [rowName(name, index, lineId)]: String(row.id ?? "") }] : []),
      ...Object.entries(field.fields).map(([inner, one]) =>
        textsOf(rowName(name, index, inner), one, row[inner] as Value),
      ),
    ]),
  );
}

/** What the hidden input of a line is called that says which line it is; empty of a new one. */
export const lineId = "id";

export function rowName(group: string, index: number, inner: string): string {
  return `${group}[${index}].${inner}`;
}

/** What was posted of a field, among all that was. */
export function isOf(name: string, input: string): boolean {
  return input === name || input.startsWith(`${name}.`) || input.startsWith(`${name}[`);
}

const whole = (text: string) => (/^-?\d{1,15}$/.test(text) ? Number(text) : text);
const asTyped = (_: string, value: unknown) => value;
const trimmed = (text: string) => text;

/** What cannot be read stays text, for the field's own rule to refuse; the amount that is none is NaN. */
const read: Kinds<(text: string, value: string) => unknown> = {
  text: asTyped,
  number: (text) => (/^-?\d{1,15}(\.\d{1,6})?$/.test(text) ? Number(text) : text),
  money: (text) => parseYuan(text) ?? Number.NaN,
  date: (text) => typedDay(text, today()),
  time: (text) => text.slice(0, /^\d\d:\d\d:00$/.test(text) ? 5 : undefined),
  moment: (text) => momentOf(text.replace("T", " ")),
  range: trimmed,
  dictionary: asTyped,
  several: (text) => valuesIn(text),
  reference: whole,
  tree: whole,
  area: trimmed,
  boolean: asTyped,
  richText: asTyped,
  secret: asTyped,
  image: trimmed,
  file: trimmed,
  identity: trimmed,
  mobile: trimmed,
  telephone: trimmed,
  email: trimmed,
  postalCode: trimmed,
  url: trimmed,
  own: asTyped,
  group: asTyped,
  lines: asTyped,
};

/** Browsers leave out seconds that are none. */
function momentOf(text: string): string {
  return /^\d{4}-\d\d-\d\d \d\d:\d\d$/.test(text) ? `${text}:00` : text;
}

/** Of what a form posted under the field's name (nested, where the names are). */
export function typedValue(field: Field, posted: unknown): unknown {
  if (field.kind === "boolean") return posted === "T" || posted === "on" || posted === "true";
  if (field.kind === "group") return rowsOf(field.fields, posted);
  if (field.kind === "several") return typeof posted === "string" ? valuesIn(posted) : [];
  if (field.kind === "lines") return linesOf(field.fields, posted);
  const value = field.kind === "range" ? rangeOf(posted) : posted;
  if (typeof value !== "string") return undefined;
  const text = value.normalize("NFKC").trim();
  return text === "" ? "" : read[field.kind](text, value);
}

/** Of the boxes that were ticked, or as a tester writes them: with commas between them. */
export function valuesIn(text: string): string[] {
  return text
    .split(",")
    .map((value) => value.trim())
    .filter((value) => value !== "");
}

function rangeOf(posted: unknown): unknown {
  if (typeof posted !== "object" || posted === null) return posted;
  const { from = "", to = "" } = posted as { from?: unknown; to?: unknown };
  const [first, last] = [from, to].map((end) => (typeof end === "string" ? typedDay(end, today()) : end));
  return first === "" && last === "" ? "" : `${first}~${last}`;
}

/** Lines at the end that are empty through and through were never filled in. */
function linesOf(fields: Record<string, Field>, posted: unknown): unknown {
  const rows = rowsOf(fields, posted);
  if (!Array.isArray(rows) || !Array.isArray(posted)) return rows;
  const lines = rows.map((row: Record<string, unknown>, place) => {
    const text = (posted[place] as { [lineId]?: unknown } | null)?.[lineId];
    return typeof text === "string" && text !== "" ? { [lineId]: whole(text), ...row } : row;
  });
  const isEmpty = (line: object) => Object.values(line).every((value) => !value);
  return lines.slice(0, lines.findLastIndex((line) => !isEmpty(line)) + 1);
}

function rowsOf(fields: Record<string, Field>, posted: unknown): unknown {
  if (posted === undefined || posted === "") return [];
  if (!Array.isArray(posted)) return posted;
  const rows = posted.map((row: unknown) => {
    const given = typeof row === "object" && row !== null ? (row as Record<string, unknown>) : {};
    return Object.fromEntries(Object.entries(fields).map(([name, field]) => [name, typedValue(field, given[name])]));
  });
  return rows;
}
