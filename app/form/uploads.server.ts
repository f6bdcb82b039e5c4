/** Files that come with a form: sent on to the dispatch API one by one, so that the form's text is small again. */
import type { AppLoadContext } from "@remix-run/node";
import { uploadAnswer } from "~/contract/file-answers";
import { type Accept, isFilePath, pathsOf, sizeProblem, uploadPaths } from "~/contract/files";
import { m } from "~/contract/messages";
import { describeFiles } from "~/contract/platform/stored-file";
import { attempt } from "./submission.server";

export interface Named {
  path: string;
  name: string;
}

interface Taking {
  accept: Accept;
  most: number;
  megabytes?: number | undefined;
  /** Where they are sent: as temporary ones, or to be seen by everybody. */
  to?: "temporary" | "public";
}

/**
 * Of the input `name`: those kept (`name`), less those removed (`name.remove`), with those chosen now (`name.upload`).
 * Afterwards the form holds their paths under `name`. Answers what is wrong, else null.
 */
export async function takeFiles(
  context: AppLoadContext,
  form: FormData,
  name: string,
  taking: Taking,
): Promise<string | null> {
  const removed = new Set(form.getAll(`${name}.remove`));
  const kept = form.getAll(name).flatMap((value) => (typeof value === "string" ? pathsOf(value) : []));
  const present = [...new Set(kept)].filter((path) => !removed.has(path));
  const chosen = form.getAll(`${name}.upload`).filter((value) => value instanceof File && value.name !== "") as File[];
  form.delete(`${name}.remove`);
  form.delete(`${name}.upload`);
  const problem = await addTo(context, present, chosen, taking);
  form.set(name, present.join(","));
  return problem;
}

/** One that is refused keeps none of the others out: a browser forgets what was chosen. */
async function addTo(context: AppLoadContext, present: string[], chosen: File[], taking: Taking) {
  const { most } = taking;
  const total = present.length + chosen.length;
  if (chosen.length > 0 && total > most) return m.files_count({ limit: most, chosen: chosen.length, total });
  let problem: string | null = null;
  for (const file of chosen) {
    const sent = await sendFile(context, file, taking);
    if (sent.ok) present.push(sent.path);
    else problem ??= sent.message;
  }
  return problem;
}

type Sent = { ok: true; path: string } | { ok: false; message: string };

/** Stored as temporary: what is saved with a form is kept, the rest goes after a day. */
async function sendFile(
  context: AppLoadContext,
  file: File,
  { accept, megabytes, to = "temporary" }: Taking,
): Promise<Sent> {
  const tooLarge = sizeProblem(file.size, accept, megabytes);
  if (tooLarge !== null) return { ok: false, message: tooLarge };
  const sent = await attempt(context, () =>
    context.dispatch.upload(uploadPaths[to], [file], { accept, isCompress: "T", temporary: "T" }, uploadAnswer),
  );
  if (sent.ok) return { ok: true, path: sent.value };
  const { errors, notice } = sent.refusal;
  return { ok: false, message: errors.file?.[0] ?? notice?.message ?? m.files_failed() };
}

/** With the names that they came with; what is gone is left out. */
export async function named(context: AppLoadContext, paths: string[]): Promise<Named[]> {
  if (paths.length === 0) return [];
  // Whatever a form posted: what is no path has no name.
  const asked = paths.filter(isFilePath).slice(0, 100);
  const found = await context.dispatch.call(describeFiles, { paths: asked });
  const names = new Map(found.map(({ path, name }) => [path, name]));
  return paths.flatMap((path) => {
    const name = names.get(path);
    return name === undefined ? [] : [{ path, name }];
  });
}
