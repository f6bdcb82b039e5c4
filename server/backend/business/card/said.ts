/** What a step of a card says of itself: people's own words as they wrote them, ours by name, in the reader's language. */
import { z } from "zod";
import { m } from "~/contract/messages";
import type { ListRow } from "../../kernel/list-source";

const known = z.discriminatedUnion("said", [
  z.strictObject({ said: z.literal("until"), day: z.string() }),
  z.strictObject({ said: z.literal("upgrade"), from: z.string(), to: z.string() }),
  z.strictObject({ said: z.enum(["new", "old"]), number: z.string() }),
  z.strictObject({ said: z.literal("passedBack"), gate: z.string(), before: z.string(), at: z.string() }),
]);

/** Somebody's own words of at most 200 characters, or one of ours. */
export type Said = string | null | z.infer<typeof known>;

/** As the log keeps it. */
export function keptSaid(said: Said | undefined): string | null {
  if (!said) return null;
  return typeof said === "string" ? said.slice(0, 200) : JSON.stringify(said);
}

/** In the language of the call. */
export function saidOf(kept: string): string {
  if (!kept.startsWith('{"said":')) return kept;
  const read = known.safeParse(parsed(kept));
  if (!read.success) return kept;
  return worded(read.data);
}

function worded(ours: z.infer<typeof known>): string {
  switch (ours.said) {
    case "until":
      return m.card_said_until(ours);
    case "upgrade":
      return m.card_said_upgrade(ours);
    case "new":
      return m.card_said_new(ours);
    case "old":
      return m.card_said_old(ours);
    case "passedBack":
      return m.card_said_passed_back(ours);
  }
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

export const saidShown = (row: ListRow): ListRow =>
  typeof row.said === "string" ? { ...row, said: saidOf(row.said) } : row;
