/** The year: what the businesses say of their own, side by side. */
import { sql } from "drizzle-orm";
import { yearReport } from "~/contract/report/year";
import { serveReport } from "../../kernel/report";
import type { Served } from "../../kernel/served";
import { saleFacts } from "../order/sale-facts";
import { parkingFacts } from "../parking/report";
import { guestFacts } from "../ticket/admissions-report";

export const yearServed: Served[] = serveReport(yearReport, {
  facts: (window) => sql`
    select at, park_id, case what when 'sale' then order_id end as order_id, pieces, sold, refunded, changed,
           0::bigint as parking, 0 as guests, 0 as cars
    from (${saleFacts(window)}) sales
    union all
    select at, park_id, null, 0, 0, 0, 0, fee + pass, 0, entered
    from (${parkingFacts(window)}) parking
    union all
    select at, park_id, null, 0, 0, 0, 0, 0, people, 0
    from (${guestFacts(window)}) guests
  `,
  groups: {},
  measures: {
    orders: sql`count(distinct order_id)`,
    pieces: sql`sum(pieces)`,
    sold: sql`sum(sold)`,
    refunded: sql`sum(refunded)`,
    changed: sql`sum(changed)`,
    net: sql`sum(sold - refunded + changed)`,
    parking: sql`sum(parking)`,
    income: sql`sum(sold - refunded + changed + parking)`,
    guests: sql`sum(guests)`,
    cars: sql`sum(cars)`,
  },
});
