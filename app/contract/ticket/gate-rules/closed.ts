/** Whether a closure closes something. Pure: the same for the counter and the gate. */

export interface Closed {
  parkId: number;
  firstDay: string;
  lastDay: string;
  /** Null: every type of the park. */
  ticketTypeId: number | null;
  /** "": every slot. */
  slot: string;
  reason: string;
}

export interface Closable {
  parkId: number;
  ticketTypeId: number;
  /** "" where the ticket has none. */
  slot: string;
}

/** The closure that closes it on that day; undefined: it is open. */
export function closedBy(closures: readonly Closed[], { parkId, ticketTypeId, slot }: Closable, day: string) {
  return closures.find(
    (one) =>
      one.parkId === parkId &&
      one.firstDay <= day &&
      day <= one.lastDay &&
      (one.ticketTypeId === null || one.ticketTypeId === ticketTypeId) &&
      (one.slot === "" || one.slot === slot),
  );
}
