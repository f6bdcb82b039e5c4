/** The list of what became of tickets of cancelled sessions; contact and number are the order's. */
import { sql } from "drizzle-orm";
import { theatreMove as resource } from "~/contract/theatre/moved";
import { serveResource } from "../../kernel/resource";
import { joinOrder, orderOfNo } from "../order/query-parts";
import { theatreMove } from "./schema";
import { sessionReference } from "./session";

export const movedServed = serveResource(resource, {
  table: theatreMove,
  references: { sessionId: sessionReference, toSessionId: sessionReference },
  query: {
    from: "theatre_move v",
    joins: sql.raw(`join theatre_ticket t on t.corp_code = v.corp_code and t.id = v.ticket_id ${joinOrder("t")}`),
    columns: {
      ticketNo: sql`t.ticket_no`,
      orderNo: sql`o.order_no`,
      orderId: sql`o.id`,
      contactName: sql`o.contact_name`,
      contactMobile: sql`o.contact_mobile`,
      offline: sql`o.offline::int`,
    },
    filters: {
      orderNo: (orderNo: string) =>
        sql`v.ticket_id in (select id from theatre_ticket where order_id = ${orderOfNo(orderNo)})`,
    },
  },
});
