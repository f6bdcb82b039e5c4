/** Quota days as they stand: what there was, what is sold and held of it. */
import { sql } from "drizzle-orm";
import { quotaReport } from "~/contract/ticket/quota-report";
import { currentZone } from "../../kernel/business-time";
import { serveReport } from "../../kernel/report";
import type { Served } from "../../kernel/served";

/** A pool may be of several parks: row-level security shows those that touch the caller's. */
export const quotaReportServed: Served[] = serveReport(quotaReport, {
  parkless: true,
  facts: ({ firstDay, lastDay }) => sql`
    select d.day::timestamp at time zone ${currentZone()}::text as at, d.pool_id, p.name as pool_name, d.slot, d.total,
           d.sold, d.held
    from quota_day d
    join quota_pool p on p.corp_code = d.corp_code and p.id = d.pool_id
    where d.corp_code = current_setting('app.corp_code') and d.day between ${firstDay} and ${lastDay}
  `,
  groups: {
    pool: { key: sql`pool_id`, name: sql`pool_name` },
    slot: { key: sql`slot`, name: sql`slot` },
  },
  measures: {
    total: sql`sum(total)`,
    sold: sql`sum(sold)`,
    held: sql`sum(held)`,
    left: sql`sum(total - sold - held)`,
    use: sql`coalesce(round(sum(sold) * 10000.0 / nullif(sum(total), 0)), 0)`,
  },
});
