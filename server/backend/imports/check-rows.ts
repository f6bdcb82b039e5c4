/** Rows of a file against the rules of the form: each field's own, those across fields, and those that the data knows. */
import type { FieldErrors } from "~/contract/errors";
import { type Field, fieldSchema } from "~/contract/field-kinds";
import { isShown, isUnique } from "~/contract/form-rules";
import { importFields } from "~/contract/import";
import { m } from "~/contract/messages";
import { refusalText } from "../kernel/answers";
import { Invalid } from "../kernel/refusal";
import type { Values } from "../kernel/resource";
import type { Call, ImportTarget } from "../kernel/served";
import { readCell } from "./cell-values";
import { lookupsFor, noLookup } from "./lookups";

/** A heading, and the field that it stands for; null for none. */
export interface FileColumn {
  label: string;
  field: string | null;
}

/** By place of the column; -1: of the row as a whole. */
export interface CellError {
  column: number;
  message: string;
}

export interface FileRow {
  line: number;
  cells: string[];
}

export interface CheckedRow extends FileRow {
  /** What would be saved; null where something is wrong. */
  values: Values | null;
  errors: CellError[];
}

export class RowChecker {
  private readonly fields: [string, Field][];
  private readonly places: Map<string, number>;
  /** Lines by `field value`, of fields that are unique. */
  private readonly seen = new Map<string, number>();

  constructor(
    private readonly target: ImportTarget,
    columns: readonly FileColumn[],
  ) {
    this.fields = importFields(target.resource.fields);
    this.places = new Map(columns.flatMap(({ field }, place) => (field ? [[field, place]] : [])));
  }

  /** In the order of the file: the second of two rows with the same code is the wrong one. */
  async check(call: Call, rows: readonly FileRow[]): Promise<CheckedRow[]> {
    const lookups = await lookupsFor(call, this.target, this.fields, (name) =>
      rows.map((row) => this.cellOf(row, name)),
    );
    const checked: CheckedRow[] = [];
    for (const row of rows) {
      const values: Values = {};
      const errors: FieldErrors = {};
      for (const [name, field] of this.fields) {
        const read = readCell(field, this.cellOf(row, name), lookups[name] ?? noLookup);
        if ("problem" in read) errors[name] = [read.problem];
        else values[name] = read.value as Values[string];
      }
      this.applySchemas(values, errors);
      this.refuseTwins(row.line, values, errors);
      const right = await this.applyRules(call, values, errors);
      checked.push({ ...row, values: right, errors: this.placed(errors) });
    }
    return checked;
  }

  private cellOf({ cells }: FileRow, name: string): string {
    return cells[this.places.get(name) ?? -1] ?? "";
  }

  private applySchemas(values: Values, errors: FieldErrors): void {
    const given = { ...values };
    for (const [name, field] of this.fields) {
      if (errors[name] || !isShown(field, given)) continue;
      const result = fieldSchema(field).safeParse(values[name]);
      if (result.success) values[name] = result.data as Values[string];
      else errors[name] = [...new Set(result.error.issues.map(({ message }) => message))];
      if (errors[name]) delete values[name];
    }
  }

  private refuseTwins(line: number, values: Values, errors: FieldErrors): void {
    for (const [name, field] of this.fields) {
      const value = values[name];
      if (!isUnique(name, field) || errors[name] || value === null || value === undefined) continue;
      const key = `${name} ${String(value).toLowerCase()}`;
      const before = this.seen.get(key);
      if (before === undefined) this.seen.set(key, line);
      else errors[name] = [m.imports_twin({ line: before })];
    }
  }

  /** The values to save, or null. Where a cell is wrong already, only what is unique is looked at besides. */
  private async applyRules(call: Call, values: Values, errors: FieldErrors): Promise<Values | null> {
    const { operations } = this.target;
    const clean = Object.keys(errors).length === 0;
    try {
      if (clean) return await operations.checked(call, values, null);
      await operations.checkUnique(call, values, null);
    } catch (error) {
      const text = refusalText(error);
      if (text === null) throw error;
      for (const [name, messages] of Object.entries(error instanceof Invalid ? error.errors : { "": [text] }))
        errors[name] ??= messages;
    }
    return null;
  }

  private placed(errors: FieldErrors): CellError[] {
    return Object.entries(errors).flatMap(([name, messages]) => {
      const field = this.target.resource.fields[name.split(".")[0] ?? ""];
      const column = this.places.get(name) ?? -1;
      const about = column < 0 && field ? `${field.label()}: ` : "";
      return messages.map((message) => ({ column, message: about + message }));
    });
  }
}

/** What the headings of a file stand for: a label in any language, with or without the star, or the field's own name. */
export function columnsFor(
  { resource }: ImportTarget,
  heading: readonly string[],
  labelsOf: (field: Field) => string[],
): { columns: FileColumn[]; problem: string } {
  const names = new Map<string, string>();
  const fields = importFields(resource.fields);
  for (const [name, field] of fields) {
    for (const label of [name, ...labelsOf(field)]) names.set(plainLabel(label), name);
  }
  const taken = new Set<string>();
  const columns = heading.map((label): FileColumn => {
    const field = names.get(plainLabel(label)) ?? null;
    if (field === null || taken.has(field)) return { label: label.slice(0, 60), field: null };
    taken.add(field);
    return { label: label.slice(0, 60), field };
  });
  const missing = fields.filter(
    ([name, { required, default: value }]) => required && value === undefined && !taken.has(name),
  );
  const labels = missing.map(([, { label }]) => label());
  if (taken.size === 0) return { columns, problem: m.imports_no_columns() };
  return { columns, problem: labels.length > 0 ? m.imports_missing_columns({ labels: labels.join("、") }) : "" };
}

function plainLabel(label: string): string {
  return label
    .normalize("NFKC")
    .replace(/\s*\*\s*$/, "")
    .trim()
    .toLowerCase();
}
