/** Tickets of one order move to another session, seat for seat; or the reason why they stay. The order is locked by the caller. */
import { sql } from "drizzle-orm";
import { m } from "~/contract/messages";
import { Refusal } from "../../kernel/refusal";
import { rowsOf } from "../../kernel/rows";
import type { Call } from "../../kernel/served";
import { moveVisitDays } from "../order/query-parts";
import { type FreePlace, sameSeats, seatsFor, type TicketPlace } from "./move-seats";
import { pairsOf } from "./pairs";
import { labelOf, type SeatRow, seatsOf, takeRoom, takeSeats } from "./places";
import { priceIn, type SessionRow } from "./read-session";

export interface OpenTicket extends Omit<TicketPlace, "ticketId"> {
  id: number;
  orderId: number;
  ticketNo: string;
  label: string;
  seatId: number | null;
  areaId: number;
  lineId: number;
  /** Fen that were paid for it; `price` is what its session asks for such a seat. */
  paid: number;
}

/** Tickets of the session that are good, checked or not; of one order, locked, or of all. What waits for a refund is left to it. */
export async function openTickets(call: Call, from: SessionRow, orderId?: number): Promise<OpenTicket[]> {
  const rows = await rowsOf<Omit<OpenTicket, "price">>(
    call.db,
    sql`
      select t.id::float8 as id, t.order_id::float8 as "orderId", t.ticket_no as "ticketNo", t.label,
             t.seat_id::float8 as "seatId", t.template_area_id::float8 as "areaId",
             t.line_id::float8 as "lineId", t.price::float8 as paid, a.name as area,
             coalesce(s.row_name, '') as "rowName", coalesce(s.number, '') as number,
             t.template_area_id || '/' || coalesce(s.row_at, 0) as row, coalesce(s.row_at, 0) as "rowAt",
             coalesce(s.at, 0) as at, coalesce(s.x, 0) as x, coalesce(s.y, 0) as y, coalesce(s.zone, a.zone) as zone,
             coalesce(s.kind, '') as kind
      from theatre_ticket t
      join theatre_template_area a on a.corp_code = t.corp_code and a.id = t.template_area_id
      left join theatre_seat s on s.corp_code = t.corp_code and s.id = t.seat_id
      where t.corp_code = current_setting('app.corp_code') and t.session_id = ${from.id} and t.state in ('sold', 'checked')
        ${orderId === undefined ? sql`` : sql`and t.order_id = ${orderId}`}
      order by t.order_id, t.id
      ${orderId === undefined ? sql`` : sql`for update of t`}
    `,
  );
  return rows.map((row) => ({ ...row, price: priceIn(from, row.areaId, row.zone) ?? -1 }));
}

export const seated = (tickets: readonly OpenTicket[]): TicketPlace[] =>
  tickets.filter(({ seatId }) => seatId !== null).map((ticket) => ({ ...ticket, ticketId: ticket.id }));

export interface Room {
  areaId: number;
  area: string;
  zone: string;
  left: number;
}

export const roomsOf = ({ db }: Call, { id }: SessionRow): Promise<Room[]> =>
  rowsOf<Room>(
    db,
    sql`
      select a.id::float8 as "areaId", a.name as area, a.zone, r.capacity - r.taken as left
      from theatre_room r
      join theatre_template_area a on a.corp_code = r.corp_code and a.id = r.template_area_id
      where r.corp_code = current_setting('app.corp_code') and r.session_id = ${id}
      order by a.sort, a.id
    `,
  );

/** The area without seats that has room for all of them at the same price: that of the same name first. */
export function roomFor(loose: readonly OpenTicket[], rooms: readonly Room[], to: SessionRow): Room | undefined {
  const [first] = loose;
  if (!first) return undefined;
  const fits = rooms.filter(
    ({ areaId, zone, left }) =>
      left >= loose.length && loose.every((one) => one.zone === zone && one.price === priceIn(to, areaId, zone)),
  );
  return fits.find(({ area }) => area === first.area) ?? fits[0];
}

export async function freePlaces(call: Call, seats: readonly SeatRow[], to: SessionRow): Promise<FreePlace[]> {
  const pairs = await pairsOf(call, to);
  // Whoever looks at few seats does not know of the others whether they are free.
  const taken = new Set(seats.filter(({ state }) => state !== null).map(({ id }) => id));
  return seats.flatMap((seat) => {
    const price = priceIn(to, seat.areaId, seat.zone);
    if (seat.state !== null || seat.kind === "blocked" || price === null) return [];
    const partner = pairs.get(seat.id) ?? null;
    const open = partner === null || taken.has(partner) ? null : partner;
    return [{ ...seat, rowName: seat.row, row: `${seat.areaId}/${seat.rowAt}`, price, partner: open }];
  });
}

/** Of the other session, the seats that tickets of the first have there by name. */
const sameNamed = (fromId: number, orders: ReturnType<typeof sql>) => sql`(a.name, s.row_name, s.number) in (
  select oa.name, os.row_name, os.number
  from theatre_ticket ot
  join theatre_seat os on os.corp_code = ot.corp_code and os.id = ot.seat_id
  join theatre_template_area oa on oa.corp_code = ot.corp_code and oa.id = ot.template_area_id
  where ot.corp_code = current_setting('app.corp_code') and ot.session_id = ${fromId} and ot.state in ('sold', 'checked')
    and ${orders}
)`;

/** The same seats, which needs a look at those alone; else a look at the whole hall. */
async function chooseSeats(call: Call, from: SessionRow, to: SessionRow, orderId: number, tickets: TicketPlace[]) {
  const own = await seatsOf(call, to, sameNamed(from.id, sql`ot.order_id = ${orderId}`));
  const same = sameSeats(tickets, await freePlaces(call, own, to));
  if (same) return { given: same, seats: own };
  const others = await seatsOf(call, to, sameNamed(from.id, sql`ot.order_id <> ${orderId}`));
  const seats = await seatsOf(call, to);
  return { given: seatsFor(tickets, await freePlaces(call, seats, to), new Set(others.map(({ id }) => id))), seats };
}

/** All of the order's tickets, or a refusal that says which of them found no place. */
export async function moveOrder(
  call: Call,
  from: SessionRow,
  to: SessionRow,
  order: { id: number; orderNo: string },
  tickets: readonly OpenTicket[],
): Promise<void> {
  const loose = tickets.filter(({ seatId }) => seatId === null);
  const seats = seated(tickets);
  const chosen = seats.length > 0 ? await chooseSeats(call, from, to, order.id, seats) : null;
  const room = roomFor(loose, await roomsOf(call, to), to);
  if (chosen?.given === null || (loose.length > 0 && !room))
    throw new Refusal(m.theatre_r_no_like({ n: tickets.length }));
  const given = chosen?.given ?? new Map<number, number>();
  const byId = new Map((chosen?.seats ?? []).map((seat) => [seat.id, seat]));
  if (given.size > 0) await takeSeats(call, to, [...given.values()], { state: "sold" });
  if (room) await takeRoom(call, to.id, room.areaId, loose.length, room.area);
  const moves = tickets.map(({ id, seatId, label, ticketNo }) => {
    const seat = byId.get(given.get(id) ?? 0);
    const toLabel = seat ? labelOf(seat) : (room?.area ?? "");
    const zone = seat?.zone ?? room?.zone ?? "";
    return {
      id,
      oldSeat: seatId,
      seat: seat?.id ?? null,
      area: seat?.areaId ?? room?.areaId,
      zone,
      label,
      toLabel,
      ticketNo,
    };
  });
  await writeMoves(call, from, to, moves);
  await call.db.execute(
    moveVisitDays(
      sql`${order.id}`,
      "theatre",
      sql`
        select min(x.day) as day, max(x.day) as last
        from theatre_ticket t
        join theatre_session x on x.corp_code = t.corp_code and x.id = t.session_id
        where t.corp_code = current_setting('app.corp_code') and t.order_id = ${order.id}
          and t.state not in ('refunded', 'changed')
      `,
    ),
  );
  const named = (which: "label" | "toLabel") =>
    moves
      .map((one) => one[which])
      .join(m.words_comma())
      .slice(0, 200);
  call.audit({
    ...{ thing: "order", thingId: order.id, label: order.orderNo },
    before: { place: `${from.name} ${named("label")}` },
    after: { place: `${to.name} ${named("toLabel")}` },
  });
}

type Move = {
  id: number;
  oldSeat: number | null;
  seat: number | null;
  area: number | undefined;
  zone: string;
  label: string;
  toLabel: string;
};

async function writeMoves({ db, now }: Call, from: SessionRow, to: SessionRow, moves: readonly Move[]): Promise<void> {
  const rows = sql`jsonb_to_recordset(${JSON.stringify(moves)}::jsonb) as r (
    id bigint, "oldSeat" bigint, seat bigint, area bigint, zone text, label text, "toLabel" text
  )`;
  // Before the tickets go: places without seats are counted by where they are.
  await db.execute(sql`
    update theatre_room k set taken = k.taken - g.n
    from (
      select t.template_area_id, count(*)::int as n
      from theatre_ticket t
      join ${rows} on t.id = r.id
      where t.corp_code = current_setting('app.corp_code') and t.seat_id is null
      group by t.template_area_id
    ) g
    where k.corp_code = current_setting('app.corp_code') and k.session_id = ${from.id}
      and k.template_area_id = g.template_area_id
  `);
  await db.execute(sql`
    delete from theatre_place p using ${rows}
    where p.corp_code = current_setting('app.corp_code') and p.session_id = ${from.id} and p.seat_id = r."oldSeat"
      and p.ticket_id = r.id
  `);
  await db.execute(sql`
    update theatre_ticket t
    set session_id = ${to.id}, seat_id = r.seat, template_area_id = r.area, zone = r.zone, label = r."toLabel",
        state = 'sold', checked_at = null, checked_by = ''
    from ${rows}
    where t.corp_code = current_setting('app.corp_code') and t.id = r.id
  `);
  await db.execute(sql`
    update theatre_place p set ticket_id = r.id
    from ${rows}
    where p.corp_code = current_setting('app.corp_code') and p.session_id = ${to.id} and p.seat_id = r.seat
  `);
  await db.execute(sql`
    insert into theatre_move (session_id, ticket_id, to_session_id, from_label, to_label, state, at)
    select ${from.id}::bigint, r.id, ${to.id}::bigint, r.label, r."toLabel", 'moved', ${now.toISOString()}::timestamptz
    from ${rows}
    on conflict (corp_code, session_id, ticket_id) do update
    set to_session_id = excluded.to_session_id, to_label = excluded.to_label, state = 'moved', note = '', at = excluded.at,
        told_at = null
  `);
}

/** They stay where they are, and it is said why. */
export async function noteLeft(
  { db, now }: Call,
  from: SessionRow,
  toId: number | null,
  tickets: readonly OpenTicket[],
  why: string,
): Promise<void> {
  await db.execute(sql`
    insert into theatre_move (session_id, ticket_id, to_session_id, from_label, state, note, at)
    select ${from.id}::bigint, r.id, ${toId}::bigint, r.label, 'left', ${why}, ${now.toISOString()}::timestamptz
    from jsonb_to_recordset(${JSON.stringify(tickets)}::jsonb) as r (id bigint, label text)
    on conflict (corp_code, session_id, ticket_id) do update
    set to_session_id = excluded.to_session_id, note = excluded.note, at = excluded.at
  `);
}

/** They have gone back, at once or after they were left. */
export async function noteRefunded({ db, now }: Call, from: SessionRow, tickets: readonly OpenTicket[]): Promise<void> {
  await db.execute(sql`
    insert into theatre_move (session_id, ticket_id, from_label, state, at)
    select ${from.id}::bigint, r.id, r.label, 'refunded', ${now.toISOString()}::timestamptz
    from jsonb_to_recordset(${JSON.stringify(tickets)}::jsonb) as r (id bigint, label text)
    on conflict (corp_code, session_id, ticket_id) do nothing
  `);
}
