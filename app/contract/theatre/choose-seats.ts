/** Which seats are the best together, and which choice leaves a single seat over. Pure. */

export interface Standing {
  id: number;
  /** Row by row: seats of one row have the same key. */
  row: string;
  rowAt: number;
  at: number;
  x: number;
  y: number;
  zone: string;
  kind: string;
  free: boolean;
}

/** The middle of the hall a third of the way back: what people call the best seats. */
function heart(seats: readonly Standing[]): { x: number; y: number } {
  let [left, right, front, back] = [Infinity, -Infinity, Infinity, -Infinity];
  for (const { x, y } of seats) {
    left = Math.min(left, x);
    right = Math.max(right, x);
    front = Math.min(front, y);
    back = Math.max(back, y);
  }
  return { x: (left + right) / 2, y: front + (back - front) / 3 };
}

/** Seats side by side without an aisle between them, free or not, row by row. */
export function blocksOf<S extends Pick<Standing, "row" | "at">>(seats: readonly S[]): S[][] {
  const rows = new Map<string, S[]>();
  for (const seat of seats) {
    const row = rows.get(seat.row);
    if (row) row.push(seat);
    else rows.set(seat.row, [seat]);
  }
  return [...rows.values()].flatMap((row) => {
    const inOrder = row.sort((a, b) => a.at - b.at);
    const blocks: S[][] = [];
    for (const seat of inOrder) {
      const last = blocks.at(-1);
      if (last && last.at(-1)?.at === seat.at - 1) last.push(seat);
      else blocks.push([seat]);
    }
    return blocks;
  });
}

interface Wish {
  count: number;
  /** "" for any. */
  zone: string;
  /** What may be chosen without being asked for by name. */
  kinds: readonly string[];
  avoidsGaps: boolean;
  /** The partner of each seat of a pair: both are chosen or none, unless somebody has the other. */
  pairs?: ReadonlyMap<number, number>;
}

/** The best free seats side by side; null where no row has so many together. */
export function bestTogether(
  seats: readonly Standing[],
  { count, zone, kinds, avoidsGaps, pairs }: Wish,
): number[] | null {
  const free = new Set(seats.filter((seat) => seat.free).map(({ id }) => id));
  const splits = (ids: readonly number[]) =>
    ids.some((id) => {
      const partner = pairs?.get(id);
      return partner !== undefined && free.has(partner) && !ids.includes(partner);
    });
  const at = heart(seats);
  const fits = (seat: Standing) => seat.free && kinds.includes(seat.kind) && (zone === "" || seat.zone === zone);
  let best: { ids: number[]; cost: number } | null = null;
  for (const block of blocksOf(seats)) {
    for (let from = 0; from + count <= block.length; from += 1) {
      const chosen = block.slice(from, from + count);
      if (!chosen.every(fits)) continue;
      const ids = chosen.map(({ id }) => id);
      if (splits(ids) || (avoidsGaps && singleLeft(block, new Set(ids)))) continue;
      const cost = chosen.reduce((sum, { x, y }) => sum + Math.hypot(x - at.x, (y - at.y) * 1.5), 0);
      if (!best || cost < best.cost) best = { ids, cost };
    }
  }
  return best?.ids ?? null;
}

/**
 * The first seat that a choice would leave alone between what is taken; null where none. A seat that stood alone before,
 * between seats sold or blocked, is not the buyer's fault; nor is one where the choice takes all that it can at that side.
 */
export function singleGap(seats: readonly Standing[], chosen: ReadonlySet<number>): Standing | null {
  for (const block of blocksOf(seats)) {
    if (!block.some(({ id }) => chosen.has(id))) continue;
    const gap = singleLeft(block, chosen);
    if (gap) return gap;
  }
  return null;
}

function singleLeft(block: readonly Standing[], chosen: ReadonlySet<number>): Standing | null {
  const open = (place: number, after: boolean) => {
    const seat = block[place];
    return seat?.free === true && !(after && chosen.has(seat.id));
  };
  for (let place = 0; place < block.length; place += 1) {
    const alone = (after: boolean) => open(place, after) && !open(place - 1, after) && !open(place + 1, after);
    if (!alone(true) || alone(false)) continue;
    // Whoever takes all the others of a run of free seats, an odd one out of it, had no way to leave none.
    if (runOf(block, place).every(({ id }) => chosen.has(id) || id === block[place]?.id)) continue;
    return block[place] ?? null;
  }
  return null;
}

/** The run of seats around a place that were free before. */
function runOf(block: readonly Standing[], place: number): Standing[] {
  let [from, to] = [place, place];
  while (block[from - 1]?.free) from -= 1;
  while (block[to + 1]?.free) to += 1;
  return block.slice(from, to + 1);
}
