/** Rows of seats as lines of a table: an empty cell for an aisle, and how far seats lie behind their line and rows behind each other. */
const [cellWidth, cellHeight] = [100, 36 / 100];

export interface SeatLine<S> {
  name: string;
  /** Points that a row lies further behind the one in front than rows usually do. */
  lead: number;
  /** With the points that a seat lies behind the foremost of its row; null where there is none. */
  cells: ({ seat: S; down: number } | null)[];
}

export function seatLines<S extends { x: number; y: number }>(
  rows: readonly { name: string; seats: readonly S[] }[],
): { lines: SeatLine<S>[]; deepest: number } {
  let [left, deepest] = [Number.MAX_SAFE_INTEGER, 0];
  for (const { seats } of rows) for (const { x } of seats) left = Math.min(left, x);
  let before: number | null = null;
  const lines = rows.map(({ name, seats }) => {
    const line = seats.reduce((least, { y }) => Math.min(least, y), Number.MAX_SAFE_INTEGER);
    const lead = before === null ? 0 : Math.max(0, Math.round((line - before - 100) * cellHeight));
    before = line;
    const cells: SeatLine<S>["cells"] = [];
    for (const seat of [...seats].sort((a, b) => a.x - b.x)) {
      const at = Math.max(cells.length, Math.min(200, Math.round((seat.x - left) / cellWidth)));
      while (cells.length < at) cells.push(null);
      const down = Math.round((seat.y - line) * cellHeight);
      deepest = Math.max(deepest, down);
      cells.push({ seat, down });
    }
    return { name, lead, cells };
  });
  return { lines, deepest };
}

/** Where a cell and its row are moved; nothing where they stand as cells do. */
export const downBy = (points: number) => (points > 0 ? { translate: `0 ${points}px` } : undefined);
export const leadOf = (points: number) => (points > 0 ? { paddingTop: points + 1 } : undefined);
