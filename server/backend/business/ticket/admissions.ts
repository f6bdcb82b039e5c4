/** People let in by corp and business day, from the ledger of passages. Runs as the owner over all corps, or as a caller over what
 * their scope shows of their own. */
import type { Transaction } from "../../db/database";
import { currentZone } from "../../kernel/business-time";
import { prepared } from "../../kernel/prepared";

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
  "all corps": byDay("corp_zone"),
  "the caller's corp": byDay("(select corp_code, $2::text as time_zone from own_corp)"),
};

export function admissionsSince(
  tx: Transaction,
  day: string,
  of: "all corps" | "the caller's corp",
): Promise<Admissions[]> {
  return prepared<Admissions>(tx, statements[of], of === "all corps" ? [day] : [day, currentZone()]);
}
