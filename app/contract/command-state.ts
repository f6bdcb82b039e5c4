/** Whether a row's state lets a command be done, and the sentence that says why not; the console and the backend say the same. */
import type { Command } from "./command";
import { type Locale, m } from "./messages";

type Moves = Pick<Command, "from" | "to" | "label">;

/** `state`: of the row; null where its resource has none. */
export function fitsState({ from, to }: Moves, state: string | null): boolean {
  if (from) return state !== null && from.includes(state);
  return to === undefined || to !== state;
}

interface Asked {
  state: string | null;
  /** What the row is called. */
  label: string;
  /** A state as people read it. */
  words: (state: string) => string;
  locale: Locale;
}

/** Why a command cannot be done in this state; null where it can. */
export function whyNotState(command: Moves, { state, label, words, locale }: Asked): string | null {
  if (fitsState(command, state)) return null;
  const now = words(state ?? "");
  if (state === command.to || !command.from) return m.commands_already({ label, now });
  const from = new Intl.ListFormat(locale, { type: "disjunction" }).format(command.from.map(words));
  return m.commands_wrong_state({ command: command.label(), label, from, now });
}
