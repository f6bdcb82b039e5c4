/** Two people at one row: what the other changed since the form was filled, beside what was typed. */
import type { AppLoadContext } from "@remix-run/node";
import type { Field } from "~/contract/field-kinds";
import { m } from "~/contract/messages";
import type { Option } from "~/contract/resource";
import type { Typed } from "~/form/submission.server";
import { labelOf, textOf, type Value } from "./cells.server";
import { pagesOf } from "./find-resource.server";
import { formFields, type Loaded, valueText } from "./form-view.server";

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

interface Found {
  conflict: ConflictView;
  /** What a merge takes of theirs, as inputs have it. */
  theirs: Typed;
}

/** Null while the row still is the one that the form was filled from. */
export async function conflictOf(
  context: AppLoadContext,
  { resource, id, record, options }: Loaded,
  typed: Typed,
  since: number | undefined,
): Promise<Found | null> {
  if (id === null || since === undefined || !record || Number(record.rowVersion) === since) return null;
  const { changes } = await context.dispatch.call(resource.methods.changes, { id, since });
  const before = new Map<string, Value>();
  // Newest first: the last one met is what the form was filled with.
  for (const { fields } of changes) for (const one of fields) before.set(one.field, one.before as Value);
  const rows = formFields(resource).flatMap(([name, field]) => {
    const old = before.get(name) ?? null;
    const now = record[name] ?? null;
    if (!before.has(name) || valueText(field, old) === valueText(field, now)) return [];
    const mine = name in typed || field.kind === "boolean" ? (typed[name] ?? "") : valueText(field, old);
    const untouched = mine === valueText(field, old);
    const clash = !untouched && mine !== valueText(field, now);
    const said = (value: Value) => textOf(field, value, options[name]) || m.forms_empty();
    const view = {
      label: labelOf(field),
      before: said(old),
      theirs: said(now),
      mine: typedText(field, mine, options[name]),
      clash,
    };
    return [{ name, untouched, text: valueText(field, now), view }];
  });
  const names = [...new Set(changes.map(({ by }) => by))].reverse().join("、");
  return {
    conflict: {
      title: m.forms_conflict_title({ names: names || m.forms_somebody() }),
      fields: rows.map(({ view }) => view),
      reload: pagesOf(resource).edit(id),
      merged: false,
    },
    theirs: Object.fromEntries(rows.filter(({ untouched }) => untouched).map(({ name, text }) => [name, text])),
  };
}

function typedText(field: Field, text: string, options: Option[] | undefined): string {
  if (field.kind === "boolean") return text ? m.engine_yes() : m.engine_no();
  return options?.find(({ value }) => value === text)?.label ?? (text || m.forms_empty());
}
