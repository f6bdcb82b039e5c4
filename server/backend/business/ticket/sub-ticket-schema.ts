/** Tables of sub-tickets: what a type is settled by, and every movement of a share. */

import { date, integer, text } from "drizzle-orm/pg-core";
import { subTicket as declared, subTicketShare as declaredShare } from "~/contract/ticket/sub-ticket";
import { bigintColumn } from "../../kernel/bigint-column";
import { moment } from "../../kernel/columns";
import { linesTable } from "../../kernel/lines-table";
import { resourceTable } from "../../kernel/resource-table";

export const subTicket = resourceTable(declared, "sub_ticket");
export const subTicketPart = linesTable("sub_ticket_part", declared.fields.parts, subTicket);

export const subTicketShare = resourceTable(declaredShare, "sub_ticket_share", {
  // Of its order; its list joins it.
  orderNo: null,
  at: moment("at").notNull(),
  day: date("day").notNull(),
  kind: text("kind").notNull(),
  orderId: bigintColumn("order_id").notNull(),
  lineId: bigintColumn("line_id").notNull(),
  ticketTypeId: bigintColumn("ticket_type_id").notNull(),
  ticketTypeName: text("ticket_type_name").notNull(),
  /** Which of the line's parts, from 0. */
  part: integer("part").notNull(),
  name: text("name").notNull(),
  settleTo: text("settle_to").notNull(),
  weight: bigintColumn("weight").notNull(),
  quantity: integer("quantity").notNull(),
  amount: bigintColumn("amount").notNull(),
  rowVersion: null,
  createdAt: null,
  updatedAt: null,
});
