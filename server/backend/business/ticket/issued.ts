/** Issued tickets: the list, one ticket's time line and trajectory. */

import { sql } from "drizzle-orm";
import { m } from "~/contract/messages";
import { changeRuleOf, sayChangeRule } from "~/contract/ticket/change-rule";
import type { PastPass } from "~/contract/ticket/gate-rules/facts";
import { type SaidTerms, sayRules } from "~/contract/ticket/gate-rules/say";
import { type IssuedTicket, issuedTicket, ticketDetail } from "~/contract/ticket/issued";
import { Invalid, NotFound } from "../../kernel/refusal";
import { logOf } from "../../kernel/resource-changes";
import { firstOf } from "../../kernel/rows";
import { serveList } from "../../kernel/serve-list";
import { type Served, serve } from "../../kernel/served";
import { orderOfNo, termOfLine } from "../order/query-parts";
import { passesOfTicket } from "./check-store";
import { holderDocument, itsOrderAndPark, shownTo, ticketColumns } from "./issued-query";
import { presenceIn } from "./presence-seen";
import { printServed } from "./print";
import { ticketType } from "./schema";
import { signedCodesOf } from "./signed-codes";
import { tellTickets } from "./ticket-moments";
import { pointsOfTicket, trajectoryOf } from "./trajectory";

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
  const found = await firstOf<IssuedTicket & { qrText: string; terms: SaidTerms; change: unknown; passes: PastPass[] }>(
    call.db,
    sql`
      select ${ticketColumns}, t.qr_text as "qrText",
             ${termOfLine(sql`t.line_id`, "change")} as change, ${sql.raw(passesOfTicket)} as passes,
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
  const { terms, change, passes, ...plain } = found;
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
    presence: presenceIn(passes),
    log: await logOf(call, issuedTicket, ticket.id, logPage, ticket.ticketNo),
  };
});

tellTickets();

export const issuedServed: Served[] = [...lists, serveDetail, ...printServed];
