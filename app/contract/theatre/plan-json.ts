/** pretix's seating-plan JSON, schema 0.0.1, in and out. A zone of theirs is an area of ours, a category a price zone. */
import { z } from "zod";
import { mostSeats, type PlanRow, type PlanSeat, pitch, standing } from "./seat-plan";

const position = z.strictObject({ x: z.number().int(), y: z.number().int() });
const seat = z.strictObject({
  seat_guid: z.string().max(200),
  seat_number: z.string().max(60),
  position,
  category: z.string().max(200),
});
const row = z.strictObject({
  row_number: z.string().max(60),
  seats: z.array(seat).max(1_000),
  number_of_seats: z.number().int().optional(),
  seats_spacing: z.number().int().optional(),
  position: position.optional(),
});
const drawn = z.strictObject({
  color: z.string().optional(),
  border_color: z.string().optional(),
  width: z.number().int(),
  height: z.number().int(),
  position,
  rotation: z.number().optional(),
  text: z.string().optional(),
});
const zone = z.strictObject({
  name: z.string().max(200).optional(),
  displayed: z.boolean().optional(),
  position,
  rows: z.array(row).max(1_000),
  areas: z.array(drawn).max(1_000).optional(),
});
export const seatingPlan = z.strictObject({
  name: z.string().max(200),
  zones: z.array(zone).max(200),
  categories: z.array(z.strictObject({ name: z.string().max(200), color: z.string().optional() })).max(200),
  size: z.strictObject({ width: z.number().int(), height: z.number().int() }).optional(),
});
export type SeatingPlan = z.output<typeof seatingPlan>;

interface NamedArea {
  name: string;
  rows: readonly PlanRow[];
}
interface NamedZone {
  code: string;
  name: string;
  color: string;
}

/** Pixels of one seat's width in what goes out; what comes in is measured by its own closest seats. */
const pixels = 30;

export function writeSeating(name: string, areas: readonly NamedArea[], zones: readonly NamedZone[]): SeatingPlan {
  const scaled = (length: number) => Math.round((length * pixels) / pitch);
  let top = pixels;
  let width = pixels;
  const out = areas.map(({ name: area, rows }) => {
    const y = top;
    const seats = rows.flatMap((one) => one.seats);
    top += scaled(Math.max(0, ...seats.map((one) => one.y))) + 3 * pixels;
    width = Math.max(width, scaled(Math.max(0, ...seats.map((one) => one.x))) + 2 * pixels);
    return {
      name: area,
      position: { x: pixels, y },
      rows: rows.map((one) => ({
        row_number: one.name,
        position: { x: 0, y: 0 },
        seats: one.seats.map((own) => ({
          seat_guid: `${area}-${one.name}-${own.number}`,
          seat_number: own.number,
          position: { x: scaled(own.x), y: scaled(own.y) },
          category: zones.find(({ code }) => code === own.zone)?.name ?? own.zone,
        })),
      })),
      areas: [],
    };
  });
  return {
    name,
    zones: out,
    categories: zones.map(({ name: category, color }) => ({ name: category, color })),
    size: { width, height: top },
  };
}

export interface SeatingProblem {
  zone: string;
  row: string;
  seat: string;
  why: "category" | "guidTwice" | "tooMany";
  found: string;
}

/** A seat as it stands in the file, in pixels from the corner of its zone. */
interface Drawn {
  number: string;
  zone: string;
  x: number;
  y: number;
}

/** Areas with their rows as the file has them; `zoneOf` says the letter of a category, or nothing where there is none. */
export function readSeating(
  plan: SeatingPlan,
  zoneOf: (category: string) => string | undefined,
): { areas: { name: string; rows: PlanRow[] }[]; problems: SeatingProblem[] } {
  const problems: SeatingProblem[] = [];
  const guids = new Set<string>();
  const areas = plan.zones.map((one, index) => {
    const name = one.name || `${index + 1}`;
    const rows = one.rows.flatMap((own) => {
      const seats = own.seats.map((s): Drawn => {
        const wrong = (why: SeatingProblem["why"], found: string) =>
          void problems.push({ zone: name, row: own.row_number, seat: s.seat_number, why, found });
        if (guids.has(s.seat_guid)) wrong("guidTwice", s.seat_guid);
        guids.add(s.seat_guid);
        const code = zoneOf(s.category);
        if (code === undefined) wrong("category", s.category);
        const [x, y] = [(own.position?.x ?? 0) + s.position.x, (own.position?.y ?? 0) + s.position.y];
        return { number: s.seat_number, zone: code ?? "", x, y };
      });
      return seats.length === 0 ? [] : [{ name: own.row_number, seats: alongTheRow(seats) }];
    });
    return { name, rows: rowsAsDrawn(rows) };
  });
  if (guids.size > mostSeats) problems.push({ zone: "", row: "", seat: "", why: "tooMany", found: String(guids.size) });
  return { areas, problems };
}

/** From one end of a row to the other: a row at the side of a hall may run from the front to the back. */
function alongTheRow(seats: readonly Drawn[]): Drawn[] {
  const span = (all: number[]) => Math.max(...all, 0) - Math.min(...all, Number.MAX_SAFE_INTEGER);
  const isAcross = span(seats.map(({ x }) => x)) >= span(seats.map(({ y }) => y));
  return [...seats].sort((a, b) => (isAcross ? a.x - b.x : a.y - b.y));
}

/** In pixels. */
const between = (one: Drawn, other: Drawn) => Math.hypot(one.x - other.x, one.y - other.y);

/**
 * Places of each row from its distances, and where the seats stand beside and behind those places: what lies further apart
 * than a seat and a half has an aisle between. Rows that stand as rows made by count do say nothing more.
 */
function rowsAsDrawn(rows: readonly { name: string; seats: readonly Drawn[] }[]): PlanRow[] {
  const all = rows.flatMap(({ seats }) => seats);
  const gaps = rows.flatMap(({ seats }) => seats.slice(1).map((seat, place) => between(seat, seats[place] ?? seat)));
  const unit = Math.min(...gaps.filter((gap) => gap > 0), Number.MAX_SAFE_INTEGER);
  const scale = pitch / (unit === Number.MAX_SAFE_INTEGER ? pixels : unit);
  const [left, top] = [Math.min(...all.map(({ x }) => x)), Math.min(...all.map(({ y }) => y))];
  const drawn = rows.map(({ name, seats }) => {
    let at = -1;
    return {
      name,
      seats: seats.map((seat, place): PlanSeat => {
        const before = seats[place - 1];
        at += before ? Math.max(1, Math.round((between(before, seat) * scale) / pitch)) : 1;
        const [x, y] = [Math.round((seat.x - left) * scale), Math.round((seat.y - top) * scale)];
        return { number: seat.number, zone: seat.zone, kind: "normal", at, x, y };
      }),
    };
  });
  const plain = standing(drawn, 0);
  return isSame(plain, drawn) ? plain : standing(drawn.map(asItStands), 0);
}

/** Half a pixel of what is written. */
const nothing = 4;

const isSame = (one: readonly PlanRow[], other: readonly PlanRow[]) =>
  one.every(({ seats }, row) =>
    seats.every((seat, place) => {
      const there = other[row]?.seats[place];
      return Math.abs(seat.x - (there?.x ?? 0)) <= nothing && Math.abs(seat.y - (there?.y ?? 0)) <= nothing;
    }),
  );

/** From the left of the plan, with all that a seat stands beside and behind its place; it stays there whatever is done to others. */
function asItStands(row: PlanRow, index: number, rows: readonly PlanRow[]): PlanRow {
  const lineAt = (at: number) => (at <= 0 ? 0 : Math.min(...(rows[at]?.seats ?? []).map(({ y }) => y)));
  const behind = index === 0 ? pitch : lineAt(index) - lineAt(index - 1);
  const first = Math.max(0, Math.round((row.seats[0]?.x ?? 0) / pitch));
  const seats = row.seats.map((seat) => {
    const at = first + seat.at;
    const [dx, dy] = [seat.x - at * pitch, seat.y - lineAt(index)];
    return { ...seat, at, ...(Math.abs(dx) > nothing && { dx }), ...(Math.abs(dy) > nothing && { dy }) };
  });
  return { ...row, side: "left", ...(behind !== pitch && { behind }), seats };
}
