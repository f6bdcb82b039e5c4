/** What a resource's form shows: its inputs, filled from the row, its defaults, or what was typed. */
import type { AppLoadContext } from "@remix-run/node";
import type { FieldErrors, Notice } from "~/contract/errors";
import type { Field } from "~/contract/field-kinds";
import { m } from "~/contract/messages";
import { plainYuan } from "~/contract/money";
import type { AnyResource, Option } from "~/contract/resource";
import { sensitiveButton } from "~/contract/resource-changes";
import type { Typed } from "~/form/submission.server";
import { labelOf, type Value } from "./cells.server";
import { pagesOf } from "./find-resource.server";
import type { ConflictView } from "./form-conflict.server";

export interface InputView {
  name: string;
  kind: Field["kind"];
  label: string;
  help: string;
  required: boolean;
  value: string;
  /** Of text. */
  max: number | null;
  multiline: boolean;
  options: Option[] | null;
  /** Shown, not posted: set once, or masked for this viewer. */
  disabled: boolean;
}

export interface FormView {
  title: string;
  back: string;
  list: string;
  inputs: InputView[];
  rowVersion: number | null;
  errors: FieldErrors;
  notice: Notice | null;
  /** Another has changed the row since this form was filled. */
  conflict: ConflictView | null;
}

export type Row = Record<string, Value>;

/** The row under edit, with the choices of its form. */
export interface Loaded {
  resource: AnyResource;
  id: number | null;
  record: Row | null;
  options: Record<string, Option[]>;
}

export interface Answered {
  typed: Typed | null;
  errors: FieldErrors;
  notice: Notice | null;
}

export function formView(
  context: AppLoadContext,
  { resource, id, record, options }: Loaded,
  { typed, errors, notice }: Answered,
  conflict: ConflictView | null = null,
): FormView {
  const pages = pagesOf(resource);
  const title = resource.title();
  return {
    title: id === null ? m.engine_form_new({ title }) : m.engine_form_edit({ title }),
    back: id === null ? pages.list : pages.detail(id),
    list: pages.list,
    rowVersion: id === null ? null : Number(typed?.rowVersion || record?.rowVersion),
    inputs: formFields(resource).map(([name, field]) => {
      const value = typed && name in typed ? (typed[name] ?? "") : valueText(field, record?.[name] ?? field.default);
      return inputOf(name, field, value, options[name], !isPosted(context, field, id === null));
    }),
    errors,
    notice,
    conflict,
  };
}

export function formFields({ fields }: AnyResource): [string, Field][] {
  return Object.entries(fields).filter(([, field]) => field.form !== false);
}

/** Whether a field is this viewer's to set; the backend keeps what is not. */
export function isPosted({ user }: AppLoadContext, { createOnly, mask }: Field, isNew: boolean): boolean {
  if (isNew) return true;
  if (createOnly) return false;
  return !mask || Boolean(user?.sysButtonRolePOSet.some(({ code }) => code === sensitiveButton));
}

function inputOf(
  name: string,
  field: Field,
  value: string,
  options: Option[] | undefined,
  disabled: boolean,
): InputView {
  return {
    name,
    kind: field.kind,
    label: labelOf(field),
    help: field.help?.() ?? "",
    required: field.required === true,
    value,
    max: field.kind === "text" ? field.max : null,
    multiline: field.kind === "text" && field.multiline === true,
    options: options ?? null,
    disabled,
  };
}

/** A value as it stands in its input. */
export function valueText(field: Field, value: Value): string {
  if (value === null || value === undefined) return "";
  if (field.kind === "money") return plainYuan(Number(value));
  if (field.kind === "boolean") return value === true ? "T" : "";
  return String(value);
}
