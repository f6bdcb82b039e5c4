/** Uploaded files that a resource's rows hold on to: those of its file fields, and those that its rich texts show. */
import { acceptOf, holdsFiles } from "~/contract/field-kinds";
import { isFilePath, pathsOf } from "~/contract/files";
import { m } from "~/contract/messages";
import type { AnyResource, Option } from "~/contract/resource";
import { filesIn } from "~/contract/rich-text";
import { fileNames, type HeldField } from "../files/use";
import type { Call } from "./call";
import { Invalid } from "./refusal";
import type { Values } from "./resource-backend";
import { allowedRichText } from "./rich-text";

/** Rich texts become what may stay of them; throws {@link Invalid} where that is longer than it may be. */
export function filterRichTexts({ fields }: AnyResource, values: Values): void {
  for (const [name, field] of Object.entries(fields)) {
    const value = values[name];
    if (field.kind !== "richText" || typeof value !== "string") continue;
    const filtered = allowedRichText(value);
    if (filtered.length > field.max) throw new Invalid({ [name]: [m.v_too_long({ n: field.max })] });
    values[name] = filtered === "" ? null : filtered;
  }
}

/** The files of those fields that are saved now. */
export function heldFields({ fields }: AnyResource, values: Values): HeldField[] {
  return Object.entries(fields).flatMap(([name, field]): HeldField[] => {
    if (!(name in values)) return [];
    const text = String(values[name] ?? "");
    if (field.kind === "richText") return [{ field: name, paths: filesIn(text).filter(isFilePath), accept: "file" }];
    if (!holdsFiles(field)) return [];
    return [{ field: name, paths: pathsOf(text), accept: acceptOf(field), megabytes: field.megabytes }];
  });
}

/** The names of a field's files: value is the path. */
export async function fileOptions(call: Call, rows: readonly Values[], name: string): Promise<Option[]> {
  const paths = rows.flatMap((row) => (typeof row[name] === "string" ? pathsOf(row[name]) : []));
  return [...(await fileNames(call.db, paths))].map(([value, label]) => ({ value, label }));
}
