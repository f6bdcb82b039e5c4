/**
 * What the nightly audit asks of closed years: seals as a whole, and rows and money of one month of each, another one every
 * night. Whole sums are read again by the command.
 */
import { m } from "~/contract/messages";
import { type YearPart, yearParts } from "../../kernel/closed-years";
import { type Invariants, said } from "../../kernel/invariant";
import { chainAfter, sumOfParts } from "./seal";
import { labelOfKind } from "./words";

/** The month of tonight. */
const month = "1 + (current_date - date '2000-01-01') % 12";

const counted = ({ table, moment, amount }: YearPart) => `
  select c.year, p.kind, p.month, p.rows, s.rows as rows_now
  from closed_year c
  join closed_year_part p on p.corp_code = c.corp_code and p.year_id = c.id and p.closing = c.closings
  cross join lateral (
    select count(*)::int as rows, ${amount ? `coalesce(sum(t."${amount}"), 0)::bigint` : "0::bigint"} as amount
    from "${table}" t
    where t.corp_code = p.corp_code and t."${moment}" >= p.from_at and t."${moment}" < p.until_at
  ) s
  where c.status = 'closed' and p.kind = '${table}' and p.month = ${month}
    and (p.rows, coalesce(p.amount, 0)) is distinct from (s.rows, s.amount)`;

/** Asked for once all businesses have said what of them belongs to a year. */
export const yearInvariants = (): Invariants => ({
  "a closed year is the sum of its parts, and goes on from the year before": {
    says: m.rule_a_closed_year_is_the_sum_of,
    broken: `
      select c.year from closed_year c
      where c.status = 'closed' and (c.sha256, c.chain) is distinct from (${sumOfParts}, ${chainAfter("c.sha256")})`,
    found: (row, options) => m.audit_year_seal({ year: said(row.year) }, options),
  },
  "a month of a closed year holds the rows and the money that it was closed with": {
    says: m.rule_a_month_of_a_closed_year_holds,
    broken: yearParts().map(counted).join(" union all "),
    found: (row, options) =>
      m.audit_year_month(
        {
          ...{ year: said(row.year), month: said(row.month), kind: labelOfKind(String(row.kind), options) },
          ...{ before: said(row.rows), now: said(row.rows_now) },
        },
        options,
      ),
  },
});
