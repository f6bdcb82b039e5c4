/** An order with its lines and tickets, as a refund needs it: one statement, the order's row locked where asked. */
import { type SQL, sql } from "drizzle-orm";
import { NotFound } from "../../kernel/refusal";
import type { Call } from "../../kernel/served";
import type { SoldLine, SoldOrder, SoldTicket } from "./refund-quote";
import { firstOf, rowsOf } from "./rows";
import { visibleOrders } from "./visible";

export interface Sold {
  order: SoldOrder;
  lines: SoldLine[];
  tickets: SoldTicket[];
}

/** Of an order of several parks, the tickets that the caller may give back: those of their own. */
function ofOwnParks({ caller: { scope } }: Call): SQL {
  return scope?.parks ? sql`park_id = any (${sql.param(scope.parks)}::bigint[])` : sql`true`;
}

/** Locking comes first and alone: what is read after it is what the one before has left. */
export async function soldOrder(call: Call, orderId: number, lock: boolean): Promise<Sold> {
  const { db } = call;
  const order = await firstOf<SoldOrder>(
    db,
    sql`
      select id, order_no as "orderNo", state, visit_day as "visitDay"
      from orders o
      where id = ${orderId}
        and ${await visibleOrders(call)}
      ${lock ? sql`for update` : sql``}
    `,
  );
  if (!order) throw new NotFound();
  const lines = await rowsOf<SoldLine>(
    db,
    sql`
      select id, ticket_type_name as "ticketTypeName",
             refund_rule as "refundRule", refund_bands as "refundBands"
      from sub_order
      where order_id = ${orderId}
      order by id
    `,
  );
  const tickets = await rowsOf<SoldTicket>(
    db,
    sql`
      select id, ticket_no as "ticketNo", line_id as "lineId", state, price, admissions, used,
             visit_day as "visitDay", valid_to as "validTo"
      from ticket
      where order_id = ${orderId}
        and ${ofOwnParks(call)}
      order by id
    `,
  );
  return { order, lines, tickets };
}
