/** Files that come with a form: sent on to the dispatch API one by one, so that the form's text is small again. */
import type { AppLoadContext } from "@remix-run/node";
import { pathsOf, uploadAnswer, uploadLimit, uploadPaths } from "~/contract/files";
import { m } from "~/contract/messages";
import { describeFiles } from "~/contract/platform/stored-file";
import { attempt } from "./submission.server";

/** What an input takes: pictures, sound and film, or any accepted file. */
export type Accept = "image" | "media" | "file";

export interface Named {
  path: string;
  name: string;
}

interface Taking {
  accept: Accept;
  most: number;
}

/**
 * Of the input `name`: those kept (`name`), less those removed (`name.remove`), with those chosen now (`name.upload`).
 * Afterwards the form holds their paths under `name`. Answers what is wrong, else null.
 */
export async function takeFiles(
  context: AppLoadContext,
  form: FormData,
  name: string,
  { accept, most }: Taking,
): Promise<string | null> {
  const removed = new Set(form.getAll(`${name}.remove`));
  const kept = form.getAll(name).flatMap((value) => (typeof value === "string" ? pathsOf(value) : []));
  const present = [...new Set(kept)].filter((path) => !removed.has(path));
  const chosen = form.getAll(`${name}.upload`).filter((value) => value instanceof File && value.name !== "") as File[];
  form.delete(`${name}.remove`);
  form.delete(`${name}.upload`);
  const problem = await addTo(context, present, chosen, { accept, most });
  form.set(name, present.join(","));
  return problem;
}

async function addTo(context: AppLoadContext, present: string[], chosen: File[], { accept, most }: Taking) {
  const total = present.length + chosen.length;
  if (chosen.length > 0 && total > most) return m.files_count({ limit: most, chosen: chosen.length, total });
  for (const file of chosen) {
    const sent = await sendFile(context, file, accept);
    if (!sent.ok) return sent.message;
    present.push(sent.path);
  }
  return null;
}

type Sent = { ok: true; path: string } | { ok: false; message: string };

/** Stored as temporary: what is saved with a form is kept, the rest goes after a day. */
async function sendFile(context: AppLoadContext, file: File, accept: Accept): Promise<Sent> {
  const tooLarge = accept === "image" ? m.files_image_too_large() : m.files_too_large();
  if (file.size >= uploadLimit) return { ok: false, message: tooLarge };
  const sent = await attempt(context, () =>
    context.dispatch.upload(uploadPaths.temporary, [file], { accept, isCompress: "T" }, uploadAnswer),
  );
  if (sent.ok) return { ok: true, path: sent.value };
  const { errors, notice } = sent.refusal;
  return { ok: false, message: errors.file?.[0] ?? notice?.message ?? m.files_failed() };
}

/** With the names that they came with; what is gone is left out. */
export async function named(context: AppLoadContext, paths: string[]): Promise<Named[]> {
  if (paths.length === 0) return [];
  const found = await context.dispatch.call(describeFiles, { paths: paths.slice(0, 100) });
  const names = new Map(found.map(({ path, name }) => [path, name]));
  return paths.flatMap((path) => {
    const name = names.get(path);
    return name === undefined ? [] : [{ path, name }];
  });
}
