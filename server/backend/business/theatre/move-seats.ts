/**
 * Which seats of another session the tickets of one order get: like for like, that is of the same price zone, price and kind.
 * The same seat where it is free; else seats side by side as they were; else, of plain seats, the nearest. All or none. Pure.
 */
import { blocksOf } from "~/contract/theatre/choose-seats";

export interface Place {
  area: string;
  rowName: string;
  number: string;
  row: string;
  rowAt: number;
  at: number;
  x: number;
  y: number;
  zone: string;
  kind: string;
  /** Fen. */
  price: number;
}

export interface TicketPlace extends Place {
  ticketId: number;
}

export interface FreePlace extends Place {
  id: number;
  /** The other half of its pair, where that could be taken with it: both are, or none. */
  partner: number | null;
}

const splits = (seats: readonly FreePlace[]) =>
  seats.some(({ partner }) => partner !== null && !seats.some(({ id }) => id === partner));

export const nameOf = ({ area, rowName, number }: Pick<Place, "area" | "rowName" | "number">) =>
  `${area}/${rowName}/${number}`;

const isLike = (one: Place, other: Place) =>
  one.zone === other.zone && one.kind === other.kind && one.price === other.price;

/** Seats by ticket; null where not all of them have one. `wanted`: the same seats of other orders, which are taken last. */
export function seatsFor(
  tickets: readonly TicketPlace[],
  free: readonly FreePlace[],
  wanted: ReadonlySet<number>,
): Map<number, number> | null {
  const same = sameSeats(tickets, free);
  if (same) return same;
  const given = new Map<number, number>();
  const inOrder = [...tickets].sort((a, b) => (a.row === b.row ? a.at - b.at : a.row < b.row ? -1 : 1));
  // Everybody of the order in one row, or else those together who sat together.
  const all = windowFor(inOrder, free, wanted, new Set());
  if (all) return all;
  for (const run of runsOf(inOrder)) {
    const used = new Set(given.values());
    const found = windowFor(run, free, wanted, used) ?? onesFor(run, free, wanted, used);
    if (!found) return null;
    for (const [ticket, seat] of found) given.set(ticket, seat);
  }
  return given;
}

export function sameSeats(tickets: readonly TicketPlace[], free: readonly FreePlace[]): Map<number, number> | null {
  return sameSeatsIn(tickets, new Map(free.map((seat) => [nameOf(seat), seat])));
}

/** Of seats by {@link nameOf}, for who looks for those of many orders. */
export function sameSeatsIn(
  tickets: readonly TicketPlace[],
  byName: ReadonlyMap<string, FreePlace>,
): Map<number, number> | null {
  const given = new Map<number, FreePlace>();
  for (const ticket of tickets) {
    const seat = byName.get(nameOf(ticket));
    if (!seat || !isLike(ticket, seat)) return null;
    given.set(ticket.ticketId, seat);
  }
  if (splits([...given.values()])) return null;
  return new Map([...given].map(([ticket, { id }]) => [ticket, id]));
}

function runsOf(inOrder: readonly TicketPlace[]): TicketPlace[][] {
  const runs: TicketPlace[][] = [];
  for (const ticket of inOrder) {
    const last = runs.at(-1)?.at(-1);
    if (last && last.row === ticket.row && last.at === ticket.at - 1) runs.at(-1)?.push(ticket);
    else runs.push([ticket]);
  }
  return runs;
}

/** Seats side by side of which each is like its ticket, from either end; the nearest to where they were. */
function windowFor(
  tickets: readonly TicketPlace[],
  free: readonly FreePlace[],
  wanted: ReadonlySet<number>,
  used: ReadonlySet<number>,
): Map<number, number> | null {
  let best: { seats: FreePlace[]; people: readonly TicketPlace[]; cost: number } | null = null;
  const left = free.filter(({ id }) => !used.has(id));
  for (const block of blocksOf(left))
    for (let from = 0; from + tickets.length <= block.length; from += 1) {
      const seats = block.slice(from, from + tickets.length);
      if (splits(seats)) continue;
      for (const people of [tickets, [...tickets].reverse()]) {
        if (!seats.every((seat, place) => isAt(people, place, seat))) continue;
        const cost = seats.reduce((sum, seat, place) => sum + costOf(seat, people[place], wanted), 0);
        if (!best || cost < best.cost) best = { seats, people, cost };
      }
    }
  if (!best) return null;
  const { seats, people } = best;
  return new Map(people.map(({ ticketId }, place) => [ticketId, seats[place]?.id ?? 0]));
}

const isAt = (people: readonly TicketPlace[], place: number, seat: FreePlace) => {
  const ticket = people[place];
  return ticket !== undefined && isLike(ticket, seat);
};

/** One by one: plain seats alone, since a wheelchair goes with its companion and a couple stays one. */
function onesFor(
  run: readonly TicketPlace[],
  free: readonly FreePlace[],
  wanted: ReadonlySet<number>,
  used: ReadonlySet<number>,
): Map<number, number> | null {
  const given = new Map<number, number>();
  const gone = new Set(used);
  for (const ticket of run) {
    if (ticket.kind !== "normal" && run.length > 1) return null;
    let best: { id: number; cost: number } | null = null;
    for (const seat of free) {
      if (gone.has(seat.id) || !isLike(ticket, seat) || splits([seat])) continue;
      const cost = costOf(seat, ticket, wanted);
      if (!best || cost < best.cost) best = { id: seat.id, cost };
    }
    if (!best) return null;
    gone.add(best.id);
    given.set(ticket.ticketId, best.id);
  }
  return given;
}

/** How far it is from where one sat; what others will have as their own seat comes last. */
const costOf = (seat: FreePlace, ticket: TicketPlace | undefined, wanted: ReadonlySet<number>) =>
  (ticket ? Math.hypot(seat.x - ticket.x, (seat.y - ticket.y) * 1.5) : 0) + (wanted.has(seat.id) ? 1_000_000 : 0);
