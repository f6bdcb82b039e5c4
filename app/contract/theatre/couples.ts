/**
 * Which two couple seats are a pair: those side by side in a row, without an aisle between them, from the left by twos. Of an
 * odd number the last one is nobody's partner, and is sold as a seat of its own. Pure.
 */
interface InRow {
  kind: string;
  /** Place in the row, counted with the aisles. */
  at: number;
}

/** Each seat of a pair with its partner, for the seats of one row in any order. */
export function partnersIn<S extends InRow>(row: readonly S[]): Map<S, S> {
  const partners = new Map<S, S>();
  let left: S | null = null;
  for (const seat of [...row].sort((one, other) => one.at - other.at)) {
    if (seat.kind !== "couple") left = null;
    else if (left && left.at === seat.at - 1) {
      partners.set(left, seat).set(seat, left);
      left = null;
    } else left = seat;
  }
  return partners;
}

/** Couple seats that have no partner, by row and number. */
export const withoutPartner = (rows: readonly { name: string; seats: readonly (InRow & { number: string })[] }[]) =>
  rows.flatMap(({ name, seats }) => {
    const partners = partnersIn(seats);
    return seats
      .filter((seat) => seat.kind === "couple" && !partners.has(seat))
      .map(({ number }) => ({ row: name, seat: number }));
  });
