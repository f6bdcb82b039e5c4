/** Notes and attachments of a record, as its page shows them. No methods: contracts of records read this. */
import { z } from "zod";
import { noteBounds } from "./note-bounds";
import { wholeNumber } from "./validators";

/** In a payload that answers a record's page: which page of its notes comes with it; without it, none. */
export const notesPage = wholeNumber(1, 10_000).optional();

const note = z.object({
  id: z.number(),
  rowVersion: z.number(),
  text: z.string(),
  /** ISO 8601. */
  at: z.string(),
  /** Name of the account at that time. */
  by: z.string(),
  edited: z.boolean(),
  files: z.array(z.object({ path: z.string(), name: z.string(), size: z.number() })),
  mayEdit: z.boolean(),
  mayRemove: z.boolean(),
});
export type RecordNote = z.output<typeof note>;

/** Newest first, {@link noteBounds.perPage} a page. */
export const notesView = z.object({ notes: z.array(note), count: z.number() });
export type NotesView = z.output<typeof notesView>;

export { noteBounds };
