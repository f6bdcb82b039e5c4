/** What files are called: also those that are typed and not saved yet, or that a row no longer has. */
import type { AppLoadContext } from "@remix-run/node";
import { type Field, holdsFiles } from "~/contract/field-kinds";
import { pathsOf } from "~/contract/files";
import type { Option } from "~/contract/resource";
import { named } from "~/form/uploads.server";

type Options = Record<string, Option[]>;

/** The choices, with the names of the files that these values hold, by name of field. */
export async function withFileNames(
  context: AppLoadContext,
  fields: readonly [string, Field][],
  options: Options,
  valuesOf: (name: string) => unknown[],
): Promise<Options> {
  const missing = new Map<string, string[]>();
  for (const [name, field] of fields) {
    if (!holdsFiles(field)) continue;
    const known = new Set(options[name]?.map(({ value }) => value));
    const paths = valuesOf(name).flatMap((value) => (typeof value === "string" ? pathsOf(value) : []));
    const unknown = [...new Set(paths)].filter((path) => !known.has(path));
    if (unknown.length > 0) missing.set(name, unknown);
  }
  if (missing.size === 0) return options;
  const found = await named(context, [...missing.values()].flat());
  const names = new Map(found.map(({ path, name }) => [path, name]));
  const all = { ...options };
  for (const [field, paths] of missing) {
    const more = paths.flatMap((path) => {
      const label = names.get(path);
      return label === undefined ? [] : [{ value: path, label }];
    });
    all[field] = [...(options[field] ?? []), ...more];
  }
  return all;
}
