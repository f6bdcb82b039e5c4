/** Cars in and out, and both ledgers of parking money. */
import { sql } from "drizzle-orm";
import { parkingReport } from "~/contract/parking/report";
import { serveReport } from "../../kernel/report";
import type { ReportWindow } from "../../kernel/report-look";
import type { Served } from "../../kernel/served";

/** A month pass has no stay; what is neither has no payment type. Columns besides: at, park_id, fee, pass, entered, gone, waived. */
export const parkingFacts = ({ since, before }: Pick<ReportWindow, "since" | "before">) => sql`
    select f.*, p.park_id, p.name as lot_name, r.number, r.vehicle_class
    from (
      select at, lot_id, record_id, payment_type, taken_change as fee, 0::bigint as pass, 0 as entered, 0 as gone,
             0::bigint as waived
      from parking_fee_ledger
      where corp_code = current_setting('app.corp_code') and at >= ${since} and at < ${before}
      union all
      select at, lot_id, null, payment_type, 0, taken_change, 0, 0, 0
      from parking_pass_ledger
      where corp_code = current_setting('app.corp_code') and at >= ${since} and at < ${before}
      union all
      select entered_at, lot_id, id, null, 0, 0, 1, 0, 0
      from parking_record
      where corp_code = current_setting('app.corp_code') and entered_at >= ${since} and entered_at < ${before}
      union all
      select left_at, lot_id, id, null, 0, 0, 0, 1, waived
      from parking_record
      where corp_code = current_setting('app.corp_code') and left_at >= ${since} and left_at < ${before}
    ) f
    join parking_lot p on p.corp_code = current_setting('app.corp_code') and p.id = f.lot_id
    left join parking_record r on r.corp_code = p.corp_code and r.id = f.record_id
  `;

export const reportServed: Served[] = serveReport(parkingReport, {
  facts: parkingFacts,
  groups: {
    lot: { key: sql`lot_id`, name: sql`lot_name` },
    type: { key: sql`payment_type` },
    vehicle: { key: sql`vehicle_class` },
    stay: { key: sql`record_id`, name: sql`number` },
  },
  measures: {
    entered: sql`sum(entered)`,
    left: sql`sum(gone)`,
    fees: sql`sum(fee)`,
    passes: sql`sum(pass)`,
    taken: sql`sum(fee + pass)`,
    waived: sql`sum(waived)`,
  },
});
