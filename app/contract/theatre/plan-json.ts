/** pretix's seating-plan JSON, schema 0.0.1, in and out. A zone of theirs is an area of ours, a category a price zone. */
import { z } from "zod";
import { mostSeats, type PlanRow, pitch } from "./seat-plan";

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

/** Areas with their rows as the file has them; `zoneOf` says the letter of a category, or nothing where there is none. */
export function readSeating(
  plan: SeatingPlan,
  zoneOf: (category: string) => string | undefined,
): { areas: { name: string; rows: PlanRow[] }[]; problems: SeatingProblem[] } {
  const problems: SeatingProblem[] = [];
  const guids = new Set<string>();
  const areas = plan.zones.map((one, index) => {
    const name = one.name || `${index + 1}`;
    const unit = spacingOf(one.rows);
    const all = one.rows.flatMap((own) =>
      own.seats.map((s) => ({ x: (own.position?.x ?? 0) + s.position.x, y: (own.position?.y ?? 0) + s.position.y })),
    );
    const left = Math.min(...all.map(({ x }) => x), Number.MAX_SAFE_INTEGER);
    const top = Math.min(...all.map(({ y }) => y), Number.MAX_SAFE_INTEGER);
    const rows = one.rows.map((own): PlanRow => {
      const seats = own.seats.map((s) => {
        const wrong = (why: SeatingProblem["why"], found: string) =>
          void problems.push({ zone: name, row: own.row_number, seat: s.seat_number, why, found });
        if (guids.has(s.seat_guid)) wrong("guidTwice", s.seat_guid);
        guids.add(s.seat_guid);
        const code = zoneOf(s.category);
        if (code === undefined) wrong("category", s.category);
        const x = Math.round((((own.position?.x ?? 0) + s.position.x - left) * pitch) / unit);
        const y = Math.round((((own.position?.y ?? 0) + s.position.y - top) * pitch) / unit);
        return { number: s.seat_number, kind: "normal" as const, zone: code ?? "", at: 0, x, y };
      });
      return { name: own.row_number, seats: placed(seats.sort((a, b) => a.x - b.x)) };
    });
    return { name, rows };
  });
  if (guids.size > mostSeats) problems.push({ zone: "", row: "", seat: "", why: "tooMany", found: String(guids.size) });
  return { areas, problems };
}

/** The distance of the closest two neighbours of a row. */
function spacingOf(rows: readonly z.output<typeof row>[]): number {
  let least = Number.MAX_SAFE_INTEGER;
  for (const { seats } of rows) {
    const xs = seats.map(({ position: { x } }) => x).sort((a, b) => a - b);
    xs.forEach((x, place) => {
      const gap = x - (xs[place - 1] ?? x);
      if (gap > 0) least = Math.min(least, gap);
    });
  }
  return least === Number.MAX_SAFE_INTEGER ? pixels : least;
}

/** Places of a row from its distances: what lies further apart than a seat and a half has an aisle between. */
function placed<S extends { x: number; at: number }>(seats: S[]): S[] {
  let at = -1;
  let before: number | null = null;
  return seats.map((one) => {
    at += before === null ? 1 : Math.max(1, Math.round((one.x - before) / pitch));
    before = one.x;
    return { ...one, at };
  });
}
