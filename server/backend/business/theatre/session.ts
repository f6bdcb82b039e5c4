/** Shows and sessions: times, prices as they are when a session is made, series, and a session that is cancelled. */
import { type SQL, sql } from "drizzle-orm";
import { m } from "~/contract/messages";
import type { ParsedPayloadOf } from "~/contract/method";
import {
  theatreSession as sessionResource,
  theatreShow as showResource,
  theatreSeries,
  theatreSeriesForm,
} from "~/contract/theatre/session";
import { addDays, momentOf, stamp } from "../../kernel/business-time";
import { dependsOn } from "../../kernel/depends-on";
import { Invalid, Refusal } from "../../kernel/refusal";
import { serveResource } from "../../kernel/resource";
import type { Values } from "../../kernel/resource-backend";
import { firstOf, rowsOf } from "../../kernel/rows";
import { type Call, serve } from "../../kernel/served";
import { theatreMove, theatrePreselect, theatreSession, theatreShow, theatreTicket } from "./schema";
import { areaTicketReference, templateReference, templateTicketReference } from "./template";
import { hallReference } from "./venue";

export const showReference = { table: theatreShow, name: theatreShow.name, status: theatreShow.status };
export const sessionReference = { table: theatreSession, name: theatreSession.name };

dependsOn("theatreShow", {
  ...{ table: theatreSession, by: theatreSession.showId, name: theatreSession.name, words: m.theatre_has_sessions },
});
dependsOn("theatreHall", {
  ...{ table: theatreSession, by: theatreSession.hallId, name: theatreSession.name, words: m.theatre_has_sessions },
});
dependsOn("theatreSession", {
  ...{ table: theatreTicket, by: theatreTicket.sessionId, name: theatreTicket.ticketNo, words: m.theatre_has_tickets },
});
dependsOn("theatreSession", {
  ...{
    table: theatrePreselect,
    by: theatrePreselect.sessionId,
    name: theatrePreselect.name,
    words: m.theatre_has_preselects,
  },
});

for (const by of [theatreMove.sessionId, theatreMove.toSessionId])
  dependsOn("theatreSession", { table: theatreMove, by, name: theatreMove.fromLabel, words: m.theatre_has_moves });

/** Of each session on the page: by its primary key's places, whatever other sessions there are. */
const placesOf = (which: SQL) => sql`(
  select count(*)::int from theatre_place p
  where p.corp_code = s.corp_code and p.session_id = s.id and ${which}
)`;
const roomsTaken = sql`coalesce((
  select sum(r.taken)::int from theatre_room r where r.corp_code = s.corp_code and r.session_id = s.id
), 0)`;
const placesInAll = sql`(
  select t.seats + t.capacity from theatre_template t where t.corp_code = s.corp_code and t.id = s.template_id
)`;

export const sessionServed = [
  ...serveResource(showResource, { table: theatreShow }),
  ...serveResource(sessionResource, {
    table: theatreSession,
    indexed: true,
    query: {
      from: "theatre_session s",
      columns: {
        sold: sql`(${placesOf(sql`p.state = 'sold'`)} + ${roomsTaken})`,
        left: sql`(${placesInAll} - ${placesOf(sql`(p.until is null or p.until > now())`)} - ${roomsTaken})`,
      },
    },
    references: {
      ...{ showId: showReference, hallId: hallReference, templateId: templateReference },
      ...{ templateTicketId: templateTicketReference, areaTicketId: areaTicketReference },
    },
    check: checkSession,
    saved: settleSession,
    dependents: async (call, id) => {
      const row = await firstOf<{ n: number }>(
        call.db,
        sql`
          select count(*)::int as n from theatre_place
          where corp_code = current_setting('app.corp_code') and session_id = ${id}
        `,
      );
      return row && row.n > 0 ? [m.theatre_has_places({ n: row.n })] : [];
    },
  }),

  serve(theatreSeriesForm, async ({ db }) => {
    const named = (table: string, more = "") =>
      rowsOf<{ value: string; label: string }>(
        db,
        sql.raw(`
          select x.id::text as value, x.name${more} as label from ${table} x
          ${more ? "join theatre_hall h on h.corp_code = x.corp_code and h.id = x.hall_id" : ""}
          where x.corp_code = current_setting('app.corp_code') and x.status = 'T' order by x.id desc limit 500
        `),
      );
    const hall = " || ' · ' || h.name";
    return {
      shows: await named("theatre_show"),
      templates: await named("theatre_template", `${hall} || ' v' || x.version`),
      templateTickets: await named("theatre_template_ticket", hall),
      areaTickets: await named("theatre_area_ticket", hall),
    };
  }),

  serve(theatreSeries, async (call, { from, to, weekdays, times, except, ...wish }) => {
    const { showId, templateId, noGaps, splitPairs = false, templateTicketId = null, areaTicketId = null } = wish;
    const shared = { showId, templateId, noGaps, splitPairs, templateTicketId, areaTicketId };
    const days = daysBetween(from, to).filter((day) => weekdays.includes(weekday(day)) && !except.includes(day));
    if (days.length === 0) throw new Invalid({ weekdays: [m.theatre_v_no_days()] });
    const wanted = days.flatMap((day) =>
      [...new Set(times)].sort().map((time) => ({ day, time, ...windowOf(wish, day, time) })),
    );
    if (wanted.length > 500) throw new Invalid({ to: [m.theatre_v_too_many_sessions()] });
    await aloneInHalls(call);
    for (const one of wanted) await addSession(call, { ...shared, ...one });
    return { sessions: wanted.length };
  }),
];

/** Many sessions at once are made by one at a time: two who cross would wait for each other in the overlap's index. */
export async function aloneInHalls({ db }: Call, hallId?: number): Promise<void> {
  await db.execute(sql`
    select id from theatre_hall
    where corp_code = current_setting('app.corp_code') and ${hallId === undefined ? sql`true` : sql`id = ${hallId}`}
    order by theatre_hall.id
    for no key update
  `);
}

/** When the sale of a session of a series opens and closes. */
function windowOf(
  {
    opensDays,
    opensAt = "00:00",
    closesMinutes,
  }: Pick<ParsedPayloadOf<typeof theatreSeries>, "opensDays" | "opensAt" | "closesMinutes">,
  day: string,
  time: string,
) {
  const starts = momentOf(`${day}T${time}`).getTime();
  return {
    saleFrom: opensDays === undefined ? null : `${addDays(day, -opensDays)} ${opensAt}:00`,
    saleUntil: closesMinutes === undefined ? null : stamp(new Date(starts - closesMinutes * 60_000)),
  };
}

const daysBetween = (from: string, to: string): string[] => {
  const days: string[] = [];
  for (let day = from; day <= to && days.length < 400; day = addDays(day, 1)) days.push(day);
  return days;
};
/** 1 Monday to 7 Sunday. */
const weekday = (day: string) => new Date(`${day}T00:00:00Z`).getUTCDay() || 7;

interface NewSession {
  showId: number;
  templateId: number;
  templateTicketId: number | null;
  areaTicketId: number | null;
  day: string;
  time: string;
  noGaps: boolean;
  splitPairs: boolean;
  /** Stamps. */
  saleFrom: string | null;
  saleUntil: string | null;
}

export async function addSession(call: Call, wanted: NewSession): Promise<void> {
  const values: Values = { ...wanted };
  await checkSession(call, values, null);
  const row = await firstOf<{ id: number }>(
    call.db,
    sql`
      insert into theatre_session (
        name, show_id, hall_id, template_id, day, time, starts_at, ends_at, free_at, template_ticket_id, area_ticket_id, no_gaps,
        split_pairs, sale_from, sale_until
      )
      values (
        ${values.name}, ${wanted.showId}, ${values.hallId}, ${wanted.templateId}, ${wanted.day}, ${wanted.time},
        ${moment(values.startsAt)}, ${moment(values.endsAt)}, ${moment(values.freeAt)},
        ${wanted.templateTicketId}::bigint, ${wanted.areaTicketId}::bigint, ${wanted.noGaps},
        ${wanted.splitPairs},
        ${wanted.saleFrom === null ? null : moment(wanted.saleFrom)}, ${wanted.saleUntil === null ? null : moment(wanted.saleUntil)}
      )
      returning id::float8 as id
    `,
  );
  if (!row) throw new Error("an insert answers its row");
  await settleSession(call, { ...values, id: row.id }, null);
  call.audit({ thing: "theatreSession", thingId: row.id, label: String(values.name), after: { ...wanted } });
}

const moment = (value: unknown) => sql`${momentOf(String(value).replace(" ", "T")).toISOString()}::timestamptz`;

interface Facts {
  show: string;
  minutes: number;
  showStatus: string;
  hallId: number;
  cleaning: number;
  templateStatus: string;
  templateTicketHall: number | null;
  areaTicketHall: number | null;
}

/** Fills in what follows from show and template: name, hall, and from when to when; and says which session is in the way. */
async function checkSession(call: Call, values: Values, before: Values | null): Promise<void> {
  const all = { ...before, ...values };
  const facts = await factsOf(call, all);
  if (!facts) throw new Invalid({ templateId: [m.v_option()] });
  const { hallId } = facts;
  if (!before && facts.showStatus !== "T") throw new Invalid({ showId: [m.theatre_v_show_off()] });
  if (!before && facts.templateStatus !== "T") throw new Invalid({ templateId: [m.theatre_v_template_off()] });
  if (!all.templateTicketId && !all.areaTicketId) throw new Invalid({ templateTicketId: [m.theatre_v_no_ticket()] });
  if (facts.templateTicketHall !== null && facts.templateTicketHall !== hallId)
    throw new Invalid({ templateTicketId: [m.theatre_v_other_hall()] });
  if (facts.areaTicketHall !== null && facts.areaTicketHall !== hallId)
    throw new Invalid({ areaTicketId: [m.theatre_v_other_hall()] });
  const starts = momentOf(`${all.day}T${all.time}`);
  const ends = new Date(starts.getTime() + facts.minutes * 60_000);
  const free = new Date(ends.getTime() + facts.cleaning * 60_000);
  if (typeof all.saleFrom === "string" && typeof all.saleUntil === "string" && all.saleFrom >= all.saleUntil)
    throw new Invalid({ saleUntil: [m.theatre_v_window()] });
  if (typeof all.saleUntil === "string" && all.saleUntil > stamp(ends))
    throw new Invalid({ saleUntil: [m.theatre_v_until_end()] });
  if (before && (before.status === "cancelled" || (await movesSold(call, Number(before.id), before, all))))
    throw new Refusal(before.status === "cancelled" ? m.theatre_session_fixed() : m.theatre_session_sold());
  await refuseOverlap(call, Number(before?.id ?? 0), hallId, starts, free);
  const name = `${facts.show} ${all.day} ${all.time}`.slice(0, 100);
  Object.assign(values, { hallId, name, startsAt: stamp(starts), endsAt: stamp(ends), freeAt: stamp(free) });
}

/** A session of which tickets are sold keeps its time. */
async function movesSold({ db }: Call, id: number, before: Values, after: Values): Promise<boolean> {
  if (before.day === after.day && before.time === after.time) return false;
  const sold = await firstOf(
    db,
    sql`
      select 1 from theatre_ticket
      where corp_code = current_setting('app.corp_code') and session_id = ${id} and state not in ('refunded', 'changed') limit 1
    `,
  );
  return sold !== undefined;
}

const factsOf = ({ db }: Call, { showId, templateId, templateTicketId, areaTicketId }: Values) =>
  firstOf<Facts>(
    db,
    sql`
      select w.name as show, w.minutes, w.status as "showStatus", t.hall_id::float8 as "hallId", h.cleaning, t.status as "templateStatus",
             (select k.hall_id::float8 from theatre_template_ticket k
              where k.corp_code = t.corp_code and k.id = ${templateTicketId ?? null}::bigint) as "templateTicketHall",
             (select k.hall_id::float8 from theatre_area_ticket k
              where k.corp_code = t.corp_code and k.id = ${areaTicketId ?? null}::bigint) as "areaTicketHall"
      from theatre_template t
      join theatre_hall h on h.corp_code = t.corp_code and h.id = t.hall_id
      join theatre_show w on w.corp_code = t.corp_code and w.id = ${showId ?? null}::bigint
      where t.corp_code = current_setting('app.corp_code') and t.id = ${templateId ?? null}::bigint
    `,
  );

/** In words before the database refuses it; of two at once the exclusion of the table lets one through. */
async function refuseOverlap({ db }: Call, id: number, hallId: number, starts: Date, free: Date): Promise<void> {
  const other = await firstOf<{ name: string; free: number }>(
    db,
    sql`
      select name, (extract(epoch from free_at) * 1000)::float8 as free from theatre_session
      where corp_code = current_setting('app.corp_code') and hall_id = ${hallId} and id <> ${id} and status <> 'cancelled'
        and starts_at < ${free.toISOString()}::timestamptz and free_at > ${starts.toISOString()}::timestamptz
      order by starts_at
      limit 1
    `,
  );
  if (other)
    throw new Refusal(m.theatre_r_overlap({ session: other.name, free: stamp(new Date(other.free)).slice(0, 16) }));
}

/** Prices as the tickets have them now, which hold for good; and the places without seats. */
export async function settleSession({ db }: Pick<Call, "db">, row: Values, before: Values | null): Promise<void> {
  const id = Number(row.id);
  const moved = !before || before.templateTicketId !== row.templateTicketId || before.areaTicketId !== row.areaTicketId;
  if (moved)
    await db.execute(sql`
      update theatre_session x
      set zone_prices = coalesce((
            select jsonb_object_agg(z.code, p.price)
            from theatre_template_ticket_price p
            join theatre_zone z on z.corp_code = p.corp_code and z.id = p.zone_id
            where p.corp_code = x.corp_code and p.theatre_template_ticket_id = x.template_ticket_id
          ), '{}'),
          area_prices = coalesce((
            select jsonb_object_agg(a.id::text, p.price)
            from theatre_area_ticket_price p
            join theatre_template_area a on a.corp_code = p.corp_code and a.area_id = p.area_id and a.template_id = x.template_id
            where p.corp_code = x.corp_code and p.theatre_area_ticket_id = x.area_ticket_id
          ), '{}')
      where x.corp_code = current_setting('app.corp_code') and x.id = ${id}
    `);
  if (!before)
    await db.execute(sql`
      insert into theatre_room (session_id, template_area_id, capacity)
      select ${id}::bigint, a.id, a.capacity from theatre_template_area a
      where a.corp_code = current_setting('app.corp_code') and a.template_id = ${Number(row.templateId)} and a.kind = 'unseated'
    `);
}
