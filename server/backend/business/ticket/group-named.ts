/** By what rule of names a booked ticket type is sold: a combo by the strictest of its parts (as `sale-combos.ts` has it). */
import { sql } from "drizzle-orm";

/**
 * A lateral table `naming` of one row about the ticket type `t`: `rule`, and `people` that one of it names, more than one of
 * a combo with several tickets by name.
 */
export const namingOf = sql`
  lateral (
    select case
             when t.real_name = 'perTicket' or coalesce(bool_or(p.real_name = 'perTicket'), false) then 'perTicket'
             when t.real_name = 'perOrder' or coalesce(bool_or(p.real_name = 'perOrder'), false) then 'perOrder'
             else 'none'
           end as rule,
           greatest(1, coalesce(max(cp.quantity) filter (where 'perTicket' in (p.real_name, t.real_name)), 1))::int as people
    from combo c
    join combo_part cp on cp.corp_code = c.corp_code and cp.combo_id = c.id
    join ticket_type p on p.corp_code = cp.corp_code and p.id = cp.ticket_type_id
    where c.corp_code = t.corp_code and c.ticket_type_id = t.id and t.kind = 'combo'
  ) naming
`;

/** Names that `quantity` tickets of it need. */
export const namesNeeded = (quantity: ReturnType<typeof sql>) => sql`
  case naming.rule when 'perTicket' then ${quantity} * naming.people when 'perOrder' then 1 else 0 end
`;
