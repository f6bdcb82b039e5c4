/** The sessions of a day, and the map of one: areas, rows, who has what, and what the caller holds. */
import { type SQL, sql } from "drizzle-orm";
import { type SeatState, type SeatView, theatreMap, theatreMark, theatreSessions } from "~/contract/theatre/sale";
import type { SeatKind } from "~/contract/theatre/seat-plan";
import { businessDay, endOfDay, stamp, startOfDay } from "../../kernel/business-time";
import { NotFound } from "../../kernel/refusal";
import { firstOf, rowsOf } from "../../kernel/rows";
import { type Call, serve } from "../../kernel/served";
import { shiftStanding } from "../order/shift";
import { openShiftOf } from "../order/shift-store";
import { counterOptions, typesAt } from "../ticket/sale-options";
import { labelOf, type SeatRow, seatsOf } from "./places";
import { priceIn, readSession, type SessionRow, sessionShort, sessionsOn, stillTaken } from "./read-session";

export const mapServed = [
  serve(theatreSessions, async (call, { day = businessDay(call.now) }) => {
    const rows = await sessionsOn(call, startOfDay(day), endOfDay(day));
    return { day, sessions: rows.map((row) => sessionShort(row, call.now)) };
  }),
  serve(theatreMark, async (call, { sessionId }) => ({ mark: await markOf(call, sessionId) })),
  serve(theatreMap, (call, { sessionId, areaId }) => mapOf(call, sessionId, areaId)),
];

/**
 * Asked every second while a map is open: how many places are taken now, by which transactions (a row that is written anew
 * has a later `xmin`), and what the places without seats stand at.
 */
async function markOf({ db, now }: Call, sessionId: number): Promise<string> {
  const found = await firstOf<{ mark: string }>(
    db,
    sql`
      select concat_ws('.', p.taken, p.written, coalesce(
               (select sum(r.taken) from theatre_room r where r.corp_code = x.corp_code and r.session_id = x.id), 0
             )) as mark
      from theatre_session x
      cross join lateral (
        select count(*) filter (where ${stillTaken(now)}) as taken, sum(p.xmin::text::bigint) as written
        from theatre_place p where p.corp_code = x.corp_code and p.session_id = x.id
      ) p
      where x.corp_code = current_setting('app.corp_code') and x.id = ${sessionId}
    `,
  );
  if (!found) throw new NotFound();
  return found.mark;
}

interface AreaCount {
  id: number;
  name: string;
  kind: "seats" | "unseated";
  zone: string;
  places: number;
  taken: number;
}

export async function mapOf(call: Call, sessionId: number, areaId?: number) {
  // Before the seats: what changes in between is told once more, and not missed.
  const mark = await markOf(call, sessionId);
  const session = await readSession(call, sessionId);
  const areas = await areasOf(call, session);
  const seated = areas.filter(({ kind }) => kind === "seats");
  const shown = seated.find(({ id }) => id === areaId) ?? seated[0];
  const seats = shown ? await seatsOf(call, session, sql`s.template_area_id = ${shown.id}`) : [];
  const names = await asideNames(call, session.id);
  const options = await counterOptions(call);
  return {
    session: { ...sessionShort(session, call.now), noGaps: session.noGaps },
    zones: await zonesOf(call, session),
    areas: areas.map(({ id, name, kind, zone, places, taken }) => ({
      ...{ id, name, kind, places, free: Math.max(0, places - taken), price: priceIn(session, id, zone) },
    })),
    areaId: shown?.id ?? null,
    rows: rowsIn(seats, (seat) => viewOf(call, session, seat, names)),
    mine: await mineIn(call, session),
    asides: names.map(({ id, name, n, until }) => ({ id, name, seats: n, until: stamp(new Date(until)) })),
    mark,
    paymentTypes: typesAt(options, (await openShiftOf(call))?.posId ?? null),
    shift: await shiftStanding(call),
    maySell: await call.may("seatSale:sell"),
    mayLeaveGaps: await call.may("seatSale:gaps"),
  };
}

function areasOf({ db, now }: Call, { id, templateId }: SessionRow): Promise<AreaCount[]> {
  return rowsOf<AreaCount>(
    db,
    sql`
      select a.id::float8 as id, a.name, a.kind, a.zone, a.capacity as places,
             coalesce(case a.kind
               when 'unseated' then (
                 select r.taken from theatre_room r
                 where r.corp_code = a.corp_code and r.session_id = ${id} and r.template_area_id = a.id
               )
               else (
                 select count(*) from theatre_place p
                 join theatre_seat s on s.corp_code = p.corp_code and s.id = p.seat_id
                 where p.corp_code = a.corp_code and p.session_id = ${id} and s.template_area_id = a.id and ${stillTaken(now)}
               )
             end, 0)::int as taken
      from theatre_template_area a
      where a.corp_code = current_setting('app.corp_code') and a.template_id = ${templateId}
      order by a.sort, a.id
    `,
  );
}

async function zonesOf({ db, now }: Call, session: SessionRow) {
  const rows = await rowsOf<{ code: string; name: string; tint: string; free: number }>(
    db,
    sql`
      select z.code, z.name, z.tint, (
               select count(*) from theatre_seat s
               where s.corp_code = z.corp_code and s.template_id = z.template_id and s.zone = z.code
                 and s.kind not in ('blocked', 'staff')
                 and not exists (
                   select from theatre_place p
                   where p.corp_code = s.corp_code and p.session_id = ${session.id} and p.seat_id = s.id and ${stillTaken(now)}
                 )
             )::int as free
      from theatre_template_zone z
      where z.corp_code = current_setting('app.corp_code') and z.template_id = ${session.templateId}
      order by z.code
    `,
  );
  return rows.map((zone) => ({ ...zone, price: session.zonePrices[zone.code] ?? null }));
}

interface AsideName {
  id: number;
  name: string;
  n: number;
  until: number;
}

function asideNames({ db, now }: Call, sessionId: number): Promise<AsideName[]> {
  return rowsOf<AsideName>(
    db,
    sql`
      select e.id::float8 as id, e.name, count(*)::int as n, (extract(epoch from e.until) * 1000)::float8 as until
      from theatre_place p
      join theatre_preselect e on e.corp_code = p.corp_code and e.id = p.preselect_id
      where p.corp_code = current_setting('app.corp_code') and p.session_id = ${sessionId} and p.state = 'aside'
        and ${stillTaken(now)}
      group by e.id, e.name, e.until
      order by e.id
    `,
  );
}

function viewOf(call: Call, session: SessionRow, seat: SeatRow, asides: readonly AsideName[]): SeatView {
  const { id, number, kind, zone, at, x, y, areaId, preselectId } = seat;
  return {
    ...{ id, number, kind: kind as SeatKind, zone, at, x, y, price: priceIn(session, areaId, zone) },
    state: stateFor(call, seat),
    note: asides.find((one) => one.id === preselectId)?.name ?? "",
  };
}

function stateFor({ caller }: Call, { state, kind, holderId }: SeatRow): SeatState {
  if (state === "held") return holderId === caller.userId ? "mine" : "held";
  if (state === null) return kind === "blocked" ? "blocked" : "free";
  return state;
}

function rowsIn(seats: readonly SeatRow[], view: (seat: SeatRow) => SeatView) {
  const rows: { key: number; name: string; seats: SeatView[] }[] = [];
  for (const seat of seats) {
    const last = rows.at(-1);
    if (last && last.key === seat.rowAt) last.seats.push(view(seat));
    else rows.push({ key: seat.rowAt, name: seat.row, seats: [view(seat)] });
  }
  return rows.map(({ name, seats: own }) => ({ name, seats: own }));
}

/** What the caller holds in a session, with its price and until when. */
export async function mineIn(call: Call, session: SessionRow, more: SQL = sql`true`) {
  const rows = await rowsOf<Omit<SeatRow, "state"> & { until: number }>(
    call.db,
    sql`
      select s.id::float8 as id, s.template_area_id::float8 as "areaId", a.name as area, s.row_name as row, s.number, s.zone,
             (extract(epoch from p.until) * 1000)::float8 as until
      from theatre_place p
      join theatre_seat s on s.corp_code = p.corp_code and s.id = p.seat_id
      join theatre_template_area a on a.corp_code = s.corp_code and a.id = s.template_area_id
      where p.corp_code = current_setting('app.corp_code') and p.session_id = ${session.id} and p.state = 'held'
        and p.holder_id = ${call.caller.userId} and ${stillTaken(call.now)} and ${more}
      order by a.sort, a.id, s.row_at, s.at
    `,
  );
  return rows.map((row) => ({
    ...{ seatId: row.id, areaId: row.areaId, area: row.area, zone: row.zone, label: labelOf(row) },
    price: priceIn(session, row.areaId, row.zone) ?? 0,
    until: stamp(new Date(row.until)),
  }));
}
