/** Values as people read them, by field kind. */
import type { Field, GroupField } from "~/contract/field-kinds";
import { m } from "~/contract/messages";
import { formatYuan } from "~/contract/money";
import type { Option } from "~/contract/resource";
import type { Cell } from "~/widgets/cell";

type Single = string | number | boolean | null;
/** A group's is a list of rows. */
export type Value = Single | undefined | readonly Readonly<Record<string, Single>>[];

export function textOf(field: Field, value: Value, options: Option[] | undefined): string {
  if (field.kind === "group") return rowsText(field, value);
  if (value === null || value === undefined || value === "") return "";
  if (field.kind === "money") return formatYuan(Number(value));
  if (field.kind === "boolean") return value === true ? m.engine_yes() : m.engine_no();
  if (field.kind === "range") return String(value).replace("~", " ~ ");
  if (isChoice(field)) {
    return options?.find((option) => option.value === String(value))?.label ?? String(value);
  }
  return String(value);
}

/** Shown by a label that comes with the answer. */
function isChoice({ kind }: Field): boolean {
  return kind === "dictionary" || kind === "reference" || kind === "tree" || kind === "area";
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

/** The status is a badge; everything else is text. */
export function cellOf(field: Field, value: Value, options: Option[] | undefined, isStatus: boolean): Cell {
  const text = textOf(field, value, options);
  return isStatus ? { state: String(value), label: text } : text;
}

export function isNumeric(field: Field): boolean {
  return field.kind === "number" || field.kind === "money";
}

/** Amounts say their unit. */
export function labelOf(field: Field): string {
  return field.kind === "money" ? field.label() + m.engine_yuan() : field.label();
}

const shanghai = new Intl.DateTimeFormat("sv-SE", {
  timeZone: "Asia/Shanghai",
  dateStyle: "short",
  timeStyle: "medium",
});

/** A moment as yyyy-MM-dd hh:mm:ss, where the parks are. */
export function momentText(moment: string): string {
  return shanghai.format(new Date(moment));
}
