/** Importing rows of a resource: a file is sent and checked, looked at, written, and perhaps taken back. */
import { randomUUID } from "node:crypto";
import { type ActionFunctionArgs, data, type LoaderFunctionArgs, redirect } from "@remix-run/node";
import type { FieldErrors, Notice } from "~/contract/errors";
import { pathsOf } from "~/contract/files";
import {
  type ImportExisting,
  type ImportMethods,
  type ImportView,
  importBounds,
  importExisting,
  importKey,
  importModes,
} from "~/contract/import";
import { inSentence } from "~/contract/in-sentence";
import { m } from "~/contract/messages";
import { withOwn } from "~/contract/own-fields";
import { ownJobCancel } from "~/contract/platform/job";
import type { AnyResource } from "~/contract/resource";
import { type Attempt, attempt, noticeOfRefusal } from "~/form/submission.server";
import { type Named, named, takeFiles } from "~/form/uploads.server";
import { textOf } from "./cells.server";
import { findByPath } from "./find-resource.server";
import { mayPress } from "./row-commands.server";
import { waitBriefly } from "./wait-briefly.server";

export interface ImportStartView {
  title: string;
  /** Of the list. */
  back: string;
  path: string;
  help: string;
  /** Of this form: pressed twice it is one import. */
  key: string;
  /** The label of the field that rows are known by, for who may change them; null where rows are made only. */
  keyLabel: string | null;
  existing: ImportExisting;
  /** Sent already: where something else was wrong it need not be sent again. */
  files: Named[];
  latest: { to: string; fileName: string; state: ImportView["state"]; createdAt: string } | null;
  errors: FieldErrors;
  notice: Notice | null;
}

interface Imported {
  resource: AnyResource;
  methods: ImportMethods;
  /** Of the import pages of this resource. */
  path: string;
}

function importedOf(context: LoaderFunctionArgs["context"]): Imported {
  const resource = findByPath(context.path.split("?")[0] ?? "");
  if (!resource.imports) throw new Response(null, { status: 404 });
  return { resource, methods: resource.imports, path: `${resource.path}/import` };
}

const idText = /^[1-9]\d{0,14}$/;
const keyText = /^[A-Za-z0-9-]{8,64}$/;

export async function loadStart({ context }: LoaderFunctionArgs): Promise<ImportStartView> {
  return startView(context, importedOf(context), {
    key: randomUUID(),
    existing: "refuse",
    files: [],
    errors: {},
    notice: null,
  });
}

async function startView(
  context: LoaderFunctionArgs["context"],
  { resource, methods, path }: Imported,
  said: Pick<ImportStartView, "key" | "existing" | "files" | "errors" | "notice">,
): Promise<ImportStartView> {
  const key = importKey(resource);
  const { add, edit } = resource.buttons;
  const mayChange = mayPress(context, add) && mayPress(context, edit);
  const latest = await context.dispatch.call(methods.get, {});
  return {
    title: m.imports_title({ title: inSentence((resource.listTitle ?? resource.title)()) }),
    back: resource.path,
    path,
    help: m.imports_file_help({ n: importBounds.rows }),
    keyLabel: key && mayChange ? key.map((name) => resource.fields[name]?.label()).join(m.words_comma()) : null,
    latest: latest && {
      to: `${path}/${latest.id}`,
      fileName: latest.fileName,
      state: latest.state,
      createdAt: latest.createdAt,
    },
    ...said,
  };
}

export async function start({ request, context }: ActionFunctionArgs) {
  const imported = importedOf(context);
  const form = await request.formData();
  const posted = String(form.get("key") ?? "");
  const key = keyText.test(posted) ? posted : randomUUID();
  const existing = importExisting.find((one) => one === form.get("existing")) ?? "refuse";
  const refuse = async (errors: FieldErrors, notice: Notice | null, status: number) => {
    const files = await named(context, pathsOf(String(form.get("file") ?? "")));
    return data(await startView(context, imported, { key, existing, files, errors, notice }), status);
  };
  const problem = await takeFiles(context, form, "file", { accept: "file", most: 1 });
  if (problem) return refuse({ file: [problem] }, null, 422);
  const path = String(form.get("file") ?? "");
  if (path === "") return refuse({ file: [m.imports_file_none()] }, null, 422);
  const { methods } = imported;
  const started = await attempt(context, () => context.dispatch.call(methods.start, { path, key, existing }));
  if (!started.ok) {
    const { errors, notice, status } = started.refusal;
    return refuse({ file: Object.values(errors).flat().slice(0, 1) }, notice, status);
  }
  const { id } = started.value;
  await settled(context, methods, id);
  return redirect(`${imported.path}/${id}`, 303);
}

/** What is small is done at once: then the next page says so. */
function settled(context: LoaderFunctionArgs["context"], methods: ImportMethods, id: number): Promise<void> {
  return waitBriefly(async () => (await context.dispatch.call(methods.get, { id }))?.jobId === 0);
}

/** `column` -1: the file has no column of it. */
export interface ChangedCell {
  column: number;
  label: string;
  before: string;
  after: string;
}

export interface ImportPageView {
  title: string;
  back: string;
  again: string;
  here: string;
  view: ImportView;
  /** What changes of the rows, in words. */
  changes: Record<number, ChangedCell[]>;
  underWay: boolean;
  show: "all" | "bad";
  /** The question before taking it back is asked. */
  asksUndo: boolean;
  /** Where one goes on when its rows are in. */
  next: { label: string; to: string } | null;
}

export async function loadRun({ request, params, context }: LoaderFunctionArgs) {
  const imported = importedOf(context);
  const { searchParams } = new URL(request.url);
  const asked = Number(searchParams.get("pageNo") ?? 1);
  const pageNo = Number.isInteger(asked) && asked >= 1 && asked <= 10_000 ? asked : 1;
  const show = searchParams.get("show") === "bad" ? "bad" : "all";
  const view = await context.dispatch.call(imported.methods.get, { id: idOf(params), show, pageNo });
  if (!view) throw new Response(null, { status: 404 });
  const page: ImportPageView = {
    title: m.imports_title({ title: inSentence((imported.resource.listTitle ?? imported.resource.title)()) }),
    back: imported.resource.path,
    again: imported.path,
    here: `${imported.path}/${view.id}`,
    view,
    changes: changesOf(withOwn(imported.resource, view.own), view),
    underWay: view.jobId > 0,
    show,
    asksUndo: searchParams.get("ask") === "undo" && view.mayUndo,
    next: nextOf(imported.resource, view),
  };
  // Without scripts the document reloads itself until there is nothing more to wait for.
  return data(page, page.underWay ? { headers: { refresh: "3" } } : {});
}

function nextOf({ afterImport }: AnyResource, { state, imported }: ImportView): ImportPageView["next"] {
  if (!afterImport || state !== "done" || imported === 0) return null;
  return { label: afterImport.label(), to: afterImport.to };
}

function changesOf({ fields }: AnyResource, { page, options }: ImportView): ImportPageView["changes"] {
  const rows = page.records.map(({ line, changes }) => {
    const cells = changes.flatMap(({ column, field: name, before, after }) => {
      const field = fields[name];
      if (!field) return [];
      const said = (value: typeof before) => textOf(field, value, options[name]) || m.forms_empty();
      return [{ column, label: field.label(), before: said(before), after: said(after) }];
    });
    return [line, cells] as const;
  });
  return Object.fromEntries(rows.filter(([, cells]) => cells.length > 0));
}

function idOf(params: LoaderFunctionArgs["params"]): number {
  if (!idText.test(params.id ?? "")) throw new Response(null, { status: 404 });
  return Number(params.id);
}

/** `intent`: run (with `mode`), undo, cancel. */
export async function press({ request, params, context }: ActionFunctionArgs) {
  const { methods, path } = importedOf(context);
  const id = idOf(params);
  const form = await request.formData();
  const pressed = await perform(context, methods, id, form);
  if (pressed === null) throw new Response(null, { status: 400 });
  if (!pressed.ok) return data({ notice: noticeOfRefusal(pressed.refusal) }, pressed.refusal.status);
  await settled(context, methods, id);
  return redirect(`${path}/${id}`, 303);
}

async function perform(
  context: LoaderFunctionArgs["context"],
  methods: ImportMethods,
  id: number,
  form: FormData,
): Promise<Attempt<unknown> | null> {
  const mode = importModes.find((one) => one === form.get("mode"));
  const intent = form.get("intent");
  if (intent === "run" && mode) return attempt(context, () => context.dispatch.call(methods.run, { id, mode }));
  if (intent === "undo") return attempt(context, () => context.dispatch.call(methods.undo, { id }));
  if (intent !== "cancel") return null;
  return attempt(context, async () => {
    const jobId = (await context.dispatch.call(methods.get, { id }))?.jobId ?? 0;
    if (jobId > 0) await context.dispatch.call(ownJobCancel, { id: jobId });
  });
}
