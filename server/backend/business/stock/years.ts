/** What of the stock must have come to an end before a business year is closed; its ledgers belong to years by themselves, what became of numbers stands here. */
import { sql } from "drizzle-orm";
import { m } from "~/contract/messages";
import type { YearsOf } from "../../kernel/closed-years";

const bills = ["stock_in", "stock_out", "stock_write_off"];

export const stockYears: YearsOf = {
  parts: [{ table: "stock_serial_log", title: m.year_kind_numbers, moment: "at" }],
  open: [
    {
      // What was never submitted moves nothing; a transfer on its way does.
      count: ({ at }) => sql`
        select count(*)::int as n from (
          ${sql.join(
            bills.map(
              (table) => sql`
                select b.id from ${sql.identifier(table)} b
                where b.corp_code = current_setting('app.corp_code') and b.status in ('submitted', 'approved')
                  and b.created_at < ${at}::timestamptz
              `,
            ),
            sql` union all `,
          )}
        ) waiting
      `,
      told: m.year_open_bills,
    },
  ],
};
