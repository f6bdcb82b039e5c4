/** Values as people read them, by field kind. */
import { stamp } from "~/contract/business-time";
import { type Field, type GroupField, holdsFiles, secretAnother } from "~/contract/field-kinds";
import { pathsOf } from "~/contract/files";
import { linesWords, type SayValue } from "~/contract/line-words";
import { m } from "~/contract/messages";
import { formatYuan } from "~/contract/money";
import type { Option } from "~/contract/resource";
import type { Cell } from "~/widgets/cell";
import { linkTo } from "~/widgets/file-links";
import { wordsOf } from "~/widgets/rich-text/rich-text.server";

type Single = string | number | boolean | null;
/** A group's is a list of rows, that of several a list of values. */
export type Value =
  | Single
  | undefined
  | readonly Readonly<Record<string, Single>>[]
  | readonly string[]
  /** What a corp has added, all of it: each stands beside the others under a name of its own (`ownBeside`). */
  | Readonly<Record<string, string | number>>;

type RowValues = Readonly<Record<string, unknown>>;

/** `row`: whose value it is, or was. */
export function textOf(field: Field, value: Value, options: Option[] | undefined, row: RowValues = {}): string {
  if (field.words) return field.words(value, row);
  if (field.kind === "group") return rowsText(field, value);
  if (field.kind === "lines") return linesWords(field, value);
  if (Array.isArray(value)) return value.map((one) => labelIn(options, String(one))).join(m.words_comma());
  if (value === null || value === undefined || value === "") return "";
  if (field.kind === "secret") return value === secretAnother ? m.forms_secret_another() : m.forms_secret_set();
  if (field.kind === "money") return formatYuan(Number(value));
  if (field.kind === "boolean") return value === true ? m.engine_yes() : m.engine_no();
  if (field.kind === "range") return String(value).replace("~", " ~ ");
  if (field.kind === "richText") return firstWords(wordsOf(String(value)) || m.files_pictures());
  if (holdsFiles(field)) {
    return filesOf(String(value), options)
      .map(({ name }) => name)
      .join(m.words_comma());
  }
  if (isChoice(field)) {
    return labelIn(options, String(value));
  }
  return String(value);
}

function labelIn(options: Option[] | undefined, value: string): string {
  return options?.find((option) => option.value === value)?.label ?? value;
}

/** Shown by a label that comes with the answer. */
function isChoice({ kind, choice }: Field): boolean {
  return choice === true || kind === "dictionary" || kind === "reference" || kind === "tree" || kind === "area";
}

/** By the names that came with the answer; one that is removed for good has none. */
function filesOf(value: string, options: Option[] | undefined): { path: string; name: string }[] {
  const names = new Map(options?.map((option) => [option.value, option.label]));
  return pathsOf(value).map((path) => ({ path, name: names.get(path) ?? m.files_gone() }));
}

const mostWords = 300;

function firstWords(text: string): string {
  return text.length > mostWords ? `${text.slice(0, mostWords)}…` : text;
}

function rowsText({ fields }: GroupField, rows: Value): string {
  if (!Array.isArray(rows)) return "";
  const rowText = (row: Readonly<Record<string, Single>>) =>
    Object.entries(fields)
      .map(([name, field]) => textOf(field, row[name], undefined))
      .filter(Boolean)
      .join(" ");
  return rows.map(rowText).join("；");
}

/** Says the values of lines with the labels that came with the answer: `options` by `<lines>.<field>`. */
export function sayingValues(name: string, options: Record<string, Option[]>): SayValue {
  return (inner, field, value) => textOf(field, value as Value, options[`${name}.${inner}`]);
}

/** The status is a badge, and so is what a dictionary gives a colour; files are links; everything else is text. */
export function cellOf(
  field: Field,
  value: Value,
  options: Option[] | undefined,
  isStatus: boolean,
  row: RowValues = {},
): Cell {
  if (holdsFiles(field) && value) {
    const files = filesOf(String(value), options);
    if (field.kind === "image") return { pictures: files };
    return { files: files.map(({ path, name }) => ({ to: linkTo(path), text: name })) };
  }
  const text = textOf(field, value, options, row);
  const tone = field.kind === "dictionary" ? options?.find((option) => option.value === value)?.tone : undefined;
  return isStatus || tone ? { state: String(value), label: text, ...(tone && { tone }) } : text;
}

/** A value with a page of its own; a row that names none of it leads there all the same. Where its reader may not go it is text. */
export function leading(to: string | null, cell: Cell, mayOpen: (address: string) => boolean): Cell {
  return to === null || !mayOpen(to) || typeof cell !== "string" ? cell : { to, text: cell || m.lists_open_page() };
}

export function isNumeric(field: Field): boolean {
  return field.kind === "number" || field.kind === "money";
}

const wholeKinds: readonly Field["kind"][] = [
  "date",
  "moment",
  "time",
  "dictionary",
  "mobile",
  "telephone",
  "identity",
  "postalCode",
];

/** Short, and hard to read in two lines. */
export function isWhole(field: Field): boolean {
  return wholeKinds.includes(field.kind) || (field.kind === "text" && Boolean(field.code || field.whole));
}

/** Amounts say their unit. */
export function labelOf(field: Field): string {
  return field.kind === "money" ? field.label() + m.engine_yuan() : field.label();
}

/** A moment as yyyy-MM-dd hh:mm:ss, where the parks are. */
export function momentText(moment: string): string {
  return stamp(moment);
}
