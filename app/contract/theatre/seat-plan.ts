/** The seats of an area: rows made by count, and where each seat stands. Pure; lengths in hundredths of a seat's width. */
export const seatKinds = ["normal", "couple", "wheelchair", "companion", "staff", "blocked"] as const;
export type SeatKind = (typeof seatKinds)[number];

export const numberings = ["left", "right", "oddEven", "letters"] as const;
export type Numbering = (typeof numberings)[number];

export interface PlanSeat {
  /** As it stands on the seat and the ticket; no two of a row have the same. */
  number: string;
  kind: SeatKind;
  /** Letter of its price zone. */
  zone: string;
  /** Place in the row from 0, counted with the aisles. */
  at: number;
  /** Beside its place, where seats of several rows are put in one column (`seat-columns.ts`). */
  dx?: number | undefined;
  /** Behind the line of its row, where a file has it so. */
  dy?: number | undefined;
  x: number;
  y: number;
}

/** Where a row that is shorter than the longest stands; in the middle where nothing is said. */
export const rowSides = ["left", "middle", "right"] as const;
export type RowSide = (typeof rowSides)[number];

export interface PlanRow {
  name: string;
  side?: RowSide | undefined;
  /** Its distance from the row in front of it, where that is another than the usual. */
  behind?: number | undefined;
  seats: PlanSeat[];
}

/** Most rows of an area, places of a row and seats of an area. */
export const mostRows = 200;
export const mostPlaces = 200;
export const mostSeats = 20_000;

/** The width of one seat, and the distance of two rows. */
export const pitch = 100;

export interface RowsWanted {
  /** Name of the first row: a number or a letter; those behind go on from it. */
  first: string;
  rows: number;
  /** Seats of the first row, and how many more each row behind has. */
  seats: number;
  growth: number;
  numbering: Numbering;
  /** The first number of a row; and numbers that no seat has. */
  start?: number;
  skip?: readonly string[];
  /** Distance of two rows. */
  spacing?: number;
  /** Aisles behind so many seats of a row, counted from the left. */
  aisles: readonly number[];
  zone: string;
  kind: SeatKind;
  /** How far the middle of a row lies behind its ends. */
  arc: number;
}

/** Rows as a form asks for them. Shorter rows stand in the middle of the longest. */
export function makeRows(wanted: RowsWanted): PlanRow[] {
  const { first, rows, seats, growth, numbering, aisles, zone, kind, arc, start, skip, spacing = pitch } = wanted;
  const made: PlanRow[] = [];
  const gaps = [...new Set(aisles)].sort((a, b) => a - b);
  for (let index = 0; index < rows; index += 1) {
    const count = Math.max(0, Math.min(mostPlaces, seats + growth * index));
    const numbers = numbersOf(count, numbering, start, skip);
    made.push({
      name: rowName(first, index),
      ...(spacing !== pitch && { behind: spacing }),
      seats: numbers.map((number, seat) => ({
        ...{ number, kind, zone, x: 0, y: 0 },
        at: seat + gaps.filter((gap) => gap <= seat && gap > 0).length,
      })),
    });
  }
  return standing(made, arc);
}

/** From the left 1 2 3 or A B C, 3 2 1, or odd ones to the left of the middle and even ones to the right: 3 1 2 4. */
export function numbersOf(count: number, numbering: Numbering, start = 1, skip: readonly string[] = []): string[] {
  const take = (n: number, nameOf: (at: number) => string): string[] => {
    const taken: string[] = [];
    for (let at = 0; taken.length < n; at += 1) if (!skip.includes(nameOf(at))) taken.push(nameOf(at));
    return taken;
  };
  if (numbering === "letters") return take(count, (at) => rowName("A", start - 1 + at));
  if (numbering === "left") return take(count, (at) => String(start + at));
  if (numbering === "right") return take(count, (at) => String(start + at)).reverse();
  const odd = start % 2 === 1 ? start : start + 1;
  const even = start % 2 === 0 ? start : start + 1;
  return [
    ...take(Math.ceil(count / 2), (at) => String(odd + 2 * at)).reverse(),
    ...take(Math.floor(count / 2), (at) => String(even + 2 * at)),
  ];
}

/** The name of the row so many behind the first: 1, 2, 3 or A, B, … Z, AA. */
export function rowName(first: string, behind: number): string {
  if (/^\d{1,4}$/.test(first)) return String(Number(first) + behind);
  if (!/^[A-Z]{1,2}$/.test(first)) return behind === 0 ? first : `${first}-${behind + 1}`;
  let n = behind + [...first].reduce((sum, letter) => sum * 26 + letter.charCodeAt(0) - 64, 0);
  let name = "";
  for (; n > 0; n = Math.floor((n - 1) / 26)) name = String.fromCharCode(65 + ((n - 1) % 26)) + name;
  return name;
}

/** Sets where each seat stands, row behind row, each at its side or in the middle, along an arc. */
export function standing(rows: readonly PlanRow[], arc: number): PlanRow[] {
  const widest = Math.max(1, ...rows.map(widthOf));
  let line = 0;
  return rows.map((row, index) => {
    const width = widthOf(row);
    const left = (widest - width) * pitch * (row.side === "left" ? 0 : row.side === "right" ? 1 : 0.5);
    line += index === 0 ? 0 : (row.behind ?? pitch);
    return {
      ...row,
      seats: row.seats.map((seat) => {
        const x = Math.round(left + seat.at * pitch + (seat.dx ?? 0));
        const half = ((widest - 1) * pitch) / 2;
        const off = half === 0 ? 0 : (x - half) / half;
        return { ...seat, x, y: Math.round(line + arc * (1 - off * off) + (seat.dy ?? 0)) };
      }),
    };
  });
}

const widthOf = ({ seats }: PlanRow) =>
  seats.reduce((most, { at, dx = 0 }) => Math.max(most, at + 1 + Math.ceil(dx / pitch)), 0);

/** A seat at a distance from the left of the plan: its place, and what it stands beside it. */
export function placedAt({ dx: _, ...seat }: PlanSeat, x: number): PlanSeat {
  const at = Math.floor(x / pitch);
  const dx = x - at * pitch;
  return { ...seat, at, x, ...(dx !== 0 && { dx }) };
}

/** No two of a row have one place, however close to each other they stand. */
function apart(seats: readonly PlanSeat[]): PlanSeat[] {
  let before = -1;
  return seats.map(({ dx: _, ...seat }) => {
    const at = Math.max(before + 1, Math.floor(seat.x / pitch));
    before = at;
    const dx = seat.x - at * pitch;
    return { ...seat, at, ...(dx !== 0 && { dx }) };
  });
}

/** The plan as a mirror shows it: what was left is right, with its numbers. */
export function mirrored(rows: readonly PlanRow[]): PlanRow[] {
  const right = Math.max(0, ...rows.map((row) => widthOf(row) - 1)) * pitch;
  return rows.map((row) => {
    // A row in columns with others, or that begins with an aisle, has its places from the left of the plan, and keeps them.
    const isPlaced = row.seats.some(({ dx }) => dx) || (row.side === "left" && row.seats.every(({ at }) => at > 0));
    const width = widthOf(row);
    const seats = row.seats.map((seat) =>
      isPlaced ? placedAt(seat, right - seat.x) : { ...seat, at: width - 1 - seat.at, x: right - seat.x },
    );
    const side = isPlaced || row.side === "right" ? "left" : row.side === "left" ? "right" : row.side;
    const inOrder = seats.sort((a, b) => a.at - b.at || a.x - b.x);
    return { ...row, ...(side && { side }), seats: isPlaced ? apart(inOrder) : inOrder };
  });
}

/** Rows put to a side of the plan, or back into the middle. */
export function aligned(rows: readonly PlanRow[], names: ReadonlySet<string>, side: RowSide, arc: number): PlanRow[] {
  return standing(
    rows.map(({ side: before, ...row }) => {
      const now = names.has(row.name) ? side : before;
      return now === undefined || now === "middle" ? row : { ...row, side: now };
    }),
    arc,
  );
}

/** What of a plan is wrong whichever way it came: rows or numbers twice, too many. By row and seat. */
export interface PlanProblem {
  row: string;
  seat: string;
  why: "rowTwice" | "seatTwice" | "tooMany" | "zone" | "kind" | "numbers" | "line" | "length" | "name";
  /** What stands there. */
  found: string;
}

export function problemsOf(rows: readonly PlanRow[], zones: readonly string[]): PlanProblem[] {
  const problems: PlanProblem[] = [];
  const names = new Set<string>();
  let count = 0;
  for (const { name, seats } of rows) {
    if (names.has(name)) problems.push({ row: name, seat: "", why: "rowTwice", found: name });
    if (name === "" || name.length > 10) problems.push({ row: name, seat: "", why: "name", found: name });
    names.add(name);
    const numbers = new Set<string>();
    for (const { number, zone } of seats) {
      if (numbers.has(number)) problems.push({ row: name, seat: number, why: "seatTwice", found: number });
      if (number === "" || number.length > 10) problems.push({ row: name, seat: number, why: "name", found: number });
      numbers.add(number);
      if (!zones.includes(zone)) problems.push({ row: name, seat: number, why: "zone", found: zone });
      count += 1;
    }
  }
  if (count > mostSeats || rows.length > mostRows)
    problems.push({ row: "", seat: "", why: "tooMany", found: String(count) });
  return problems;
}

export const seatCount = (rows: readonly PlanRow[]) => rows.reduce((sum, { seats }) => sum + seats.length, 0);
