/**
 * What buttons of a form ask for short of saving: draw it again, take what was found, add, copy, move or drop a row of a
 * group or a line. Nothing typed is lost.
 */
import { type GroupField, hasRows, type LinesField } from "~/contract/field-kinds";
import type { AnyResource } from "~/contract/resource";
import type { Typed } from "~/form/submission.server";
import { type RowTexts, rowsIn, rowTexts, textsOfRows } from "./fields/row-texts.server";
import { lineId, rowName } from "./fields/typed-values.server";
import { rowOfDefaults } from "./form-view.server";

interface Redrawn {
  typed: Typed;
  /** Not empty: inputs no longer have the values that the browser holds. */
  redrawn: string;
  focus: string;
}

/**
 * `refresh`, `pick:<input>:<value>`, `add:<group>`, or one of `drop`, `copy`, `up`, `down` with `:<group>:<row>`; null for
 * an intent that is none of these.
 */
export function redraw(resource: AnyResource, intent: string, typed: Typed): Redrawn | null {
  const [verb = "", name = "", row = ""] = intent.split(":");
  if (verb === "refresh") return { typed, redrawn: "", focus: name };
  if (verb === "pick") return { typed: { ...typed, [name]: row }, redrawn: `${name}-${row}`, focus: name };
  const field = Object.hasOwn(resource.fields, name) ? resource.fields[name] : undefined;
  const change = verbs[verb];
  if (!hasRows(field) || !change || !(verb === "add" || /^\d{1,3}$/.test(row))) return null;
  if (field.kind === "group" && verb !== "add" && verb !== "drop") return null;
  const rows = rowsIn(name, typed);
  const place = verb === "add" ? rows.length : Number(row);
  const changed = place > rows.length || (place === rows.length && verb !== "add") ? null : change(rows, place, field);
  if (!changed) return { typed, redrawn: "", focus: "" };
  const left = Object.entries(typed).filter(([input]) => !input.startsWith(`${name}[`));
  const first = Object.keys(field.fields)[0] ?? "";
  // The browser keeps what it holds of a group to which a row is added.
  const kept = field.kind === "group" && verb === "add";
  return {
    typed: { ...Object.fromEntries(left), ...textsOfRows(name, changed.rows) },
    redrawn: kept ? "" : `${name}-${Date.now()}`,
    focus: changed.focus < 0 ? "" : rowName(name, changed.focus, first),
  };
}

interface Changed {
  rows: RowTexts[];
  /** The row that people go on with; -1 for none. */
  focus: number;
}

type Change = (rows: readonly RowTexts[], place: number, field: GroupField | LinesField) => Changed | null;

const verbs: Readonly<Record<string, Change>> = {
  add: (rows, place, field) => (rows.length >= field.max ? null : { rows: [...rows, freshRow(field)], focus: place }),
  drop: (rows, place, { min }) =>
    rows.length <= min ? null : { rows: rows.toSpliced(place, 1), focus: Math.min(place, rows.length - 2) },
  copy: (rows, place, { max }) =>
    rows.length >= max
      ? null
      : { rows: rows.toSpliced(place + 1, 0, { ...rows[place], [lineId]: "" }), focus: place + 1 },
  up: (rows, place, field) => moved(rows, place, place - 1, field),
  down: (rows, place, field) => moved(rows, place, place + 1, field),
};

function moved(rows: readonly RowTexts[], from: number, to: number, field: GroupField | LinesField): Changed | null {
  const row = rows[from];
  if (!row || field.kind !== "lines" || !field.ordered || to < 0 || to >= rows.length) return null;
  return { rows: rows.toSpliced(from, 1).toSpliced(to, 0, row), focus: to };
}

function freshRow(field: GroupField | LinesField): RowTexts {
  return rowTexts(field, [rowOfDefaults(field)])[0] ?? {};
}
