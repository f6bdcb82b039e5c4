/** The rows of a group, or lines, as texts: what stands in the inputs of each. */
import type { GroupField, LinesField } from "~/contract/field-kinds";
import type { Typed } from "~/form/submission.server";
import { rowName, textsOf } from "./typed-values.server";

/** Texts of one row by what follows the row's number: `opens`, `days.from`. */
export type RowTexts = Typed;

const maxRows = 500;

/** Rows as the names of posted inputs number them. */
export function rowCount(group: string, texts: Typed): number {
  const numbers = Object.keys(texts).flatMap((input) => {
    const number = input.startsWith(`${group}[`) ? /^\[(\d{1,4})\]/.exec(input.slice(group.length))?.[1] : undefined;
    return number === undefined ? [] : [Number(number) + 1];
  });
  return Math.min(Math.max(0, ...numbers), maxRows);
}

export function rowsIn(name: string, typed: Typed): RowTexts[] {
  const rows = Array.from({ length: rowCount(name, typed) }, (): RowTexts => ({}));
  for (const [input, text] of Object.entries(typed)) {
    const match = input.startsWith(`${name}[`) ? /^\[(\d+)\]\.(.+)$/.exec(input.slice(name.length)) : null;
    const row = rows[Number(match?.[1])];
    if (row) row[match?.[2] ?? ""] = text;
  }
  return rows;
}

/** By name of input. */
export function textsOfRows(name: string, rows: readonly RowTexts[]): Typed {
  return Object.assign(
    {},
    ...rows.flatMap((row, index) =>
      Object.entries(row).map(([inner, text]) => ({ [rowName(name, index, inner)]: text })),
    ),
  );
}

/** Rows of values, as the inputs would have them. */
export function rowTexts(field: GroupField | LinesField, rows: Parameters<typeof textsOf>[2]): RowTexts[] {
  return rowsIn("row", textsOf("row", field, rows));
}
