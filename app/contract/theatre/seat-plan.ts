/** The seats of an area: rows made by count, and where each seat stands. Pure; lengths in hundredths of a seat's width. */
export const seatKinds = ["normal", "couple", "wheelchair", "companion", "staff", "blocked"] as const;
export type SeatKind = (typeof seatKinds)[number];

export const numberings = ["left", "right", "oddEven"] as const;
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
  x: number;
  y: number;
}

/** Where a row that is shorter than the longest stands; in the middle where nothing is said. */
export const rowSides = ["left", "middle", "right"] as const;
export type RowSide = (typeof rowSides)[number];

export interface PlanRow {
  name: string;
  side?: RowSide | undefined;
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
  /** Aisles behind so many seats of a row, counted from the left. */
  aisles: readonly number[];
  zone: string;
  kind: SeatKind;
  /** How far the middle of a row lies behind its ends. */
  arc: number;
}

/** Rows as a form asks for them. Shorter rows stand in the middle of the longest. */
export function makeRows({ first, rows, seats, growth, numbering, aisles, zone, kind, arc }: RowsWanted): PlanRow[] {
  const made: PlanRow[] = [];
  const gaps = [...new Set(aisles)].sort((a, b) => a - b);
  for (let index = 0; index < rows; index += 1) {
    const count = Math.max(0, Math.min(mostPlaces, seats + growth * index));
    const numbers = numbersOf(count, numbering);
    made.push({
      name: rowName(first, index),
      seats: numbers.map((number, seat) => ({
        ...{ number, kind, zone, x: 0, y: 0 },
        at: seat + gaps.filter((gap) => gap <= seat && gap > 0).length,
      })),
    });
  }
  return standing(made, arc);
}

/** Numbers from the left: 1 2 3, 3 2 1, or odd ones to the left of the middle and even ones to the right: 3 1 2 4. */
export function numbersOf(count: number, numbering: Numbering): string[] {
  const all = Array.from({ length: count }, (_, place) => place + 1);
  if (numbering === "left") return all.map(String);
  if (numbering === "right") return all.reverse().map(String);
  const odd = all.filter((n) => n % 2 === 1).reverse();
  return [...odd, ...all.filter((n) => n % 2 === 0)].map(String);
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
  return rows.map((row, index) => {
    const width = widthOf(row);
    const left = (widest - width) * pitch * (row.side === "left" ? 0 : row.side === "right" ? 1 : 0.5);
    return {
      ...row,
      seats: row.seats.map((seat) => {
        const x = Math.round(left + seat.at * pitch + (seat.dx ?? 0));
        const half = ((widest - 1) * pitch) / 2;
        const off = half === 0 ? 0 : (x - half) / half;
        return { ...seat, x, y: Math.round(index * pitch + arc * (1 - off * off)) };
      }),
    };
  });
}

const widthOf = ({ seats }: PlanRow) => seats.reduce((most, { at, dx }) => Math.max(most, at + (dx ? 2 : 1)), 0);

/** A seat at a distance from the left of the plan: its place, and what it stands beside it. */
export function placedAt({ dx: _, ...seat }: PlanSeat, x: number): PlanSeat {
  const at = Math.floor(x / pitch);
  const dx = x - at * pitch;
  return { ...seat, at, x, ...(dx !== 0 && { dx }) };
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
    return { ...row, ...(side && { side }), seats: seats.sort((a, b) => a.at - b.at) };
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
