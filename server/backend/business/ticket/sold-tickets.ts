/** Tickets of one order for the order's page, as statements that the order core joins with those of others. */
import { type SQL, sql } from "drizzle-orm";

export const ticketsOfOrder = (orderId: number): SQL => sql`
  select id, line_id as "lineId", ticket_no as "ticketNo", ticket_type_name as "ticketTypeName", visit_day as "visitDay", slot, state, used, admissions,
         holder_name as "holderName", holder_document as "holderDocument", holder_country as "holderCountry",
         holder_identity as "holderIdentity"
  from ticket
  where order_id = ${orderId}
`;
