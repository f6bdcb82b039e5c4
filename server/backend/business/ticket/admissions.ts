/** People let in by corp and business day, from the ledger of passages. Runs as the owner over all corps, or as a caller over what
 * their scope shows of their own. */
import { type SQL, sql } from "drizzle-orm";
import type { Transaction } from "../../db/database";
import { currentZone } from "../../kernel/business-time";
import { prepared } from "../../kernel/prepared";
import type { ReportWindow } from "../../kernel/report-look";

export interface Admissions {
  corpCode: string;
  day: string;
  admissions: number;
}

/** A reversal takes back the people of the passage that it reverses, on the day of that. */
const byDay = (corps: string) => `
  select c.corp_code as "corpCode", d.day::text as day, d.admissions::float8 as admissions
  from ${corps} c
  cross join lateral (
    select (p.counts_at at time zone c.time_zone)::date as day, sum(p.through) as admissions
    from passage p
    where p.corp_code = c.corp_code
      and p.counts_at >= $1::date::timestamp at time zone c.time_zone
      and p.direction = 'in'
    group by 1
  ) d
`;

const statements = {
  // Under the role of `asGroup`.
  "the group's corps": byDay("group_corp"),
  "all corps": byDay("corp_zone"),
  "the caller's corp": byDay("(select corp_code, $2::text as time_zone from own_corp)"),
};

export function admissionsSince(tx: Transaction, day: string, of: keyof typeof statements): Promise<Admissions[]> {
  return prepared<Admissions>(tx, statements[of], of === "the caller's corp" ? [day, currentZone()] : [day]);
}

/** A row for each passage in of some corps, in the columns of `paymentsOfCorps`. */
export const passagesOfCorps = (corps: SQL, { since, before }: Pick<ReportWindow, "since" | "before">): SQL => sql`
  select p.corp_code, p.counts_at as at, 0 as taken, 0 as given_back, 0 as payments, p.through as admitted
  from ${corps} of_corp
  join passage p on p.corp_code = of_corp.corp_code and p.counts_at >= ${since} and p.counts_at < ${before}
  where p.direction = 'in'
`;
