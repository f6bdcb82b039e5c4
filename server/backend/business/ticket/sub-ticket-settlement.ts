/** What is to be settled, by ticket type, sub-ticket and day. */
import { sql } from "drizzle-orm";
import { m } from "~/contract/messages";
import type { AnswerOf } from "~/contract/method";
import { longestSettlement, subTicketSettlement } from "~/contract/ticket/sub-ticket";
import { addDays } from "../../kernel/business-time";
import { Invalid } from "../../kernel/refusal";
import { rowsOf } from "../../kernel/rows";
import { serve } from "../../kernel/served";

type Answer = AnswerOf<typeof subTicketSettlement>;

export const serveSettlement = serve(subTicketSettlement, async ({ db }, { from, to, ticketTypeId }) => {
  if (to > addDays(from, longestSettlement - 1)) {
    throw new Invalid({ to: [m.cash_up_too_long({ days: longestSettlement })] });
  }
  const rows = await rowsOf<Answer["rows"][number]>(
    db,
    sql`
      select ticket_type_id as "ticketTypeId", max(ticket_type_name) as "ticketTypeName", name,
             settle_to as "settleTo", day::text as day, sum(quantity)::int as quantity,
             coalesce(sum(amount) filter (where kind = 'sale'), 0)::float8 as sold,
             coalesce(-sum(amount) filter (where kind = 'refund'), 0)::float8 as "givenBack",
             sum(amount)::float8 as due
      from sub_ticket_share
      where day between ${from}::date and ${to}::date
        and ${ticketTypeId === undefined ? sql`true` : sql`ticket_type_id = ${ticketTypeId}`}
      group by ticket_type_id, name, settle_to, day
      order by "ticketTypeName", ticket_type_id, min(part), name, settle_to, day
    `,
  );
  const types = await rowsOf<Answer["types"][number]>(
    db,
    sql`
      select t.id, t.name
      from sub_ticket s
      join ticket_type t on t.corp_code = s.corp_code and t.id = s.ticket_type_id
      order by t.sort, t.id
      limit 500
    `,
  );
  return { rows, types };
});
