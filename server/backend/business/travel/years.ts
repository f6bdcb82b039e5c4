/** What of trade must have come to an end before a business year is closed; its ledger belongs to years by itself. */
import { sql } from "drizzle-orm";
import { m } from "~/contract/messages";
import type { YearsOf } from "../../kernel/closed-years";

export const travelYears: YearsOf = {
  open: [
    {
      count: ({ day }) => sql`
        select count(*)::int as n from agency_statement
        where corp_code = current_setting('app.corp_code') and status in ('draft', 'sent', 'disputed', 'confirmed')
          and to_day < ${day}::date
      `,
      told: m.year_open_statements,
    },
  ],
};
