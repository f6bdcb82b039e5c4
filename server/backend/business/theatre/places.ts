/**
 * Who has which seat of a session: taken by one conditional statement, all or none, released, and sold. A seat's row is its
 * lock: the key lets one row in, and only a row whose time is over, or one's own hold, is taken over.
 */
import { type SQL, sql } from "drizzle-orm";
import { m } from "~/contract/messages";
import { parameterOf } from "../../kernel/parameters";
import { Invalid, Refusal } from "../../kernel/refusal";
import { rowsOf } from "../../kernel/rows";
import type { Call } from "../../kernel/served";
import { priceIn, type SessionRow, stillTaken } from "./read-session";

export interface SeatRow {
  id: number;
  areaId: number;
  area: string;
  rowAt: number;
  row: string;
  number: string;
  at: number;
  x: number;
  y: number;
  kind: string;
  zone: string;
  /** Of the place, where somebody has it now; null: free. */
  state: "held" | "aside" | "sold" | "blocked" | null;
  holderId: number | null;
  preselectId: number | null;
}

const ids = (values: readonly number[]): SQL => sql`${`{${values}}`}::bigint[]`;
const at = (now: Date): SQL => sql`${now.toISOString()}::timestamptz`;

/** Seats of the session's template with who has them; `only` narrows them. */
export function seatsOf({ db, now }: Call, { id, templateId }: SessionRow, only: SQL = sql`true`): Promise<SeatRow[]> {
  return rowsOf<SeatRow>(
    db,
    sql`
      select s.id::float8 as id, s.template_area_id::float8 as "areaId", a.name as area, s.row_at as "rowAt", s.row_name as row,
             s.number, s.at, s.x, s.y, s.kind, s.zone, p.state, p.holder_id::float8 as "holderId",
             p.preselect_id::float8 as "preselectId"
      from theatre_seat s
      join theatre_template_area a on a.corp_code = s.corp_code and a.id = s.template_area_id
      left join theatre_place p
        on p.corp_code = s.corp_code and p.session_id = ${id} and p.seat_id = s.id and ${stillTaken(now)}
      where s.corp_code = current_setting('app.corp_code') and s.template_id = ${templateId} and ${only}
      order by a.sort, a.id, s.row_at, s.at
    `,
  );
}

export const labelOf = ({ area, row, number }: Pick<SeatRow, "area" | "row" | "number">) =>
  m.theatre_seat_label({ area, row, seat: number });

export const someSeats = (call: Call, session: SessionRow, seatIds: readonly number[]) =>
  seatsOf(call, session, sql`s.id = any (${ids(seatIds)})`);

export async function holdUntil({ db, now }: Call): Promise<Date> {
  return new Date(now.getTime() + Number(await parameterOf(db, "theatreHoldMinutes")) * 60_000);
}

/** Each is a seat of the session, may be sold there and has a price; else it is said which is not. */
export async function refuseUnsaleable(call: Call, session: SessionRow, seats: readonly SeatRow[], wanted: number) {
  if (seats.length !== wanted) throw new Invalid({ seatIds: [m.theatre_v_unknown_seat()] });
  const isStaff = await call.may("seatSale:staff");
  for (const seat of seats) {
    const label = labelOf(seat);
    if (seat.kind === "blocked") throw new Refusal(m.theatre_r_blocked({ seat: label }));
    if (seat.kind === "staff" && !isStaff) throw new Refusal(m.theatre_r_staff({ seat: label }));
    if (priceIn(session, seat.areaId, seat.zone) === null) throw new Refusal(m.theatre_r_no_price({ seat: label }));
  }
}

/** For whom seats are taken, and until when. */
export type Taking =
  | { state: "held"; holderId: number; until: Date }
  | { state: "aside"; preselectId: number; until: Date }
  | { state: "blocked" | "sold" };

/**
 * Takes all of them or, by a refusal that names those taken, none. What the same person or the same pre-selection has
 * already stays theirs with the new time.
 */
export async function takeSeats(
  call: Call,
  session: SessionRow,
  seatIds: readonly number[],
  taking: Taking,
): Promise<void> {
  const wanted = [...new Set(seatIds)].sort((a, b) => a - b);
  const holder = taking.state === "held" ? taking.holderId : null;
  const preselect = taking.state === "aside" ? taking.preselectId : null;
  const until = "until" in taking ? at(taking.until) : sql`null::timestamptz`;
  const taken = await rowsOf(
    call.db,
    sql`
      insert into theatre_place (session_id, seat_id, state, holder_id, until, preselect_id)
      select ${session.id}::bigint, w.id, ${taking.state}::text, ${holder}::bigint, ${until}, ${preselect}::bigint
      from unnest(${ids(wanted)}) as w (id)
      order by w.id
      on conflict (corp_code, session_id, seat_id) do update
      set state = excluded.state, holder_id = excluded.holder_id, until = excluded.until, preselect_id = excluded.preselect_id,
          policy_id = case when theatre_place.holder_id = excluded.holder_id then theatre_place.policy_id end
      where (theatre_place.until <= ${at(call.now)})
         or (theatre_place.state = 'held' and excluded.state = 'held' and theatre_place.holder_id = excluded.holder_id)
         or (theatre_place.state = 'aside' and excluded.state = 'aside' and theatre_place.preselect_id = excluded.preselect_id)
      returning seat_id
    `,
  );
  if (taken.length !== wanted.length) await refuseTaken(call, session, wanted, holder, preselect);
}

/** Says which of them somebody else has; the transaction is rolled back by it. */
async function refuseTaken(
  call: Call,
  session: SessionRow,
  wanted: readonly number[],
  holder: number | null,
  preselect: number | null,
): Promise<never> {
  const seats = await someSeats(call, session, wanted);
  const others = seats.filter(
    ({ state, holderId, preselectId }) =>
      state !== null && !(state === "held" && holderId === holder) && !(state === "aside" && preselectId === preselect),
  );
  const names = others.slice(0, 5).map(labelOf).join(m.words_comma());
  throw new Refusal(names === "" ? m.refused_same_moment() : m.theatre_r_taken({ seats: names, n: others.length }));
}

/** Frees what `whose` says of the session; answers how many. */
export async function freeSeats(
  { db }: Call,
  sessionId: number,
  whose: SQL,
  seatIds?: readonly number[],
): Promise<number> {
  const rows = await rowsOf(
    db,
    sql`
      delete from theatre_place p
      where p.corp_code = current_setting('app.corp_code') and p.session_id = ${sessionId} and ${whose}
        ${seatIds ? sql`and p.seat_id = any (${ids(seatIds)})` : sql``}
      returning p.seat_id
    `,
  );
  return rows.length;
}

/** held → sold, of the holder's own whose time is not over: all, or a refusal. */
export async function sellSeats(
  call: Call,
  sessionId: number,
  seatIds: readonly number[],
  holderId: number,
): Promise<void> {
  const sold = await rowsOf(
    call.db,
    sql`
      update theatre_place
      set state = 'sold', holder_id = null, until = null, policy_id = null
      where corp_code = current_setting('app.corp_code') and session_id = ${sessionId}
        and seat_id = any (${ids(seatIds)})
        and state = 'held' and holder_id = ${holderId} and until > ${at(call.now)}
      returning seat_id
    `,
  );
  if (sold.length !== seatIds.length) throw new Refusal(m.theatre_r_hold_over());
}

/** Takes places without seats: one conditional statement an area. */
export async function takeRoom(
  call: Call,
  sessionId: number,
  areaId: number,
  quantity: number,
  area: string,
): Promise<void> {
  const taken = await rowsOf(
    call.db,
    sql`
      update theatre_room
      set taken = taken + ${quantity}
      where corp_code = current_setting('app.corp_code') and session_id = ${sessionId} and template_area_id = ${areaId}
        and taken + ${quantity} <= capacity
      returning taken
    `,
  );
  if (taken.length !== 1) throw new Refusal(m.theatre_r_full({ area }));
}
