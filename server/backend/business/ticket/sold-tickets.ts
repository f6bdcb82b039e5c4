/** Tickets of one order for the order's page, as statements that the order core joins with those of others. */
import { type SQL, sql } from "drizzle-orm";
import { addDays, businessDay } from "../../kernel/business-time";
import { rowsOf } from "../../kernel/rows";
import type { Call } from "../../kernel/served";
import { termOfLine } from "../order/query-parts";

export const ticketsOfOrder = (orderId: number): SQL => sql`
  select id, line_id as "lineId", ticket_no as "ticketNo", ticket_type_name as "ticketTypeName", visit_day as "visitDay", slot, state, used, admissions,
         holder_name as "holderName", holder_document as "holderDocument", holder_country as "holderCountry",
         holder_identity as "holderIdentity"
  from ticket
  where order_id = ${orderId}
`;

/** Days after its last one on which an expired ticket may still go back, at most: of the field `expiredDays`. */
const mostDays = 180;

/** Orders with expired tickets whose money goes back by itself; the refund's own rules say which, and whether on this day. */
export async function dueByItself({ db, now }: Call, after: number, most: number): Promise<number[]> {
  const today = businessDay(now);
  const rows = await rowsOf<{ id: number }>(
    db,
    sql`
      select distinct t.order_id::float8 as id
      from ticket t
      cross join lateral (select ${termOfLine(sql`t.line_id`, "expired")} as terms) sold
      where t.corp_code = current_setting('app.corp_code')
        and t.state = 'expired'
        and t.used = 0
        and t.price > 0
        and t.valid_to between ${addDays(today, -mostDays)}::date and ${addDays(today, -1)}::date
        and t.order_id > ${after}
        and sold.terms ->> 'by' = 'auto'
      order by 1
      limit ${most}
    `,
  );
  return rows.map(({ id }) => id);
}

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
