/**
 * Notes and attachments of records. `noun` says of which kind the record is. Whoever may read the record reads its notes
 * with it, and adds some: the backend asks the record's own rights, which differ by noun (docs/decisions/206).
 */
import { z } from "zod";
import type { Trace } from "../audit-trace";
import { filePath } from "../file-answers";
import { m } from "../messages";
import { method } from "../method";
import { noteBounds } from "../note-bounds";
import { id, idempotencyKey, textOf, wholeNumber } from "../validators";

const done = z.object({ id });
const text = textOf(noteBounds.text, { multiline: true });

/** Text, files or both. */
export const noteAdd = method("platform", "noteAdd", {
  payload: z.object({
    noun: z.string().max(40),
    recordId: id,
    text: text.default(""),
    files: z.array(filePath).max(noteBounds.files).default([]),
    idempotencyKey: idempotencyKey.optional(),
  }),
  answer: done,
  access: "signedIn",
  writes: true,
  idempotent: true,
  told: ({ name, after }: Trace) => (after?.attachments ? m.notes_did_attach : m.notes_did_add)({ name }),
});

/** Its author, within half an hour. Files stay as they are: another file is another note. */
export const noteEdit = method("platform", "noteEdit", {
  payload: z.object({ id, rowVersion: wholeNumber(0), text }),
  answer: done,
  access: "signedIn",
  writes: true,
  told: ({ name }) => m.notes_did_edit({ name }),
});

/** Its author, within half an hour; later, or another's, with the right `<noun>:removeNote`. */
export const noteRemove = method("platform", "noteRemove", {
  payload: z.object({ id, idempotencyKey: idempotencyKey.optional() }),
  answer: done,
  access: "signedIn",
  writes: true,
  idempotent: true,
  told: ({ name }) => m.notes_did_remove({ name }),
});
