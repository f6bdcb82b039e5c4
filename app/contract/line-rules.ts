/** Rules over the lines of a document: no two alike, sums that must be right, and what a business asks besides. Pure. */
import type { FieldErrors } from "./errors";
import type { Field, LinesField } from "./field-kinds";
import type { Line, LineProblem, LineRule } from "./line-rule";
import { m } from "./messages";

/** The sum of a field over the lines is what a field of the header says. */
export function sumIs(field: string, ofHeader: string, message: (inputs: { sum: number }) => string): LineRule {
  return (lines, header) => {
    const sum = sumOf(lines, field);
    return sum === Number(header[ofHeader] ?? 0) ? [] : [{ message: message({ sum }) }];
  };
}

/** Lines without a value count as nothing. */
export function sumOf(lines: readonly Line[], field: string): number {
  return lines.reduce((sum, line) => sum + Number(line[field] ?? 0), 0);
}

/** What is wrong with the lines of all fields, by `<field>.<line>.<field of the line>`. Fields that are absent are not asked. */
export function brokenLines(
  fields: readonly (readonly [string, Field])[],
  header: Readonly<Record<string, unknown>>,
): FieldErrors {
  const errors: FieldErrors = {};
  for (const [name, field] of fields) {
    const given = header[name];
    if (field.kind !== "lines" || !Array.isArray(given)) continue;
    const rows: readonly Line[] = given;
    const problems = [...countOf(field, rows), ...twinsOf(field, rows)];
    for (const rule of problems.length > 0 ? [] : (field.rules ?? [])) problems.push(...rule(rows, header));
    for (const { line, field: inner, message } of problems) {
      const at = [name, ...(line === undefined ? [] : [line, ...(inner === undefined ? [] : [inner])])].join(".");
      errors[at] = [...(errors[at] ?? []), message];
    }
  }
  return errors;
}

function countOf({ min, max }: LinesField, rows: readonly Line[]): LineProblem[] {
  if (rows.length < min) return [{ message: m.forms_group_min({ n: min }) }];
  return rows.length > max ? [{ message: m.forms_group_max({ n: max }) }] : [];
}

/** The second of two alike is the wrong one; it stands at the last field of the key. */
function twinsOf({ key }: LinesField, rows: readonly Line[]): LineProblem[] {
  const first = new Map<string, number>();
  return rows.flatMap((row, line): LineProblem[] => {
    const text = keyOf(key, row);
    const before = first.get(text);
    if (before === undefined) first.set(text, line);
    return before === undefined ? [] : [{ line, field: key.at(-1) ?? "", message: m.lines_twin({ n: before + 1 }) }];
  });
}

/** What lines are known by; texts whatever the case of their letters. */
export function keyOf(key: readonly string[], row: Line): string {
  return JSON.stringify(
    key.map((name) => {
      const value = row[name] ?? null;
      return typeof value === "string" ? value.toLowerCase() : value;
    }),
  );
}

/** By their key, where their order is nobody's. Texts by their characters, as the database's "C" has them. */
export function inOrder<L extends Line>({ key, ordered, order }: LinesField, rows: readonly L[]): L[] {
  if (ordered) return [...rows];
  const turn = order === "desc" ? -1 : 1;
  return [...rows].sort((one, other) => {
    for (const name of key) {
      const [left, right] = [one[name] ?? "", other[name] ?? ""];
      if (left !== right) return (left as string) < (right as string) ? -turn : turn;
    }
    return 0;
  });
}
