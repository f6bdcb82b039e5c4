/** Days on which a ticket type is neither sold nor valid, as lines of the type; a ticket keeps those that it was sold with. */
import { date, type LineOf, lines, text } from "../field-kinds";
import type { Line, LineProblem } from "../line-rule";
import { m } from "../messages";

const fields = {
  fromDay: date({ label: m.blackout_from, required: true }),
  toDay: date({ label: m.blackout_to, required: true }),
  reason: text({ label: m.blackout_reason, max: 40 }),
};
export type Blackout = Omit<LineOf<typeof fields>, "id">;

const say = ({ fromDay, toDay, reason }: Line) =>
  `${fromDay === toDay ? fromDay : `${fromDay}~${toDay}`}${reason ? ` ${reason}` : ""}`;

export const blackouts = lines(fields, {
  ...{ label: m.blackouts, help: m.blackouts_help, key: ["fromDay"], max: 50 },
  rules: [endsLater, noOverlap],
  say,
  notation: { note: m.blackouts_note, read },
});

function endsLater(given: readonly Line[]): LineProblem[] {
  return given.flatMap(({ fromDay, toDay }, line) =>
    String(toDay) < String(fromDay) ? [{ line, field: "toDay", message: m.blackout_order() }] : [],
  );
}

function noOverlap(given: readonly Line[]): LineProblem[] {
  const places = given.map((one, line) => ({ one, line }));
  places.sort((a, b) => (String(a.one.fromDay) < String(b.one.fromDay) ? -1 : 1));
  return places.flatMap(({ one, line }, place): LineProblem[] => {
    const before = places[place - 1]?.one;
    if (!before || String(one.fromDay) > String(before.toDay)) return [];
    return [{ line, field: "fromDay", message: m.blackout_overlap({ one: say(before), other: say(one) }) }];
  });
}

const part = /^(\d{4}-\d\d-\d\d)(?:\s*[~～至]\s*(\d{4}-\d\d-\d\d))?(?:\s+(.{1,40}))?$/;

/** `2026-10-01~2026-10-07 国庆; 2026-12-31`. */
function read(cell: string): { lines: Record<string, unknown>[] } | { problem: string } {
  const parts = cell
    .split(/[\r\n;；]+/)
    .map((one) => one.trim())
    .filter((one) => one !== "");
  const wrong = parts.find((one) => !part.test(one));
  if (wrong !== undefined) return { problem: m.blackout_form({ line: wrong }) };
  return {
    lines: parts.map((one) => {
      const [, fromDay, toDay = fromDay, reason = null] = part.exec(one) ?? [];
      return { fromDay, toDay, reason };
    }),
  };
}
