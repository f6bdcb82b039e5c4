/** Templates, copied from the hall as it is, and tickets by template or by area. */
import { and, eq, inArray, sql } from "drizzle-orm";
import { m } from "~/contract/messages";
import {
  theatreAreaTicket as areaTicketResource,
  theatreTemplate as templateResource,
  theatreTemplateTicket as templateTicketResource,
} from "~/contract/theatre/template";
import { dependsOn } from "../../kernel/depends-on";
import { Invalid } from "../../kernel/refusal";
import { serveResource } from "../../kernel/resource";
import { isRows, type Values } from "../../kernel/resource-backend";
import { firstOf } from "../../kernel/rows";
import type { Call } from "../../kernel/served";
import { areaReference, zoneReference } from "./area";
import {
  theatreArea,
  theatreAreaTicket,
  theatreAreaTicketPrice,
  theatreSession,
  theatreTemplate,
  theatreTemplateTicket,
  theatreTemplateTicketPrice,
  theatreZone,
} from "./schema";
import { hallReference } from "./venue";

export const templateReference = { table: theatreTemplate, name: theatreTemplate.name, status: theatreTemplate.status };
export const templateTicketReference = {
  ...{ table: theatreTemplateTicket, name: theatreTemplateTicket.name, status: theatreTemplateTicket.status },
};
export const areaTicketReference = {
  ...{ table: theatreAreaTicket, name: theatreAreaTicket.name, status: theatreAreaTicket.status },
};

for (const table of [theatreTemplate, theatreTemplateTicket, theatreAreaTicket])
  dependsOn("theatreHall", { table, by: table.hallId, name: table.name, words: m.theatre_has_templates });
const bySession = { table: theatreSession, name: theatreSession.name, words: m.theatre_has_sessions };
dependsOn("theatreTemplate", { ...bySession, by: theatreSession.templateId });
dependsOn("theatreTemplateTicket", { ...bySession, by: theatreSession.templateTicketId });
dependsOn("theatreAreaTicket", { ...bySession, by: theatreSession.areaTicketId });

export const templateServed = [
  ...serveResource(templateResource, {
    table: theatreTemplate,
    references: { hallId: hallReference },
    check: countHall,
    saved: copyHall,
  }),
  ...serveResource(templateTicketResource, {
    table: theatreTemplateTicket,
    lines: { prices: theatreTemplateTicketPrice },
    references: { hallId: hallReference, "prices.zoneId": zoneReference },
    async check({ db }, values, before) {
      const ids = idsOf(values, "zoneId");
      const hallId = Number({ ...before, ...values }.hallId);
      const own = await db
        .select({ id: theatreZone.id })
        .from(theatreZone)
        .where(and(inArray(theatreZone.id, [0, ...ids]), eq(theatreZone.hallId, hallId)));
      refuseOthers(ids, own, "zoneId");
    },
  }),
  ...serveResource(areaTicketResource, {
    table: theatreAreaTicket,
    lines: { prices: theatreAreaTicketPrice },
    references: { hallId: hallReference, "prices.areaId": areaReference },
    async check({ db }, values, before) {
      const ids = idsOf(values, "areaId");
      const hallId = Number({ ...before, ...values }.hallId);
      const own = await db
        .select({ id: theatreArea.id })
        .from(theatreArea)
        .where(and(inArray(theatreArea.id, [0, ...ids]), eq(theatreArea.hallId, hallId)));
      refuseOthers(ids, own, "areaId");
    },
  }),
];

function idsOf({ prices }: Values, field: string): number[] {
  return isRows(prices) ? prices.map((line) => Number(line[field] ?? 0)) : [];
}

function refuseOthers(ids: readonly number[], own: readonly { id: number }[], field: string): void {
  const known = new Set(own.map(({ id }) => id));
  const place = ids.findIndex((id) => !known.has(id));
  if (place >= 0) throw new Invalid({ [`prices.${place}.${field}`]: [m.theatre_v_other_hall()] });
}

/** A new one takes the next version of its hall, and counts what it will hold. Two at once: the unique version lets one through. */
async function countHall({ db }: Call, values: Values, before: Values | null): Promise<void> {
  if (before) return;
  const hallId = Number(values.hallId);
  await db.execute(
    sql`select id from theatre_hall where corp_code = current_setting('app.corp_code') and id = ${hallId} for update`,
  );
  const found = await firstOf<{ version: number; seats: number; capacity: number }>(
    db,
    sql`
      select (select coalesce(max(version), 0) + 1 from theatre_template t
              where t.corp_code = current_setting('app.corp_code') and t.hall_id = ${hallId})::int as version,
             coalesce(sum(seats) filter (where kind = 'seats'), 0)::int as seats,
             coalesce(sum(capacity) filter (where kind = 'unseated'), 0)::int as capacity
      from theatre_area
      where corp_code = current_setting('app.corp_code') and hall_id = ${hallId} and status = 'T'
    `,
  );
  const { version = 1, seats = 0, capacity = 0 } = found ?? {};
  if (seats + capacity === 0) throw new Invalid({ hallId: [m.theatre_v_empty_hall()] });
  Object.assign(values, { version, seats, capacity });
}

/** Areas, zones and seats as they are: four statements, whatever the size of the hall. */
export async function copyHall({ db }: Pick<Call, "db">, row: Values, before: Values | null): Promise<void> {
  if (before) return;
  const [templateId, hallId] = [Number(row.id), Number(row.hallId)];
  await db.execute(sql`
    insert into theatre_template_zone (template_id, code, name, tint)
    select ${templateId}::bigint, code, name, tint from theatre_zone
    where corp_code = current_setting('app.corp_code') and hall_id = ${hallId}
  `);
  await db.execute(sql`
    insert into theatre_template_area (template_id, area_id, name, kind, zone, capacity, sort)
    select ${templateId}::bigint, a.id, a.name, a.kind, z.code,
           case a.kind when 'unseated' then coalesce(a.capacity, 0) else a.seats end, a.sort
    from theatre_area a
    join theatre_zone z on z.corp_code = a.corp_code and z.id = a.zone_id
    where a.corp_code = current_setting('app.corp_code') and a.hall_id = ${hallId} and a.status = 'T'
    order by a.sort, a.id
  `);
  await db.execute(sql`
    insert into theatre_seat (template_id, template_area_id, row_at, row_name, number, at, x, y, kind, zone)
    select ${templateId}::bigint, t.id, (r.place - 1)::int, r.line ->> 'name', s.number, s.at, s.x, s.y, s.kind, s.zone
    from theatre_template_area t
    join theatre_plan p on p.corp_code = t.corp_code and p.area_id = t.area_id
    cross join lateral jsonb_array_elements(p.rows) with ordinality as r (line, place)
    cross join lateral jsonb_to_recordset(r.line -> 'seats') as s (number text, at int, x int, y int, kind text, zone text)
    where t.corp_code = current_setting('app.corp_code') and t.template_id = ${templateId} and t.kind = 'seats'
    order by t.sort, t.id, r.place, s.at
  `);
}
