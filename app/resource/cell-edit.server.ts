/** Changing cells in the list itself: what the page shows, and what its form saves. */
import type { ActionFunctionArgs } from "@remix-run/node";
import { isCell, problemOf, rulesOf } from "~/contract/cell-rules";
import type { FieldErrors } from "~/contract/errors";
import type { Field } from "~/contract/field-kinds";
import { m } from "~/contract/messages";
import { plainYuan } from "~/contract/money";
import type { AnyResource, Option } from "~/contract/resource";
import { attempt, type Typed } from "~/form/submission.server";
import type { Value } from "./cells.server";
import { formSchema } from "./form-schema.server";
import type { CellInput } from "./parts/view";

export function cellFields(resource: AnyResource): [string, Field][] {
  return Object.entries(resource.fields).filter(([, field]) => isCell(field));
}

export function cellInputs(resource: AnyResource, options: Record<string, Option[]>): Record<string, CellInput> {
  return Object.fromEntries(cellFields(resource).map(([name, field]) => [name, inputOf(field, options[name] ?? [])]));
}

function inputOf(field: Field, options: Option[]): CellInput {
  const required = field.required === true;
  if (field.kind === "dictionary" || field.kind === "reference") return { kind: "choice", required, options };
  if (field.kind === "boolean") return { kind: "flag", required };
  if (field.kind === "number" || field.kind === "money") return { kind: "number", required };
  return {
    kind: field.kind === "date" ? "date" : "text",
    required,
    max: field.kind === "text" ? field.max : undefined,
  };
}

/** The text that stands in a cell's input. */
export function cellText(field: Field, value: Value): string {
  if (value === null || value === undefined) return "";
  if (field.kind === "money") return plainYuan(Number(value));
  if (field.kind === "boolean") return value === true ? "T" : "";
  return String(value);
}

export type CellsSaved = { ok: true; changed: boolean } | { ok: false; status: number; errors: FieldErrors };

interface ChangedRow {
  id: number;
  rowVersion: number;
  texts: Map<string, string>;
}

/** `e.<id>.<field>` is what stands in a cell, `o.<id>.<field>` what stood there, `v.<id>` the row's version. */
export async function saveCells(
  { context }: Pick<ActionFunctionArgs, "context">,
  resource: AnyResource,
  form: FormData,
): Promise<CellsSaved> {
  const fields = new Map(cellFields(resource));
  const errors: FieldErrors = {};
  const rows = changedRows(form, fields).map(({ id, rowVersion, texts }) => {
    const given = [...texts].flatMap(([name]): [string, Field][] => {
      const field = fields.get(name);
      return field ? [[name, field]] : [];
    });
    for (const [name, field] of given) {
      const problem = problemOf(rulesOf(field), texts.get(name) ?? "");
      if (problem !== null) errors[`e.${id}.${name}`] = [problem];
    }
    const parsed = formSchema(given).safeParse(Object.fromEntries(texts));
    for (const issue of parsed.error?.issues ?? []) errors[`e.${id}.${String(issue.path[0])}`] ??= [issue.message];
    return { id, rowVersion, values: (parsed.data ?? {}) as Record<string, string | number | boolean | null> };
  });
  if (Object.keys(errors).length > 0) return { ok: false, status: 422, errors };
  if (rows.length === 0) return { ok: true, changed: false };
  const { saveCells: method } = resource.methods;
  if (!method) throw new Response(null, { status: 400 });
  const tried = await attempt(context, () => context.dispatch.call(method, { rows }), m.error_save_title());
  if (tried.ok) return { ok: true, changed: true };
  const refused = Object.entries(tried.refusal.errors).map(([key, texts]) => [key.replace(/^rows\./, "e."), texts]);
  const general = tried.refusal.notice ? { "": [tried.refusal.notice.message] } : {};
  return { ok: false, status: tried.refusal.status, errors: { ...Object.fromEntries(refused), ...general } };
}

function changedRows(form: FormData, fields: Map<string, Field>): ChangedRow[] {
  const rows = new Map<string, ChangedRow>();
  for (const [key, was] of form) {
    const [, id = "", name = ""] = /^o\.([1-9]\d{0,14})\.(\w{1,40})$/.exec(key) ?? [];
    const version = String(form.get(`v.${id}`) ?? "");
    if (!fields.has(name) || !/^\d{1,9}$/.test(version)) continue;
    const typed = String(form.get(`e.${id}.${name}`) ?? "");
    if (typed === was) continue;
    const row = rows.get(id) ?? { id: Number(id), rowVersion: Number(version), texts: new Map() };
    row.texts.set(name, typed);
    rows.set(id, row);
  }
  return [...rows.values()].slice(0, 100);
}

/** What was typed into cells, for the page that says what is wrong. */
export function typedCells(form: FormData): Typed {
  const typed: Typed = {};
  for (const [key, value] of form) {
    if (typeof value === "string" && /^e\.\d{1,15}\.\w{1,40}$/.test(key)) typed[key] = value.slice(0, 1_000);
  }
  return typed;
}
