/** What buttons of a form ask for short of saving: draw it again, take what was found, add or drop a row of a group. Nothing typed is lost. */
import type { GroupField } from "~/contract/field-kinds";
import type { AnyResource } from "~/contract/resource";
import type { Typed } from "~/form/submission.server";
import { isOf, rowName, textsOf } from "./fields/typed-values.server";
import { rowCount, rowOfDefaults } from "./form-view.server";

interface Redrawn {
  typed: Typed;
  /** Not empty: inputs no longer have the values that the browser holds. */
  redrawn: string;
  focus: string;
}

/** `refresh`, `pick:<input>:<value>`, `add:<group>` or `drop:<group>:<row>`; null for an intent that is none of these. */
export function redraw(resource: AnyResource, intent: string, typed: Typed): Redrawn | null {
  const [verb, name = "", row = ""] = intent.split(":");
  if (verb === "refresh") return { typed, redrawn: "", focus: name };
  if (verb === "pick") return { typed: { ...typed, [name]: row }, redrawn: `${name}-${row}`, focus: name };
  const field = Object.hasOwn(resource.fields, name) ? resource.fields[name] : undefined;
  if (field?.kind !== "group") return null;
  if (verb === "add") return added(name, field, typed);
  return verb === "drop" && /^\d{1,3}$/.test(row) ? dropped(name, field, typed, Number(row)) : null;
}

function added(name: string, field: GroupField, typed: Typed): Redrawn {
  const count = rowCount(name, typed);
  const first = rowName(name, count, Object.keys(field.fields)[0] ?? "");
  if (count >= field.max) return { typed, redrawn: "", focus: "" };
  const rows = [...Array.from({ length: count }, () => ({})), rowOfDefaults(field)];
  const fresh = Object.entries(textsOf(name, field, rows)).filter(([input]) => isOf(`${name}[${count}]`, input));
  return { typed: { ...typed, ...Object.fromEntries(fresh) }, redrawn: "", focus: first };
}

/** Rows behind it move up. */
function dropped(name: string, field: GroupField, typed: Typed, row: number): Redrawn {
  const count = rowCount(name, typed);
  if (row >= count || count <= field.min) return { typed, redrawn: "", focus: "" };
  const left: Typed = {};
  for (const [input, text] of Object.entries(typed)) {
    const place = input.startsWith(`${name}[`) ? Number(/\d+/.exec(input.slice(name.length))?.[0]) : null;
    if (place === null || place < row) left[input] = text;
    else if (place > row) left[input.replace(`${name}[${place}]`, `${name}[${place - 1}]`)] = text;
  }
  const next = Math.min(row, count - 2);
  const focus = next < 0 ? "" : rowName(name, next, Object.keys(field.fields)[0] ?? "");
  return { typed: left, redrawn: `${name}-${Date.now()}`, focus };
}
