/** The area picker on the server: a select for each level down to the one chosen, and one below it while there is any. */
import type { AppLoadContext } from "@remix-run/node";
import type { Field } from "~/contract/field-kinds";
import { m } from "~/contract/messages";
import { areaAnswer, lookupPaths, rootArea } from "~/contract/platform/lookups";
import type { Typed } from "~/form/submission.server";
import type { InputView } from "../form-view.server";

/** Specification 9. */
const maxLevels = 7;

type Parts = NonNullable<InputView["parts"]>;

interface Levels {
  parts: Parts;
  /** Code and full address of the lowest one chosen; "" for none. */
  code: string;
  address: string;
  /** What was chosen below an area that was then changed. */
  stale: boolean;
}

/** What was posted as `name.1`, `name.2` …; null where the field came by its code, or not at all. */
function chainOf(name: string, texts: Typed): string[] | null {
  if (texts[`${name}.1`] === undefined) return null;
  const levels = Array.from({ length: maxLevels }, (_, index) => texts[`${name}.${index + 1}`] ?? "");
  const end = levels.findIndex((code) => !/^\w{2,12}$/.test(code));
  return end === -1 ? levels : levels.slice(0, end);
}

export async function areaLevels(
  { dispatch }: AppLoadContext,
  name: string,
  label: string,
  texts: Typed,
): Promise<Levels> {
  const code = texts[name] ?? "";
  const ask = (query: Record<string, string>) => dispatch.get(lookupPaths.areas, query, areaAnswer);
  const path = /^\d{2,12}$/.test(code) ? await ask({ pathOf: code }) : [];
  const chain = chainOf(name, texts) ?? path.map(({ areaCode }) => areaCode);
  const below = await Promise.all([rootArea, ...chain].slice(0, maxLevels).map((parentCode) => ask({ parentCode })));
  const found: Levels = { parts: [], code: "", address: "", stale: false };
  for (const [index, areas] of below.entries()) {
    if (areas.length === 0) break;
    const chosen = areas.find(({ areaCode }) => areaCode === chain[index]);
    const options = areas.map(({ areaCode, areaName }) => ({ value: areaCode, label: areaName }));
    const level = m.forms_area_level({ label, n: index + 1 });
    found.parts.push({ name: `${name}.${index + 1}`, label: level, value: chosen?.areaCode ?? "", options });
    found.stale ||= chain[index] !== undefined && !chosen;
    if (!chosen) break;
    found.code = chosen.areaCode;
    found.address = chosen.areaAddr;
  }
  return found;
}

/** Levels as posted become the field's one code; answers what is wrong with them, by field. */
export async function settleAreas(
  context: AppLoadContext,
  fields: [string, Field][],
  form: FormData,
  typed: Typed,
): Promise<Record<string, string[]>> {
  const errors: Record<string, string[]> = {};
  for (const [name, field] of fields) {
    if (field.kind !== "area" || chainOf(name, typed) === null) continue;
    const { code, stale } = await areaLevels(context, name, field.label(), typed);
    for (let level = 1; level <= maxLevels; level += 1) form.delete(`${name}.${level}`);
    form.set(name, code);
    if (stale) errors[name] = [m.forms_area_again()];
  }
  return errors;
}
