/** Files that a resource's form brings: stored first, so that whatever the form is answered with, they are not chosen again. */
import type { AppLoadContext } from "@remix-run/node";
import type { FieldErrors } from "~/contract/errors";
import { acceptOf, type Field, holdsFiles } from "~/contract/field-kinds";
import { takeFiles } from "~/form/uploads.server";

/** Afterwards the form holds the paths of each field as one text. Answers what could not be stored. */
export async function takeUploads(
  context: AppLoadContext,
  fields: readonly [string, Field][],
  form: FormData,
): Promise<FieldErrors> {
  const errors: FieldErrors = {};
  for (const [name, field] of fields) {
    const isPosted = [name, `${name}.upload`, `${name}.remove`].some((input) => form.has(input));
    if (!holdsFiles(field) || !isPosted) continue;
    const { most, megabytes } = field;
    const problem = await takeFiles(context, form, name, { accept: acceptOf(field), most, megabytes });
    if (problem !== null) errors[name] = [problem];
  }
  return errors;
}
