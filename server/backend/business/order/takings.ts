/** What came in and went out by corp and business day, from the payment ledger. Runs as the owner over all corps, or as a caller over what
 * their scope shows of their own. */
import type { Transaction } from "../../db/database";
import { prepared } from "../../kernel/prepared";

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
    select (p.at at time zone 'Asia/Shanghai')::date as day,
           coalesce(sum(p.amount) filter (where p.kind = 'payment'), 0) as sales,
           coalesce(-sum(p.amount) filter (where p.kind = 'refund'), 0) as refunds,
           count(*) filter (where p.kind = 'payment') as payments
    from payment p
    where p.corp_code = c.corp_code
      and p.at >= $1::date::timestamp at time zone 'Asia/Shanghai'
    group by 1
  ) d
`;

const statements = { "all corps": byDay("corp"), "the caller's corp": byDay("own_corp") };

export function takingsSince(tx: Transaction, day: string, of: "all corps" | "the caller's corp"): Promise<Takings[]> {
  return prepared<Takings>(tx, statements[of], [day]);
}
