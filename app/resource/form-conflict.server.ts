/** Two people at one row: what the other changed since the form was filled, beside what was typed. */
import type { AppLoadContext } from "@remix-run/node";
import { type Field, holdsFiles } from "~/contract/field-kinds";
import { m } from "~/contract/messages";
import type { Option } from "~/contract/resource";
import type { Typed } from "~/form/submission.server";
import { labelOf, sayingValues, textOf, type Value } from "./cells.server";
import { isOf, textsOf, valuesIn } from "./fields/typed-values.server";
import { withFileNames } from "./file-names.server";
import { leftIn, pagesOf } from "./find-resource.server";
import { formFields, type Loaded, type Row } from "./form-view.server";
import { lineConflict } from "./line-conflict.server";

export interface ConflictView {
  title: string;
  fields: {
    label: string;
    before: string;
    theirs: string;
    mine: string;
    /** Both changed it, to different things. */
    clash: boolean;
  }[];
  /** Address of the form, filled anew. */
  reload: string;
  /** Theirs has been taken where nothing was typed. */
  merged: boolean;
}

interface Compared {
  views: ConflictView["fields"];
  merge: (typed: Typed) => Typed;
}

interface Found {
  conflict: ConflictView;
  /** What was typed, with theirs where nothing was changed. */
  merge: (typed: Typed) => Typed;
}

/** Null while the row still is the one that the form was filled from. */
export async function conflictOf(
  context: AppLoadContext,
  { resource, id, record, options: known }: Loaded,
  typed: Typed,
  since: number | undefined,
): Promise<Found | null> {
  if (id === null || since === undefined || !record || Number(record.rowVersion) === since) return null;
  const { changes } = await context.dispatch.call(resource.methods.changes, { id, since });
  const before = new Map<string, Value>();
  // Newest first: the last one met is what the form was filled with.
  for (const { fields } of changes) for (const one of fields) before.set(one.field, one.before as Value);
  const fields = formFields(resource);
  const options = await withFileNames(context, fields, known, (name) => [before.get(name), typed[name]]);
  const rows = fields.flatMap(([name, field]): Compared[] => {
    const [old, now] = [before.get(name) ?? null, record[name] ?? null];
    if (field.kind === "lines") {
      const were = before.has(name) ? old : now;
      const compared = lineConflict(name, field, [were, now], typed, sayingValues(name, options));
      return compared ? [compared] : [];
    }
    const [oldTexts, nowTexts] = [textsOf(name, field, old), textsOf(name, field, now)];
    if (!before.has(name) || same(oldTexts, nowTexts)) return [];
    const posted = Object.fromEntries(Object.entries(typed).filter(([input]) => isOf(name, input)));
    const untouched = same(posted, oldTexts) || (Object.keys(posted).length === 0 && !isSilent(field));
    const said = (value: Value) => textOf(field, value, options[name], record) || m.forms_empty();
    const view = {
      label: labelOf(field),
      before: said(old),
      theirs: said(now),
      mine: untouched ? said(old) : typedText(field, posted, options[name], record),
      clash: !untouched && !same(posted, nowTexts),
    };
    return [{ views: [view], merge: (mine) => (untouched ? { ...without(name, mine), ...nowTexts } : mine) }];
  });
  const names = [...new Set(changes.map(({ by }) => by))].reverse().join(m.words_comma());
  return {
    conflict: {
      title: m.forms_conflict_title({ names: names || m.forms_somebody() }),
      fields: rows.flatMap(({ views }) => views),
      reload: pagesOf(resource, leftIn(context)).edit(id),
      merged: false,
    },
    merge: (mine) => rows.reduce((typed, { merge }) => merge(typed), mine),
  };
}

function without(name: string, typed: Typed): Typed {
  return Object.fromEntries(Object.entries(typed).filter(([input]) => !isOf(name, input)));
}

/** Boxes without a tick and groups without rows post nothing. */
function isSilent({ kind }: Field): boolean {
  return kind === "boolean" || kind === "group" || kind === "several";
}

function same(one: Typed, other: Typed): boolean {
  const names = new Set([...Object.keys(one), ...Object.keys(other)]);
  return [...names].every((name) => (one[name] ?? "") === (other[name] ?? ""));
}

function typedText(field: Field, posted: Typed, options: Option[] | undefined, row: Row): string {
  if (field.words) return field.words(Object.values(posted)[0] ?? "", row);
  if (holdsFiles(field) || field.kind === "richText") {
    return textOf(field, Object.values(posted)[0] ?? "", options) || m.forms_empty();
  }
  if (field.kind === "several")
    return textOf(field, valuesIn(Object.values(posted)[0] ?? ""), options) || m.forms_empty();
  const texts = Object.values(posted).filter((text) => text !== "");
  if (field.kind === "boolean") return texts.length > 0 ? m.engine_yes() : m.engine_no();
  const said = texts.map((text) => options?.find(({ value }) => value === text)?.label ?? text);
  return said.join(field.kind === "range" ? " ~ " : " ") || m.forms_empty();
}
