/**
 * What is held or set aside in a session that is cancelled. Holds end. Seats set aside go along to where the tickets go,
 * where the same seat is free; whoever they were set aside for is nobody without them, and what has no such seat is released.
 */
import { sql } from "drizzle-orm";
import { stamp } from "../../kernel/business-time";
import { rowsOf } from "../../kernel/rows";
import type { Call } from "../../kernel/served";
import { nameOf } from "./move-seats";
import { labelOf, type SeatRow, seatsOf, takeSeats } from "./places";
import { priceIn, type SessionRow } from "./read-session";

interface Aside {
  id: number;
  name: string;
  /** Milliseconds; not beyond the beginning of the other session. */
  until: number;
  /** Seats of the other session that it gets. */
  seatIds: number[];
  /** Its seats that are free there, and that are not. */
  moves: string[];
  stays: string[];
}

const named = (seat: SeatRow) => nameOf({ area: seat.area, rowName: seat.row, number: seat.number });

/** Open pre-selections of the first session, and what each would have in the other as things are now. */
export async function asidesFor(call: Call, from: SessionRow, to: SessionRow): Promise<Aside[]> {
  const open = await rowsOf<{ id: number; name: string; until: number }>(
    call.db,
    sql`
      select id::float8 as id, name, (extract(epoch from until) * 1000)::float8 as until
      from theatre_preselect
      where corp_code = current_setting('app.corp_code') and session_id = ${from.id} and status = 'open'
        and until > ${call.now.toISOString()}::timestamptz
      order by id
    `,
  );
  if (open.length === 0) return [];
  const own = await seatsOf(call, from, sql`p.state = 'aside'`);
  const there = await seatsOf(
    call,
    to,
    sql`(a.name, s.row_name, s.number) in (
      select r.area, r.row, r.number
      from jsonb_to_recordset(${JSON.stringify(own)}::jsonb) as r (area text, row text, number text)
    )`,
  );
  const free = new Map(
    there
      .filter((seat) => seat.state === null && seat.kind !== "blocked" && priceIn(to, seat.areaId, seat.zone) !== null)
      .map((seat) => [named(seat), seat]),
  );
  return open.map(({ id, name, until }) => {
    const aside: Aside = { id, name, until: Math.min(until, to.startsAt), seatIds: [], moves: [], stays: [] };
    for (const seat of own.filter(({ preselectId }) => preselectId === id)) {
      const same = free.get(named(seat));
      if (same?.kind === seat.kind) aside.seatIds.push(same.id);
      (same?.kind === seat.kind ? aside.moves : aside.stays).push(labelOf(seat));
    }
    return aside;
  });
}

/** Both sessions are locked by the caller: what is free there stays so. Answers how many seats went along. */
export async function moveAsides(call: Call, from: SessionRow, to: SessionRow): Promise<number> {
  const all = (await asidesFor(call, from, to)).filter(
    ({ seatIds, stays }) => seatIds.length > 0 || stays.length === 0,
  );
  await letGoOf(
    call,
    from.id,
    all.map(({ id }) => id),
  );
  for (const { id, name, until, seatIds, moves, stays } of all) {
    if (seatIds.length > 0)
      await takeSeats(call, to, seatIds, { state: "aside", preselectId: id, until: new Date(until) });
    await call.db.execute(sql`
      update theatre_preselect
      set session_id = ${to.id}, seats = ${seatIds.length}, until = ${new Date(until).toISOString()}::timestamptz,
          row_version = row_version + 1, updated_at = ${call.now.toISOString()}::timestamptz
      where corp_code = current_setting('app.corp_code') and id = ${id}
    `);
    call.audit({
      ...{ thing: "theatrePreselect", thingId: id, label: name },
      before: { session: from.name, seats: moves.length + stays.length },
      after: { session: to.name, seats: moves.length, until: stamp(new Date(until)) },
    });
  }
  return all.reduce((sum, { seatIds }) => sum + seatIds.length, 0);
}

/** What is held or set aside in the session, but for the pre-selections that go elsewhere. */
export async function letGoOf({ db }: Call, id: number, elsewhere: readonly number[] = []): Promise<void> {
  await db.execute(sql`
    delete from theatre_place
    where corp_code = current_setting('app.corp_code') and session_id = ${id} and state in ('held', 'aside')
  `);
  await db.execute(sql`
    update theatre_preselect set status = 'released', seats = 0, row_version = row_version + 1
    where corp_code = current_setting('app.corp_code') and session_id = ${id} and status = 'open'
      and not id = any (${`{${elsewhere}}`}::bigint[])
  `);
}
