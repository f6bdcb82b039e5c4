/** What became of lines between two states of a document, line by line, in words. */
import type { LinesField } from "~/contract/field-kinds";
import type { Line } from "~/contract/line-rule";
import { lineWords, type SayValue } from "~/contract/line-words";
import { m } from "~/contract/messages";

export interface LineChange {
  /** What it is about, and what was done: "Slots: added". */
  label: string;
  /** "" of what was not there. */
  before: string;
  after: string;
}

/** Lines are known by their ids. `from` and `to` may be texts of a time when they were no lines: then there is none. */
export function lineChanges(field: LinesField, from: unknown, to: unknown, said: SayValue): LineChange[] {
  const [were, are] = [linesIn(from), linesIn(to)];
  const label = field.label();
  const words = (line: Line | undefined) => (line ? lineWords(field, line, said) : "");
  const now = new Map(are.map((line) => [line.id, line]));
  const had = new Map(were.map((line) => [line.id, line]));
  const changes = [
    ...were.flatMap((line): LineChange[] => {
      const after = now.get(line.id);
      if (!after) return [{ label: m.lines_log_removed({ label }), before: words(line), after: "" }];
      if (sameLine(line, after)) return [];
      return [{ label: m.lines_log_changed({ label }), before: words(line), after: words(after) }];
    }),
    ...are.flatMap((line): LineChange[] =>
      had.has(line.id) ? [] : [{ label: m.lines_log_added({ label }), before: "", after: words(line) }],
    ),
  ];
  const stayed = (lines: readonly Line[], other: ReadonlyMap<unknown, Line>) =>
    lines.filter(({ id }) => other.has(id)).map(({ id }) => id);
  const isMoved = field.ordered && stayed(were, now).join() !== stayed(are, had).join();
  if (!isMoved) return changes;
  const order = (lines: readonly Line[]) => lines.map(words).join(" → ");
  return [...changes, { label: m.lines_log_order({ label }), before: order(were), after: order(are) }];
}

export function linesIn(value: unknown): readonly Line[] {
  return Array.isArray(value) ? value : [];
}

export function sameLine(one: Line, other: Line): boolean {
  const names = new Set([...Object.keys(one), ...Object.keys(other)]);
  return [...names].every((name) => (one[name] ?? null) === (other[name] ?? null));
}
