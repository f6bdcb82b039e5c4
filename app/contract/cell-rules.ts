/**
 * The edit rules of a data grid's cells (specification 5): required, number, integer, least and greatest value, email, date,
 * time, url, custom; with the messages of the grid's language pack. Over texts, as they are typed.
 */
import type { CellRules, Field } from "./field-types";
import { m } from "./messages";
import { isDay } from "./validators";

const isNumber = (text: string) => /^[-+]?(\d+\.?\d*|\.\d+)$/.test(text);
const isEmail = (text: string) => /^[^\s@<>()]{1,64}@[A-Za-z0-9-]+(\.[A-Za-z0-9-]+)*\.[A-Za-z]{2,}$/.test(text);
/** hh:mm, or h:mm with am or pm. */
const isTime = (text: string) =>
  /^([01]?\d|2[0-3]):[0-5]\d$/.test(text) || /^(0?[1-9]|1[0-2]):[0-5]\d[ap]m$/i.test(text);

/** Full-width signs are what a Chinese keyboard writes. */
export const plainText = (text: string) => text.normalize("NFKC").trim();

/** The first rule that a text breaks, in words; null when it keeps them all. An empty one breaks "required" only. */
export function problemOf(rules: CellRules, typed: string): string | null {
  const text = plainText(typed);
  if (text === "") return rules.required ? m.lists_cell_required() : null;
  const { minValue, maxValue } = rules;
  if ((rules.number || minValue !== undefined || maxValue !== undefined) && !isNumber(text))
    return m.lists_cell_number();
  if (minValue !== undefined && Number(text) < minValue) return m.lists_cell_min({ n: minValue });
  if (maxValue !== undefined && Number(text) > maxValue) return m.lists_cell_max({ n: maxValue });
  if (rules.email && !isEmail(text)) return m.lists_cell_email();
  if (rules.integer && !/^[-+]?\d+$/.test(text)) return m.lists_cell_integer();
  if (rules.date && !isDay(text)) return m.lists_cell_date({ format: "yyyy-MM-dd" });
  if (rules.time && !isTime(text)) return m.lists_cell_date({ format: "hh:mm (am/pm)" });
  if (rules.url && !isUrl(text)) return m.lists_cell_url();
  return rules.custom?.(text) ?? null;
}

function isUrl(text: string): boolean {
  return /^https?:\/\/[^\s/?#]+/i.test(text) && URL.canParse(text);
}

/** What a field's declaration says already, and its rules of its own. */
export function rulesOf(field: Field): CellRules {
  const own = typeof field.cellEdit === "object" ? field.cellEdit : {};
  return { ...(field.required && { required: true }), ...byKind(field), ...own };
}

function byKind(field: Field): CellRules {
  switch (field.kind) {
    case "number":
      return { number: true, ...(!field.decimals && { integer: true }), minValue: field.min, maxValue: field.max };
    case "money":
      return { number: true, minValue: 0 };
    case "date":
      return { date: true };
    case "time":
      return { time: true };
    case "email":
      return { email: true };
    case "url":
      return { url: true };
    default:
      return {};
  }
}

/** Fields of these kinds need more room than a cell has. */
const wide: readonly Field["kind"][] = [
  "group",
  "several",
  "lines",
  "range",
  "area",
  "tree",
  "moment",
  "richText",
  "image",
  "file",
  "secret",
];

/** Whether a field may be changed in the list itself. */
export function isCell(field: Field): boolean {
  if (wide.includes(field.kind) || (field.kind === "reference" && field.remote)) return false;
  return Boolean(field.cellEdit && field.list && field.form !== false && !field.createOnly && !field.mask);
}
