/** Tickets of one order for the order's page, as statements that the order core joins with those of others. */
import { type SQL, sql } from "drizzle-orm";
import { rowsOf } from "../../kernel/rows";
import type { Call } from "../../kernel/served";

export const ticketsOfOrder = (orderId: number): SQL => sql`
  select id, line_id as "lineId", ticket_no as "ticketNo", ticket_type_name as "ticketTypeName", visit_day as "visitDay", slot, state, used, admissions,
         holder_name as "holderName", holder_document as "holderDocument", holder_country as "holderCountry",
         holder_identity as "holderIdentity"
  from ticket
  where order_id = ${orderId}
`;

/** A ticket as whoever sold it elsewhere is told of it. */
export interface TicketTold {
  ticketNo: string;
  /** What a gate reads; "" where codes are not told yet. */
  code: string;
  name: string;
  state: string;
  visitDay: string;
  slot: string;
  validFrom: string;
  validTo: string;
  price: number;
  used: number;
  holderName: string;
}

/** Those that were changed for others are left out. */
export function ticketsTold({ db }: Pick<Call, "db">, orderId: number, withCodes: boolean): Promise<TicketTold[]> {
  return rowsOf<TicketTold>(
    db,
    sql`
      select ticket_no as "ticketNo", case when ${withCodes} then qr_text else '' end as code, ticket_type_name as name,
             state, visit_day as "visitDay", slot, valid_from as "validFrom", valid_to as "validTo", price, used,
             holder_name as "holderName"
      from ticket
      where order_id = ${orderId} and state <> 'changed'
      order by id
    `,
  );
}

export function ticketNumbers({ db }: Pick<Call, "db">, orderId: number) {
  return rowsOf<{ id: number; ticketNo: string; state: string }>(
    db,
    sql`select id, ticket_no as "ticketNo", state from ticket where order_id = ${orderId} order by id`,
  );
}
