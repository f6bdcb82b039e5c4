/** The sessions of a day, and the map of one: areas, rows, who has what, and what the caller holds. */
import { type SQL, sql } from "drizzle-orm";
import {
  mostShown,
  type SeatState,
  type SeatView,
  theatreMap,
  theatreMark,
  theatreSessions,
} from "~/contract/theatre/sale";
import { packNumbers } from "~/contract/theatre/seat-pack";
import type { SeatKind } from "~/contract/theatre/seat-plan";
import { businessDay, endOfDay, stamp, startOfDay } from "../../kernel/business-time";
import { rowsOf } from "../../kernel/rows";
import { type Call, serve } from "../../kernel/served";
import { shiftStanding } from "../order/shift";
import { openShiftOf } from "../order/shift-store";
import { counterOptions, typesAt } from "../ticket/sale-options";
import { blocksOf } from "./large-map";
import { markOf } from "./mark";
import { ofTemplate } from "./of-template";
import { pairsOf } from "./pairs";
import { labelOf, type SeatRow, seatsOf } from "./places";
import { policiesOf, policyFor, reducedBy } from "./policy-price";
import { priceIn, readSession, type SessionRow, sessionShort, sessionsOn, stillTaken } from "./read-session";

export const mapServed = [
  serve(theatreSessions, async (call, { day = businessDay(call.now) }) => {
    const rows = await sessionsOn(call, startOfDay(day), endOfDay(day));
    return { day, sessions: rows.map((row) => sessionShort(row, call.now)) };
  }),
  serve(theatreMark, async (call, { sessionId }) => ({ mark: await markOf(call, sessionId) })),
  serve(theatreMap, (call, { sessionId, areaId, from }) => mapOf(call, sessionId, areaId, from)),
];

interface AreaCount {
  id: number;
  name: string;
  kind: "seats" | "unseated";
  zone: string;
  places: number;
  taken: number;
}

export async function mapOf(call: Call, sessionId: number, areaId?: number, from = 0) {
  // Before the seats: what changes in between is told once more, and not missed.
  const mark = await markOf(call, sessionId);
  const session = await readSession(call, sessionId);
  const all = await areasOf(call, session);
  const seated = all.filter(({ kind }) => kind === "seats");
  const shown = seated.find(({ id }) => id === areaId) ?? seated[0];
  // Most areas are small: what they are made of is asked for where they are not.
  const blocks = shown && shown.places > mostShown ? await blocksOf(call, session, shown.id) : [];
  const takenSeats = await takenOf(call, session, blocks.length > 1 ? (shown?.id ?? 0) : 0);
  const areas = all.map((area) => (area.kind === "seats" ? { ...area, taken: takenIn(takenSeats, area.id) } : area));
  const block = blocks.find(({ to }) => to >= from) ?? blocks.at(-1);
  const rows = block ? sql`s.row_at between ${block.from} and ${block.to}` : sql`true`;
  const seats = shown ? await seatsOf(call, session, sql`s.template_area_id = ${shown.id} and ${rows}`) : [];
  const names = await asideNames(call, session.id);
  const pairs = await pairsOf(call, session);
  const numbers = new Map(seats.map(({ id, number }) => [id, number]));
  const partnerOf = (seat: number) => {
    const id = pairs.get(seat);
    const number = id === undefined ? undefined : numbers.get(id);
    return id === undefined || number === undefined ? null : { id, number };
  };
  const options = await counterOptions(call);
  const policies = await policiesOf(call, session);
  const asked = policies.filter(({ how }) => how === "asked");
  const costsOf = (full: number | null) =>
    full === null
      ? []
      : [null, ...asked].map((one) => {
          const policy = one ?? policyFor(policies, null);
          return { policyId: one?.id ?? null, name: policy?.name ?? "", price: full - reducedBy(full, policy) };
        });
  return {
    session: { ...sessionShort(session, call.now), noGaps: session.noGaps, splitPairs: session.splitPairs },
    zones: await zonesOf(call, session, takenSeats),
    areas: areas.map(({ id, name, kind, zone, places, taken }) => ({
      ...{ id, name, kind, places, free: Math.max(0, places - taken), price: priceIn(session, id, zone) },
      costs: kind === "unseated" ? costsOf(priceIn(session, id, zone)) : [],
    })),
    areaId: shown?.id ?? null,
    blocks: blocks.map(({ from: start, first, last }) => ({
      from: start,
      first,
      last,
      isShown: start === block?.from,
    })),
    rows: rowsIn(seats, (seat) => ({ ...viewOf(call, session, seat, names), partner: partnerOf(seat.id) })),
    large: shown && blocks.length > 1 ? largeArea(session, shown.id, takenSeats) : null,
    mine: await mineIn(call, session),
    asides: names.map(({ id, name, n, until }) => ({ id, name, seats: n, until: stamp(new Date(until)) })),
    mark,
    policies: asked.map(({ id, name, off }) => ({ id, name, off })),
    paymentTypes: typesAt(options, (await openShiftOf(call))?.posId ?? null),
    shift: await shiftStanding(call),
    maySell: await call.may("seatSale:sell"),
    mayLeaveGaps: await call.may("seatSale:gaps"),
  };
}

interface Taken {
  areaId: number;
  zone: string;
  state: SeatState;
  taken: number;
  open: number;
  /** Of the area that was asked for: their ids. */
  seats: string | null;
}

/** By area, zone and state, the seats that somebody has: one look at what is taken, however many seats there are. */
function takenOf({ db, now, caller }: Call, { id }: SessionRow, namedIn: number): Promise<Taken[]> {
  return rowsOf<Taken>(
    db,
    sql`
      select s.template_area_id::float8 as "areaId", s.zone,
             case when p.state = 'held' and p.holder_id = ${caller.userId} then 'mine' else p.state end as state,
             count(*)::int as taken, (count(*) filter (where s.kind not in ('blocked', 'staff')))::int as open,
             string_agg(p.seat_id::text, ',') filter (where s.template_area_id = ${namedIn}) as seats
      from theatre_place p
      join theatre_seat s on s.corp_code = p.corp_code and s.id = p.seat_id
      where p.corp_code = current_setting('app.corp_code') and p.session_id = ${id} and ${stillTaken(now)}
      group by 1, 2, 3
      order by 3
    `,
  );
}

const takenIn = (seats: readonly Taken[], area: number): number =>
  seats.reduce((sum, { areaId, taken }) => sum + (areaId === area ? taken : 0), 0);

/** Who has which of its seats, each state once; and what each costs where the zones do not say it. */
function largeArea({ areaPrices }: SessionRow, areaId: number, all: readonly Taken[]) {
  const ids = new Map<SeatState, number[]>();
  for (const { state, seats } of all)
    if (seats) ids.set(state, [...(ids.get(state) ?? []), ...seats.split(",").map(Number)]);
  return {
    taken: [...ids].map(([state, own]) => ({ state, seats: packNumbers(own.sort((one, other) => one - other)) })),
    price: areaPrices[String(areaId)] ?? null,
  };
}

async function areasOf({ db }: Call, { id, templateId }: SessionRow): Promise<AreaCount[]> {
  return rowsOf<AreaCount>(
    db,
    sql`
      select a.id::float8 as id, a.name, a.kind, a.zone, a.capacity as places, coalesce(r.taken, 0)::int as taken
      from theatre_template_area a
      left join theatre_room r on r.corp_code = a.corp_code and r.session_id = ${id} and r.template_area_id = a.id
      where a.corp_code = current_setting('app.corp_code') and a.template_id = ${templateId}
      order by a.sort, a.id
    `,
  );
}

/** Price zones with how many of their seats may be sold at all. */
const zoneTotals = ofTemplate(({ db }, { templateId }) =>
  rowsOf<{ code: string; name: string; tint: string; all: number }>(
    db,
    sql`
      select z.code, z.name, z.tint, coalesce(s.n, 0)::int as "all"
      from theatre_template_zone z
      left join (
        select zone, count(*) as n from theatre_seat
        where corp_code = current_setting('app.corp_code') and template_id = ${templateId}
          and kind not in ('blocked', 'staff')
        group by zone
      ) s on s.zone = z.code
      where z.corp_code = current_setting('app.corp_code') and z.template_id = ${templateId}
      order by z.code
    `,
  ),
);

async function zonesOf(call: Call, session: SessionRow, seats: readonly Taken[]) {
  const rows = await zoneTotals(call, session);
  return rows.map(({ all, ...zone }) => {
    const open = seats.reduce((sum, one) => sum + (one.zone === zone.code ? one.open : 0), 0);
    return { ...zone, free: all - open, price: session.zonePrices[zone.code] ?? null };
  });
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

function viewOf(
  call: Call,
  session: SessionRow,
  seat: SeatRow,
  asides: readonly AsideName[],
): Omit<SeatView, "partner"> {
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
  const rows = await rowsOf<Omit<SeatRow, "state"> & { until: number; policyId: number | null }>(
    call.db,
    sql`
      select s.id::float8 as id, s.template_area_id::float8 as "areaId", a.name as area, s.row_name as row, s.number, s.zone,
             (extract(epoch from p.until) * 1000)::float8 as until, p.policy_id::float8 as "policyId"
      from theatre_place p
      join theatre_seat s on s.corp_code = p.corp_code and s.id = p.seat_id
      join theatre_template_area a on a.corp_code = s.corp_code and a.id = s.template_area_id
      where p.corp_code = current_setting('app.corp_code') and p.session_id = ${session.id} and p.state = 'held'
        and p.holder_id = ${call.caller.userId} and ${stillTaken(call.now)} and ${more}
      order by a.sort, a.id, s.row_at, s.at
    `,
  );
  const policies = rows.length > 0 ? await policiesOf(call, session) : [];
  return rows.map((row) => {
    const full = priceIn(session, row.areaId, row.zone) ?? 0;
    const policy = policyFor(policies, row.policyId);
    return {
      ...{ seatId: row.id, areaId: row.areaId, area: row.area, zone: row.zone, label: labelOf(row) },
      ...{ full, price: full - reducedBy(full, policy), policy: policy?.name ?? "" },
      policyId: policy?.how === "asked" ? policy.id : null,
      until: stamp(new Date(row.until)),
    };
  });
}
