/** What cards brought (of the order core), what happened to them (their log), and whom they let in. */
import { sql } from "drizzle-orm";
import { cardReport } from "~/contract/card/report";
import { serveReport } from "../../kernel/report";
import type { Served } from "../../kernel/served";
import { namedSaleFacts } from "../order/sale-facts";

/** A line is of one card. Log and passages are of no park: row-level security shows what is the caller's. */
export const reportServed: Served[] = serveReport(cardReport, {
  facts: (window) => sql`
    select f.*, c.number, t.name as type_name, c.employee_id is not null as staff
    from (
      select s.at, s.park_id, h.card_id, s.subject_id as card_type_id, s.product as charge, null::text as step, s.sold,
             s.refunded, 0 as people, null::text as gate_name
      from (${namedSaleFacts(window)}) s
      join season_card_charge h on h.corp_code = current_setting('app.corp_code') and h.line_id = s.line_id
      where s.business = 'card'
      union all
      select at, null, card_id, card_type_id, null, step, 0, 0, 0, null
      from season_card_log
      where corp_code = current_setting('app.corp_code')
        and at >= ${window.since}
        and at < ${window.before}
        and step in ('sell', 'renew', 'cancel')
      union all
      select p.at, null, p.card_id, c.card_type_id, null, null, 0, 0, p.entries, p.gate_name
      from season_card_pass p
      join season_card c on c.corp_code = p.corp_code and c.id = p.card_id
      where p.corp_code = current_setting('app.corp_code') and p.at >= ${window.since} and p.at < ${window.before}
        and p.entries > 0
    ) f
    join season_card c on c.corp_code = current_setting('app.corp_code') and c.id = f.card_id
    join card_type t on t.corp_code = c.corp_code and t.id = f.card_type_id
  `,
  groups: {
    type: { key: sql`card_type_id`, name: sql`type_name` },
    charge: { key: sql`charge`, name: sql`charge` },
    gate: { key: sql`gate_name`, name: sql`gate_name` },
    card: { key: sql`card_id`, name: sql`number` },
  },
  measures: {
    cards: sql`count(*) filter (where step = 'sell')`,
    renewed: sql`count(*) filter (where step = 'renew')`,
    cancelled: sql`count(*) filter (where step = 'cancel')`,
    sold: sql`sum(sold)`,
    refunded: sql`sum(refunded)`,
    net: sql`sum(sold - refunded)`,
    // Employees at work are no visitors, as at the gates.
    visits: sql`sum(people) filter (where not staff)`,
    staffVisits: sql`sum(people) filter (where staff)`,
  },
});
