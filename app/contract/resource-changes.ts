/** Who changed a row of a resource, when, and from what to what: read from the audit trail. */
import { z } from "zod";
import { notesPage, notesView } from "./record-notes";
import { id, wholeNumber } from "./validators";

/**
 * `since` answers only what happened after that row version; without it the whole trail, newest first, by pages. `notes`:
 * with that page of the row's notes, where it has any.
 */
export const changesPayload = z.object({
  id,
  since: wholeNumber(0).optional(),
  pageNo: wholeNumber(1, 10_000).default(1),
  notes: notesPage,
});

/** Values as rows have them; the masked ones masked for who may not see them, secrets never. */
const changedField = z.object({ field: z.string(), before: z.unknown(), after: z.unknown() });

const change = z.object({
  id: z.number(),
  /** ISO 8601. */
  at: z.string(),
  /** Name of the account at that time. */
  by: z.string(),
  /** What was done, whichever method did it; an `event` comes from a ledger or the like, and says itself what it is. */
  kind: z.enum(["created", "edited", "suspended", "resumed", "command", "event"]),
  /** Name of the resource's command that did it. */
  command: z.string().optional(),
  fields: z.array(changedField),
  /** What was typed into the command's form. */
  given: z.array(z.object({ field: z.string(), value: z.unknown() })).optional(),
  event: z.object({ title: z.string(), detail: z.string(), tone: z.enum(["good", "bad", "calm"]) }).optional(),
});
export type Change = z.output<typeof change>;

export const changesAnswer = z.object({ changes: z.array(change), more: z.boolean(), notes: notesView.optional() });

/** Of a record's own method: the page of the time line that its answer has beside it; without it, none. */
export const logPage = wholeNumber(1, 10_000).optional();

/** The button code of those who see masked fields whole. */
export const sensitiveButton = "sensitive:view";
