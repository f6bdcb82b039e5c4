/** A resource's form: what it shows, and what it saves. */
import type { AppLoadContext, LoaderFunctionArgs } from "@remix-run/node";
import { data } from "@remix-run/node";
import { type FieldErrors, isDispatchError, type Notice } from "~/contract/errors";
import { isShown, uniquesOf } from "~/contract/form-rules";
import { m } from "~/contract/messages";
import { ownBeside, ownCode, ownFieldIn, ownUnder, withOwn } from "~/contract/own-fields";
import type { AnyResource } from "~/contract/resource";
import { attempt, done, readForm, type Typed, typedOf } from "~/form/submission.server";
import { chosenReferences } from "./chosen-references.server";
import { settleAreas } from "./fields/area-levels.server";
import { findByPath, leftIn, pagesOf } from "./find-resource.server";
import { conflictOf } from "./form-conflict.server";
import { redraw } from "./form-intents.server";
import { formSchema } from "./form-schema.server";
import { takeUploads } from "./form-uploads.server";
import { type FormView, formFields, formView, isPosted, type Loaded, type Row } from "./form-view.server";
import { scanLine } from "./scan-line.server";
import { searchView } from "./search-options.server";

export type { FormView, InputView } from "./form-view.server";

const idText = /^[1-9]\d{0,14}$/;

interface Target {
  resource: AnyResource;
  id: number | null;
}

/** `/path/new`, `/path/7/edit`, or the resource's own edit path with `?id=7`. */
function targetOf({ params, request, context }: LoaderFunctionArgs): Target {
  const path = context.path.split("?")[0] ?? "";
  const text = params.id ?? new URL(request.url).searchParams.get("id") ?? "";
  if (text !== "" && !idText.test(text)) throw new Response(null, { status: 404 });
  return { resource: findByPath(path), id: text === "" ? null : Number(text) };
}

async function load(context: AppLoadContext, resource: AnyResource, id: number | null): Promise<Loaded> {
  const {
    record,
    options,
    impact = "",
    own,
  } = await context.dispatch.call(resource.methods.get, id === null ? {} : { id });
  return { resource: withOwn(resource, own, record), id, record: record && ownBeside(record), options, impact };
}

/** `?copy=7` fills a new form from row 7. */
export async function loadForm(args: LoaderFunctionArgs): Promise<FormView> {
  const { context, request } = args;
  const gone = goneViews.get(context);
  if (gone) return gone;
  const { resource, id } = targetOf(args);
  const query = new URL(request.url).searchParams;
  const typed = context.takeDraft();
  const copied = query.get("copy") ?? "";
  const chosen = id === null ? chosenReferences(resource, query) : {};
  const answered = { typed, draft: true, chosen, errors: {}, notice: null };
  if (id !== null || !idText.test(copied)) return formView(context, await load(context, resource, id), answered);
  const original = await load(context, resource, Number(copied));
  const record = copyOf(original.resource, original.record);
  return formView(context, { ...original, id: null, impact: "", record }, answered);
}

/** What must differ is left for people to fill in; the name says what it is. */
function copyOf(resource: AnyResource, record: Row | null): Row {
  const { fields, nameField } = resource;
  const copy: Row = { ...record };
  const telling = new Set(uniquesOf(resource).map((names) => names.at(-1)));
  for (const [name, field] of Object.entries(fields)) {
    if (telling.has(name) || field.mask || field.kind === "secret") copy[name] = null;
    if (name === nameField && field.kind === "text" && copy[name]) {
      copy[name] = m.forms_copy_name({ name: String(copy[name]) }).slice(0, field.max);
    }
  }
  return copy;
}

/** `prepare` turns what a screen's own fields post into what the resource's form has. */
export async function saveForm(args: LoaderFunctionArgs, prepare: (form: FormData) => void = () => {}) {
  const { context, request } = args;
  const asked = targetOf(args);
  const fields = await request.formData();
  const target = await withOwnInputs(context, asked, fields);
  joinTicks(target.resource, fields);
  prepare(fields);
  const unsent = await takeUploads(context, formFields(target.resource), fields);
  try {
    return await answerTo(context, target, fields, unsent);
  } catch (error) {
    if (target.id === null || !isDispatchError(error) || error.failure.kind !== "notFound") throw error;
    return data(await goneView(context, target.resource, typedOf(fields), unsent), 410);
  }
}

/** A form with inputs of what the corp has added is read by what that is; any other costs no look. */
async function withOwnInputs(context: AppLoadContext, target: Target, fields: FormData): Promise<Target> {
  const { resource, id } = target;
  if (ownFieldIn(resource) === null || ![...fields.keys()].some((name) => ownCode(name) !== null)) return target;
  const { record, own } = await context.dispatch.call(resource.methods.get, id === null ? {} : { id });
  return { id, resource: withOwn(resource, own, record) };
}

/** A box for each value, all of one name: what was ticked is one text, as of every other field. */
function joinTicks(resource: AnyResource, form: FormData): void {
  for (const [name, { kind }] of formFields(resource))
    if (kind === "several" && form.has(name)) form.set(name, form.getAll(name).join(","));
}

/** `unsent`: what is wrong with files that came with the form. */
async function answerTo(context: AppLoadContext, { resource, id }: Target, fields: FormData, unsent: FieldErrors) {
  const typed = typedOf(fields);
  const intent = typed.intent ?? "";
  if (id !== null && intent === "merge") return merged(context, await load(context, resource, id), typed, unsent);
  const search = await searchView(context, resource, intent, typed);
  const scanned = await scanLine(context, resource, intent, typed);
  const again = scanned ?? (search ? { typed, search } : redraw(resource, intent, typed));
  if (again) {
    const errors = { ...unsent, ...scanned?.errors };
    const view = await formView(context, await load(context, resource, id), { ...again, errors, notice: null });
    return data(view, 200);
  }
  const posted = formFields(resource).filter(
    ([name, field]) =>
      isPosted(context, field, id === null) &&
      isShown(field, typed) &&
      // Left empty, a secret stays what it is.
      (field.kind !== "secret" || id === null || Boolean(typed[name])),
  );
  const unsettled = { ...unsent, ...(await settleAreas(context, posted, fields, typed)) };
  const form = readForm(fields, formSchema(posted, typed, resource.rules), { coerce: false });
  const refuse = (errors: FieldErrors, notice: Notice | null, status: number) =>
    refused(context, { resource, id }, typed, { errors, notice }, status);
  if (!form.ok) return refuse({ ...form.errors, ...unsettled }, null, 422);
  if (Object.keys(unsettled).length > 0) return refuse(unsettled, null, 422);
  const rowVersion = versionOf(typed);
  const payload = {
    ...ownUnder(form.value),
    ...(id !== null && { id }),
    ...(id !== null && rowVersion !== undefined && { rowVersion }),
  };
  const saved = await attempt(
    context,
    () => context.dispatch.call(resource.methods.save, payload as never),
    m.error_save_title(),
  );
  if (!saved.ok) return refuse(inputErrors(saved.refusal.errors), saved.refusal.notice, saved.refusal.status);
  return done(context, pagesOf(resource, leftIn(context)).detail(saved.value.id), "saved");
}

/** `lines.0.name` of a payload is `lines[0].name` in the form. */
function inputErrors(errors: FieldErrors): FieldErrors {
  return Object.fromEntries(
    Object.entries(errors).map(([path, messages]) => [path.replace(/\.(\d+)(?=\.|$)/g, "[$1]"), messages]),
  );
}

/** The form as it was typed; where the row is no longer the one that it was filled from, with what others changed. */
async function refused(
  context: AppLoadContext,
  { resource, id }: Target,
  typed: Typed,
  said: { errors: FieldErrors; notice: Notice | null },
  status: number,
) {
  const loaded = await load(context, resource, id);
  const found = await conflictOf(context, loaded, typed, versionOf(typed));
  const notice = found ? null : said.notice;
  return data(
    await formView(context, loaded, { typed, errors: said.errors, notice, conflict: found?.conflict ?? null }),
    status,
  );
}

/** Their changes where nothing was typed, the rest as typed; on the row's present version, for the next save. */
async function merged(context: AppLoadContext, loaded: Loaded, typed: Typed, errors: FieldErrors) {
  const found = await conflictOf(context, loaded, typed, versionOf(typed));
  const rowVersion = String(loaded.record?.rowVersion ?? "");
  const conflict = found ? { ...found.conflict, merged: true } : null;
  return data(
    await formView(context, loaded, {
      typed: { ...(found?.merge(typed) ?? typed), rowVersion },
      errors,
      notice: null,
      conflict,
    }),
    200,
  );
}

/** Forms of rows that this request found deleted: the page's loader is asked next, and has no row either. */
const goneViews = new WeakMap<AppLoadContext, FormView>();

/** Somebody deleted the row meanwhile: a new form with everything that was typed. */
async function goneView(context: AppLoadContext, resource: AnyResource, typed: Typed, errors: FieldErrors) {
  const may = Boolean(context.user?.sysButtonRolePOSet.some(({ code }) => code === resource.buttons.add));
  const notice = { title: m.forms_gone_title(), message: may ? m.forms_gone_help() : m.forms_gone_only() };
  const view = await formView(context, await load(context, resource, null), { typed, errors, notice });
  const gone = { ...view, gone: { saveAs: may ? pagesOf(resource).create : null } };
  goneViews.set(context, gone);
  return gone;
}

function versionOf({ rowVersion = "" }: Typed): number | undefined {
  return /^\d{1,9}$/.test(rowVersion) ? Number(rowVersion) : undefined;
}
