/** The seats of a large area as the map draws them: told apart by place, state and who chose them. Pure but for the canvas. */
import type { SeatState } from "~/contract/theatre/sale";
import { type PackedRow, unpackLetters, unpackNames, unpackNumbers } from "~/contract/theatre/seat-pack";
import type { SeatKind } from "~/contract/theatre/seat-plan";

const kindOf: Readonly<Record<string, SeatKind>> = {
  ...{ o: "normal", b: "couple", c: "couple", d: "couple", w: "wheelchair", p: "companion", s: "staff", x: "blocked" },
};

export interface MapSeat {
  id: number;
  row: string;
  rowAt: number;
  number: string;
  kind: SeatKind;
  zone: string;
  /** The other half of its pair. */
  partner: { id: number; number: string } | null;
  /** In widths of a seat, from the upper left one. */
  x: number;
  y: number;
}

export interface MapModel {
  seats: MapSeat[];
  /** Where each row begins among the seats, and one more for the end. */
  starts: number[];
  byId: Map<number, number>;
  width: number;
  height: number;
}

export function modelOf(rows: readonly PackedRow[]): MapModel {
  const seats: MapSeat[] = [];
  const starts: number[] = [];
  rows.forEach(({ name, ids, numbers, xs, ys, kinds, zones }, rowAt) => {
    starts.push(seats.length);
    const [x, y, named] = [unpackNumbers(xs), unpackNumbers(ys), unpackNames(numbers)];
    const [kindsOf, zonesOf] = [unpackLetters(kinds), unpackLetters(zones)];
    const all = unpackNumbers(ids);
    all.forEach((id, at) => {
      const letter = kindsOf.charAt(at);
      const kind = kindOf[letter] ?? "normal";
      const other = letter === "c" ? at + 1 : letter === "d" ? at - 1 : null;
      const partner = other === null ? null : { id: all[other] ?? 0, number: named[other] ?? "" };
      const place = { x: (x[at] ?? 0) / 100, y: (y[at] ?? 0) / 100 };
      seats.push({ id, row: name, rowAt, number: named[at] ?? "", kind, zone: zonesOf.charAt(at), partner, ...place });
    });
  });
  starts.push(seats.length);
  const left = seats.reduce((least, { x }) => Math.min(least, x), Number.POSITIVE_INFINITY);
  const top = seats.reduce((least, { y }) => Math.min(least, y), Number.POSITIVE_INFINITY);
  for (const seat of seats) {
    seat.x -= left;
    seat.y -= top;
  }
  const width = seats.reduce((most, { x }) => Math.max(most, x + 1), 1);
  const height = seats.reduce((most, { y }) => Math.max(most, y + 1), 1);
  return { seats, starts, byId: new Map(seats.map(({ id }, at) => [id, at])), width, height };
}

/** The state of each seat by its place; what nobody has is free, or blocked by its kind. */
export function statesOf(
  { seats, byId }: MapModel,
  taken: readonly { state: SeatState; seats: string }[],
): SeatState[] {
  const states = seats.map(({ kind }): SeatState => (kind === "blocked" ? "blocked" : "free"));
  for (const { state, seats: ids } of taken)
    for (const id of unpackNumbers(ids)) {
      const at = byId.get(id);
      if (at !== undefined) states[at] = state;
    }
  return states;
}

/** The seat that a key leads to: beside, the nearest of the next row, or an end of the row. */
export function seatAfter({ seats, starts }: MapModel, at: number, key: string): number {
  const here = seats[at];
  if (!here) return 0;
  const [from = 0, to = seats.length] = [starts[here.rowAt], starts[here.rowAt + 1]];
  if (key === "ArrowLeft") return Math.max(from, at - 1);
  if (key === "ArrowRight") return Math.min(to - 1, at + 1);
  if (key === "Home") return from;
  if (key === "End") return to - 1;
  const row = here.rowAt + (key === "ArrowUp" ? -1 : 1);
  const [next, end] = [starts[row], starts[row + 1]];
  if (row < 0 || next === undefined || end === undefined || next === end) return at;
  let best = next;
  for (let one = next; one < end; one += 1)
    if (Math.abs((seats[one]?.x ?? 0) - here.x) < Math.abs((seats[best]?.x ?? 0) - here.x)) best = one;
  return best;
}

/** The seat at a point, in widths of a seat; undefined between them. */
export function seatAt({ seats }: MapModel, x: number, y: number): number | undefined {
  const at = seats.findIndex((seat) => x >= seat.x && x < seat.x + 1 && y >= seat.y && y < seat.y + 1);
  return at < 0 ? undefined : at;
}
