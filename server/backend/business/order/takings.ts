/** What came in and went out by corp and business day, from the payment ledger. Runs as the owner over all corps, or as a caller over what
 * their scope shows of their own. */
import { type SQL, sql } from "drizzle-orm";
import type { Transaction } from "../../db/database";
import { currentZone } from "../../kernel/business-time";
import { prepared } from "../../kernel/prepared";
import type { ReportWindow } from "../../kernel/report-look";

export interface Takings {
  corpCode: string;
  day: string;
  sales: number;
  refunds: number;
  payments: number;
}

/** Each corp by its own index; of a corp without payments there is no row. */
const byDay = (corps: string) => `
  select c.corp_code as "corpCode",
         d.day::text as day,
         d.sales::float8 as sales,
         d.refunds::float8 as refunds,
         d.payments::float8 as payments
  from ${corps} c
  cross join lateral (
    select (p.at at time zone c.time_zone)::date as day,
           coalesce(sum(p.amount) filter (where p.kind = 'payment'), 0) as sales,
           coalesce(-sum(p.amount) filter (where p.kind = 'refund'), 0) as refunds,
           count(*) filter (where p.kind = 'payment') as payments
    from payment p
    where p.corp_code = c.corp_code
      and p.at >= $1::date::timestamp at time zone c.time_zone
    group by 1
  ) d
`;

const statements = {
  // Under the role of `asGroup`.
  "the group's corps": byDay("group_corp"),
  "all corps": byDay("corp_zone"),
  "the caller's corp": byDay("(select corp_code, $2::text as time_zone from own_corp)"),
};

export function takingsSince(tx: Transaction, day: string, of: keyof typeof statements): Promise<Takings[]> {
  return prepared<Takings>(tx, statements[of], of === "the caller's corp" ? [day, currentZone()] : [day]);
}

/** A row for each payment of some corps: what a report over several corps is summed from, beside `passagesOfCorps`. */
export const paymentsOfCorps = (corps: SQL, { since, before }: Pick<ReportWindow, "since" | "before">): SQL => sql`
  select p.corp_code, p.at,
         case p.kind when 'payment' then p.amount else 0 end as taken,
         case p.kind when 'refund' then -p.amount else 0 end as given_back,
         case p.kind when 'payment' then 1 else 0 end as payments,
         0 as admitted
  from ${corps} of_corp
  join payment p on p.corp_code = of_corp.corp_code and p.at >= ${since} and p.at < ${before}
`;
