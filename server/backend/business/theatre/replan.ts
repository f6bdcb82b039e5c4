/**
 * A session goes over to another version of its hall's plan. A seat is the same where area, row and number are: who has it
 * keeps it, at the price that was paid. What would not survive is named, and with any of it nothing changes.
 */
import { sql } from "drizzle-orm";
import { m } from "~/contract/messages";
import { theatreReplan, theatreReplanForm } from "~/contract/theatre/replan";
import { stamp } from "../../kernel/business-time";
import { Invalid, Refusal } from "../../kernel/refusal";
import { firstOf, rowsOf } from "../../kernel/rows";
import { ofEverybody } from "../../kernel/scope";
import { type Call, serve } from "../../kernel/served";
import { labelOf } from "./places";
import { readSession, type SessionRow, stillTaken } from "./read-session";

interface Kept {
  state: "held" | "aside" | "sold" | "blocked";
  seatId: number;
  area: string;
  row: string;
  number: string;
  kind: string;
  newId: number | null;
  newArea: string | null;
  newAreaId: number | null;
  newKind: string | null;
  newZone: string | null;
  /** The area ticket's price there, or none. */
  newPrice: number | null;
}

interface KeptRoom {
  areaId: number;
  area: string;
  taken: number;
  newAreaId: number | null;
  capacity: number;
}

export const replanServed = [
  serve(theatreReplanForm, async (call, { sessionId, templateId }) => {
    const session = await readSession(call, sessionId);
    const all = await templatesOf(call, sessionId);
    const isOffered = templateId !== undefined && templateId !== session.templateId && all.some(isOf(templateId));
    return {
      ...{ id: session.id, name: session.name, hallName: session.hallName, whyNot: whyNot(session, call.now) },
      startsAt: stamp(new Date(session.startsAt)),
      current: all.find(isOf(session.templateId))?.label ?? "",
      templates: all
        .filter(({ value, on }) => on && value !== String(session.templateId))
        .map(({ value, label }) => ({ value, label })),
      preview: isOffered ? await previewOf(call, session, templateId) : null,
    };
  }),

  serve(theatreReplan, async (call, { sessionId, templateId }) => {
    // Nobody holds, sells or changes a seat of it meanwhile; who gives a ticket back has it locked, or waits for this.
    const session = await readSession(call, sessionId, "update");
    const why = whyNot(session, call.now);
    if (why) throw new Refusal(why);
    const all = await templatesOf(call, sessionId);
    const template = all.find(isOf(templateId));
    if (!template?.on || templateId === session.templateId) throw new Invalid({ templateId: [m.v_option()] });
    return ofEverybody(call, async () => {
      await settleOld(call, session);
      const [kept, rooms] = [await keptOf(call, session, templateId), await keptRooms(call, session, templateId)];
      const lost = lostOf(session, kept, rooms);
      if (lost.length > 0)
        throw new Refusal(m.theatre_r_replan({ n: lost.length, seats: lost.slice(0, 5).join("；") }));
      await moveSeats(call, session, kept);
      await moveRooms(call, session, templateId);
      await moveSession(call, session, templateId);
      const before = { template: all.find(isOf(session.templateId))?.label ?? "" };
      const about = { thing: "theatreSession", thingId: session.id, label: session.name };
      call.audit({ ...about, before, after: { template: template.label } });
      return { seats: kept.length };
    });
  }),
];

const isOf =
  (id: number) =>
  ({ value }: { value: string }) =>
    value === String(id);

function whyNot({ status, startsAt }: SessionRow, now: Date): string {
  if (status === "cancelled") return m.theatre_session_fixed();
  return startsAt <= now.getTime() ? m.theatre_r_begun({ at: stamp(new Date(startsAt)) }) : "";
}

const templatesOf = ({ db }: Call, sessionId: number) =>
  rowsOf<{ value: string; label: string; on: boolean }>(
    db,
    sql`
      select t.id::text as value, t.name || ' v' || t.version as label, t.status = 'T' as on
      from theatre_session x
      join theatre_template t on t.corp_code = x.corp_code and t.hall_id = x.hall_id
      where x.corp_code = current_setting('app.corp_code') and x.id = ${sessionId}
      order by t.version desc
      limit 500
    `,
  );

async function previewOf(call: Call, session: SessionRow, templateId: number) {
  const [kept, rooms] = [await keptOf(call, session, templateId), await keptRooms(call, session, templateId)];
  const lost = lostOf(session, kept, rooms);
  const count = (state: string) => kept.filter((seat) => seat.state === state).length;
  return {
    ...{ templateId, sold: count("sold"), held: count("held"), aside: count("aside"), blocked: count("blocked") },
    loose: rooms.reduce((sum, { taken }) => sum + taken, 0),
    ...{ lost: lost.slice(0, 50), more: Math.max(0, lost.length - 50) },
  };
}

/** Tickets are locked before places, as refunds lock them; holds that are over stand for nothing. */
async function settleOld({ db, now }: Call, { id }: SessionRow): Promise<void> {
  await db.execute(sql`
    select id from theatre_ticket
    where corp_code = current_setting('app.corp_code') and session_id = ${id} and state not in ('refunded', 'changed')
    order by theatre_ticket.id
    for update
  `);
  await db.execute(sql`
    delete from theatre_place
    where corp_code = current_setting('app.corp_code') and session_id = ${id} and until <= ${now.toISOString()}::timestamptz
  `);
}

const keptOf = ({ db, now }: Call, { id }: SessionRow, templateId: number) =>
  rowsOf<Kept>(
    db,
    sql`
      select p.state, s.id::float8 as "seatId", a.name as area, s.row_name as row, s.number, s.kind, n.id::float8 as "newId",
             na.name as "newArea", na.id::float8 as "newAreaId", n.kind as "newKind", n.zone as "newZone",
             coalesce((x.area_prices ->> a.id::text)::float8, (
               select k.price::float8 from theatre_area_ticket_price k
               where k.corp_code = x.corp_code and k.theatre_area_ticket_id = x.area_ticket_id and k.area_id = na.area_id
             )) as "newPrice"
      from theatre_place p
      join theatre_session x on x.corp_code = p.corp_code and x.id = p.session_id
      join theatre_seat s on s.corp_code = p.corp_code and s.id = p.seat_id
      join theatre_template_area a on a.corp_code = s.corp_code and a.id = s.template_area_id
      left join theatre_template_area na
        on na.corp_code = a.corp_code and na.template_id = ${templateId} and na.area_id = a.area_id and na.kind = 'seats'
      left join theatre_seat n
        on n.corp_code = na.corp_code and n.template_area_id = na.id and n.row_name = s.row_name and n.number = s.number
      where p.corp_code = current_setting('app.corp_code') and p.session_id = ${id} and ${stillTaken(now)}
      order by a.sort, a.id, s.row_at, s.at
    `,
  );

const keptRooms = ({ db }: Call, { id }: SessionRow, templateId: number) =>
  rowsOf<KeptRoom>(
    db,
    sql`
      select a.id::float8 as "areaId", a.name as area, r.taken, na.id::float8 as "newAreaId", coalesce(na.capacity, 0) as capacity
      from theatre_room r
      join theatre_template_area a on a.corp_code = r.corp_code and a.id = r.template_area_id
      left join theatre_template_area na
        on na.corp_code = a.corp_code and na.template_id = ${templateId} and na.area_id = a.area_id and na.kind = 'unseated'
      where r.corp_code = current_setting('app.corp_code') and r.session_id = ${id}
      order by a.sort, a.id
    `,
  );

const special = ["wheelchair", "companion"];

/** By name with the reason. A seat that was only blocked is nobody's: it may go. */
function lostOf(session: SessionRow, kept: readonly Kept[], rooms: readonly KeptRoom[]): string[] {
  const lost: string[] = [];
  for (const seat of kept) {
    if (seat.state === "blocked") continue;
    const name = labelOf(seat);
    const isPriced = seat.newPrice !== null || session.zonePrices[seat.newZone ?? ""] !== undefined;
    if (seat.newId === null) lost.push(m.theatre_lost_gone({ seat: name }));
    else if (seat.newKind === "blocked") lost.push(m.theatre_lost_blocked({ seat: name }));
    else if (seat.newKind !== seat.kind && special.includes(seat.kind)) lost.push(m.theatre_lost_kind({ seat: name }));
    else if (seat.state !== "sold" && !isPriced) lost.push(m.theatre_r_no_price({ seat: name }));
  }
  for (const { area, taken, capacity } of rooms)
    if (taken > capacity) lost.push(m.theatre_lost_room({ area, taken, capacity }));
  return lost;
}

async function moveSeats({ db }: Call, { id }: SessionRow, kept: readonly Kept[]): Promise<void> {
  const rows = sql`jsonb_to_recordset(${JSON.stringify(
    // The words of a ticket change only with the area's name: they are in the language that it was sold in.
    kept.map((seat) => ({
      ...seat,
      label: seat.newArea === seat.area ? null : labelOf({ ...seat, area: seat.newArea ?? "" }),
    })),
  )}::jsonb) as r ("seatId" bigint, "newId" bigint, "newAreaId" bigint, label text)`;
  await db.execute(sql`
    delete from theatre_place p using ${rows}
    where p.corp_code = current_setting('app.corp_code') and p.session_id = ${id} and p.seat_id = r."seatId"
      and p.state = 'blocked' and r."newId" is null
  `);
  await db.execute(sql`
    update theatre_place p set seat_id = r."newId"
    from ${rows}
    where p.corp_code = current_setting('app.corp_code') and p.session_id = ${id} and p.seat_id = r."seatId"
      and r."newId" is not null
  `);
  await db.execute(sql`
    update theatre_ticket t
    set seat_id = r."newId", template_area_id = r."newAreaId", label = coalesce(r.label, t.label)
    from ${rows}
    where t.corp_code = current_setting('app.corp_code') and t.session_id = ${id} and t.seat_id = r."seatId"
      and t.state not in ('refunded', 'changed')
  `);
}

async function moveRooms({ db }: Call, session: SessionRow, templateId: number): Promise<void> {
  const id = session.id;
  const pairs = sql`(
    select a.id as old_id, na.id as new_id, na.capacity
    from theatre_template_area a
    left join theatre_template_area na
      on na.corp_code = a.corp_code and na.template_id = ${templateId} and na.area_id = a.area_id and na.kind = 'unseated'
    where a.corp_code = current_setting('app.corp_code') and a.template_id = ${session.templateId} and a.kind = 'unseated'
  )`;
  await db.execute(sql`
    update theatre_ticket t set template_area_id = g.new_id
    from ${pairs} g
    where t.corp_code = current_setting('app.corp_code') and t.session_id = ${id} and t.seat_id is null
      and t.template_area_id = g.old_id and g.new_id is not null and t.state not in ('refunded', 'changed')
  `);
  await db.execute(sql`
    update theatre_room r set template_area_id = g.new_id, capacity = g.capacity
    from ${pairs} g
    where r.corp_code = current_setting('app.corp_code') and r.session_id = ${id} and r.template_area_id = g.old_id
      and g.new_id is not null
  `);
  await db.execute(sql`
    delete from theatre_room r
    where r.corp_code = current_setting('app.corp_code') and r.session_id = ${id} and r.taken = 0
      and r.template_area_id in (select g.old_id from ${pairs} g)
  `);
  await db.execute(sql`
    insert into theatre_room (session_id, template_area_id, capacity)
    select ${id}::bigint, a.id, a.capacity from theatre_template_area a
    where a.corp_code = current_setting('app.corp_code') and a.template_id = ${templateId} and a.kind = 'unseated'
    on conflict (corp_code, session_id, template_area_id) do nothing
  `);
}

/** Prices stay what they are; what the session had none for has that of its ticket now. */
async function moveSession(
  { db, now }: Call,
  { id, templateId: oldId }: SessionRow,
  templateId: number,
): Promise<void> {
  const row = await firstOf(
    db,
    sql`
      update theatre_session x
      set template_id = ${templateId}, row_version = x.row_version + 1, updated_at = ${now.toISOString()}::timestamptz,
          zone_prices = coalesce((
            select jsonb_object_agg(z.code, p.price)
            from theatre_template_ticket_price p
            join theatre_zone z on z.corp_code = p.corp_code and z.id = p.zone_id
            where p.corp_code = x.corp_code and p.theatre_template_ticket_id = x.template_ticket_id
          ), '{}') || x.zone_prices,
          area_prices = coalesce((
            select jsonb_object_agg(n.id::text, coalesce((x.area_prices ->> o.id::text)::bigint, p.price))
            from theatre_template_area n
            left join theatre_template_area o on o.corp_code = n.corp_code and o.template_id = ${oldId} and o.area_id = n.area_id
            left join theatre_area_ticket_price p
              on p.corp_code = n.corp_code and p.theatre_area_ticket_id = x.area_ticket_id and p.area_id = n.area_id
            where n.corp_code = x.corp_code and n.template_id = ${templateId}
              and coalesce((x.area_prices ->> o.id::text)::bigint, p.price) is not null
          ), '{}')
      where x.corp_code = current_setting('app.corp_code') and x.id = ${id}
      returning x.id
    `,
  );
  if (!row) throw new Error("the session is locked");
}
