/** Issued tickets as lists, pages and printers read them. */
import { sql } from "drizzle-orm";
import type { IssuedTicket } from "~/contract/ticket/issued";
import { stamp } from "../../kernel/business-time";
import { maskIdentity } from "../../kernel/mask";
import type { Call } from "../../kernel/served";
import { noteUnmaskedView } from "../../kernel/unmasked-views";
import { joinOrder } from "../order/query-parts";

/** A ticket without a holder has no kind of document. */
export const holderDocument = sql`case when t.holder_identity = '' then '' else t.holder_document end`;

/** A ticket as lists show it; `t` is the ticket, `o` its order, `p` its park. */
export const ticketColumns = sql`
  t.id, t.ticket_no as "ticketNo", t.order_id as "orderId", o.order_no as "orderNo",
  t.ticket_type_name as "ticketTypeName", p.name as "parkName", t.visit_day as "visitDay", t.slot,
  t.valid_from as "validFrom", t.valid_to as "validTo", t.price, t.state, t.admissions, t.used,
  t.holder_name as "holderName", ${holderDocument} as "holderDocument", t.holder_country as "holderCountry",
  t.holder_identity as "holderIdentity", t.issued_at as "issuedAt"
`;

export const itsOrderAndPark = sql`
  ${sql.raw(joinOrder("t"))}
  join park p on p.corp_code = t.corp_code and p.id = t.park_id
`;

function shown<T extends IssuedTicket>(ticket: T, maySee: boolean): T {
  const holderIdentity = maySee ? ticket.holderIdentity : maskIdentity(ticket.holderIdentity);
  return { ...ticket, holderIdentity, issuedAt: stamp(ticket.issuedAt) };
}

/** Shown with or without the mask; without it, that is noted. */
export function shownTo<T extends IssuedTicket>(call: Call, tickets: readonly T[], maySee: boolean): T[] {
  const named = maySee ? tickets.filter((ticket) => ticket.holderIdentity !== "") : [];
  noteUnmaskedView(
    call,
    "ticket",
    named.map(({ id, ticketNo: label }) => ({ id, label })),
  );
  return tickets.map((ticket) => shown(ticket, maySee));
}
