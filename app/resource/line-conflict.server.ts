/** Two people at one document: its lines are compared by what they are, one by one. */
import type { LinesField } from "~/contract/field-kinds";
import { lineWords, type SayValue } from "~/contract/line-words";
import { m } from "~/contract/messages";
import type { Typed } from "~/form/submission.server";
import type { Value } from "./cells.server";
import { type RowTexts, rowsIn, rowTexts, textsOfRows } from "./fields/row-texts.server";
import { isOf, lineId, typedValue } from "./fields/typed-values.server";
import type { ConflictView } from "./form-conflict.server";

interface Compared {
  views: ConflictView["fields"];
  /** What was typed, with theirs where nothing was changed. */
  merge: (typed: Typed) => Typed;
}

/** `old`: what the form was filled with; `now`: what is there. Null where nobody else has changed a line. */
export function lineConflict(
  name: string,
  field: LinesField,
  [old, now]: [Value, Value],
  typed: Typed,
  said: SayValue,
): Compared | null {
  const mine = rowsIn(name, typed);
  const [were, are] = [rowTexts(field, old), rowTexts(field, now)];
  if (sameRows(were, are)) return null;
  const [had, theirs, own] = [byId(were), byId(are), byId(mine)];
  const words = (row: RowTexts | undefined) => (row ? wordsOf(field, row, said) : m.forms_empty());
  const changed = [...new Set([...had.keys(), ...theirs.keys()])].filter((id) => !same(had.get(id), theirs.get(id)));
  const untouched = (id: string) => same(had.get(id), own.get(id));
  const views = changed.map((id) => ({
    label: field.label(),
    before: words(had.get(id)),
    theirs: words(theirs.get(id)),
    mine: words(own.get(id)),
    clash: !untouched(id) && !same(own.get(id), theirs.get(id)),
  }));
  const merged = sameRows(were, mine) ? are : mergedRows(mine, changed, theirs, untouched);
  return {
    views,
    merge: (texts) => {
      const others = Object.entries(texts).filter(([input]) => !isOf(name, input));
      return { ...Object.fromEntries(others), ...textsOfRows(name, merged) };
    },
  };
}

/** Mine in their order, with theirs in the place of what I left as it was; what they added comes behind. */
function mergedRows(
  mine: readonly RowTexts[],
  changed: readonly string[],
  theirs: ReadonlyMap<string, RowTexts>,
  untouched: (id: string) => boolean,
): RowTexts[] {
  const kept = mine.flatMap((row): RowTexts[] => {
    const id = row[lineId] ?? "";
    if (!changed.includes(id)) return [row];
    const other = theirs.get(id);
    if (untouched(id)) return other ? [other] : [];
    // What they took out and I changed is a line of its own again.
    return [other ? row : { ...row, [lineId]: "" }];
  });
  const there = new Set(mine.map((row) => row[lineId]));
  const added = changed.flatMap((id): RowTexts[] => {
    const other = theirs.get(id);
    return other && !there.has(id) && untouched(id) ? [other] : [];
  });
  return [...kept, ...added];
}

function byId(rows: readonly RowTexts[]): Map<string, RowTexts> {
  return new Map(rows.flatMap((row) => (row[lineId] ? [[row[lineId], row] as const] : [])));
}

function same(one: RowTexts | undefined, other: RowTexts | undefined): boolean {
  if (!one || !other) return one === other;
  const names = new Set([...Object.keys(one), ...Object.keys(other)]);
  return [...names].every((name) => (one[name] ?? "") === (other[name] ?? ""));
}

function sameRows(some: readonly RowTexts[], others: readonly RowTexts[]): boolean {
  return some.length === others.length && some.every((row, place) => same(row, others[place]));
}

/** What cannot be read is said as it was typed. */
function wordsOf(field: LinesField, row: RowTexts, said: SayValue): string {
  const values = typedValue({ ...field, kind: "lines" }, [row]);
  const line = Array.isArray(values) ? values[0] : undefined;
  const isRead = line !== undefined && !Object.values(line).some((value) => Number.isNaN(value));
  return isRead
    ? lineWords(field, line, said)
    : Object.values({ ...row, [lineId]: "" })
        .join(" ")
        .trim();
}
