/** The lines of a row as its page shows them: a table with sums. */
import type { LinesField } from "~/contract/field-kinds";
import type { Line } from "~/contract/line-rule";
import { sumOf } from "~/contract/line-rules";
import { formatYuan } from "~/contract/money";
import type { AnyResource, Option } from "~/contract/resource";
import type { Cell } from "~/widgets/cell";
import { cellOf, isNumeric, labelOf, type Value } from "./cells.server";
import type { Row } from "./form-view.server";

export interface LinesTableView {
  label: string;
  columns: { label: string; numeric: boolean }[];
  rows: Cell[][];
  /** By column, "" where nothing is summed; null where no column is. */
  totals: string[] | null;
}

/** Of all fields that are lines; those without a line are left out. */
export function linesTables(
  { fields }: Pick<AnyResource, "fields">,
  record: Row,
  options: Record<string, Option[]>,
): LinesTableView[] {
  return Object.entries(fields).flatMap(([name, field]) => {
    const lines = record[name];
    if (field.kind !== "lines" || field.detail === false || !Array.isArray(lines) || lines.length === 0) return [];
    return [tableOf(name, field, lines, options)];
  });
}

function tableOf(name: string, field: LinesField, lines: readonly Line[], options: Record<string, Option[]>) {
  const inner = Object.entries(field.fields);
  const totals = inner.map(([one, { kind, total }]) => {
    if (!total) return "";
    const sum = sumOf(lines, one);
    return kind === "money" ? formatYuan(sum) : String(Math.round(sum * 100) / 100);
  });
  return {
    label: field.label(),
    columns: inner.map(([, one]) => ({ label: labelOf(one), numeric: isNumeric(one) })),
    rows: lines.map((line) =>
      inner.map(([one, declared]) => cellOf(declared, line[one] as Value, options[`${name}.${one}`], false, line)),
    ),
    totals: totals.some(Boolean) ? totals : null,
  };
}
