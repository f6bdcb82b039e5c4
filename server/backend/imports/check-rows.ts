/** Rows of a file against the rules of the form: each field's own, those across fields, and those that the data knows. */
import type { FieldErrors } from "~/contract/errors";
import { type Field, fieldSchema } from "~/contract/field-kinds";
import { isShown, uniquesOf } from "~/contract/form-rules";
import { type ImportExisting, importFields, importKey } from "~/contract/import";
import { m } from "~/contract/messages";
import { sensitiveButton } from "~/contract/resource-changes";
import { refusalText } from "../kernel/answers";
import { Invalid } from "../kernel/refusal";
import type { Values } from "../kernel/resource-backend";
import type { Call, ImportTarget } from "../kernel/served";
import { keyText } from "../kernel/unique-rows";
import { readCell } from "./cell-values";
import { type Lookups, lookupsFor, noLookup } from "./lookups";

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
  state: "good" | "bad" | "same";
  /** What would be saved, of a row that is there what changes; null where something is wrong. */
  values: Values | null;
  errors: CellError[];
  /** The row that has the line's key, and its version. */
  foundId: number | null;
  foundVersion: number | null;
  /** What the fields in `values` are now. */
  before: Values | null;
}

export class RowChecker {
  private readonly fields: [string, Field][];
  /** Lines are of rows that are there, where they have their key; null: all are new. */
  private readonly key: readonly string[] | null;
  private readonly places: Map<string, number>;
  /** Lines by the fields that are unique, with their values. */
  private readonly seen = new Map<string, number>();
  /** New rows that are right so far. */
  private fresh = 0;

  constructor(
    private readonly target: ImportTarget,
    columns: readonly FileColumn[],
    existing: ImportExisting,
  ) {
    this.fields = importFields(target.resource.fields);
    this.key = existing === "change" ? importKey(target.resource) : null;
    this.places = new Map(columns.flatMap(({ field }, place) => (field ? [[field, place]] : [])));
  }

  /** In the order of the file: the second of two rows with the same code is the wrong one. */
  async check(call: Call, rows: readonly FileRow[]): Promise<CheckedRow[]> {
    const lookups = await lookupsFor(call, this.target, this.fields, (name) =>
      rows.map((row) => this.cellOf(row, name)),
    );
    const rowsThere = await this.rowsThere(call, rows, lookups);
    const kept = await keptFields(call, this.target);
    const room = (await this.target.room?.(call)) ?? null;
    const checked: CheckedRow[] = [];
    for (const row of rows) {
      const before = rowsThere.get(this.keyOf(row, lookups)) ?? null;
      const values: Values = {};
      const errors: FieldErrors = {};
      for (const [name, field] of this.fields) {
        const cell = this.cellOf(row, name);
        // What is there keeps what the file says nothing of, its key, and what the caller could not change in the form.
        if (before && (cell === "" || this.key?.includes(name) || kept.has(name))) continue;
        const read = readCell(field, cell, lookups[name] ?? noLookup);
        if ("problem" in read) errors[name] = [read.problem];
        else values[name] = read.value as Values[string];
      }
      this.applySchemas(values, errors, before);
      this.refuseTwins(row.line, { ...before, ...values }, errors);
      let right = await this.applyRules(call, values, errors, before);
      if (right && !before) {
        if (room && this.fresh >= room.left) [right, errors[""]] = [null, [room.says()]];
        else this.fresh += 1;
      }
      checked.push({ ...row, ...outcomeOf(right, before), errors: this.placed(errors) });
    }
    return checked;
  }

  private async rowsThere(call: Call, rows: readonly FileRow[], lookups: Lookups): Promise<Map<string, Values>> {
    const { key } = this;
    if (key === null) return new Map();
    const wanted = rows.map((row) => this.keyValues(row, lookups)).filter((values) => keyText(key, values) !== "");
    return this.target.operations.rowsBy(call, key, wanted);
  }

  private keyOf(row: FileRow, lookups: Lookups): string {
    return this.key === null ? "" : keyText(this.key, this.keyValues(row, lookups));
  }

  /** Of the fields that a line's row is known by, as far as they can be read. */
  private keyValues(row: FileRow, lookups: Lookups): Values {
    const read = (name: string) => {
      const field = this.target.resource.fields[name];
      const cell = field && readCell(field, this.cellOf(row, name), lookups[name] ?? noLookup);
      return cell && "value" in cell ? (cell.value as Values[string]) : null;
    };
    return Object.fromEntries((this.key ?? []).map((name) => [name, read(name)]));
  }

  private cellOf({ cells }: FileRow, name: string): string {
    return cells[this.places.get(name) ?? -1] ?? "";
  }

  private applySchemas(values: Values, errors: FieldErrors, before: Values | null): void {
    const given = { ...before, ...values };
    for (const [name, field] of this.fields) {
      if (!(name in values) || !isShown(field, given)) continue;
      const result = fieldSchema(field).safeParse(values[name]);
      if (result.success) values[name] = result.data as Values[string];
      else errors[name] = [...new Set(result.error.issues.map(({ message }) => message))];
      if (errors[name]) delete values[name];
    }
  }

  private refuseTwins(line: number, values: Values, errors: FieldErrors): void {
    for (const names of uniquesOf(this.target.resource)) {
      const last = names.at(-1) ?? "";
      if (names.some((name) => errors[name]) || (values[last] ?? null) === null) continue;
      const key = JSON.stringify([names, ...names.map((name) => String(values[name] ?? "").toLowerCase())]);
      const before = this.seen.get(key);
      if (before === undefined) this.seen.set(key, line);
      else errors[last] = [m.imports_twin({ line: before })];
    }
  }

  /** The values to save, or null. Where a cell is wrong already, only what is unique is looked at besides. */
  private async applyRules(
    call: Call,
    values: Values,
    errors: FieldErrors,
    before: Values | null,
  ): Promise<Values | null> {
    const { operations } = this.target;
    const clean = Object.keys(errors).length === 0;
    try {
      if (clean)
        return await (before ? operations.changes(call, values, before) : operations.checked(call, values, null));
      await operations.checkUnique(call, values, before);
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
      // Of lines, which stand in one cell, all that is wrong stands there.
      const [own = ""] = name.split(".");
      const field = this.target.resource.fields[own];
      const column = this.places.get(own) ?? -1;
      const about = column < 0 && field ? `${field.label()}: ` : "";
      return messages.map((message) => ({ column, message: about + message }));
    });
  }
}

/** What is wrong has no values; what is there as the line has it has nothing to change. */
function outcomeOf(values: Values | null, row: Values | null): Omit<CheckedRow, keyof FileRow | "errors"> {
  const found = { foundId: row && Number(row.id), foundVersion: row && Number(row.rowVersion) };
  if (!values) return { state: "bad", values, before: null, ...found };
  if (!row) return { state: "good", values, before: null, ...found };
  const names = Object.keys(values);
  const before = Object.fromEntries(names.map((name) => [name, row[name] ?? null]));
  return { state: names.length > 0 ? "good" : "same", values, before, ...found };
}

/** Fields of rows that are there which the caller may not change: set once, or seen masked only. */
export async function keptFields(call: Call, { resource }: ImportTarget): Promise<Set<string>> {
  const fields = importFields(resource.fields);
  const maySee = !fields.some(([, { mask }]) => mask) || (await call.may(sensitiveButton));
  return new Set(fields.flatMap(([name, { createOnly, mask }]) => (createOnly || (mask && !maySee) ? [name] : [])));
}

/** What the headings of a file stand for: a label in any language, with or without the star, or the field's own name. */
export function columnsFor(
  { resource }: ImportTarget,
  existing: ImportExisting,
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
  // Rows that are there need nothing but their key.
  const key = existing === "change" ? importKey(resource) : null;
  const missing = fields.filter(
    ([name, { required, default: value }]) =>
      required && value === undefined && !taken.has(name) && (key === null || key.includes(name)),
  );
  const labels = missing.map(([, { label }]) => label());
  if (taken.size === 0) return { columns, problem: m.imports_no_columns() };
  return {
    columns,
    problem: labels.length > 0 ? m.imports_missing_columns({ labels: labels.join(m.words_comma()) }) : "",
  };
}

function plainLabel(label: string): string {
  return label
    .normalize("NFKC")
    .replace(/\s*\*\s*$/, "")
    .trim()
    .toLowerCase();
}
