/** A resource's form: what it shows, and what it saves. */
import type { AppLoadContext, LoaderFunctionArgs } from "@remix-run/node";
import { data } from "@remix-run/node";
import type { FieldErrors, Notice } from "~/contract/errors";
import type { Field } from "~/contract/field-kinds";
import { m } from "~/contract/messages";
import { plainYuan } from "~/contract/money";
import type { AnyResource, Option } from "~/contract/resource";
import { attempt, done, readForm, type Typed } from "~/form/submission.server";
import { labelOf, type Value } from "./cells.server";
import { findByPath, pagesOf } from "./find-resource.server";
import { formSchema } from "./form-schema.server";

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
}

/** `/path/new`, `/path/7/edit`, or the resource's own edit path with `?id=7`. */
function targetOf({ params, request, context }: LoaderFunctionArgs): { resource: AnyResource; id: number | null } {
  const path = context.path.split("?")[0] ?? "";
  const text = params.id ?? new URL(request.url).searchParams.get("id") ?? "";
  if (text !== "" && !/^[1-9]\d{0,14}$/.test(text)) throw new Response(null, { status: 404 });
  return { resource: findByPath(path), id: text === "" ? null : Number(text) };
}

export async function loadForm(args: LoaderFunctionArgs): Promise<FormView> {
  const { resource, id } = targetOf(args);
  const draft = args.context.takeDraft();
  return viewOf(args.context, resource, id, { typed: draft, errors: {}, notice: null });
}

interface Answered {
  typed: Typed | null;
  errors: FieldErrors;
  notice: Notice | null;
}

async function viewOf(
  context: AppLoadContext,
  resource: AnyResource,
  id: number | null,
  { typed, errors, notice }: Answered,
): Promise<FormView> {
  const { record, options } = await context.dispatch.call(resource.methods.get, id === null ? {} : { id });
  const pages = pagesOf(resource);
  const title = resource.title();
  return {
    title: id === null ? m.engine_form_new({ title }) : m.engine_form_edit({ title }),
    back: id === null ? pages.list : pages.detail(id),
    list: pages.list,
    rowVersion: record ? Number(typed?.rowVersion || record.rowVersion) : null,
    inputs: Object.entries(resource.fields)
      .filter(([, field]) => field.form !== false)
      .map(([name, field]) => {
        const value =
          typed && name in typed ? (typed[name] ?? "") : valueText(field, record ? record[name] : field.default);
        return inputOf(name, field, value, options[name], record !== null);
      }),
    errors,
    notice,
  };
}

function inputOf(name: string, field: Field, value: string, options: Option[] | undefined, exists: boolean): InputView {
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
    disabled: exists && field.createOnly === true,
  };
}

function valueText(field: Field, value: Value): string {
  if (value === null || value === undefined) return "";
  if (field.kind === "money") return plainYuan(Number(value));
  if (field.kind === "boolean") return value === true ? "T" : "";
  return String(value);
}

/** `prepare` turns what a screen's own fields post into what the resource's form has. */
export async function saveForm(args: LoaderFunctionArgs, prepare: (form: FormData) => void = () => {}) {
  const { context, request } = args;
  const { resource, id } = targetOf(args);
  const fields = await request.formData();
  prepare(fields);
  const form = readForm(fields, formSchema(resource, id === null), { coerce: false });
  const refuse = async (errors: FieldErrors, notice: Notice | null, status: number) =>
    data(await viewOf(context, resource, id, { typed: form.typed, errors, notice }), status);
  if (!form.ok) return refuse(form.errors, null, 422);
  const rowVersion = /^\d{1,9}$/.test(form.typed.rowVersion ?? "") ? Number(form.typed.rowVersion) : undefined;
  const payload = {
    ...form.value,
    ...(id !== null && { id }),
    ...(id !== null && rowVersion !== undefined && { rowVersion }),
  };
  const saved = await attempt(context, () => context.dispatch.call(resource.methods.save, payload as never));
  if (!saved.ok) return refuse(saved.refusal.errors, saved.refusal.notice, saved.refusal.status);
  return done(context, pagesOf(resource).detail(saved.value.id), "saved");
}
