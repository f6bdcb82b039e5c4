/** What of tickets and passages belongs to a business year, and what must have come to an end before one is closed. */
import { sql } from "drizzle-orm";
import { m } from "~/contract/messages";
import type { YearsOf } from "../../kernel/closed-years";

export const ticketYears: YearsOf = {
  parts: [
    // Its state, its entries and its holder go on changing.
    {
      ...{ table: "ticket", title: m.find_tickets, moment: "issued_at", amount: "price" },
      keeps: ["ticket_no", "order_id", "line_id", "ticket_type_id", "price", "issued_at"],
    },
    // Of the year in which it was heard of: gates without a line tell of it later.
    { table: "passage", title: m.year_kind_passages, moment: "received_at" },
    { table: "print_log", title: m.year_kind_prints, moment: "at" },
  ],
  open: [
    {
      count: ({ at }) => sql`
        select count(*)::int as n from passage_conflict
        where corp_code = current_setting('app.corp_code') and state = 'open' and at < ${at}::timestamptz
      `,
      told: m.year_open_conflicts,
    },
  ],
};
