/** People let in by corp and business day, from the ledger of passages. Runs as the owner over all corps, or as a caller over what
 * their scope shows of their own. */
import type { Transaction } from "../../db/database";
import { prepared } from "../../kernel/prepared";

export interface Admissions {
  corpCode: string;
  day: string;
  admissions: number;
}

/** A reversal takes back the people of the passage that it reverses, on its own day. */
const byDay = (corps: string) => `
  select c.corp_code as "corpCode", d.day::text as day, d.admissions::float8 as admissions
  from ${corps} c
  cross join lateral (
    select (p.at at time zone 'Asia/Shanghai')::date as day,
           sum(case p.kind when 'reversal' then -p.people else p.people end) as admissions
    from passage p
    where p.corp_code = c.corp_code
      and p.at >= $1::date::timestamp at time zone 'Asia/Shanghai'
      and p.admitted
      and p.direction = 'in'
    group by 1
  ) d
`;

const statements = { "all corps": byDay("corp"), "the caller's corp": byDay("own_corp") };

export function admissionsSince(
  tx: Transaction,
  day: string,
  of: "all corps" | "the caller's corp",
): Promise<Admissions[]> {
  return prepared<Admissions>(tx, statements[of], [day]);
}
