/** Seats of several rows in one column: by the first, the middle or the last of those chosen in each row. Pure. */
import { type PlanRow, type PlanSeat, pitch, placedAt, type RowSide, standing } from "./seat-plan";

export type Columned =
  | { ok: true; rows: PlanRow[] }
  /** Fewer than two rows have chosen seats; or one of them would lie on another seat of its row. */
  | { ok: false; row?: string; seat?: string };

/**
 * Chosen seats of a row move together, and the others stay where they are. To the left they go to the leftmost, to the right
 * to the rightmost, and into the middle of the widest, which needs no room that the plan has not.
 */
export function inColumn(
  rows: readonly PlanRow[],
  isChosen: (row: string, number: string) => boolean,
  side: RowSide,
  arc: number,
): Columned {
  const groups = rows.map((row) => row.seats.filter(({ number }) => isChosen(row.name, number)).map(({ x }) => x));
  const spans = groups.filter((xs) => xs.length > 0).map((xs) => ({ from: Math.min(...xs), to: Math.max(...xs) }));
  if (spans.length < 2) return { ok: false };
  const widest = spans.reduce((most, one) => (one.to - one.from > most.to - most.from ? one : most));
  const column = {
    left: Math.min(...spans.map(({ from }) => from)),
    right: Math.max(...spans.map(({ to }) => to)),
    middle: (widest.from + widest.to) / 2,
  }[side];
  const moved: PlanRow[] = [];
  for (const [index, row] of rows.entries()) {
    const xs = groups[index] ?? [];
    if (xs.length === 0) {
      moved.push(row);
      continue;
    }
    const [from, to] = [Math.min(...xs), Math.max(...xs)];
    const by = Math.round(column - { left: from, right: to, middle: (from + to) / 2 }[side]);
    // In the order in which they stand: none comes to lie on another, or beyond it.
    const seats = [...row.seats]
      .sort((one, other) => one.x - other.x)
      .map((seat) => placedAt(seat, seat.x + (isChosen(row.name, seat.number) ? by : 0)));
    const onto = seats.find((seat, place) => place > 0 && seat.x - (seats[place - 1]?.x ?? 0) < pitch);
    if (onto) return { ok: false, row: row.name, seat: onto.number };
    // From the left of the plan, so that it stays there whatever becomes of other rows.
    moved.push({ ...row, side: "left", seats });
  }
  return { ok: true, rows: standing(moved, arc) };
}

/** Seats that a text has where they were keep what they stand beside and behind their place, which no character says. */
export function withColumnsOf(before: readonly PlanRow[], rows: readonly PlanRow[], arc: number): PlanRow[] {
  const beside = new Map<string, Pick<PlanSeat, "dx" | "dy">>(
    before.flatMap(({ name, seats }) =>
      seats.flatMap(({ number, at, dx, dy }) => (dx || dy ? [[`${name}/${number}/${at}`, { dx, dy }]] : [])),
    ),
  );
  return standing(
    rows.map((row) => ({
      ...row,
      seats: row.seats.map((seat) => {
        const { dx, dy } = beside.get(`${row.name}/${seat.number}/${seat.at}`) ?? {};
        return { ...seat, ...(dx && { dx }), ...(dy && { dy }) };
      }),
    })),
    arc,
  );
}
