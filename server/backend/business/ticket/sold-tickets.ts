/** Tickets of one order for the order's page, as statements that the order core joins with those of others. */
import { type SQL, sql } from "drizzle-orm";

export const ticketsOfOrder = (orderId: number): SQL => sql`
  select id, line_id as "lineId", ticket_no as "ticketNo", ticket_type_name as "ticketTypeName", state, used, admissions,
         holder_name as "holderName", holder_identity as "holderIdentity"
  from ticket
  where order_id = ${orderId}
`;

export const eventsOfOrder = (orderId: number): SQL => sql`
  select 'printed' as kind, at, account_name as "by", '' as "ticketNo", '' as gate, '' as "refundNo",
         count(*)::int as quantity, 0::bigint as amount, 0::bigint as fee
  from print_log
  where order_id = ${orderId}
  group by at, account_name
  union all
  select case p.kind when 'reversal' then 'reversed' else 'passed' end, p.at, p.account_name, t.ticket_no, g.name, '',
         p.people, 0, 0
  from passage p
  join ticket t on t.corp_code = p.corp_code and t.id = p.ticket_id
  join gate g on g.corp_code = p.corp_code and g.id = p.gate_id
  where p.order_id = ${orderId}
    and (p.admitted or p.kind = 'reversal')
`;
