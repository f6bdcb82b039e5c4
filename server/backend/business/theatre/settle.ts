/** A session is cancelled and its tickets go back or move: what would come of it, the start of the work, what came of it. */
import { sql } from "drizzle-orm";
import { m } from "~/contract/messages";
import { theatreSettle, theatreSettleForm } from "~/contract/theatre/settle";
import { stamp } from "../../kernel/business-time";
import { enqueueFor } from "../../kernel/enqueue";
import { Invalid, NotFound, Refusal } from "../../kernel/refusal";
import { firstOf, rowsOf } from "../../kernel/rows";
import { ofEverybody } from "../../kernel/scope";
import { type Call, serve } from "../../kernel/served";
import { asidesFor, letGoOf, moveAsides } from "./move-asides";
import { nameOf, sameSeatsIn, seatsFor, type TicketPlace } from "./move-seats";
import { freePlaces, type OpenTicket, openTickets, roomFor, roomsOf, seated } from "./move-tickets";
import { seatsOf } from "./places";
import { readSession, type SessionRow } from "./read-session";

/** Why nothing moves into a session; "" where it may. Its sale may have been stopped, to keep the room. */
export function targetWhyNot({ name, status, startsAt }: SessionRow, now: Date): string {
  if (status === "cancelled") return m.theatre_r_cancelled({ session: name });
  if (startsAt <= now.getTime()) return m.theatre_r_begun({ at: stamp(new Date(startsAt)) });
  return "";
}

export const settleServed = [
  serve(theatreSettleForm, async (call, { sessionId, toSessionId }) => {
    const session = await readSession(call, sessionId);
    const more = await standingOf(call, sessionId);
    const sessions = await targetsOf(call, sessionId);
    const isTarget = sessions.some(({ value }) => value === String(toSessionId));
    const open = await ofEverybody(call, () => openTickets(call, session));
    return {
      ...{ id: session.id, name: session.name, status: session.status, hallName: session.hallName },
      ...{ startsAt: stamp(new Date(session.startsAt)), reason: more.reason, busy: more.busy },
      ...{ open: open.length, refunding: more.refunding, sessions },
      preview: toSessionId !== undefined && isTarget ? await previewOf(call, session, toSessionId, open) : null,
      ...(await doneOf(call, sessionId)),
    };
  }),

  serve(theatreSettle, async (call, { sessionId, toSessionId, reason = "" }) => {
    const { showId, status } = await lockedSession(call, sessionId, toSessionId);
    const session = await readSession(call, sessionId);
    const open = await ofEverybody(call, () => openTickets(call, session));
    const { busy } = await standingOf(call, sessionId);
    if (busy) throw new Refusal(m.theatre_settle_busy());
    if (status === "cancelled" && open.length === 0) throw new Refusal(m.theatre_settle_nothing());
    if (status !== "cancelled" && reason === "") throw new Invalid({ reason: [m.v_required()] });
    const to = toSessionId === undefined ? null : await targetOf(call, { sessionId, showId, toSessionId });
    const aside = status !== "cancelled" && to ? await moveAsides(call, session, to) : 0;
    if (status !== "cancelled" && !to) await letGoOf(call, sessionId);
    const kind = to ? "moveSession" : "refundSession";
    const jobId = await enqueueFor(call, { kind, payload: { sessionId, ...(to && { toSessionId: to.id }) } });
    await call.db.execute(sql`
      update theatre_session
      set status = 'cancelled', reason = case when status = 'cancelled' then reason else ${reason} end, job_id = ${jobId},
          row_version = row_version + 1, updated_at = ${call.now.toISOString()}::timestamptz
      where corp_code = current_setting('app.corp_code') and id = ${sessionId}
    `);
    call.audit({
      ...{ thing: "theatreSession", thingId: sessionId, label: session.name },
      before: { status },
      after: { status: "cancelled", ...(status !== "cancelled" && { reason }), ...(to && { toSession: to.name }) },
    });
    return { tickets: open.length, aside };
  }),
];

/** Another session of the same show that is still to come. */
async function targetOf(call: Call, asked: { sessionId: number; showId: number; toSessionId: number }) {
  const to = await readSession(call, asked.toSessionId);
  const [found] = await targetsOf(call, asked.sessionId, asked.toSessionId);
  if (to.id === asked.sessionId || !found) throw new Invalid({ toSessionId: [m.theatre_v_other_show()] });
  const why = targetWhyNot(to, call.now);
  if (why) throw new Refusal(why);
  return to;
}

/** With the other one, always in the same order: two who move to and fro wait, and nobody takes a seat there meanwhile. */
async function lockedSession({ db }: Call, id: number, toId = id): Promise<{ showId: number; status: string }> {
  const rows = await rowsOf<{ id: number; showId: number; status: string }>(
    db,
    sql`
      select id::float8 as id, show_id::float8 as "showId", status from theatre_session
      where corp_code = current_setting('app.corp_code') and id in (${id}, ${toId})
      order by theatre_session.id
      for update
    `,
  );
  const row = rows.find((one) => one.id === id);
  if (!row) throw new NotFound();
  return row;
}

async function standingOf({ db }: Call, id: number) {
  const row = await firstOf<{ reason: string; busy: boolean; refunding: number }>(
    db,
    sql`
      select coalesce(x.reason, '') as reason,
             exists (select 1 from job j where j.id = x.job_id and j.state in ('waiting', 'running')) as busy,
             (select count(*)::int from theatre_ticket t
              where t.corp_code = x.corp_code and t.session_id = x.id and t.state = 'refunding') as refunding
      from theatre_session x
      where x.corp_code = current_setting('app.corp_code') and x.id = ${id}
    `,
  );
  return row ?? { reason: "", busy: false, refunding: 0 };
}

const targetsOf = ({ db, now }: Call, sessionId: number, only?: number) =>
  rowsOf<{ value: string; label: string }>(
    db,
    sql`
      select x.id::text as value, x.name || ' · ' || h.name as label
      from theatre_session x
      join theatre_session own on own.corp_code = x.corp_code and own.id = ${sessionId} and own.show_id = x.show_id
      join theatre_hall h on h.corp_code = x.corp_code and h.id = x.hall_id
      where x.corp_code = current_setting('app.corp_code') and x.id <> ${sessionId}
        ${only === undefined ? sql`and x.status <> 'cancelled' and x.starts_at > ${now.toISOString()}::timestamptz` : sql`and x.id = ${only}`}
      order by x.starts_at, x.id
      limit 200
    `,
  );

/** Orders that need a look at the whole hall, after which others get their turn. */
const looksAtOnce = 20;

/** Order by order as the work does it, on paper. Most find the same seats, which takes no look at the others. */
async function previewOf(call: Call, from: SessionRow, toSessionId: number, open: readonly OpenTicket[]) {
  const to = await readSession(call, toSessionId);
  const asides = from.status === "cancelled" ? [] : await asidesFor(call, from, to);
  const aside = new Set(asides.flatMap(({ seatIds }) => seatIds));
  const seatsThere = (await freePlaces(call, await seatsOf(call, to), to)).filter(({ id }) => !aside.has(id));
  const free = new Map(seatsThere.map((seat) => [nameOf(seat), seat]));
  const rooms = await roomsOf(call, to);
  const orders = new Map<number, OpenTicket[]>();
  for (const ticket of open) {
    const own = orders.get(ticket.orderId);
    if (own) own.push(ticket);
    else orders.set(ticket.orderId, [ticket]);
  }
  const withSeat = open.filter(({ seatId }) => seatId !== null);
  const waiting = new Map(withSeat.map((ticket) => [nameOf(ticket), ticket.orderId]));
  const elsewhere = (seats: TicketPlace[], orderId: number) => {
    const places = [...free.values()];
    const wanted = places.filter((seat) => (waiting.get(nameOf(seat)) ?? orderId) !== orderId);
    return seatsFor(seats, places, new Set(wanted.map(({ id }) => id)));
  };
  const stays: string[] = [];
  let moves = 0;
  let looks = 0;
  for (const [orderId, tickets] of orders) {
    const seats = seated(tickets);
    const loose = tickets.filter(({ seatId }) => seatId === null);
    let given = sameSeatsIn(seats, free);
    if (!given) {
      given = elsewhere(seats, orderId);
      looks += 1;
      if (looks % looksAtOnce === 0) await new Promise((turn) => setImmediate(turn));
    }
    const room = roomFor(loose, rooms, to);
    if (!given || (loose.length > 0 && !room)) {
      stays.push(...tickets.map(({ ticketNo, label }) => `${ticketNo} ${label}`));
      continue;
    }
    const taken = new Set(given.values());
    for (const [name, { id }] of taken.size > 0 ? free : []) if (taken.has(id)) free.delete(name);
    if (room) room.left -= loose.length;
    for (const seat of seats) waiting.delete(nameOf(seat));
    moves += tickets.length;
  }
  const released = asides.flatMap(({ name, stays: left }) => left.map((seat) => m.theatre_aside_left({ name, seat })));
  return {
    ...{ toSessionId, moves, stays: stays.slice(0, 20), more: Math.max(0, stays.length - 20) },
    ...{ aside: aside.size, released: released.slice(0, 20), moreReleased: Math.max(0, released.length - 20) },
  };
}

async function doneOf(call: Call, sessionId: number) {
  const rows = await ofEverybody(call, () =>
    rowsOf<{
      ticketNo: string;
      from: string;
      to: string;
      session: string;
      state: "moved" | "left" | "refunded";
      note: string;
    }>(
      call.db,
      sql`
        select t.ticket_no as "ticketNo", v.from_label as "from", v.to_label as "to", coalesce(x.name, '') as session, v.state, v.note
        from theatre_move v
        join theatre_ticket t on t.corp_code = v.corp_code and t.id = v.ticket_id
        left join theatre_session x on x.corp_code = v.corp_code and x.id = v.to_session_id
        where v.corp_code = current_setting('app.corp_code') and v.session_id = ${sessionId}
        order by case v.state when 'left' then 0 when 'moved' then 1 else 2 end, v.id
      `,
    ),
  );
  const orders = await ofEverybody(call, () =>
    firstOf<{ told: number; silent: number }>(
      call.db,
      sql`
        select count(distinct t.order_id) filter (where v.told_at is not null)::int as told,
               count(distinct t.order_id) filter (where v.told_at is null)::int as silent
        from theatre_move v
        join theatre_ticket t on t.corp_code = v.corp_code and t.id = v.ticket_id
        where v.corp_code = current_setting('app.corp_code') and v.session_id = ${sessionId} and v.state <> 'left'
      `,
    ),
  );
  const count = (state: string) => rows.filter((row) => row.state === state).length;
  return {
    ...{ moved: count("moved"), left: count("left"), refunded: count("refunded"), rows: rows.slice(0, 500) },
    ...{ told: orders?.told ?? 0, silent: orders?.silent ?? 0 },
  };
}
