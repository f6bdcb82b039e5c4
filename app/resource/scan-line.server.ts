/**
 * Lines by a scanner where no script runs: what was scanned into the input over the lines counts one up in the line that has
 * it, or becomes a new one. `scan:<lines>` asks for it, and so does Enter in that input, which presses the form's first button.
 */
import type { AppLoadContext } from "@remix-run/node";
import type { FieldErrors } from "~/contract/errors";
import { m } from "~/contract/messages";
import type { AnyResource } from "~/contract/resource";
import type { Typed } from "~/form/submission.server";
import { rowsIn, rowTexts, textsOfRows } from "./fields/row-texts.server";
import { rowOfDefaults } from "./form-view.server";

interface Scanned {
  typed: Typed;
  redrawn: string;
  focus: string;
  errors: FieldErrors;
}

export async function scanLine(
  context: AppLoadContext,
  resource: AnyResource,
  intent: string,
  typed: Typed,
): Promise<Scanned | null> {
  const name = linesScanned(resource, intent, typed);
  const field = name !== null && Object.hasOwn(resource.fields, name) ? resource.fields[name] : undefined;
  if (name === null || field?.kind !== "lines" || !field.scan) return null;
  const input = `scan.${name}`;
  const text = (typed[input] ?? "").trim().slice(0, 60);
  const focus = input;
  if (text === "") return { typed, redrawn: "", focus, errors: {} };
  const { find, count } = field.scan;
  const asked = { field: `${name}.${find}`, q: text, pageNo: 1, exact: true };
  const { options } = await context.dispatch.call(resource.methods.options, asked);
  const [found, second] = options;
  const refused = (message: string) => ({ typed, redrawn: "", focus, errors: { [input]: [message] } });
  if (!found || second) return refused(m.lines_scan_unknown({ text: text.slice(0, 40) }));
  const rows = rowsIn(name, typed);
  const at = rows.findIndex((row) => row[find] === found.value);
  const free = at >= 0 ? at : rows.findIndex((row) => !row[find]);
  if (free < 0 && rows.length >= field.max) return refused(m.lines_scan_full({ n: field.max }));
  const row = rows[free] ?? rowTexts(field, [rowOfDefaults(field)])[0] ?? {};
  const had = at >= 0 && /^\d{1,12}$/.test(row[count] ?? "") ? Number(row[count]) : 0;
  const next = { ...row, [find]: found.value, [count]: String(had + 1) };
  const all = free < 0 ? [...rows, next] : rows.with(free, next);
  const left = Object.entries(typed).filter(([key]) => !key.startsWith(`${name}[`) && key !== input);
  return {
    typed: { ...Object.fromEntries(left), ...textsOfRows(name, all) },
    redrawn: `${name}-${Date.now()}`,
    focus,
    errors: {},
  };
}

/** Which lines are meant; Enter presses the form's first button, which would save or draw the form again. */
function linesScanned({ fields }: AnyResource, intent: string, typed: Typed): string | null {
  const [verb, name = ""] = intent.split(":");
  if (verb === "scan") return name;
  if (verb !== "" && verb !== "save" && verb !== "refresh") return null;
  return Object.keys(fields).find((one) => (typed[`scan.${one}`] ?? "").trim() !== "") ?? null;
}
