/** The rule against single gaps as a sale and a change of seat ask it, where a session has it. */
import { sql } from "drizzle-orm";
import { m } from "~/contract/messages";
import { type Standing, singleGap } from "~/contract/theatre/choose-seats";
import { Forbidden, Refusal } from "../../kernel/refusal";
import type { Call } from "../../kernel/served";
import { labelOf, type SeatRow, seatsOf } from "./places";
import type { SessionRow } from "./read-session";

export type TakeAlone = (
  call: Call,
  session: SessionRow,
  seats: readonly SeatRow[],
  take: () => Promise<void>,
) => Promise<void>;

/** One at a time holds seats of a row, or two who see nothing of each other leave a seat between them. */
export const aloneInItsRows: TakeAlone = async ({ db }, session, seats, take) => {
  const rows = [...new Set(seats.map(({ areaId, rowAt }) => `theatre row ${session.id}/${areaId}/${rowAt}`))];
  await db.execute(sql`
    select pg_advisory_xact_lock(key)
    from (select hashtextextended(name, 0) as key from jsonb_array_elements_text(${JSON.stringify(rows)}::jsonb) as name
          order by 1 offset 0) as keys
  `);
  await take();
};

/** Leaving a single seat on purpose takes its own right. */
export async function refuseLeaving(call: Call, leaveGaps: boolean): Promise<void> {
  if (leaveGaps && !(await call.may("seatSale:gaps"))) throw new Forbidden(m.theatre_r_gaps_right());
}

/**
 * The seat that these, with all that the caller holds in their rows, leave alone; "" where none. `freed` are seats that
 * become free with it: one that stood alone without them is nobody's fault, nor is it a gap where it was one's own.
 */
export async function gapOf(
  call: Call,
  session: SessionRow,
  chosen: readonly number[],
  freed: readonly number[] = [],
): Promise<string> {
  const rows = await seatsOf(
    call,
    session,
    sql`(s.template_area_id, s.row_at) in (
      select o.template_area_id, o.row_at from theatre_seat o
      where o.corp_code = s.corp_code and o.id = any (${`{${chosen}}`}::bigint[])
    )`,
  );
  const own = (seat: SeatRow) =>
    (seat.state === "held" && seat.holderId === call.caller.userId) || chosen.includes(seat.id);
  const before = rows.map((seat) => ({
    ...standingOf(seat),
    free: isFree(seat) || own(seat) || freed.includes(seat.id),
  }));
  const gap = singleGap(before, new Set(rows.filter(own).map(({ id }) => id)));
  const seat = rows.find(({ id }) => id === gap?.id);
  return seat ? labelOf(seat) : "";
}

/** Asked once they are held: the refusal lets go of them again. */
export async function refuseGap(
  call: Call,
  session: SessionRow,
  chosen: readonly number[],
  freed: readonly number[] = [],
): Promise<void> {
  const seat = await gapOf(call, session, chosen, freed);
  if (seat) throw new Refusal(m.theatre_r_gap({ seat }));
}

export const isFree = ({ state, kind }: SeatRow) => state === null && kind !== "blocked" && kind !== "staff";

export const standingOf = (seat: SeatRow): Standing => {
  const { id, areaId, rowAt, at, x, y, zone, kind } = seat;
  return { id, row: `${areaId}/${rowAt}`, rowAt, at, x, y, zone, kind, free: isFree(seat) };
};
