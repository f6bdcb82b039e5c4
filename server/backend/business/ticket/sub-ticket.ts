/** Sub-tickets: by what parts a ticket type is settled. */
import { sql } from "drizzle-orm";
import { m } from "~/contract/messages";
import { subTicket as resource, subTicketShare as shares } from "~/contract/ticket/sub-ticket";
import { businessDay } from "../../kernel/business-time";
import { dependsOn } from "../../kernel/depends-on";
import { yuan } from "../../kernel/money";
import { Invalid } from "../../kernel/refusal";
import { serveResource } from "../../kernel/resource";
import { isRows, type Values } from "../../kernel/resource-backend";
import { firstOf } from "../../kernel/rows";
import type { Call } from "../../kernel/served";
import { joinOrder, orderOfNo } from "../order/query-parts";
import { park, ticketType } from "./schema";
import { subTicketPart, subTicketShare, subTicket as table } from "./sub-ticket-schema";

dependsOn("ticketType", { table, by: table.ticketTypeId, name: table.name, words: m.sub_ticket_dep });
dependsOn("park", {
  table,
  by: (id) => sql`${table.id} in (select sub_ticket_id from sub_ticket_part where park_id = ${id})`,
  name: table.name,
  words: m.sub_ticket_dep,
});

export const subTicketServed = [
  ...serveResource(resource, {
    table,
    lines: { parts: subTicketPart },
    references: {
      ticketTypeId: { table: ticketType, name: ticketType.name, status: ticketType.status },
      "parts.parkId": { table: park, name: park.name, status: park.status },
    },
    check,
    impact: soldUnderIt,
  }),
  ...serveResource(shares, {
    table: subTicketShare,
    query: {
      from: "sub_ticket_share s",
      joins: sql.raw(joinOrder("s")),
      columns: { orderNo: sql`o.order_no` },
      filters: { orderNo: (value) => sql`s.order_id = ${orderOfNo(value)}` },
    },
    references: { ticketTypeId: { table: ticketType, name: ticketType.name } },
  }),
];

/** Amounts add up to the list price; a combo is settled by its parts, each by its own sub-tickets. */
async function check(call: Call, values: Values, before: Values | null): Promise<void> {
  const { parts, splitBy, ticketTypeId } = { ...before, ...values };
  if (!isRows(values.parts)) {
    // Shares that were said the other way are not there.
    if (before && before.splitBy !== splitBy) throw new Invalid({ splitBy: [m.combo_parts_with_split()] });
    return;
  }
  const type = await firstOf<{ name: string; listPrice: number; isCombo: boolean }>(
    call.db,
    sql`
      select t.name, t.list_price as "listPrice",
             exists (select from combo c where c.corp_code = t.corp_code and c.ticket_type_id = t.id) as "isCombo"
      from ticket_type t
      where t.id = ${ticketTypeId}
    `,
  );
  if (!type) return;
  if (type.isCombo) throw new Invalid({ ticketTypeId: [m.sub_ticket_no_combo({ name: type.name })] });
  if (splitBy !== "amount" || !isRows(parts)) return;
  const sum = parts.reduce((total, { amount }) => total + Number(amount), 0);
  if (sum === type.listPrice && sum > 0) return;
  const message = sum === 0 ? m.sub_ticket_free() : m.combo_sum_wrong({ sum: yuan(sum), price: yuan(type.listPrice) });
  throw new Invalid({ parts: [message] });
}

/** How many tickets that may still be used keep the shares that they were sold under; "" where there are none. */
async function soldUnderIt(call: Call, id: number): Promise<string> {
  const counted = await firstOf<{ tickets: number }>(
    call.db,
    sql`
      select count(*)::int as tickets
      from ticket t
      where t.ticket_type_id = (select ticket_type_id from sub_ticket where id = ${id})
        and t.state in ('issued', 'partlyUsed', 'refunding')
        and t.valid_to >= ${businessDay(call.now)}::date
    `,
  );
  const tickets = counted?.tickets ?? 0;
  return tickets > 0 ? m.sub_ticket_impact({ tickets }) : "";
}
