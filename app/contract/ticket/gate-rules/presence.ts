/** Who of a ticket is inside, and who left and may come back: from its passages, in the order in which they happened. */
import type { PastPass, TicketSnapshot } from "./facts";
import { ticketMoment } from "./ticket-day";

export interface Presence {
  inside: number;
  /** Left, and not come back. */
  away: number;
  /** People who came back without another entry. */
  reentered: number;
  last: Pick<PastPass, "at" | "direction"> | null;
}

/** Entries of who came in without any are those who came back. */
type Went = Pick<PastPass, "at" | "direction" | "people"> & Partial<Pick<PastPass, "entries">>;

export function presenceOf(passes: readonly Went[]): Presence {
  const presence: Presence = { inside: 0, away: 0, reentered: 0, last: null };
  for (const pass of passes.toSorted(byTime)) {
    presence.last = pass;
    if (pass.direction === "out") {
      presence.inside = Math.max(0, presence.inside - pass.people);
      presence.away += pass.people;
      continue;
    }
    presence.inside += pass.people;
    const back = Math.min(presence.away, pass.people - Math.min(pass.people, pass.entries ?? pass.people));
    presence.away -= back;
    presence.reentered += back;
  }
  return presence;
}

/** Somebody who shows their ticket or card twice at once wants the same both times. */
const sameWishSeconds = 15;

/** At a gate for both ways without lanes: the other way than the holder went last. */
export function nextWay({ inside, last }: Presence, { people, now }: { people: number; now: Date }): "in" | "out" {
  if (last && Math.abs(now.getTime() - Date.parse(last.at)) < sameWishSeconds * 1000) return last.direction;
  return inside >= people ? "out" : "in";
}

/** Passages of the ticket's day that holds at a moment. */
export function passesOn(ticket: TicketSnapshot, day: string): PastPass[] {
  return ticket.passes.filter(({ at }) => ticketMoment(ticket, new Date(at)).day === day);
}

/** Where each attraction counts for itself, leaving one says nothing of another. */
export function passesOfGate(ticket: TicketSnapshot, passes: readonly PastPass[], gateGroupId: number | null) {
  return ticket.rules.perGroup === undefined ? [...passes] : passes.filter((pass) => pass.gateGroupId === gateGroupId);
}

/** The last entry, whenever it was told; exits are none. */
export function lastEntry(passes: readonly PastPass[]): PastPass | null {
  return (
    passes
      .filter(({ direction }) => direction === "in")
      .toSorted(byTime)
      .at(-1) ?? null
  );
}

function byTime(one: Pick<PastPass, "at">, other: Pick<PastPass, "at">): number {
  return Date.parse(one.at) - Date.parse(other.at);
}
