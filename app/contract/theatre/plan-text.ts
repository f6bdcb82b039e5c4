/**
 * The plan of an area as text, a line a row: `name kinds zones numbers`. In `kinds` one character is one place: `o` normal,
 * `c` couple, `w` wheelchair, `p` companion, `s` staff, `x` blocked, `_` an aisle. `zones` is one letter for all, or one a
 * place. `numbers` is `left`, `right`, `oddEven`, `letters`, or the numbers themselves with commas; left out it is `left`. A
 * `<` or `>` at the end puts the row to that side of the plan, `/150` one and a half rows behind the one in front. What comes
 * out goes in again and is the same.
 */
import {
  mostPlaces,
  type Numbering,
  numberings,
  numbersOf,
  type PlanProblem,
  type PlanRow,
  type PlanSeat,
  pitch,
  problemsOf,
  type RowSide,
  type SeatKind,
  standing,
} from "./seat-plan";

const kindOf: Readonly<Record<string, SeatKind>> = {
  ...{ o: "normal", c: "couple", w: "wheelchair", p: "companion", s: "staff", x: "blocked" },
};
const signOf = Object.fromEntries(Object.entries(kindOf).map(([sign, kind]) => [kind, sign]));
const aisle = "_";
const sideOf: Readonly<Record<string, RowSide>> = { "<": "left", ">": "right" };
const sideSign = { left: "<", middle: "", right: ">" } as const;

export type PlanRead = { ok: true; rows: PlanRow[] } | { ok: false; problems: PlanProblem[] };

/** Reads a plan; what is wrong is told by row and seat, all of it. */
export function readPlan(text: string, zones: readonly string[], arc: number): PlanRead {
  const problems: PlanProblem[] = [];
  const rows: PlanRow[] = [];
  for (const line of text.split(/\r?\n/)) {
    const parts = line.trim().split(/\s+/);
    if (parts[0] === "" || line.trim().startsWith("#")) continue;
    const behind = /^\/(-?\d{1,5})$/.exec(parts.length > 2 ? (parts.at(-1) ?? "") : "")?.[1];
    if (behind !== undefined) parts.pop();
    const side = parts.length > 2 ? sideOf[parts.at(-1) ?? ""] : undefined;
    if (side) parts.pop();
    const row = rowOf(parts, zones, problems);
    if (row) rows.push({ ...row, ...(side && { side }), ...(behind !== undefined && { behind: Number(behind) }) });
  }
  problems.push(...problemsOf(rows, zones));
  // A zone that is none is told once a seat, by whichever saw it first.
  if (problems.length > 0) return { ok: false, problems };
  return { ok: true, rows: standing(rows, arc) };
}

function rowOf(
  [name = "", kinds = "", zoneText = "", numberText = "left", ...more]: readonly string[],
  zones: readonly string[],
  problems: PlanProblem[],
): PlanRow | null {
  const wrong = (why: PlanProblem["why"], found: string, seat = "") =>
    void problems.push({ row: name, seat, why, found });
  const usual = zones.length === 1 ? (zones[0] ?? "") : "";
  const letters = zoneText === "" ? usual : zoneText;
  if (kinds === "" || letters === "" || more.length > 0) {
    wrong("line", [kinds, zoneText].filter(Boolean).join(" "));
    return null;
  }
  if (kinds.length > mostPlaces || (letters.length !== 1 && letters.length !== kinds.length)) {
    wrong("length", `${kinds.length}/${letters.length}`);
    return null;
  }
  const places = [...kinds].map((sign, at) => ({
    sign,
    at,
    zone: letters.length === 1 ? letters : letters.charAt(at),
  }));
  const seats = places.filter(({ sign }) => sign !== aisle);
  const numbers = isNumbering(numberText) ? numbersOf(seats.length, numberText) : numberText.split(",");
  if (numbers.length !== seats.length) {
    wrong("numbers", `${seats.length}/${numbers.length}`);
    return null;
  }
  const made: PlanSeat[] = [];
  seats.forEach(({ sign, at, zone }, place) => {
    const kind = kindOf[sign];
    const number = numbers[place] ?? "";
    if (kind) made.push({ number, kind, zone, at, x: 0, y: 0 });
    else wrong("kind", sign, String(at + 1));
  });
  return { name, seats: made };
}

const isNumbering = (text: string): text is Numbering => numberings.some((one) => one === text);

/** Writes a plan as {@link readPlan} reads it. */
export function writePlan(rows: readonly PlanRow[]): string {
  return rows.map(lineOf).join("\n");
}

function lineOf({ name, side = "middle", behind = pitch, seats }: PlanRow): string {
  const inOrder = [...seats].sort((a, b) => a.at - b.at);
  const kinds: string[] = [];
  const zones: string[] = [];
  for (const seat of inOrder) {
    while (kinds.length < seat.at) {
      kinds.push(aisle);
      zones.push(aisle);
    }
    kinds.push(signOf[seat.kind] ?? "o");
    zones.push(seat.zone);
  }
  const letters = new Set(inOrder.map(({ zone }) => zone));
  const numbers = inOrder.map(({ number }) => number);
  const way = numberings.find((one) => numbersOf(numbers.length, one).join() === numbers.join());
  const zoneText = letters.size === 1 ? [...letters].join("") : zones.join("");
  const numberText = way === "left" ? "" : (way ?? numbers.join(","));
  const distance = behind === pitch ? "" : `/${behind}`;
  return [name, kinds.join(""), zoneText, numberText, sideSign[side], distance].filter(Boolean).join(" ");
}
