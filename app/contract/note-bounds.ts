/** Bounds of notes; no schemas: browsers read this too. */
export const noteBounds = {
  perPage: 20,
  /** Characters of a note. */
  text: 2_000,
  /** Files of a note. */
  files: 5,
  /** Notes of a record. */
  notes: 500,
  /** For so long its author changes a note, or takes it back. */
  minutes: 30,
} as const;

/** The right to take notes of others away, and one's own later than that: by noun, under the function of its list. */
export const removeNotes = (noun: string): string => `${noun}:removeNote`;
