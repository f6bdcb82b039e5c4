/** Issued tickets: the list, one ticket's time line and trajectory, and what a printer needs. */
import { sql } from "drizzle-orm";
import { m } from "~/contract/messages";
import { changeRuleOf, sayChangeRule } from "~/contract/ticket/change-rule";
import type { TicketRules } from "~/contract/ticket/gate-rules/facts";
import { sayPoints } from "~/contract/ticket/gate-rules/points";
import { type SaidTerms, sayRules } from "~/contract/ticket/gate-rules/say";
import { type IssuedTicket, issuedTicket, printTickets, ticketDetail } from "~/contract/ticket/issued";
import { stamp } from "../../kernel/business-time";
import { maskIdentity } from "../../kernel/mask";
import { Invalid, NotFound } from "../../kernel/refusal";
import { logOf } from "../../kernel/resource-changes";
import { firstOf, rowsOf } from "../../kernel/rows";
import { serveList } from "../../kernel/serve-list";
import { type Call, type Served, serve } from "../../kernel/served";
import { noteUnmaskedView } from "../../kernel/unmasked-views";
import { joinOrder, offOfLine, orderOfNo, termOfLine } from "../order/query-parts";
import { receiptOf } from "../order/receipt";
import { ticketType } from "./schema";
import { signedCodesOf } from "./signed-codes";
import { tellTickets } from "./ticket-moments";
import { pointsOfTicket, trajectoryOf } from "./trajectory";

/** A ticket without a holder has no kind of document. */
const holderDocument = sql`case when t.holder_identity = '' then '' else t.holder_document end`;

/** A ticket as lists show it; `t` is the ticket, `o` its order, `p` its park. */
const ticketColumns = sql`
  t.id, t.ticket_no as "ticketNo", t.order_id as "orderId", o.order_no as "orderNo",
  t.ticket_type_name as "ticketTypeName", p.name as "parkName", t.visit_day as "visitDay", t.slot,
  t.valid_from as "validFrom", t.valid_to as "validTo", t.price, t.state, t.admissions, t.used,
  t.holder_name as "holderName", ${holderDocument} as "holderDocument", t.holder_country as "holderCountry",
  t.holder_identity as "holderIdentity", t.issued_at as "issuedAt"
`;

const itsOrderAndPark = sql`
  ${sql.raw(joinOrder("t"))}
  join park p on p.corp_code = t.corp_code and p.id = t.park_id
`;

function shown<T extends IssuedTicket>(ticket: T, maySee: boolean): T {
  const holderIdentity = maySee ? ticket.holderIdentity : maskIdentity(ticket.holderIdentity);
  return { ...ticket, holderIdentity, issuedAt: stamp(ticket.issuedAt) };
}

/** Shown with or without the mask; without it, that is noted. */
function shownTo<T extends IssuedTicket>(call: Call, tickets: readonly T[], maySee: boolean): T[] {
  const named = maySee ? tickets.filter((ticket) => ticket.holderIdentity !== "") : [];
  noteUnmaskedView(
    call,
    "ticket",
    named.map(({ id, ticketNo: label }) => ({ id, label })),
  );
  return tickets.map((ticket) => shown(ticket, maySee));
}

const lists = serveList(issuedTicket, {
  query: {
    from: "ticket t",
    joins: itsOrderAndPark,
    columns: { orderNo: sql`o.order_no`, parkName: sql`p.name`, holderDocument },
    filters: { orderNo: (value) => sql`t.order_id = ${orderOfNo(value)}` },
  },
  references: { ticketTypeId: { table: ticketType, name: ticketType.name } },
});

const serveDetail = serve(ticketDetail, async (call, { id, ticketNo, logPage }) => {
  if (id === undefined && ticketNo === undefined) throw new Invalid({ id: [m.v_required()] });
  const found = await firstOf<IssuedTicket & { qrText: string; terms: SaidTerms; change: unknown }>(
    call.db,
    sql`
      select ${ticketColumns}, t.qr_text as "qrText",
             ${termOfLine(sql`t.line_id`, "change")} as change,
             jsonb_build_object(
               'admissions', t.admissions, 'passInterval', t.pass_interval, 'entryFrom', t.entry_from,
               'entryTo', t.entry_to, 'slot', t.slot, 'rules', t.rules, 'gateGroupName', coalesce(gg.name, '')
             ) as terms
      from ticket t
      ${itsOrderAndPark}
      left join gate_group gg on gg.corp_code = t.corp_code and gg.id = t.gate_group_id
      where ${id === undefined ? sql`t.ticket_no = ${ticketNo}` : sql`t.id = ${id}`}
    `,
  );
  if (!found) throw new NotFound();
  const { terms, change, ...plain } = found;
  const signed = await signedCodesOf(call, [plain.id]);
  const ticket = { ...plain, qrText: signed.get(plain.id) ?? plain.qrText };
  const [view = ticket] = shownTo(call, [ticket], await call.may("sensitive:view"));
  const passages = await trajectoryOf(call.db, ticket.id);
  const rules = [...sayRules(terms), m.change_rule_said({ rule: sayChangeRule(changeRuleOf({ change })) })];
  const points = await pointsOfTicket(call.db, { ...terms, id: ticket.id, used: ticket.used });
  return {
    ticket: view,
    rules,
    points,
    passages,
    log: await logOf(call, issuedTicket, ticket.id, logPage, ticket.ticketNo),
  };
});

type PrintedTicket = IssuedTicket & { qrText: string; prints: number; off: number; offFor: string };

const servePrint = serve(printTickets, async (call, { orderId }) => {
  const { db, caller, now } = call;
  const order = await receiptOf(call, orderId);
  const [pos] = await rowsOf<{ printer: string }>(db, sql`select printer from pos where id = ${order.posId ?? 0}`);
  await db.execute(sql`
    insert into print_log (at, order_id, ticket_id, account_id, account_name)
    select ${now.toISOString()}::timestamptz, order_id, id, ${caller.userId}::bigint, ${caller.name}
    from ticket
    where order_id = ${orderId}
      and state not in ('refunded', 'voided', 'changed')
  `);
  const tickets = await rowsOf<PrintedTicket & { rules: TicketRules }>(
    db,
    sql`
      select ${ticketColumns}, t.qr_text as "qrText", t.rules,
             (select count(*)::int from print_log l where l.corp_code = t.corp_code and l.ticket_id = t.id) as prints,
             coalesce(reduced.off, 0) as "off", case when reduced.off > 0 then reduced.names else '' end as "offFor"
      from ticket t
      ${itsOrderAndPark}
      ${sql.raw(offOfLine("t"))}
      where t.order_id = ${orderId}
        and t.state not in ('refunded', 'voided', 'changed')
      order by t.id
    `,
  );
  call.audit({ thing: "order", thingId: orderId, label: order.orderNo, after: { printed: tickets.length } });
  const maySee = await call.may("sensitive:view");
  const ids = tickets.map(({ id }) => id);
  const signed = await signedCodesOf(call, ids);
  const { posId, ...head } = order;
  return {
    ...head,
    soldAt: stamp(head.soldAt),
    printer: pos?.printer ?? "receipt80",
    paymentType: head.payments[0]?.paymentType ?? "",
    tickets: shownTo(call, tickets, maySee).map(({ rules, ...one }) => ({
      ...one,
      qrText: signed.get(one.id) ?? one.qrText,
      choice: sayPoints({ admissions: one.admissions, rules }),
      concession: rules.concession ? m.concession_on_ticket(rules.concession) : "",
    })),
  };
});

tellTickets();

export const issuedServed: Served[] = [...lists, serveDetail, servePrint];
