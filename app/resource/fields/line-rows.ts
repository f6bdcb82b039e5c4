/** The lines of a form as the page holds them: each keeps its inputs while lines come, go and change places. Pure. */
import type { FieldErrors } from "~/contract/errors";
import type { InputView } from "../load-form.server";

export interface LineRow {
  /** Of its inputs on the page: another one draws them anew. */
  key: string;
  /** Which line it is; "" of a new one. */
  id: string;
  cells: InputView[];
  /** By field of the line; "" of the line as a whole. */
  errors: FieldErrors;
}

/** What follows the number in the name of an input: `lines[0].amount` is `amount`. */
export function fieldOf(input: string): string {
  return input.slice(input.indexOf("].") + 2);
}

export function nameOf(lines: string, row: number, field: string): string {
  return `${lines}[${row}].${field}`;
}

export function lineRows({ name, rows = [], lines }: InputView, errors: FieldErrors): LineRow[] {
  return rows.map((cells, row) => ({
    key: String(row),
    id: lines?.ids[row] ?? "",
    cells,
    errors: errorsOf(name, row, errors),
  }));
}

export function errorsOf(lines: string, row: number, errors: FieldErrors): FieldErrors {
  const at = `${lines}[${row}]`;
  const own = Object.entries(errors).filter(([key]) => key === at || key.startsWith(`${at}.`));
  return Object.fromEntries(own.map(([key, messages]) => [key === at ? "" : fieldOf(key), messages]));
}

/** Under the names that the inputs have at this place. */
export function errorsAt(lines: string, row: number, errors: FieldErrors): FieldErrors {
  return Object.fromEntries(Object.entries(errors).map(([field, messages]) => [nameOf(lines, row, field), messages]));
}

let made = 0;
export function freshKey(): string {
  made += 1;
  return `new-${made}`;
}

export const inserted = (rows: readonly LineRow[], at: number, row: LineRow): LineRow[] => [
  ...rows.slice(0, at),
  row,
  ...rows.slice(at),
];

export const removed = (rows: readonly LineRow[], at: number): LineRow[] => rows.filter((_, place) => place !== at);

/** Unchanged where there is no such place. */
export function moved(rows: readonly LineRow[], from: number, to: number): LineRow[] {
  const row = rows[from];
  return row && to >= 0 && to < rows.length ? inserted(removed(rows, from), to, row) : [...rows];
}
