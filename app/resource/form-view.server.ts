/** What a resource's form shows: its inputs, filled from the row, its defaults, or what was typed. */
import type { AppLoadContext } from "@remix-run/node";
import { isLeftOutOfDrafts } from "~/contract/draft";
import type { FieldErrors, Notice } from "~/contract/errors";
import {
  acceptOf,
  type Field,
  type FileField,
  type GroupField,
  hasRows,
  holdsFiles,
  type ImageField,
  type LinesField,
} from "~/contract/field-kinds";
import { type Accept, pathsOf } from "~/contract/files";
import { controllers, isOffered, isRequired, isShown } from "~/contract/form-rules";
import { inSentence } from "~/contract/in-sentence";
import type { LineSayer } from "~/contract/line-sayers";
import { m } from "~/contract/messages";
import type { AnyResource, Option } from "~/contract/resource";
import { sensitiveButton } from "~/contract/resource-changes";
import { today } from "~/contract/validators";
import type { Typed } from "~/form/submission.server";
import { labelOf, type Value } from "./cells.server";
import { areaLevels } from "./fields/area-levels.server";
import { type Constraints, constraintsOf } from "./fields/constraints.server";
import { totalOf } from "./fields/line-totals";
import { rowCount } from "./fields/row-texts.server";
import { isOf, lineId, rowName, textsOf } from "./fields/typed-values.server";
import { withFileNames } from "./file-names.server";
import { leftIn, pagesOf } from "./find-resource.server";
import type { ConflictView } from "./form-conflict.server";
import { fieldKey, type SearchView } from "./search-options.server";

export interface InputView {
  name: string;
  kind: Field["kind"];
  label: string;
  help: string;
  required: boolean;
  value: string;
  multiline: boolean;
  html: Constraints;
  options: Option[] | null;
  /** Shown, not posted: set once, or masked for this viewer. */
  disabled: boolean;
  /** Begins a section with this heading. */
  section?: string;
  /** Other fields depend on its value: the form is drawn again when it changes. */
  refreshes?: boolean;
  /** Inputs that are the field together: the two days of a range. */
  parts?: { name: string; label: string; value: string; options?: Option[] }[];
  /** Said below it: the full address of an area. */
  note?: string;
  /** Of a tree. */
  leafOnly?: boolean;
  /** Where the choices of a remote reference are searched for. */
  source?: string;
  /** Of pictures and files: what is there, and what may come. */
  uploads?: {
    accept: Accept;
    most: number;
    megabytes?: number | undefined;
    files: { path: string; name: string; isNew: boolean }[];
  };
  /** Of a group, or of lines. */
  rows?: InputView[][];
  bounds?: { min: number; max: number };
  lines?: LinesView;
}

export interface LinesView {
  /** By row: which line it is; "" of a new one. */
  ids: string[];
  ordered: boolean;
  scan: LinesField["scan"] | null;
  /** The inputs of a new line, as if it were the first. */
  fresh: InputView[];
  /** Sums as people read them, by field of the line. */
  totals: Record<string, string>;
  /** What each line says, and by what the browser says it anew; "" of one that is not whole. */
  spoken?: { by: LineSayer; said: string[] };
}

export interface FormView {
  title: string;
  back: string;
  list: string;
  inputs: InputView[];
  /** What was typed into fields that are not part of the form now: kept, in case they are again. */
  kept: [name: string, value: string][];
  rowVersion: number | null;
  /** What a change leaves alone or touches beyond the row; "" for nothing. */
  impact: string;
  errors: FieldErrors;
  notice: Notice | null;
  /** Another has changed the row since this form was filled. */
  conflict: ConflictView | null;
  /** Inputs hold other values than the browser has: they are drawn anew. */
  redrawn: string;
  /** In place of the inputs: searching for what one of them refers to. */
  search: SearchView | null;
  /** The input that people go on with; "" for the first wrong one, or none. */
  focus: string;
  /** The row has been deleted: what was typed may become a new one, at this address; null without the right to. */
  gone?: { saveAs: string | null };
}

export type Row = Record<string, Value>;

/** The row under edit, with the choices of its form. */
export interface Loaded {
  resource: AnyResource;
  id: number | null;
  record: Row | null;
  options: Record<string, Option[]>;
  /** What a change leaves alone or touches beyond the row; "" for nothing. */
  impact?: string;
}

export interface Answered {
  typed: Typed | null;
  /** `typed` is what a session's end interrupted, and not all of it. */
  draft?: boolean;
  /** What a new form begins with, by the address that led to it. */
  chosen?: Readonly<Record<string, string>>;
  errors: FieldErrors;
  notice: Notice | null;
  conflict?: ConflictView | null;
  redrawn?: string;
  focus?: string;
  search?: SearchView | null;
}

export async function formView(context: AppLoadContext, loaded: Loaded, answered: Answered): Promise<FormView> {
  const { resource, id, record } = loaded;
  const { typed, errors, notice, conflict = null, redrawn = "", focus = "", search = null } = answered;
  const pages = pagesOf(resource, leftIn(context));
  const title = inSentence(resource.title());
  const texts = textsNow(context, loaded, answered);
  const shown = formFields(resource).filter(([, field]) => isShown(field, texts));
  const leads = controllers(resource.fields);
  const headings = new Map<string, string>();
  const chosen = await withChosen(context, loaded, shown, texts);
  const options = await withFileNames(context, shown, chosen, (name) => [texts[name]]);
  const areas = await areasOf(context, shown, texts);
  const inputs = shown.map(([name, field]): InputView => {
    const heading = sectionOf(resource, name);
    const begins = heading !== "" && !headings.has(heading);
    headings.set(heading, name);
    return {
      ...inputOf(name, field, texts, options, !isPosted(context, field, id === null), pages.list),
      ...areas.get(name),
      ...(field.kind === "secret" && secretView(field, Boolean(record?.[name]))),
      ...(holdsFiles(field) && { uploads: uploadsOf(field, texts[name], record?.[name], options[name]) }),
      ...(begins && { section: heading }),
      ...(leads.has(name) && { refreshes: true }),
    };
  });
  const hidden = formFields(resource).filter(([, field]) => !isShown(field, texts));
  return {
    title: id === null ? m.engine_form_new({ title }) : m.engine_form_edit({ title }),
    back: id === null ? pages.list : pages.detail(id),
    list: pages.list,
    rowVersion: id === null ? null : Number(typed?.rowVersion || record?.rowVersion),
    inputs,
    // A search takes the place of all inputs, and carries what was typed; rows are counted by their inputs, empty or not.
    kept: Object.entries(texts).filter(
      ([input, text]) =>
        (text !== "" || input.includes("[")) &&
        resource.fields[input]?.kind !== "secret" &&
        (search || hidden.some(([name]) => isOf(name, input))),
    ),
    search,
    impact: loaded.impact ?? "",
    errors,
    notice,
    conflict,
    redrawn,
    focus,
  };
}

/** In the order of the sections; what stands in none comes first. */
export function formFields({ fields, sections = [] }: AnyResource): [string, Field][] {
  const placed = sections.flatMap(({ fields: names }) => [...names]);
  const ordered = [...Object.keys(fields).filter((name) => !placed.includes(name)), ...placed];
  return ordered.flatMap((name) => {
    const field = fields[name];
    // What a corp has added stands there one by one: see `withOwn`.
    return field && field.form !== false && field.kind !== "own" ? [[name, field] satisfies [string, Field]] : [];
  });
}

export function sectionOf({ sections = [] }: AnyResource, name: string): string {
  return sections.find(({ fields }) => fields.includes(name))?.title() ?? "";
}

/** Whether a field is this viewer's to set; the backend keeps what is not. */
export function isPosted({ user }: AppLoadContext, { createOnly, mask }: Field, isNew: boolean): boolean {
  if (isNew) return true;
  if (createOnly) return false;
  return !mask || Boolean(user?.sysButtonRolePOSet.some(({ code }) => code === sensitiveButton));
}

/** The texts of all inputs: as typed where the form was posted, else of the row or the defaults. */
function textsNow(
  context: AppLoadContext,
  { resource, id, record, options }: Loaded,
  { typed, draft = false, chosen = {} }: Answered,
): Typed {
  const texts: Typed = {};
  for (const [name, field] of formFields(resource)) {
    const posted = Object.entries(typed ?? {}).filter(([input]) => isOf(name, input));
    const wasPosted = typed !== null && isPosted(context, field, id === null);
    // Boxes without a tick and groups without rows post nothing.
    const silent = field.kind === "boolean" || field.kind === "several" || hasRows(field);
    if (wasPosted && (posted.length > 0 || (silent && !(draft && mayBeLeftOut(name, field))))) {
      Object.assign(texts, Object.fromEntries(posted));
      if (posted.length === 0) texts[name] = "";
    } else {
      const fresh = chosen[name] ?? field.default ?? todayOf(field) ?? presetOf(options[name]) ?? emptyRows(field);
      Object.assign(texts, textsOf(name, field, record ? record[name] : fresh));
    }
  }
  return texts;
}

/** A draft does not say whether there was nothing, where it may not have kept what there was. */
function mayBeLeftOut(name: string, field: Field): boolean {
  return [name, ...(hasRows(field) ? Object.keys(field.fields) : [])].some(isLeftOutOfDrafts);
}

const todayOf = (field: Field) => (field.kind === "date" && field.fromToday ? today() : undefined);

function presetOf(options: Option[] | undefined): string | undefined {
  return options?.find(({ preset, off }) => preset && !off)?.value;
}

/** A new form shows as many rows as there must be. */
function emptyRows(field: Field): Value {
  return hasRows(field) ? Array.from({ length: field.min }, () => rowOfDefaults(field)) : undefined;
}

export function rowOfDefaults({ fields }: GroupField | LinesField): Record<string, string | number | boolean | null> {
  return Object.fromEntries(
    Object.entries(fields).map(([name, field]) => [name, field.kind === "several" ? null : (field.default ?? null)]),
  );
}

/** What is suspended is offered no more, but where it is chosen already, perhaps beside others. */
function offered(options: Option[] | undefined, chosen = ""): Option[] | null {
  return options?.filter(({ off, value }) => !off || value === chosen || chosen.split(",").includes(value)) ?? null;
}

/** Without what the field withholds while others have what was typed. */
function fitting(field: Field, options: Option[] | undefined, texts: Typed): Option[] | undefined {
  return options?.filter(({ value }) => isOffered(field, value, texts));
}

function inputOf(
  name: string,
  field: Field,
  texts: Typed,
  options: Record<string, Option[]>,
  disabled: boolean,
  list: string,
): InputView {
  const html = constraintsOf(field);
  return {
    name,
    kind: field.kind,
    label: labelOf(field),
    help: field.help?.() ?? "",
    required: isRequired(field, texts),
    value: texts[name] ?? "",
    multiline: field.kind === "text" && field.multiline === true,
    html,
    options: field.kind === "area" ? null : offered(fitting(field, options[fieldKey(name)], texts), texts[name]),
    disabled,
    ...(field.kind === "tree" && field.leafOnly && { leafOnly: true }),
    ...(field.kind === "reference" && field.remote && { source: `${list}/options` }),
    ...(field.kind === "range" && { parts: ends(name, field, texts) }),
    ...(hasRows(field) && {
      bounds: { min: field.min, max: field.max },
      rows: Array.from({ length: rowCount(name, texts) }, (_, index) =>
        rowInputs(name, index, field, texts, options, disabled, list),
      ),
    }),
    ...(field.kind === "lines" && { lines: linesView(name, field, texts, options, disabled, list) }),
  };
}

function rowInputs(
  name: string,
  index: number,
  { fields }: GroupField | LinesField,
  ...of: [texts: Typed, options: Record<string, Option[]>, disabled: boolean, list: string]
): InputView[] {
  return Object.entries(fields).map(([inner, one]) => inputOf(rowName(name, index, inner), one, ...of));
}

function linesView(
  name: string,
  field: LinesField,
  texts: Typed,
  ...of: [options: Record<string, Option[]>, disabled: boolean, list: string]
): LinesView {
  const count = rowCount(name, texts);
  const summed = Object.entries(field.fields).filter(([, { total }]) => total);
  const textsIn = (inner: string) => Array.from({ length: count }, (_, row) => texts[rowName(name, row, inner)] ?? "");
  const lineAt = (_: unknown, row: number) =>
    Object.fromEntries(Object.keys(field.fields).map((inner) => [inner, texts[rowName(name, row, inner)] ?? ""]));
  return {
    ids: textsIn(lineId),
    ordered: field.ordered === true,
    scan: field.scan ?? null,
    fresh: rowInputs(name, 0, field, textsOf(name, field, [rowOfDefaults(field)]), ...of),
    totals: Object.fromEntries(summed.map(([inner, one]) => [inner, totalOf(one.kind, textsIn(inner))])),
    ...(field.spoken && {
      spoken: { by: field.spoken.by, said: Array.from({ length: count }, lineAt).map(field.spoken.say) },
    }),
  };
}

/** Never filled in, not even with what was just typed: a page is no place for it. */
function secretView({ help, required }: Field, isSet: boolean) {
  const said = isSet ? m.forms_secret_keep() : m.forms_secret_none();
  return { value: "", help: [said, help?.()].filter(Boolean).join(" "), required: required === true && !isSet };
}

/** What is gone for good is left out; what the row has not got yet is new. */
function uploadsOf(field: ImageField | FileField, text: string | undefined, saved: Value, options: Option[] = []) {
  const names = new Map(options.map(({ value, label }) => [value, label]));
  const before = new Set(pathsOf(typeof saved === "string" ? saved : ""));
  const files = pathsOf(text).flatMap((path) => {
    const name = names.get(path);
    return name === undefined ? [] : [{ path, name, isNew: !before.has(path) }];
  });
  return { accept: acceptOf(field), most: field.most, megabytes: field.megabytes, files };
}

/** The levels of area fields, as they were chosen. */
async function areasOf(context: AppLoadContext, fields: [string, Field][], texts: Typed) {
  const areas = fields.filter(([, { kind }]) => kind === "area");
  const levels = areas.map(async ([name, field]) => {
    const { parts, address } = await areaLevels(context, name, field.label(), texts);
    return [name, { parts, note: address, refreshes: true }] as const;
  });
  return new Map(await Promise.all(levels));
}

/** With what has just been found by a search: only the row's own came with it. */
async function withChosen(
  { dispatch }: AppLoadContext,
  { resource, options }: Loaded,
  fields: [string, Field][],
  texts: Typed,
): Promise<Record<string, Option[]>> {
  const all = { ...options };
  for (const input of Object.keys(texts)) {
    const [name = "", inner] = fieldKey(input).split(".");
    const outer = fields.find(([one]) => one === name)?.[1];
    const field = hasRows(outer) ? outer.fields[inner ?? ""] : outer;
    const value = texts[input] ?? "";
    const known = all[fieldKey(input)] ?? [];
    if (field?.kind !== "reference" || !field.remote || !/^[1-9]\d{0,14}$/.test(value)) continue;
    if (known.some((option) => option.value === value)) continue;
    const found = await dispatch.call(resource.methods.options, { field: fieldKey(input), value: Number(value) });
    all[fieldKey(input)] = [...known, ...found.options];
  }
  return all;
}

function ends(name: string, field: Field, texts: Typed) {
  const label = field.label();
  return [
    { name: `${name}.from`, label: m.engine_from({ label }), value: texts[`${name}.from`] ?? "" },
    { name: `${name}.to`, label: m.engine_to({ label }), value: texts[`${name}.to`] ?? "" },
  ];
}
