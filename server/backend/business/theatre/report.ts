/** Sessions as they were sold: places of the template against tickets that were not given back. */
import { sql } from "drizzle-orm";
import { occupancyReport } from "~/contract/theatre/report";
import { serveReport } from "../../kernel/report";
import type { Served } from "../../kernel/served";

export const reportServed: Served[] = serveReport(occupancyReport, {
  facts: ({ since, before }) => sql`
    select s.starts_at as at, s.id, s.name || ' ' || s.day || ' ' || s.time as session_name, s.show_id,
           w.name as show_name, s.hall_id, v.name || ' · ' || h.name as hall_name, v.park_id, t.seats + t.capacity as places,
           k.sold, k.checked, k.value
    from theatre_session s
    join theatre_show w on w.corp_code = s.corp_code and w.id = s.show_id
    join theatre_hall h on h.corp_code = s.corp_code and h.id = s.hall_id
    join theatre_venue v on v.corp_code = h.corp_code and v.id = h.venue_id
    join theatre_template t on t.corp_code = s.corp_code and t.id = s.template_id
    cross join lateral (
      select count(*) as sold, count(*) filter (where state = 'checked') as checked, coalesce(sum(price), 0) as value
      from theatre_ticket
      where corp_code = s.corp_code and session_id = s.id and state not in ('refunded', 'changed')
    ) k
    where s.corp_code = current_setting('app.corp_code')
      and s.starts_at >= ${since}
      and s.starts_at < ${before}
      and s.status <> 'cancelled'
  `,
  groups: {
    show: { key: sql`show_id`, name: sql`show_name` },
    hall: { key: sql`hall_id`, name: sql`hall_name` },
    session: { key: sql`id`, name: sql`session_name` },
  },
  measures: {
    sessions: sql`count(*)`,
    places: sql`sum(places)`,
    sold: sql`sum(sold)`,
    checked: sql`sum(checked)`,
    occupancy: sql`coalesce(round(sum(sold) * 10000.0 / nullif(sum(places), 0)), 0)`,
    value: sql`sum(value)`,
  },
});
