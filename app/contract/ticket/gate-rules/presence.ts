/** Who of a ticket is inside, and who left and may come back: from its passages, in the order in which they happened. */
import type { PastPass, TicketSnapshot } from "./facts";
import { ticketMoment } from "./ticket-day";

export interface Presence {
  inside: number;
  /** Left, and not come back. */
  away: number;
  /** People who came back without another entry. */
  reentered: number;
  last: PastPass | null;
}

export function presenceOf(passes: readonly PastPass[]): Presence {
  const presence: Presence = { inside: 0, away: 0, reentered: 0, last: null };
  for (const pass of passes.toSorted(byTime)) {
    presence.last = pass;
    if (pass.direction === "out") {
      presence.inside = Math.max(0, presence.inside - pass.people);
      presence.away += pass.people;
      continue;
    }
    presence.inside += pass.people;
    const back = Math.min(presence.away, pass.people - Math.min(pass.people, pass.entries));
    presence.away -= back;
    presence.reentered += back;
  }
  return presence;
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

function byTime(one: PastPass, other: PastPass): number {
  return Date.parse(one.at) - Date.parse(other.at);
}
