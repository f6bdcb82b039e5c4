/** People let in: each passage once, with what a reversal takes back. */
import { type SQL, sql } from "drizzle-orm";
import { admissionsReport } from "~/contract/ticket/admissions-report";
import { currentZone } from "../../kernel/business-time";
import { serveReport } from "../../kernel/report";
import type { ReportWindow } from "../../kernel/report-look";
import type { Served } from "../../kernel/served";

/** Who came in, for reports of other businesses: at, park_id, people. */
export const guestFacts = ({ since, before }: Pick<ReportWindow, "since" | "before">): SQL => sql`
  select counts_at as at, park_id, through as people
  from passage
  where corp_code = current_setting('app.corp_code')
    and counts_at >= ${since}
    and counts_at < ${before}
    and direction = 'in'
`;

export const admissionsReportServed: Served[] = serveReport(admissionsReport, {
  facts: ({ since, before }) => sql`
    select p.counts_at as at, p.id as passage_id, p.kind, p.direction, p.admitted, p.through, p.park_id, p.gate_id,
           g.name as gate_name, t.ticket_type_id, t.ticket_type_name,
           to_char(p.counts_at at time zone ${currentZone()}::text, 'YYYY-MM-DD HH24:MI:SS') as clock
    from passage p
    left join gate g on g.corp_code = p.corp_code and g.id = p.gate_id
    left join ticket t on t.corp_code = p.corp_code and t.id = p.ticket_id
    where p.corp_code = current_setting('app.corp_code') and p.counts_at >= ${since} and p.counts_at < ${before}
  `,
  groups: {
    gate: { key: sql`gate_id`, name: sql`gate_name` },
    type: { key: sql`ticket_type_id`, name: sql`ticket_type_name` },
    passage: { key: sql`passage_id`, name: sql`clock || ' ' || coalesce(gate_name, '')` },
  },
  measures: {
    in: sql`sum(through) filter (where direction = 'in')`,
    passages: sql`count(*) filter (where admitted and kind = 'pass' and direction = 'in')`,
    refused: sql`count(*) filter (where not admitted and kind = 'pass')`,
    out: sql`sum(through) filter (where direction = 'out')`,
  },
});
